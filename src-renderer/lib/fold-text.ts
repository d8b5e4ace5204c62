const plainAscii = /^[ -~\n]*$/u;

/** The text without case and accents, for searching as people type: `elise` finds Élise. */
export function foldText(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The folded words of a text, each after a space: one that begins with `male` is there where this holds ` male`, and "female" is none. */
export const foldWords = (text: string): string => ` ${foldText(text).replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')}`;
