import { flushSync } from 'react-dom';
import { messages } from '#shared/messages/index.ts';
import { useCommands, type Command } from '../../core/commands/commands.ts';
import { runCommand } from '../../core/commands/run-command.ts';
import { useWindow } from '../../core/window/window.ts';
import { toastReason } from '../../lib/toast.tsx';
import { goToPanelArea } from './regions.ts';

/** Shows a panel at once, and puts the focus into it. */
export function showPanel(id: string): void {
  const fromWithin = useWindow.getState().panel === id;
  draw(id);
  goToPanelArea({ fromWithin });
}

const draw = (id: string): void => flushSync(() => useWindow.setState({ panel: id }));

/**
 * Goes to the panel of a command and runs it there, as its key would. What is charged without a question is not run: nobody has seen its price yet. The
 * focus goes to its button instead, beside which the price is.
 */
export function runInPanel(panel: string, { id, title }: Pick<Command, 'id' | 'title'>): void {
  draw(panel);
  goToPanelArea({ fromWithin: false });
  const command = useCommands.getState().commands.find((each) => each.id === id);
  if (!command) toastReason(title, messages.window.notInThisView);
  else if (command.charges === true && command.unavailable?.() === undefined) goToPrice(command);
  else runCommand(command);
}

function goToPrice({ id, title }: Command): void {
  const button = document.querySelector<HTMLElement>(`main [data-command="${CSS.escape(id)}"]`);
  button?.focus();
  if (!button || document.activeElement !== button) toastReason(title, messages.window.priceFirst);
}
