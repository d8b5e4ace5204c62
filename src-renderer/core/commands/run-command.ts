import { toastReason } from '../../lib/toast.tsx';
import { useCommands, type Command } from './commands.ts';

/** Runs a command, or says why it cannot be run now. */
export function runCommand(command: Command): void {
  const reason = command.unavailable?.();
  if (reason === undefined) command.run();
  else toastReason(command.title, reason);
}

/** The same for a key that a part of the window takes by itself. Without such a command, nothing. */
export function runCommandNamed(id: string): void {
  const command = useCommands.getState().commands.find((each) => each.id === id);
  if (command) runCommand(command);
}
