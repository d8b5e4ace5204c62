import { endsSentence, isLeading } from '../narration/caption-breaks.ts';
import { english, german, type ClauseWords } from './clause-words.ts';

/** A text without its last words: `kept` is a whole sentence, or several. */
export interface Cut {
  kept: string;
  cut: string;
}

/**
 * Every way to leave out the last words of a text so that a whole sentence is left, the shortest first: behind a sentence, in any language, and in English and
 * German at the end of a main clause. What a rule cannot tell is not offered: rather none than a broken sentence.
 */
export function cutsOf(text: string): Cut[] {
  const whole = text.trim();
  const words = [...whole.matchAll(/\S+/gu)].map(({ index, 0: written }) => ({ written, end: index + written.length }));
  const language = findLanguage(words.map(({ written }) => bareWord(written)));
  const cuts: Cut[] = [];
  let from = 0;
  for (const [place, { written, end }] of words.entries()) {
    const isLast = place === words.length - 1;
    if (!isLast && !endsSentence(written, words[place + 1]?.written)) continue;
    const sentence = words.slice(from, place + 1);
    const closing = /[.!?…]+["”“’»)\]]*$/u.exec(written)?.[0] ?? '';
    if (language)
      for (const at of clauseEnds(
        sentence.map((word) => word.written),
        language,
      ))
        cuts.push(cutAt(whole, sentence[at - 1]?.end ?? 0, closing, isLast));
    if (!isLast) cuts.push({ kept: whole.slice(0, end), cut: whole.slice(end).trim() });
    from = place + 1;
  }
  return cuts.filter(({ kept, cut }) => isBalanced(kept) && /[\p{L}\p{N}]/u.test(cut));
}

/** After how many words of a sentence a main clause ends that can stand alone. */
function clauseEnds(sentence: readonly string[], language: ClauseWords): number[] {
  return sentence.flatMap((_, at) => (at >= leastWords && isClauseEnd(sentence.slice(0, at), sentence.slice(at), language) ? [at] : []));
}

/** Fewer words than these are an answer or an address, such as “No, ” or “My dear, ”. */
const leastWords = 3;

function isClauseEnd(left: readonly string[], right: readonly string[], language: ClauseWords): boolean {
  const [before, after] = [left.map(bareWord).filter((word) => word !== ''), right.map(bareWord)];
  const [first = '', last = ''] = [before[0], before.at(-1)];
  if (before.length < leastWords || language.opening.has(first) || !isClause(before, language) || !mayEnd(last, language)) return false;
  const [end = '', next = '', subject = ''] = [left.at(-1), after[0], after[1]];
  if (isDash(right[0] ?? '')) return !right.slice(1).some(isDash) && !left.some(isDash);
  if (end.endsWith(';')) return true;
  const goesOn = right.slice(0, -1).some((word) => /[,–—]$/u.test(word));
  if (end.endsWith(',')) {
    if (language.subordinating.has(next)) return !goesOn;
    if (!language.joining.has(next) || isListed(left)) return false;
    return !(before.includes('only') && next === 'but') && (!goesOn || language.subjects.has(subject));
  }
  // Without a comma, only a subject behind it shows that a clause begins.
  if (/\p{P}$/u.test(end) || !language.subjects.has(subject) || after.length < leastWords) return false;
  if (language === german) return language.joining.has(next) && language.subjects.has(first);
  const isRelative = before.some((word) => ['who', 'which', 'that', 'whose', 'what'].includes(word));
  return (language.joining.has(next) || language.bare.has(next)) && !language.auxiliaries.has(first) && !isRelative;
}

const isClause = (words: readonly string[], { subjects, auxiliaries, verbs }: ClauseWords): boolean =>
  subjects.has(words[0] ?? '') || words.some((word) => auxiliaries.has(word) || verbs.has(word));

const mayEnd = (word: string, { lonely, auxiliaries, binding }: ClauseWords): boolean =>
  !isLeading(word) && !lonely.has(word) && !auxiliaries.has(word) && !binding.has(word);

/** Whether the last words are one of several that commas part, as in “apples, pears,”. */
function isListed(left: readonly string[]): boolean {
  const comma = left.slice(0, -1).findLastIndex((word) => word.endsWith(','));
  return comma >= 0 && left.length - 1 - comma < leastWords;
}

const isDash = (word: string): boolean => /^[–—-]+$/u.test(word);

const bareWord = (written: string): string =>
  written
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replaceAll("'", '’')
    .toLowerCase();

/** English or German, where more of the words are of one than of the other. */
function findLanguage(words: readonly string[]): ClauseWords | undefined {
  const [inEnglish, inGerman] = [english, german].map(({ frequent }) => words.filter((word) => frequent.has(word)).length) as [
    number,
    number,
  ];
  return inEnglish === inGerman ? undefined : inEnglish > inGerman ? english : german;
}

/** What is left of a sentence ends as the whole sentence did, without the marks after which a sentence goes on. */
function cutAt(whole: string, end: number, closing: string, isLast: boolean): Cut {
  const words = whole.slice(0, end).replace(/[\s,;:\p{Pd}]+$/u, '');
  const marks = closing.replace(/[^.!?…]+$/u, '');
  const brackets = Array.from(closing.slice(marks.length)).filter((bracket) => isOpenIn(words, bracket));
  const cut = whole.slice(end, isLast ? whole.length - closing.length : undefined);
  return { kept: words + marks + brackets.join(''), cut: cut.replace(/^[\s\p{Pd}]+/u, '').trim() };
}

const openers: Readonly<Record<string, string>> = { '”': '“', '“': '„', '»': '«', '’': '‘', ')': '(', ']': '[', '"': '"' };

/** Whether a text opens what this quote or bracket closes, and does not close it. */
function isOpenIn(text: string, closer: string): boolean {
  const opener = openers[closer];
  if (opener === undefined) return false;
  const [opened, closed] = [opener, closer].map((sign) => text.split(sign).length - 1) as [number, number];
  return opener === closer ? opened % 2 === 1 : opened > closed;
}

/** Whether every quote and bracket that is opened is closed. */
const isBalanced = (text: string): boolean =>
  [/["„“”]/gu, /[«»]/gu, /[()]/gu, /[[\]]/gu].every((signs) => (text.match(signs)?.length ?? 0) % 2 === 0);
