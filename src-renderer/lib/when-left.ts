/**
 * Calls `onLeave` when what was just pressed is left: the focus goes elsewhere, the window loses it, or Escape. A focus that goes to what `stays` accepts is not
 * elsewhere. Answers with what ends it.
 */
export function whenLeft(onLeave: () => void, stays: (target: Element) => boolean): () => void {
  const held = document.activeElement;
  const goesTo = (target: EventTarget | null): void => {
    if (!(target instanceof Element && (target === held || stays(target)))) onLeave();
  };
  const onFocusIn = ({ target }: FocusEvent): void => goesTo(target);
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => goesTo(relatedTarget);
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onLeave();
  };
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('keydown', onKey);
  };
}
