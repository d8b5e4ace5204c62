/**
 * Who speaks in prose, as its sentences say it: `“Come,” said Thomas.`, `Agnes asked: “Why?”`, `„Komm“, sagte Anna.` Only what stands right beside
 * quoted speech counts. Nothing of a text is changed. Pure.
 */

import { countSpeechParts, readStretches } from './speech-parts.ts';
import { findFullNames, findLongNames, nameKey } from './short-names.ts';

/** Between speech and its subject, and before a colon or comma that opens speech. */
const verbs = [
  'said|says|asked|asks|replied|replies|answered|answers|whispered|whispers|shouted|shouts|cried|cries|called|muttered|mutters|murmured',
  'added|adds|exclaimed|continued|agreed|snapped|yelled|repeated|insisted|observed|remarked|declared|growled|sighed|interrupted|admitted',
  'pleaded|screamed|shrieked|roared|bellowed|grumbled|sobbed|gasped|stammered|suggested|inquired|enquired|demanded|retorted|responded|protested',
  'sagte|sagt|fragte|fragt|antwortete|antwortet|erwiderte|erwidert|flüsterte|flüstert|rief|ruft|murmelte|murmelt|meinte|meint|schrie|schreit',
  'entgegnete|entgegnet|ergänzte|ergänzt|brummte|brummt|erklärte|erklärt|wiederholte|wiederholt|seufzte|seufzt|unterbrach',
].join('|');

/** After their subject they say other things as well: Thomas returned to the house. */
const onlyBeforeSubject = String.raw`began|returned|went\son`;

const title = String.raw`(?:(?:Mr|Mrs|Ms|Dr|St)\.? )`;
const part = String.raw`\p{Lu}[\p{L}\p{M}]*(?:[’'-]\p{L}[\p{L}\p{M}]*)*`;
const name = String.raw`${title}?${part}(?: (?:(?:of|von|van|de) )?${part}){0,2}`;
/** Before a noun they say where somebody comes from: the French girl. */
const nations =
  '(?:French|Dutch|Greek|Swiss|Welsh|German|American|African|Mexican|Roman|Italian|Russian|Indian|Persian|Egyptian|Norwegian|Hungarian|Austrian|Belgian|Canadian|Australian|Chinese|Japanese|Portuguese|English|Irish|Scottish|Spanish|British|Polish|Danish|Swedish|Turkish|Jewish)';
/** Somebody without a name, whom the paragraph speaks of. */
const unnamed = String.raw`(?:[Hh]e|[Ss]he|[Tt]hey|I|[Ww]e|[Yy]ou|[Ii]t|[Ee]r|[Ss]ie|[Ii]ch|[Ww]ir|[Ii]hr|[Mm]an|(?:[Tt]he|[Hh]is|[Hh]er|[Aa]n?|[Dd]er|[Dd]ie|[Dd]as|[Ee]ine?|[Ss]eine?|[Ii]hre?) [\p{L}\p{M}-]+)`;
/** Capitals that begin a sentence before a name. */
const openers =
  'And|But|Then|So|Now|Yet|When|As|Presently|Suddenly|Finally|Meanwhile|Soon|Und|Aber|Dann|Da|Doch|Nun|Jetzt|Als|Plötzlich|Schließlich';
/** The Cat, the March Hare: capitals after “the” are a name, which a language that capitalises every noun has no article for. */
const withArticle = String.raw`(?:(?:${openers}),? )?[Tt]he (?!${nations}(?= \p{Ll}))(?<withoutArticle>${name})`;
const subjectPattern = String.raw`(?<subject>${withArticle}|${unnamed}(?![\p{L}\p{M}])|${name})`;
const lead = String.raw`^[\s,;.…!?–—-]*`;

const verbFirst = new RegExp(String.raw`${lead}(?:${verbs}|${onlyBeforeSubject}) ${subjectPattern}`, 'u');
const subjectFirst = new RegExp(String.raw`${lead}${subjectPattern} (?:\p{Ll}+ly )?(?:${verbs})(?![\p{L}\p{M}])`, 'u');
/** Up to the speech that it opens: from the start of the sentence, as far as a colon or comma. */
const before = new RegExp(
  String.raw`(?:^|[.!?…]\s+)${subjectPattern} (?:\p{Ll}+ly )?(?:${verbs})(?![\p{L}\p{M}])[^.!?…]{0,40}[,:]\s*$`,
  'u',
);

/** Whether words after quoted speech say who speaks it: `Siobhan asked.`, `said the old man, and left.` */
export const namesSpeaker = (words: string): boolean => verbFirst.test(words) || subjectFirst.test(words);

/** After a noun: what says how or to whom it is said, and no second word of it. */
const afterNoun =
  '(?:and|as|to|with|in|from|at|on|by|for|into|of|after|before|behind|under|without|when|while|who|again|aloud|then|too|now|once|\\p{Ll}+ly|\\p{Ll}{3,}ing)\\b';
const nounOf = {
  german: String.raw`(?<germanArticle>[Dd]er|[Dd]ie|[Dd]as) (?<german>\p{Lu}[\p{L}\p{M}-]*)(?![\p{L}\p{M}-]| (?:\p{Lu}|(?:des|der|vom) ))`,
  english: String.raw`(?<englishArticle>[Tt]he) (?<english>\p{Ll}[\p{L}\p{M}-]*(?: (?!${afterNoun})\p{Ll}[\p{L}\p{M}-]*)?)`,
};
const nounFirst = String.raw`(?:${nounOf.german}|${nounOf.english}) (?:\p{Ll}+ly )?(?:${verbs})(?![\p{L}\p{M}])`;
/** said the old man, rief die Wirtin: somebody whom the text names by a noun. Of an English one it must be plain where it ends. */
const verbThenNoun = new RegExp(
  String.raw`${lead}(?:${verbs}) (?:${nounOf.german}|${nounOf.english}(?=\s*(?:$|[^\s\p{L}\p{M}]| (?!of )${afterNoun})|\s(?!of )${afterNoun}))`,
  'u',
);
const nounThenVerb = new RegExp(`${lead}${nounFirst}`, 'u');
const nounBefore = new RegExp(String.raw`(?:^|[.!?…]\s+)${nounFirst}[^.!?…]{0,40}[,:]\s*$`, 'u');
/** They stand for somebody whom the text names elsewhere. */
const standIns = /(?:^| )(?:other|others|one|first|second|third|last|latter|former|same|andere|erste|zweite|dritte|letzte|eine|beiden)$/iu;

const isUnnamed = new RegExp(String.raw`^${unnamed}$`, 'u');
const beforeNames = new RegExp(String.raw`^(?:${openers})(?: |$)`, 'u');
/** Whose something is: said Thomas’s brother. */
const isPossessive = /[’']s?$/u;
/** Capitals that begin a sentence and are no names. */
const noNames = /^(?:No|Yes|Nein|Ja|Jemand|Niemand|Someone|Nobody|Everyone)\b/u;

/** Who speaks, by a name, or by a noun (`old man`, with its article `the old man`). */
type Subject = { name: string } | { noun: string; withArticle: string };

/** Everybody whom a paragraph names beside its speech, in order; `undefined` for one without a name or noun. */
function readSubjects(text: string): (Subject | undefined)[] {
  const stretches = readStretches(text);
  const subjects: (Subject | undefined)[] = [];
  for (const [index, { text: words, isSpeech }] of stretches.entries()) {
    if (isSpeech) continue;
    const follows = stretches[index - 1]?.isSpeech === true;
    const leads = stretches[index + 1]?.isSpeech === true;
    const found = (follows && (verbFirst.exec(words) ?? subjectFirst.exec(words))) || (leads && before.exec(words)) || undefined;
    const subject = found?.groups?.['subject'];
    if (subject === undefined) {
      const noun = readNoun(words, follows, leads);
      if (noun) subjects.push(noun);
      continue;
    }
    const who = found?.groups?.['withoutArticle'] ?? subject.replace(beforeNames, '');
    const isNobody = who === '' || isUnnamed.test(who) || noNames.test(who) || isPossessive.test(who);
    subjects.push(isNobody ? readNoun(words, follows, leads) : { name: who });
  }
  return subjects;
}

function readNoun(words: string, follows: boolean, leads: boolean): Subject | undefined {
  const found = (follows && (verbThenNoun.exec(words) ?? nounThenVerb.exec(words))) || (leads && nounBefore.exec(words)) || undefined;
  const noun = found?.groups?.['german'] ?? found?.groups?.['english'];
  const article = found?.groups?.['germanArticle'] ?? found?.groups?.['englishArticle'];
  return noun === undefined || article === undefined || standIns.test(noun)
    ? undefined
    : { noun, withArticle: `${article.toLowerCase()} ${noun}` };
}

/** The name of whom the text calls by a noun; `undefined` for nobody. */
type NameOfNoun = (noun: string) => string | undefined;

/** By their nouns, with or without an article: `Wirtin` or `die Wirtin` is who `rief die Wirtin` speaks of. */
function nameOfNounAmong(names: readonly string[]): NameOfNoun {
  const found = new Map(names.map((each) => [nameKey(each.replace(/^(?:der|die|das|the) /iu, '')), each]));
  return (noun) => found.get(nameKey(noun));
}

/** Who speaks all that is quoted in a paragraph, and the noun with its article where the first of its words has one. */
function readSpeakerIn(text: string, nameOfNoun: NameOfNoun): { name: string; noun?: string } | undefined {
  const [first, ...more] = readSubjects(text).map((subject) => {
    if (subject === undefined || 'name' in subject) return subject;
    const found = nameOfNoun(subject.noun);
    return found === undefined ? undefined : { name: found, noun: subject.withArticle };
  });
  return first !== undefined && more.every((who) => who !== undefined && nameKey(who.name) === nameKey(first.name)) ? first : undefined;
}

/**
 * Who speaks all that is quoted in a paragraph; `undefined` where it quotes nothing, names nobody or more than one. `nameOfNoun`: who is meant by a noun;
 * without it, nobody is.
 */
export const readAttribution = (text: string, nameOfNoun: NameOfNoun = () => undefined): string | undefined =>
  readSpeakerIn(text, nameOfNoun)?.name;

interface NamedSpeaker {
  /** In the spelling of the first. */
  name: string;
  /** Paragraphs whose speech is theirs alone. */
  blocks: number;
  /** How the text calls them without a name (`die Wirtin`), where it does: these paragraphs are theirs, too. */
  noun?: string;
}

export interface AttributedSpeaker extends NamedSpeaker {
  /** Short forms of the name that the text uses as well. Their paragraphs count as this speaker’s, unless a person keeps them apart. */
  shorter: readonly (NamedSpeaker & { isApart: boolean })[];
}

/** Names that are proposed, at most. */
const mostProposed = 40;
/** Nouns that are proposed, at most: most of them are passers-by. */
const mostNouns = 10;

interface AttributionOptions {
  done?: readonly string[];
  cast?: readonly string[];
  apart?: readonly string[];
  least?: number;
}

/** A list up to this long has room for those who speak in one paragraph alone. */
const shortList = 8;

/**
 * Those whom a person is asked about, who speaks most first: who speaks in two paragraphs or more, and in a text of few speakers everybody who speaks. Below
 * them, those whom the text calls by a noun alone (`said the boy`).
 */
export function proposeAttributions(texts: readonly string[], options: Omit<AttributionOptions, 'least'>): AttributedSpeaker[] {
  const named = findAttributions(texts, { ...options, least: 1 });
  const { done = [], cast = [] } = options;
  const names = [...done, ...cast, ...named.flatMap(({ name, shorter }) => [name, ...shorter.map((other) => other.name)])];
  return [...named.filter(({ blocks }, index) => blocks > 1 || index < shortList), ...findNouns(texts, names)];
}

/** Those whom the text calls by a noun alone, who speaks most first. `names`: others, who are proposed already or need not be. */
function findNouns(texts: readonly string[], names: readonly string[]): AttributedSpeaker[] {
  const isNamed = nameOfNounAmong(names);
  const found = new Map<string, AttributedSpeaker>();
  for (const text of texts) {
    const who = readSpeakerIn(text, (noun) => (isNamed(noun) === undefined ? capitalise(noun) : undefined));
    if (who?.noun === undefined) continue;
    const { blocks } = found.get(nameKey(who.name)) ?? { blocks: 0 };
    found.set(nameKey(who.name), { shorter: [], ...who, ...found.get(nameKey(who.name)), blocks: blocks + 1 });
  }
  return [...found.values()].sort((one, other) => other.blocks - one.blocks).slice(0, mostNouns);
}

const capitalise = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/**
 * Those who speak in at least two (or `least`) paragraphs, who speaks most first; a name and its unambiguous short form are one (`findLongNames`). `done`: those whose
 * blocks are known, and who are not proposed. `cast`: names of characters, which are short for nobody else, and whom the text may call by a noun. `apart`: short forms that a person keeps apart;
 * each is proposed by itself.
 */
export function findAttributions(
  texts: readonly string[],
  { done = [], cast = [], apart = [], least = 2 }: AttributionOptions = {},
): AttributedSpeaker[] {
  const known = [...done, ...cast];
  const doneKeys = new Set(done.map(nameKey));
  const found = new Map<string, NamedSpeaker>();
  const nameOfNoun = nameOfNounAmong(cast);
  for (const text of texts) {
    const who = readSpeakerIn(text, nameOfNoun);
    if (who === undefined || doneKeys.has(nameKey(who.name))) continue;
    const before = found.get(nameKey(who.name));
    found.set(nameKey(who.name), { ...who, ...before, blocks: (before?.blocks ?? 0) + 1 });
  }
  const names = [...found.values()].map(({ name }) => name);
  const longNames = new Map(findLongNames(names, [...known, ...findFullNames(texts, [...names, ...known])]));
  for (const name of known) longNames.delete(nameKey(name));
  const keptApart = new Set(apart.map(nameKey));
  const speakers = [...found.keys()].flatMap((key): AttributedSpeaker[] => {
    const own = found.get(key);
    if (!own || longNames.has(key)) return [];
    const shorter = [...longNames].flatMap(([short, long]) => {
      const other = found.get(short);
      return long === key && other ? [{ ...other, isApart: keptApart.has(short) }] : [];
    });
    const all = sumBlocks([own, ...shorter]);
    if (all < least) return [];
    const alone = shorter.filter(({ isApart }) => isApart).map(({ name, blocks }) => ({ name, blocks, shorter: [] }));
    return [{ ...own, blocks: all - sumBlocks(alone), shorter }, ...alone];
  });
  return speakers.sort((one, other) => other.blocks - one.blocks).slice(0, mostProposed);
}

const sumBlocks = (speakers: readonly NamedSpeaker[]): number => speakers.reduce((sum, { blocks }) => sum + blocks, 0);

const nameOfNounOf = (speakers: readonly AttributedSpeaker[]): NameOfNoun =>
  nameOfNounAmong(speakers.flatMap(({ name, noun }) => (noun === undefined ? [] : [name])));

/** Of a paragraph, the name of who of these speaks all that it quotes. */
export function readSpeakerOf(speakers: readonly AttributedSpeaker[]): (text: string) => string | undefined {
  const names = new Map<string, string>();
  for (const { name, shorter } of speakers) {
    names.set(nameKey(name), name);
    for (const other of shorter) if (!other.isApart) names.set(nameKey(other.name), name);
  }
  const nameOfNoun = nameOfNounOf(speakers);
  return (text) => {
    const who = names.size === 0 ? undefined : readAttribution(text, nameOfNoun);
    return who === undefined ? undefined : names.get(nameKey(who));
  };
}

/** By a name in the spelling of the text: of the paragraphs whose speech is its own, the blocks that the speech becomes, and how many of them sound now. `speakers`: who is called by a noun. */
export function countSpeech(
  paragraphs: readonly { text: string; sounds: boolean }[],
  splitsSpeech: boolean,
  speakers: readonly AttributedSpeaker[] = [],
): (name: string) => { blocks: number; sounding: number } {
  const figures = new Map<string, { blocks: number; sounding: number }>();
  const nameOfNoun = nameOfNounOf(speakers);
  for (const { text, sounds } of paragraphs) {
    const who = readAttribution(text, nameOfNoun);
    if (who === undefined) continue;
    const { blocks, sounding } = figures.get(nameKey(who)) ?? { blocks: 0, sounding: 0 };
    figures.set(nameKey(who), {
      blocks: blocks + (splitsSpeech ? countSpeechParts(text) : 1),
      sounding: sounding + (sounds ? 1 : 0),
    });
  }
  return (name) => figures.get(nameKey(name)) ?? { blocks: 0, sounding: 0 };
}
