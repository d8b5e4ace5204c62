import { flushSync } from 'react-dom';
import { useCommands } from '../../core/commands/commands.ts';

/** The focus goes to a field of the inspector, by its id; it is opened for it where it was put away. */
export function focusField(id: string): void {
  if (!document.getElementById(id))
    flushSync(() =>
      useCommands
        .getState()
        .commands.find(({ id }) => id === 'view.inspector')
        ?.run(),
    );
  const field = document.getElementById(id);
  field?.focus();
  // What is typed takes the place of a name that stands there.
  if (field instanceof HTMLInputElement) field.select();
}
