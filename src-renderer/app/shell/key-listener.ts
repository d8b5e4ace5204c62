import { commandOf, hasModifier, worksInText, type Command } from '../../core/commands/commands.ts';
import { runCommand, runCommandNamed } from '../../core/commands/run-command.ts';
import { closeHelp, useWindow } from '../../core/window/window.ts';
import { isField, isInText } from '../../lib/caret-in-text.ts';
import { FieldHistory, hasPanelUndo, isTextField } from './field-history.ts';

/** The button that has its focus from the mouse; a key that moves the focus, or another press, makes it another. */
let pressedByMouse: EventTarget | null = null;

/** The commands' keys, in the whole window. Answers with what takes them off again. */
export function listenForKeys(): () => void {
  const listening = new AbortController();
  const fields = new FieldHistory((step) => runCommandNamed(`edit.${step}`));
  fields.watch(listening.signal);
  const onKey = (event: KeyboardEvent): void => {
    // While an input method composes, every key is its own; some browsers say so by the key code alone.
    if (event.isComposing || event.key === 'Process' || event.defaultPrevented) return;
    const found = commandOf(event);
    if (!found) return;
    const step = ({ 'edit.undo': 'undo', 'edit.redo': 'redo' } as const)[found.command.id];
    if (step !== undefined && hasPanelUndo(event.target)) {
      if (event.target instanceof HTMLElement && isBehindDialog(event.target)) return;
    } else if (step !== undefined && isTextField(event.target) && !fields.owns(event.target, step)) {
      // What is left of the browser's history is not the field's.
      event.preventDefault();
      if (isBehindDialog(event.target)) return;
    } else if (belongsElsewhere(event, found)) return;
    event.preventDefault();
    if (!event.repeat || found.command.repeats === true) runCommand(found.command);
  };
  // Help lies over everything: its Escape closes nothing below it. This listener is there before those of any dialog.
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || !useWindow.getState().help) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    closeHelp();
  };
  // A closed list opens by Enter, whatever is held with it, and keeps the key to itself: a command that has it comes first.
  const onKeyBefore = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isClosedList(event.target)) return;
    onKey(event);
    if (event.defaultPrevented) event.stopPropagation();
  };
  const onPress = (event: PointerEvent): void => {
    pressedByMouse = event.target instanceof Element ? event.target.closest('button') : null;
  };
  const onFocus = (event: FocusEvent): void => {
    if (event.target !== pressedByMouse) pressedByMouse = null;
  };
  window.addEventListener('keydown', onEscape, true);
  window.addEventListener('keydown', onKeyBefore, true);
  window.addEventListener('keydown', onKey);
  window.addEventListener('pointerdown', onPress, true);
  window.addEventListener('focusin', onFocus);
  return () => {
    listening.abort();
    window.removeEventListener('keydown', onEscape, true);
    window.removeEventListener('keydown', onKeyBefore, true);
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('pointerdown', onPress, true);
    window.removeEventListener('focusin', onFocus);
  };
}

const isClosedList = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[aria-haspopup="listbox"][aria-expanded="false"]');

/** What a text field does by itself. */
const editing = new Set(['Z', 'Y', 'A', 'C', 'X', 'V']);

/** F1 to F24: no control uses them. */
const isFunctionKey = (key: string): boolean => /^F\d+$/u.test(key);

/** What is behind a dialog waits until it is closed, also while it opens and has not got the focus yet. */
function isBehindDialog(target: HTMLElement): boolean {
  if (target.closest('[aria-modal="true"]')) return true;
  const { dialog, help } = useWindow.getState();
  return (dialog !== undefined || help) && !target.closest('[role="dialog"]');
}

/** True where what holds the focus uses the key itself. */
function belongsElsewhere({ target, key }: KeyboardEvent, { command, keys }: { command: Command; keys: string }): boolean {
  if (!(target instanceof HTMLElement) || command.everywhere === true) return false;
  if (isBehindDialog(target)) return true;
  if (hasModifier(keys)) return isField(target) && editing.has(key.toUpperCase());
  if (isInText(target)) return !worksInText(command, keys);
  if (target.closest('[role="listbox"], [role="menu"], [role="dialog"], [role="combobox"]')) return !isFunctionKey(key);
  if (target.closest('[role="slider"], input, [role="radiogroup"]')) return key === ' ' || (key.length > 1 && !isFunctionKey(key));
  // A button pressed with the mouse keeps the focus, but nobody means it any more: Space plays again, as in any audio program.
  return (key === ' ' || key === 'Enter') && target.closest('button, a[href], summary') !== null && target !== pressedByMouse;
}
