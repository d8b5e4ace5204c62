/** A part of an address without its percent signs; one that is not encoded as it should be stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
