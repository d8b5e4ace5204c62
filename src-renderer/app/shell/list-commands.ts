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
  keywords: readonly string[];
  /** The panel that it leads to, where the command is not there now. */
  panel: Panel | undefined;
  /** It is a command of the panel that is shown, and there now. */
  isOfShown: boolean;
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

interface FoundCommands<Panel extends ListedPanel> {
  rows: ListedCommand<Panel>[];
  /** None has all the words of the query: these have most of them. */
  isClosest: boolean;
}

/** The rows for a query, best first: of the commands there are now, of those of the other panels, and of parts of this one that are not shown. */
export function listCommands<Panel extends ListedPanel>(
  query: string,
  { commands, ofPanels, panels, shown, hasProject }: Listed<Panel>,
): FoundCommands<Panel> {
  const isListed = (command: Command): boolean => command.isListed?.() ?? true;
  const ofShown = new Set(ofPanels.filter(({ panel }) => panel === shown).map(({ command: { id } }) => id));
  const row = (command: Command, reason: string | undefined, panel?: Panel): ListedCommand<Panel> => {
    const { id, title, group, keywords = [] } = command;
    const words = messages.commandWords.ofCommand[wordsId(id)];
    return {
      command,
      title,
      group,
      keywords: words === undefined ? keywords : [...keywords, words],
      panel,
      isOfShown: !panel && ofShown.has(id),
      reason,
    };
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
  const here = commands.filter(isListed).map((command) => row(command, command.unavailable?.()));
  const language = { ...messages.help, alike: messages.commandWords.alike };
  const { commands: rows, isClosest } = findCommands(query, [...here, ...elsewhere], language);
  return { rows, isClosest };
}

/** Commands that differ in a number or in a file have their words together. */
const wordsId = (id: string): string => id.replace(/-\d+$| .*$/u, '');
