export const carriesFiles = (event: { dataTransfer: DataTransfer | null }): boolean => event.dataTransfer?.types.includes('Files') === true;

/**
 * Calls `follow` with what is dragged when files come over the window, and with `undefined` when they leave it or are dropped.
 * Returns what ends it.
 */
export function watchDraggedFiles(follow: (dragged: DataTransfer | undefined) => void): () => void {
  // Each element that is entered is later left; the count is 0 when the window is.
  let depth = 0;
  const enter = (event: DragEvent): void => {
    if (!event.dataTransfer || !carriesFiles(event)) return;
    depth += 1;
    if (depth === 1) follow(event.dataTransfer);
  };
  const leave = (event: DragEvent): void => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) follow(undefined);
  };
  const end = (): void => {
    depth = 0;
    follow(undefined);
  };
  window.addEventListener('dragenter', enter);
  window.addEventListener('dragleave', leave);
  // First of all: a handler that takes the drop may end it there.
  window.addEventListener('drop', end, true);
  return () => {
    window.removeEventListener('dragenter', enter);
    window.removeEventListener('dragleave', leave);
    window.removeEventListener('drop', end, true);
  };
}
