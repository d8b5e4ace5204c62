import { z } from 'zod';
import { messages } from '../messages/index.ts';
import { wordsOf } from './document.ts';
import type { Word } from './take.ts';

/**
 * How words are said: an entry replaces what is written by a respelling in what is sent, and nowhere else. Pure.
 *
 * Entries match whole words, without case unless the entry has a capital inside a word. Of those that match at one place the longest wins; of
 * equally long ones the project's, then that of a voice, then that of a language. What was replaced is not looked at again, so that no entry can loop.
 */

/** Entries of a table, at most. */
export const maximumPronunciations = 5000;
export const maximumWritten = 100;
export const maximumSpoken = 200;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u);

export const pronunciationSchema = z.strictObject({
  written: line(maximumWritten),
  spoken: line(maximumSpoken),
  /** Only for blocks whose language setting is this one, or one of its regions: `de` also for `de-AT`. */
  language: line(64).nullable(),
  /** Only for blocks of this voice. */
  voice: line(128).nullable(),
});
export type Pronunciation = z.infer<typeof pronunciationSchema>;

export const pronunciationsSchema = z
  .array(pronunciationSchema)
  .max(maximumPronunciations)
  .refine((entries) => new Set(entries.map(pronunciationKey)).size === entries.length, { message: messages.voicing.entryTwice });

/** Tables in which a text is looked up: the project's goes before the one for all projects. */
export interface PronunciationTables {
  pronunciations: readonly Pronunciation[];
  sharedPronunciations: readonly Pronunciation[];
}

/** Entries with the same key are for the same words, voice and language: a table has one of them. */
export function pronunciationKey({ written, language, voice }: Omit<Pronunciation, 'spoken'>): string {
  const text = collapse(written);
  return JSON.stringify([hasInnerCapital(text) ? text : fold(text), language === null ? null : languageTag(language), voice]);
}

/** Whether these are the same words, whatever their case. */
export const sameWritten = (one: string, other: string): boolean => fold(collapse(one)) === fold(collapse(other));

/** `entries` with these added; each takes the place of one that is for the same words. */
export function withPronunciations(entries: readonly Pronunciation[], added: readonly Pronunciation[]): Pronunciation[] {
  const byKey = new Map(entries.map((entry) => [pronunciationKey(entry), entry]));
  for (const entry of added) byKey.set(pronunciationKey(entry), entry);
  return [...byKey.values()];
}

/** Which entries a change takes out of a table, and which it puts in. */
export function comparePronunciations(
  before: readonly Pronunciation[],
  after: readonly Pronunciation[],
): { before: Pronunciation[]; after: Pronunciation[] } {
  const [old, now] = [before, after].map((entries) => new Set(entries.map(identityOf)));
  return {
    before: before.filter((entry) => now?.has(identityOf(entry)) === false),
    after: after.filter((entry) => old?.has(identityOf(entry)) === false),
  };
}

/** Does such a change, or takes it back, in a table as it is now. What was changed of other words since stays. */
export function replayPronunciations(
  now: readonly Pronunciation[],
  { before, after }: ReturnType<typeof comparePronunciations>,
): Pronunciation[] {
  const gone = new Set(before.map(identityOf));
  return withPronunciations(
    now.filter((entry) => !gone.has(identityOf(entry))),
    after,
  );
}

const identityOf = ({ written, spoken, language, voice }: Pronunciation): string => JSON.stringify([written, spoken, language, voice]);

/** A stretch that was replaced, in UTF-16 units: `[start, end)` of the written text, `[spokenStart, spokenEnd)` of what is sent. */
export interface Replacement {
  start: number;
  end: number;
  spokenStart: number;
  spokenEnd: number;
  entry: Pronunciation;
}

/** What is sent for a text. */
export interface SpokenText {
  /** The written text, without the white space around it. */
  written: string;
  text: string;
  /** In order, none overlaps another. */
  replacements: readonly Replacement[];
}

/** Past this many UTF-16 units a text is more than any service takes: it is not looked through. */
const longestText = 200_000;

/** What is sent for a text that a voice speaks: without the white space around it, and with what the tables say of its words. */
export function spokenText(text: string, tables: PronunciationTables, voice: string | null, language: string | undefined): SpokenText {
  const written = text.trim();
  const unchanged = { written, text: written, replacements: [] };
  if (written === '' || written.length > longestText) return unchanged;
  if (tables.pronunciations.length === 0 && tables.sharedPronunciations.length === 0) return unchanged;
  const lists = [indexOf(tables.pronunciations), indexOf(tables.sharedPronunciations)];
  const tag = language === undefined ? undefined : languageTag(language);
  const folded = fold(written);
  const replacements: Replacement[] = [];
  let spoken = '';
  let copied = 0;
  for (let at = 0; at < written.length;) {
    const match = canStart(written, at) ? longestMatch(lists, { written, folded, at, voice, tag }) : undefined;
    if (match === undefined) {
      at += unitLength(written, at);
      continue;
    }
    spoken += written.slice(copied, at);
    const spokenStart = spoken.length;
    spoken += match.entry.spoken;
    replacements.push({ start: at, end: match.end, spokenStart, spokenEnd: spoken.length, entry: match.entry });
    at = copied = match.end;
  }
  return replacements.length === 0 ? unchanged : { written, text: spoken + written.slice(copied), replacements };
}

/**
 * The words of what was sent as words of what is written: one for each whitespace token of `written`, in order, none back in time. `words` has
 * one for each token of `text`. A token that is spoken as several lasts from the first to the last of them; several that are spoken as one share it.
 */
export function toWrittenWords({ written, text, replacements }: SpokenText, words: readonly Word[]): readonly Word[] {
  if (replacements.length === 0) return words;
  const spoken = wordsOf(text);
  if (words.length !== spoken.length) return [];
  const toSpoken = spokenPlaces(replacements);
  const latest = { startMs: 0, endMs: 0 };
  let first = 0;
  return wordsOf(written).map((token) => {
    const [from, to] = [toSpoken(token.start), toSpoken(token.end)];
    while (first < spoken.length - 1 && (spoken[first]?.end ?? 0) <= from) first += 1;
    let last = first;
    while (last < spoken.length - 1 && (spoken[last + 1]?.start ?? 0) < to) last += 1;
    const parts = spoken.slice(first, last + 1).map((span, index) => ({ span, word: words[first + index] ?? unknownWord }));
    const { startMs, endMs, ...rest } = joinWords(token.text, parts, { from, to });
    if (Number.isNaN(startMs)) return { ...rest, startMs, endMs };
    // Never back in time, also where words of the service overlap.
    latest.startMs = Math.max(latest.startMs, startMs);
    latest.endMs = Math.max(latest.endMs, latest.startMs, endMs);
    return { ...rest, ...latest };
  });
}

/** What is sent for a stretch of `text`, of which the written text is what lies within its white space; places in UTF-16 units. */
export function toSpokenRange(
  text: string,
  { written, replacements }: SpokenText,
  range: { from: number; to: number },
): { from: number; to: number } {
  const toSpoken = spokenPlaces(replacements);
  const [from, to] = [range.from, range.to].map((place) =>
    Math.round(toSpoken(Math.min(written.length, Math.max(0, place - text.indexOf(written))))),
  ) as [number, number];
  return { from, to };
}

/** From places of the written text to places of what is sent; within a replacement in proportion. To be asked in ascending order. */
function spokenPlaces(replacements: readonly Replacement[]): (place: number) => number {
  let index = 0;
  let shift = 0;
  return (place) => {
    for (let next = replacements[index]; next && next.end <= place; next = replacements[index]) {
      shift = next.spokenEnd - next.end;
      index += 1;
    }
    const inside = replacements[index];
    if (!inside || place <= inside.start) return place + shift;
    return inside.spokenStart + ((inside.spokenEnd - inside.spokenStart) * (place - inside.start)) / (inside.end - inside.start);
  };
}

interface SpokenPart {
  word: Word;
  /** Of its token, in what is sent. */
  span: { start: number; end: number };
}
const unknownWord: Word = { text: '', startMs: Number.NaN, endMs: Number.NaN };

/** One word of those that a written token is spoken as; where only part of one is meant, that part of its time. */
function joinWords(text: string, parts: readonly SpokenPart[], { from, to }: { from: number; to: number }): Word {
  const timed = parts.filter(({ word }) => !Number.isNaN(word.startMs));
  const [first, last] = [timed[0], timed.at(-1)];
  if (!first || !last) return { ...unknownWord, text };
  const startMs = timeAt(first, from);
  const isEstimated = timed.some(({ word }) => word.estimated === true);
  return { text, startMs, endMs: Math.max(startMs, timeAt(last, to)), ...(isEstimated && { estimated: true }) };
}

function timeAt({ word, span }: SpokenPart, place: number): number {
  const part = (Math.min(Math.max(place, span.start), span.end) - span.start) / Math.max(1, span.end - span.start);
  return word.startMs + (word.endMs - word.startMs) * part;
}

/**
 * The text that would be sent as `spoken`, where the entries that `now` uses lead there: what stands in a take of an earlier state of a text, as
 * it was written. `spoken` itself where that would be sent as it is; `undefined` where neither can be had.
 */
export function findWritten(spoken: string, now: SpokenText, speak: (text: string) => SpokenText): SpokenText | undefined {
  const swapped = now.replacements.map(({ entry }) => ({
    ...entry,
    written: entry.spoken,
    spoken: entry.written,
    language: null,
    voice: null,
  }));
  const unspoken = spokenText(spoken, { pronunciations: swapped, sharedPronunciations: [] }, null, undefined).text;
  return [unspoken, spoken].map(speak).find(({ text }) => text === spoken);
}

interface IndexedEntry {
  entry: Pronunciation;
  /** As it is compared: folded unless `exact`. */
  text: string;
  exact: boolean;
  tag: string | undefined;
  /** 0: the project's; 1: of all projects. */
  source: number;
}
/** Entries by the first word of their text, or its first sign. */
type Index = ReadonlyMap<string, readonly IndexedEntry[]>;

/** By the table that was read: tables never change, a change is another table. */
const indexes = new WeakMap<readonly Pronunciation[], Index>();

function indexOf(entries: readonly Pronunciation[]): Index {
  const known = indexes.get(entries);
  if (known) return known;
  const index = new Map<string, IndexedEntry[]>();
  for (const entry of entries) {
    const spelt = collapse(entry.written);
    const exact = hasInnerCapital(spelt);
    const tag = entry.language === null ? undefined : languageTag(entry.language);
    // A text may have its accents as signs of their own.
    for (const form of new Set([spelt.normalize('NFC'), spelt.normalize('NFD')])) {
      const text = exact ? form : fold(form);
      const key = keyAt(fold(form), 0);
      const list = index.get(key);
      if (list) list.push({ entry, text, exact, tag, source: 0 });
      else index.set(key, [{ entry, text, exact, tag, source: 0 }]);
    }
  }
  indexes.set(entries, index);
  return index;
}

interface Looking {
  written: string;
  folded: string;
  at: number;
  voice: string | null;
  tag: string | undefined;
}

function longestMatch(lists: readonly Index[], looking: Looking): { entry: Pronunciation; end: number } | undefined {
  const key = keyAt(looking.folded, looking.at);
  let best: { entry: Pronunciation; end: number; rank: number } | undefined;
  lists.forEach((index, source) => {
    for (const candidate of index.get(key) ?? []) {
      if (!isFor(candidate, looking)) continue;
      const end = matchEnd(candidate, looking);
      if (end === undefined || (best && end < best.end)) continue;
      const { entry, exact } = candidate;
      const rank = (source === 0 ? 8 : 0) + (entry.voice === null ? 0 : 4) + (entry.language === null ? 0 : 2) + (exact ? 1 : 0);
      if (!best || end > best.end || rank > best.rank) best = { entry, end, rank };
    }
  });
  return best;
}

function isFor({ entry, tag }: IndexedEntry, { voice, tag: spoken }: Looking): boolean {
  if (entry.voice !== null && entry.voice !== voice) return false;
  return tag === undefined || (spoken !== undefined && (spoken === tag || spoken.startsWith(`${tag}-`)));
}

/** Where the entry ends in the text; `undefined` where it does not stand there as whole words. Any white space is as good as another. */
function matchEnd({ text, exact }: IndexedEntry, { written, folded, at }: Looking): number | undefined {
  const source = exact ? written : folded;
  let place = at;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === ' ') {
      if (!isSpace(source, place)) return undefined;
      while (isSpace(source, place)) place += 1;
    } else {
      if (source[place] !== text[index]) return undefined;
      place += 1;
    }
  }
  return canEnd(written, place) ? place : undefined;
}

/** Letters, figures and what is put over them; but for scripts that are written without spaces, where every sign may begin or end a word. */
const wordSign = /^(?:[\p{L}\p{M}\p{N}_]|[\u200c\u200d])$/u;
const unspacedSign =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const combining = /^\p{M}$/u;

const signAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 32);
const unitLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1);
const isSpace = (text: string, at: number): boolean => /^\s$/u.test(text[at] ?? '');

function signBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc_00 && low <= 0xdf_ff && at > 1 ? text.slice(at - 2, at) : (text[at - 1] ?? '');
}

const isSpacedWordSign = (sign: string): boolean => wordSign.test(sign) && !unspacedSign.test(sign);

/** No word that began before this place goes on at it, so that an entry may begin here. */
function canStart(text: string, at: number): boolean {
  const sign = signAt(text, at);
  if (isSpace(text, at) || combining.test(sign)) return false;
  return at === 0 || unspacedSign.test(sign) || !isSpacedWordSign(signBefore(text, at));
}

/** What ends here is not the beginning of a word; `U.S.` is no part of `U.S.A.`. */
function canEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const sign = signAt(text, at);
  if (combining.test(sign)) return false;
  return unspacedSign.test(signBefore(text, at)) || !isSpacedWordSign(sign);
}

/** What entries are found by: the word that begins here, or its first sign where that is none of a word written with spaces. */
function keyAt(folded: string, at: number): string {
  const first = signAt(folded, at);
  if (!isSpacedWordSign(first)) return first;
  let end = at;
  while (end < folded.length && isSpacedWordSign(signAt(folded, end))) end += unitLength(folded, end);
  return folded.slice(at, end);
}

/** Without case, of the same length: places in it are places in the text. */
function fold(text: string): string {
  const lower = Array.from(text, (sign) => {
    const small = sign.toLowerCase();
    return small.length === sign.length ? small : sign;
  }).join('');
  return lower.replaceAll('ς', 'σ');
}

const collapse = (written: string): string => written.trim().replaceAll(/\s+/gu, ' ').normalize('NFC');

/** `SQL`, `McCoy`: a capital that is not the first letter of a word. */
const hasInnerCapital = (text: string): boolean => /[\p{L}\p{M}\p{N}]\p{Lu}/u.test(text);

const languageTag = (language: string): string => language.trim().toLowerCase().replaceAll('_', '-');
