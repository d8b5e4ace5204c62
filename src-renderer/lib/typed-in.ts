/** What comes into a field at once. */
const atOnce = new Set(['insertFromPaste', 'insertFromDrop', 'insertFromYank', 'insertReplacementText', 'deleteByCut', 'deleteByDrag']);

/** Whether an input came letter by letter, which Undo gathers into words. */
export const isTypedIn = (event: Event): boolean => !(event instanceof InputEvent && atOnce.has(event.inputType));
