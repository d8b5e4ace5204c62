/** What a pointer presses. */
const controls = 'button, a[href], [role="button"], [role="tab"], [role="menuitem"], label, summary';

/**
 * Marks the page from the press of a control until the pointer leaves it, and the style sheet hides tooltips meanwhile: what a press opens is not covered by
 * the name of its button. A control that refuses says why in its tooltip, so that one stays; so does what a finger has opened. Answers with what ends it.
 */
export function hidePressedTooltips(): () => void {
  let pressed: Element | undefined;
  const mark = (control: Element | undefined): void => {
    pressed = control;
    document.documentElement.toggleAttribute('data-pressed', control !== undefined);
  };
  const onPress = ({ target, pointerType }: PointerEvent): void => {
    const control = target instanceof Element && pointerType !== 'touch' ? target.closest(controls) : null;
    mark(control === null || control.getAttribute('aria-disabled') === 'true' ? undefined : control);
  };
  const onOver = ({ target }: PointerEvent): void => {
    if (pressed !== undefined && target instanceof Node && !pressed.contains(target)) mark(undefined);
  };
  window.addEventListener('pointerdown', onPress, true);
  window.addEventListener('pointerover', onOver, true);
  return () => {
    mark(undefined);
    window.removeEventListener('pointerdown', onPress, true);
    window.removeEventListener('pointerover', onOver, true);
  };
}
