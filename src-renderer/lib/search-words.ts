import { foldText } from './fold-text.ts';

/**
 * Where a part of a word begins: `Narrator` in `DeepNarrator` and `TTSNarrator`, `2` in `Voice2`, `hd` in `2.8-hd`. What joins parts may stand or not:
 * `e-book` and `ebook`.
 */
const partStart =
  /(?<=[\p{L}\p{N}])[-.'’_](?=[\p{L}\p{N}])|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const betweenWords = /[^\p{L}\p{M}\p{N}\-.'’_]+|(?<![\p{L}\p{M}\p{N}])[-.'’_]+|[-.'’_]+(?![\p{L}\p{N}])/u;
/** Scripts that put no space between words. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** As people type: `elise` finds Élise, and `grossvater` Großvater. */
const fold = (text: string): string => foldText(text).replaceAll('ß', 'ss');

/** A text as a search reads it: each word, and each part of one from where it begins, after a space. */
export function toSearchText(text: string): string {
  const words = text.normalize('NFC').split(betweenWords).filter(Boolean);
  const starts = words.flatMap((word) => {
    const parts = word.split(partStart);
    return parts.length === 1 ? word : parts.map((_, at) => parts.slice(at).join(''));
  });
  return ` ${fold(starts.join(' '))}`;
}

/** The words that a person searches for. */
export const toSearchWords = (search: string): string[] =>
  fold(search.replaceAll(/['’]/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** So long must the words be for one to be found at the end of the other: `sprecher` in `Nachrichtensprecherin`, but no `male` in `female`. */
const compound = { word: 4, before: 3, after: 3, whole: 9 } as const;

function endsCompound(text: string, word: string): boolean {
  if (word.length < compound.word) return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const start = text.lastIndexOf(' ', at) + 1;
    const next = text.indexOf(' ', at);
    const end = next < 0 ? text.length : next;
    if (end - start >= compound.whole && at - start >= compound.before && end - at - word.length <= compound.after) return true;
  }
  return false;
}

/**
 * How the words of a search ({@link toSearchWords}) stand in a text ({@link toSearchText}): each begins a word of it, or some end a long compound;
 * `undefined` where one does neither. In scripts without spaces between words, a word may stand anywhere.
 */
export function matchWords(text: string, words: readonly string[]): 'begins' | 'ends-compound' | undefined {
  let match: 'begins' | 'ends-compound' = 'begins';
  for (const word of words) {
    if (text.includes(` ${word}`) || (spaceless.test(word) && text.includes(word))) continue;
    if (!endsCompound(text, word)) return undefined;
    match = 'ends-compound';
  }
  return match;
}
