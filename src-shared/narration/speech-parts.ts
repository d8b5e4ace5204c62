/**
 * What of a paragraph is speech and what is narration, and the parts in which a cast speaks it: in “Come,” said Thomas. the character has the first
 * word alone. Pure.
 */

/** Opening quotation marks and what may close each. Straight ones open and close alike. */
const closers: Readonly<Record<string, string>> = { '“': '”', '„': '“”', '»': '«', '«': '»', '"': '"' };

export interface Stretch {
  /** Without quotation marks. */
  text: string;
  isSpeech: boolean;
  /** Of the text in its paragraph, in UTF-16 units. */
  from: number;
  to: number;
}

/**
 * A paragraph as narration and speech in turn; a quotation that does not end runs to its end. Single quotation marks, which are apostrophes as well, hold speech
 * where it ends with a sign, as in British books: ‘Come,’ said Thomas.
 */
export function readStretches(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  const add = (to: number, isSpeech: boolean): void => {
    stretches.push({ text: text.slice(from, to), isSpeech, from, to });
    from = to + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const end = findEnd(text, at);
    if (end === undefined) continue;
    add(at, false);
    add(end, true);
    at = end;
  }
  if (from <= text.length) add(text.length, false);
  return stretches;
}

/** Where the quotation ends that begins here; the text's length when it does not, `undefined` where none begins. */
function findEnd(text: string, at: number): number | undefined {
  const sign = text[at] ?? '';
  if (sign === '‘' || sign === "'") return findSingleEnd(text, at, sign);
  const closing = closers[sign];
  if (closing === undefined) return undefined;
  let end = at + 1;
  while (end < text.length && !closing.includes(text[end] ?? '')) end += 1;
  return end;
}

/** For single quotation marks: where the next one may open, where speech ends, and where a mark may be the end of a word that is named. */
const singles = {
  '‘': { opening: /(?<=[\s([—–])‘(?=\p{L})/u, ending: /(?<=[.,!?…—–;:”"-])’(?!\p{L})/u, named: /’(?!\p{L})/u },
  "'": { opening: /(?<=[\s([—–])'(?=\p{L})/u, ending: /(?<=[.,!?…—–;:”"-])'(?!\p{L})/u, named: /'/u },
} as const;

function findSingleEnd(text: string, at: number, sign: keyof typeof singles): number | undefined {
  const opens = (at === 0 || /[\s([—–“"]/u.test(text[at - 1] ?? '')) && /[\p{L}…—–]/u.test(text[at + 1] ?? '');
  if (!opens) return undefined;
  const { opening, ending, named } = singles[sign];
  const rest = text.slice(at + 1);
  const next = opening.exec(rest)?.index;
  const within = rest.slice(0, next);
  const end = ending.exec(within);
  if (end) return at + 1 + end.index;
  // Curly ones go on in the next paragraph. A straight one stands for letters that were left out more often: 'tis.
  return sign === '‘' && next === undefined && !named.test(within) ? text.length : undefined;
}

export interface SpeechPart {
  text: string;
  isSpeech: boolean;
}

/** Between two parts stands a space, or nothing after a dash without one before it: “Here”—he stopped—“I am.” */
const endsWithDash = /\S[—–]$/u;
export const spaceAfter = (part: string): string => (endsWithDash.test(part) ? '' : ' ');

/** The paragraph that these are the parts of, one after another. */
export const joinParts = (parts: readonly string[]): string =>
  parts.map((part, index) => (index === parts.length - 1 ? part : part + spaceAfter(part))).join('');

/**
 * The parts of a paragraph around the words that a range touches, which are the speech; `joinParts` of them is the text. One part where the range has no
 * word, or all of them.
 */
export function splitAroundWords(text: string, range: { from: number; to: number }): SpeechPart[] {
  const isPlace = (at: number): boolean => at <= 0 || at >= text.length || /\s$|\S[—–]$/u.test(text.slice(Math.max(0, at - 2), at));
  const selected = text.slice(range.from, range.to);
  let from = range.from + selected.length - selected.trimStart().length;
  let to = range.from + selected.trimEnd().length;
  if (from >= to) return [{ text, isSpeech: true }];
  while (!isPlace(from)) from -= 1;
  while (!isPlace(to)) to += 1;
  const parts = [
    { text: text.slice(0, from).trim(), isSpeech: false },
    { text: text.slice(from, to).trim(), isSpeech: true },
    { text: text.slice(to).trim(), isSpeech: false },
  ].filter((part) => part.text !== '');
  return parts.length > 1 ? parts : [{ text, isSpeech: true }];
}

/**
 * The parts of a paragraph that a character and the narrator speak in turn; `joinParts` of them is the text. One part where there is nothing to split.
 * A quotation that names or stresses a word, as in: He called it “luck” and left, is narration.
 */
export function splitSpeech(text: string): SpeechPart[] {
  const parts: SpeechPart[] = [];
  let from = 0;
  let isSpeech: boolean | undefined;
  const end = (to: number): void => {
    if (isSpeech !== undefined) parts.push({ text: text.slice(from, to), isSpeech });
  };
  for (const next of readTurns(text)) {
    isSpeech ??= next.isSpeech && !hasWords(text.slice(0, next.from));
    if (next.isSpeech === isSpeech) continue;
    const cut = next.isSpeech ? cutBefore(text, next.from) : cutAfter(text, next.from);
    if (cut === undefined || !isWhole(text.slice(from, cut.to), text.slice(cut.to, cut.from), text.slice(cut.from))) continue;
    end(cut.to);
    from = cut.from;
    isSpeech = next.isSpeech;
  }
  end(text.length);
  return parts.length === 0 ? [{ text, isSpeech: false }] : parts;
}

/** The blocks that the speech of a paragraph becomes; one where it is not split. */
export const countSpeechParts = (text: string): number => Math.max(1, splitSpeech(text).filter(({ isSpeech }) => isSpeech).length);

/** Where the other one begins to speak: at the opening quotation mark, and after the closing one. */
function readTurns(text: string): { from: number; isSpeech: boolean }[] {
  const stretches = readStretches(text);
  const spoken: { from: number; to: number }[] = [];
  for (const [index, { from, to, isSpeech }] of stretches.entries()) {
    if (!isSpeech || isMention(stretches, index)) continue;
    const last = spoken.at(-1);
    // Nothing is read between two quotations that follow one another.
    if (last && !hasWords(text.slice(last.to, from))) last.to = to + 1;
    else spoken.push({ from: from - 1, to: to + 1 });
  }
  return spoken.flatMap(({ from, to }) => [{ from, isSpeech: true }, ...(to > text.length ? [] : [{ from: to, isSpeech: false }])]);
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** A quotation within a sentence of the narration, which nobody speaks there. */
function isMention(stretches: readonly Stretch[], index: number): boolean {
  const [before, own, after] = [
    stretches[index - 1]?.text.trim() ?? '',
    stretches[index]?.text.trim() ?? '',
    stretches[index + 1]?.text ?? '',
  ];
  if (stretches[index + 1] === undefined || /[,:]$/u.test(before)) return false;
  const isAlone = before === '' && after.trim() === '';
  const startsSentence = before === '' || /[.!?…—–;]$/u.test(before);
  const endsSpeech = /[.!?…—–-][”"]?$/u.test(own) || (/,[”"]?$/u.test(own) && (startsSentence || own.includes(' ')));
  return !isAlone && !endsSpeech && !(startsSentence && /^[,—–]/u.test(after));
}

interface Cut {
  /** End of the part before. */
  to: number;
  /** Start of the part after. */
  from: number;
}

/** Before speech, with the brackets around it; words that touch it without a dash go with it. */
function cutBefore(text: string, at: number): Cut | undefined {
  let place = at;
  while (/[([]/u.test(text[place - 1] ?? '')) place -= 1;
  while (place > 0 && !/[\s—–]/u.test(text[place - 1] ?? '')) place -= 1;
  return place === 0 ? undefined : cutAt(text, place, -1);
}

/** After speech, with the signs that follow it. */
function cutAfter(text: string, at: number): Cut | undefined {
  let place = at;
  while (place < text.length && !/\s/u.test(text[place] ?? '') && !/[—–]/u.test(text[place - 1] ?? '')) place += 1;
  return place >= text.length ? undefined : cutAt(text, place, 1);
}

function cutAt(text: string, place: number, side: -1 | 1): Cut {
  const isSpace = text[side < 0 ? place - 1 : place] === ' ';
  if (!isSpace) return { to: place, from: place };
  return side < 0 ? { to: place - 1, from: place } : { to: place, from: place + 1 };
}

/** Both sides have something to say, and what is between them is what `joinParts` puts there. */
const isWhole = (before: string, between: string, after: string): boolean =>
  hasWords(before) && hasWords(after) && between === spaceAfter(before);
