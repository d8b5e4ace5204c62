/**
 * What a browser's own undo may take back in a text field. It has one history for the whole window: past what was typed in the field, it would go on with
 * what was typed in the script, behind its editor's back.
 */
interface Typed {
  /** The text when the field got the focus, or when what it held was taken over. */
  base: string;
  /** The text after the last input of a person; another one was set by the studio, and cannot be taken back by the browser. */
  last: string;
  /** Steps that were taken back and not done again. */
  undone: number;
}

export type TextField = HTMLInputElement | HTMLTextAreaElement;

export const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button', 'submit', 'file', 'color'].includes(target.type));

/** A field whose text is undone by the panel, as its steps are the panel's. */
export const hasPanelUndo = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-panel-undo]') !== null;

export class FieldHistory {
  readonly #typed = new WeakMap<TextField, Typed>();
  readonly #onPanelUndo: (step: 'undo' | 'redo') => void;

  /** `onPanelUndo`: Undo was chosen from a menu of the browser, in a field of a panel that has its own. */
  constructor(onPanelUndo: (step: 'undo' | 'redo') => void) {
    this.#onPanelUndo = onPanelUndo;
  }

  /** Whether the browser's undo, or redo, would change this field and nothing else. */
  owns(field: TextField, step: 'undo' | 'redo'): boolean {
    const typed = this.#typed.get(field);
    if (!typed || field.value !== typed.last) return false;
    return step === 'undo' ? field.value !== typed.base : typed.undone > 0;
  }

  /** What stands in the field now was taken over: it is not typing any more. */
  settle(field: TextField): void {
    this.#typed.set(field, { base: field.value, last: field.value, undone: 0 });
  }

  /** A person is about to change the field. */
  readonly #before = (event: InputEvent): void => {
    const { target, inputType } = event;
    // From a menu of the browser: the keys are the studio's.
    const step = ({ historyUndo: 'undo', historyRedo: 'redo' } as const)[inputType];
    if (step !== undefined && hasPanelUndo(target)) {
      event.preventDefault();
      this.#onPanelUndo(step);
    }
    if (!isTextField(target)) return;
    if (step !== undefined) {
      if (!this.owns(target, step)) event.preventDefault();
    } else if (this.#typed.get(target)?.last !== target.value) this.settle(target);
  };

  readonly #after = (event: Event): void => {
    const { target } = event;
    const typed = isTextField(target) ? this.#typed.get(target) : undefined;
    if (!isTextField(target) || !typed || !(event instanceof InputEvent)) return;
    typed.last = target.value;
    const undone = { historyUndo: typed.undone + 1, historyRedo: typed.undone - 1 }[event.inputType];
    typed.undone = Math.max(0, undone ?? 0);
  };

  readonly #focus = ({ target }: FocusEvent): void => {
    if (isTextField(target)) this.settle(target);
  };

  /** Enter takes over what a field of one line holds. */
  readonly #enter = ({ key, target, isComposing }: KeyboardEvent): void => {
    if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement && isTextField(target)) this.settle(target);
  };

  /** Follows every field of the window until `signal`. */
  watch(signal: AbortSignal): void {
    window.addEventListener('focusin', this.#focus, { signal, capture: true });
    window.addEventListener('beforeinput', this.#before, { signal, capture: true });
    window.addEventListener('input', this.#after, { signal, capture: true });
    window.addEventListener('keydown', this.#enter, { signal });
  }
}
