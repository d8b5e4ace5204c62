/** Whether the person fills in a field or answers a dialog, so that nothing may open over it by itself. */
export function isOccupied(): boolean {
  const held = document.activeElement;
  const isFilling = held?.matches('input, textarea, select') === true;
  return isFilling || document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
