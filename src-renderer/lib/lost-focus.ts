/** What had the focus, with everything around it, the nearest first: what is removed knows no more where it stood. */
interface Held {
  element: HTMLElement;
  around: readonly HTMLElement[];
}

/**
 * Keeps the keyboard where it was. What had its focus may be removed, or disabled while it works; the browser then leaves the focus to nobody, and the next
 * Tab begins at the top of the window. What is disabled for a while gets it back; else the nearest thing around it that is still there has it, so that
 * Tab goes on in it, and Escape closes what it would have closed. A focus that came by the mouse, or that a person has given up, is left alone; so is one
 * that the program moves within two frames. Answers with what ends it.
 */
export function recoverLostFocus(): () => void {
  let held: Held | undefined;
  /** Has the focus in place of what is gone. */
  let standIn: HTMLElement | undefined;
  let frame = 0;

  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === standIn) return;
    held = target.matches(':focus-visible') ? { element: target, around: listAround(target) } : undefined;
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    if (target === standIn && relatedTarget !== null) standIn = undefined;
    if (!(target instanceof HTMLElement) || relatedTarget !== null || target === standIn) return;
    // Of what goes, the browser says the same before it is gone.
    queueMicrotask(() => {
      if (held?.element === target && isUsable(target)) held = undefined;
    });
  };
  const onPress = (): void => (held = undefined);

  const recover = (): void => {
    const active = document.activeElement;
    if (held === undefined || (active !== null && active !== document.body && active !== standIn)) return;
    const { element, around } = held;
    if (isUsable(element)) {
      standIn = undefined;
      element.focus({ preventScroll: true });
      return;
    }
    if (standIn !== undefined && active === standIn) return;
    const next = around.find(({ isConnected }) => isConnected);
    if (next === undefined || next === document.body) return;
    standIn = next;
    if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
    next.dataset['standIn'] = '';
    next.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (held === undefined || (document.activeElement !== document.body && document.activeElement !== standIn)) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(recover)));
  });

  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  window.addEventListener('pointerdown', onPress, true);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur);
    window.removeEventListener('pointerdown', onPress, true);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

function listAround(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement)
    // What lies over the window hangs in a place of the page of its own, which stays when it is gone.
    if (parent.parentElement !== document.body || parent.id === 'root') around.push(parent);
  return around;
}
