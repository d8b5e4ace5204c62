import { messages } from '#shared/messages/index.ts';
import type { Command, PanelCommand } from '../../core/commands/commands.ts';
import { findCommands } from './find-commands.ts';

/** What the palette must know of a panel. */
interface ListedPanel {
  id: string;
  name: string;
  needsProject?: true;
}

/** A row of the palette. */
export interface ListedCommand<Panel extends ListedPanel = ListedPanel> {
  command: Command;
  title: string;
  group: string;
  keywords: readonly string[] | undefined;
  /** The panel that it leads to, where the command is not there now. */
  panel: Panel | undefined;
  /** Why it cannot be done now. */
  reason: string | undefined;
}

interface Listed<Panel> {
  /** Those there are now. */
  commands: readonly Command[];
  /** Those of every panel, shown or not. */
  ofPanels: readonly PanelCommand[];
  panels: readonly Panel[];
  /** The panel that is shown, by its id. */
  shown: string;
  hasProject: boolean;
}

/** The rows for a query, best first: the commands there are now, then those of the other panels, and of parts of this one that are not shown. */
export function listCommands<Panel extends ListedPanel>(
  query: string,
  { commands, ofPanels, panels, shown, hasProject }: Listed<Panel>,
): ListedCommand<Panel>[] {
  const isListed = (command: Command): boolean => command.isListed?.() ?? true;
  const row = (command: Command, reason: string | undefined, panel?: Panel): ListedCommand<Panel> => {
    const { title, group, keywords } = command;
    return { command, title, group, keywords, panel, reason };
  };
  const now = new Set(commands.map(({ id }) => id));
  const elsewhere = panels.flatMap((panel) => {
    const reason =
      panel.needsProject === true && !hasProject
        ? messages.window.noProject
        : panel.id === shown
          ? messages.window.notInThisView
          : undefined;
    return ofPanels
      .filter((each) => each.panel === panel.id && !now.has(each.command.id) && isListed(each.command))
      .map(({ command }) => row(command, reason, panel));
  });
  return findCommands(query, [...commands.filter(isListed).map((command) => row(command, command.unavailable?.())), ...elsewhere]);
}
