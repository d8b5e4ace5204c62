const longestLine = 80;

/** The beginning of a text: at most so many UTF-16 units, and never half of a surrogate pair at its end. */
export function cutText(text: string, longest: number): string {
  const splitsPair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(longest - 1, longest + 1));
  return text.slice(0, splitsPair ? longest - 1 : longest);
}

/** A text cut to so many UTF-16 units, with an ellipsis where something was cut off. */
export const shortenText = (text: string, longest: number): string => (text.length > longest ? `${cutText(text, longest)}…` : text);

/** A text as one line by which lists name it. */
export const shortenToLine = (text: string): string => shortenText(text.replaceAll(/\s+/gu, ' ').trim(), longestLine);
