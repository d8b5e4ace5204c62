const plainAscii = /^[ -~\n]*$/u;

/** The text without case and accents, for searching as people type: `elise` finds Élise. */
export function foldText(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
