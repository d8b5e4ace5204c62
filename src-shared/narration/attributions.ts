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

const isUnnamed = new RegExp(String.raw`^${unnamed}$`, 'u');
const beforeNames = new RegExp(String.raw`^(?:${openers})(?: |$)`, 'u');
/** Whose something is: said Thomas’s brother. */
const isPossessive = /[’']s?$/u;
/** Capitals that begin a sentence and are no names. */
const noNames = /^(?:No|Yes|Nein|Ja|Jemand|Niemand|Someone|Nobody|Everyone)\b/u;

/** Everybody whom a paragraph names beside its speech, in order; `undefined` for one without a name. */
function readSubjects(text: string): (string | undefined)[] {
  const stretches = readStretches(text);
  const subjects: (string | undefined)[] = [];
  for (const [index, { text: words, isSpeech }] of stretches.entries()) {
    if (isSpeech) continue;
    const follows = stretches[index - 1]?.isSpeech === true;
    const leads = stretches[index + 1]?.isSpeech === true;
    const found = (follows && (verbFirst.exec(words) ?? subjectFirst.exec(words))) || (leads && before.exec(words)) || undefined;
    const subject = found?.groups?.['subject'];
    if (subject === undefined) continue;
    const who = found?.groups?.['withoutArticle'] ?? subject.replace(beforeNames, '');
    const isNobody = who === '' || isUnnamed.test(who) || noNames.test(who) || isPossessive.test(who);
    subjects.push(isNobody ? undefined : who);
  }
  return subjects;
}

/** Who speaks all that is quoted in a paragraph; `undefined` where it quotes nothing, names nobody or more than one. */
export function readAttribution(text: string): string | undefined {
  const [first, ...more] = readSubjects(text);
  return first !== undefined && more.every((who) => who !== undefined && nameKey(who) === nameKey(first)) ? first : undefined;
}

interface NamedSpeaker {
  /** In the spelling of the first. */
  name: string;
  /** Paragraphs whose speech is theirs alone. */
  blocks: number;
}

export interface AttributedSpeaker extends NamedSpeaker {
  /** Short forms of the name that the text uses as well. Their paragraphs count as this speaker’s, unless a person keeps them apart. */
  shorter: readonly (NamedSpeaker & { isApart: boolean })[];
}

/** Names that are proposed, at most. */
const mostProposed = 40;

interface AttributionOptions {
  done?: readonly string[];
  cast?: readonly string[];
  apart?: readonly string[];
  least?: number;
}

/** A list up to this long has room for those who speak in one paragraph alone. */
const shortList = 8;

/** Those whom a person is asked about, who speaks most first: who speaks in two paragraphs or more, and in a text of few speakers everybody who speaks. */
export const proposeAttributions = (texts: readonly string[], options: Omit<AttributionOptions, 'least'>): AttributedSpeaker[] =>
  findAttributions(texts, { ...options, least: 1 }).filter(({ blocks }, index) => blocks > 1 || index < shortList);

/**
 * Those who speak in at least two (or `least`) paragraphs, who speaks most first; a name and its unambiguous short form are one (`findLongNames`). `done`: those whose
 * blocks are known, and who are not proposed. `cast`: names of characters, which are short for nobody else. `apart`: short forms that a person keeps apart;
 * each is proposed by itself.
 */
export function findAttributions(
  texts: readonly string[],
  { done = [], cast = [], apart = [], least = 2 }: AttributionOptions = {},
): AttributedSpeaker[] {
  const known = [...done, ...cast];
  const doneKeys = new Set(done.map(nameKey));
  const found = new Map<string, NamedSpeaker>();
  for (const text of texts) {
    const who = readAttribution(text);
    if (who === undefined || doneKeys.has(nameKey(who))) continue;
    const speaker = found.get(nameKey(who)) ?? { name: who, blocks: 0 };
    found.set(nameKey(who), { ...speaker, blocks: speaker.blocks + 1 });
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

/** Of a paragraph, the name of who of these speaks all that it quotes. */
export function readSpeakerOf(speakers: readonly AttributedSpeaker[]): (text: string) => string | undefined {
  const names = new Map<string, string>();
  for (const { name, shorter } of speakers) {
    names.set(nameKey(name), name);
    for (const other of shorter) if (!other.isApart) names.set(nameKey(other.name), name);
  }
  return (text) => {
    const who = names.size === 0 ? undefined : readAttribution(text);
    return who === undefined ? undefined : names.get(nameKey(who));
  };
}

/** By a name in the spelling of the text: of the paragraphs whose speech is its own, the blocks that the speech becomes, and how many of them sound now. */
export function countSpeech(
  paragraphs: readonly { text: string; sounds: boolean }[],
  splitsSpeech: boolean,
): (name: string) => { blocks: number; sounding: number } {
  const figures = new Map<string, { blocks: number; sounding: number }>();
  for (const { text, sounds } of paragraphs) {
    const who = readAttribution(text);
    if (who === undefined) continue;
    const { blocks, sounding } = figures.get(nameKey(who)) ?? { blocks: 0, sounding: 0 };
    figures.set(nameKey(who), {
      blocks: blocks + (splitsSpeech ? countSpeechParts(text) : 1),
      sounding: sounding + (sounds ? 1 : 0),
    });
  }
  return (name) => figures.get(nameKey(name)) ?? { blocks: 0, sounding: 0 };
}
