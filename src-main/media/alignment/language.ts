import { canAlign } from './reference-voice.ts';
import { languageFamily } from '#shared/language-family.ts';

/** Languages in Latin script that a text is taken for; those that cannot be aligned are among them, so that they are not taken for one that can. */
const latin = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'pl', 'tr'];
/** Fewer words than this say too little to choose among all of them. */
const fewWords = 6;
const otherScripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Devanagari}/u, 'hi'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
];

/** What is known of a text's language besides the text, as BCP 47 tags. */
export interface LanguageHints {
  /** The one that was asked for. */
  language?: string | undefined;
  /** Those that its voice speaks. */
  voiceLanguages?: readonly string[] | undefined;
}

/**
 * The first part of the BCP 47 tag of a text's language: the one asked for, else the voice's only one, else by the text; English where that is
 * open. The detector is loaded where the text has to decide: its tables are half a megabyte, which every start of the program would read.
 */
export async function findLanguage(text: string, { language, voiceLanguages = [] }: LanguageHints): Promise<string> {
  const asked = language === undefined ? '' : languageFamily(language);
  if (asked !== '') return asked;
  const spoken = new Set(voiceLanguages.map(languageFamily).filter((tag) => /^[a-z]{2,3}$/u.test(tag)));
  const [only] = spoken;
  if (only !== undefined && spoken.size === 1) return only;
  const script = findScript(text);
  if (script !== undefined) return script;
  const possible = spoken.size > 0 ? latin.filter((tag) => spoken.has(tag)) : latin;
  const among = countWords(text) < fewWords ? possible.filter(canAlign) : possible;
  const { detect } = await import('tinyld');
  const found = detect(text, { only: among.length > 0 ? among : latin });
  return found === '' ? (among.includes('en') ? 'en' : (among[0] ?? 'en')) : found;
}

/** Below this a text is of no language for sure, by the detector's own measure. */
const leastAccuracy = 0.3;
/** The next language is this much less likely. */
const clearLead = 5;
/** So few letters of a script say too little. */
const fewLetters = 8;
/** Scripts of several languages, which only their words tell apart. */
const shared = ['ru', 'ar'];
/** What a text is said to be in. The detector compares it with all that it knows, so that Romanian is not taken for Portuguese. */
const plain = new Set([...latin, 'ru', 'uk', 'be', 'bg', 'sr', 'mk', 'ar', 'fa', 'ur']);

/** The first part of the BCP 47 tag of a text's language where that is plain from the text alone; `undefined` for a text that is short or unclear. */
export async function findPlainLanguage(text: string): Promise<string | undefined> {
  const script = findScript(text);
  const isShared = script !== undefined && shared.includes(script);
  if (script !== undefined && (text.match(/\p{L}/gu)?.length ?? 0) < fewLetters) return undefined;
  if (script !== undefined && !isShared) return script;
  if (!isShared && countWords(text) < fewWords) return undefined;
  const { detectAll } = await import('tinyld');
  const [best, next] = detectAll(text);
  const isClear = best !== undefined && best.accuracy >= leastAccuracy && best.accuracy >= (next?.accuracy ?? 0) * clearLead;
  return isClear && plain.has(best.lang) ? best.lang : undefined;
}

const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length;

/** The language of a script that is not Latin, where most letters are of it. */
function findScript(text: string): string | undefined {
  const letters = Array.from(text).filter((letter) => /\p{L}/u.test(letter));
  const other = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (other.length * 2 <= letters.length) return undefined;
  return otherScripts.find(([script]) => other.some((letter) => script.test(letter)))?.[1];
}
