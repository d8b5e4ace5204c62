import type { Messages } from './shape.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accents = 'àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';
const accentOf = new Map(Array.from(plain, (letter, place) => [letter, accents[place] ?? letter]));
/** What machines read in a text stays: keys of commands, marks of labels, addresses, what stands for something. */
const verbatim = /(\{[\w.-]+\}|\*\*|https?:\/\/\S+|\$\d)/u;

/** `Export` as `[Éẋþöŕţ one]`: 40 % longer, and what was cut off lacks its bracket. */
function accent(text: string): string {
  if (text.trim() === '') return text;
  const letters = text
    .split(verbatim)
    .map((part, place) => (place % 2 === 1 ? part : Array.from(part, (letter) => accentOf.get(letter) ?? letter).join('')))
    .join('');
  return `[${letters}${lengthen(text.length)}]`;
}

const fillers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
function lengthen(length: number): string {
  const wanted = Math.ceil(length * 0.4) - 2;
  let more = '';
  for (let place = 0; more.length < wanted; place += 1) more += ` ${fillers[place % fillers.length] ?? ''}`;
  return more;
}

/** A text inside a mark that makes it run from right to left, as in Arabic. */
const mirror = (text: string): string => (text.trim() === '' ? text : `\u202e${text}\u202c`);

const forPrograms = new Set([
  'id',
  'group',
  'exampleLanguage',
  'exampleCaptions',
  'scriptKeyShortcuts',
  'saveOperation',
  'exampleFilm',
  'exampleLine',
  'exampleReading',
]);

function wrap<T>(texts: T, change: (text: string) => string, key?: string): T {
  // Sections of Help have ids, and examples a language, captions and names of files, which programs read.
  if (key !== undefined && forPrograms.has(key)) return texts;
  if (typeof texts === 'string') return change(texts) as T;
  if (typeof texts === 'function')
    return Object.defineProperty((...values: unknown[]) => change((texts as (...values: unknown[]) => string)(...values)), 'length', {
      value: texts.length,
    }) as T;
  if (Array.isArray(texts)) return texts.map((inner: unknown) => wrap(inner, change)) as T;
  return Object.fromEntries(Object.entries(texts as object).map(([name, inner]) => [name, wrap<unknown>(inner, change, name)])) as T;
}

/** English with accents, in brackets, 40 % longer. */
export const accented = (texts: Messages): Messages => wrap(texts, accent);

/** English that is written from right to left. */
export const rightToLeft = (texts: Messages): Messages => wrap(texts, mirror);
