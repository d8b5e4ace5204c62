/**
 * The paragraphs of a plain text. Where blank lines part them, single line breaks are only wrapping; else every line is a
 * paragraph.
 */
export function paragraphsOf(text: string): string[] {
  const lines = text.replaceAll(/\r\n?/gu, '\n').trim();
  const parts = /\n[^\S\n]*\n/u.test(lines) ? lines.split(/\n(?:[^\S\n]*\n)+/u) : lines.split('\n');
  return parts.map((part) => part.replaceAll(/\s*\n\s*/gu, ' ').trim()).filter((part) => part !== '');
}
