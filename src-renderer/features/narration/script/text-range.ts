/** The characters of an element's text from `start` up to but without `end`, which may lie in several text nodes; undefined where it has fewer. */
export function rangeOfText(element: HTMLElement, { start, end }: { start: number; end: number }): Range | undefined {
  const range = new Range();
  return place(range, element, start, 'setStart') && place(range, element, end, 'setEnd') ? range : undefined;
}

function place(range: Range, element: HTMLElement, offset: number, end: 'setStart' | 'setEnd'): boolean {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (offset <= before + length) {
      range[end](node, offset - before);
      return true;
    }
    before += length;
  }
  return false;
}
