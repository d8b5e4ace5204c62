import { findLabel, isSound, namesIn } from './named-lines.ts';

/**
 * Who speaks in a caption, and what in it nobody says, by the conventions of captions for people who are deaf: a dash, `>>`, a name with a colon or in
 * brackets and `<v NAME>` begin a turn; `[DOOR SLAMS]`, `(LAUGHS)` and `♪ … ♪` are no speech.
 */

export interface Turn {
  text: string;
  speaker: string | null;
  /** A mark says that somebody else speaks, and not who. */
  isTurn: boolean;
  /** The name stands in brackets: it is that of this caption alone. */
  isAlone: boolean;
}

/** A part of a line that one voice of WebVTT speaks, without tags. */
interface Part {
  text: string;
  voice: string | null;
  isNewVoice: boolean;
  isNewLine: boolean;
}

/** What all captions of a file say about names: those before a colon, and words that are written as names are. */
export interface KnownNames {
  labels: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Not all is written in capitals: what is says something. */
  isMixed: boolean;
}

export function findNames(captions: readonly (readonly string[])[]): KnownNames {
  const lines = captions.flat().map((line) => clean(line).replace(dash, '').replace(chevrons, ''));
  const labels = new Set(namesIn(lines));
  const said = lines.map((line) => line.replaceAll(bracketed, ' '));
  const words = new Set(said.flatMap((line) => line.match(/\p{Lu}\p{Ll}+/gu) ?? []).map((word) => word.toLowerCase()));
  for (const name of labels) for (const word of name.split(' ')) words.add(word.toLowerCase());
  return { labels, words, isMixed: lines.filter((line) => /\p{Ll}/u.test(line)).length * 2 > lines.length };
}

/** The turns of a caption; one without text only names who speaks next. `sounds`: what nobody says, in words. */
export function turnsOf(lines: readonly string[], names: KnownNames): { turns: Turn[]; sounds: string[] } {
  const sounds: string[] = [];
  const turns = groupParts(partsOf(lines), names).flatMap((turn) => {
    const { text, ...read } = withoutSounds(turn, names);
    sounds.push(...read.sounds);
    const { speaker } = read;
    if (text === '' && speaker === null) return [];
    return [{ text, speaker, isTurn: turn.isTurn && speaker === null, isAlone: read.isAlone }];
  });
  return { turns, sounds };
}

const dash = /^[-–—‐]\s*(?=\S)/u;
/** Longer dashes also stand where a sentence goes on. */
const hyphen = /^[-‐]\s*(?=\S)/u;
const chevrons = /^>{2,3}\s*/u;
const endsSentence = /[.!?…:♪\])"”’»]$/u;
const bracketed = /\[[^\]]*\]|\([^)]*\)/gu;

/** Lines by the voices of WebVTT, whose tags hold until they end or another begins. */
function partsOf(lines: readonly string[]): Part[] {
  let voice: string | null = null;
  return lines.flatMap((line) => {
    const parts: Part[] = [];
    let isNewVoice = false;
    for (const piece of line.split(/(<\/?v(?:[.\s][^>]*)?>)/u)) {
      const opened = /^<v(?:\.[^\s>]*)?\s+([^>]+)>$/u.exec(piece)?.[1];
      if (opened !== undefined) {
        voice = clean(opened).slice(0, longestName) || null;
        isNewVoice = true;
      } else if (/^<\/v>$/u.test(piece)) voice = null;
      else
        for (const [index, text] of splitAtChevrons(clean(piece)).entries())
          if (text !== '') {
            parts.push({ text, voice, isNewVoice, isNewLine: parts.length === 0 || index > 0 });
            isNewVoice = false;
          }
    }
    return parts;
  });
}

const longestName = 80;

/** Live captions change the speaker within a line, too. */
const splitAtChevrons = (text: string): string[] => text.split(/(?<=[.!?…"”\])♪-]\s*)(?=>{2,3}\s*\S)/u).map((part) => part.trim());

interface OpenTurn {
  text: string;
  speaker: string | null;
  isTurn: boolean;
  isMarked: boolean;
}

function groupParts(parts: readonly Part[], names: KnownNames): OpenTurn[] {
  const isDashed = findDashes(parts);
  const turns: OpenTurn[] = [];
  for (const [index, { text, voice, isNewVoice, isNewLine }] of parts.entries()) {
    const isMarked = isNewLine && (isDashed[index] === true || chevrons.test(text));
    const plain = isMarked ? text.replace(chevrons, '').replace(dash, '') : text;
    const found = findLabel(plain);
    const isNamed = isNewLine && found !== undefined && (chevrons.test(text) || names.labels.has(found.name));
    const last = turns.at(-1);
    if (last === undefined || isMarked || isNamed || (isNewVoice && voice !== last.speaker))
      turns.push({ text: plain, speaker: voice, isTurn: isMarked, isMarked: isMarked && chevrons.test(text) });
    else last.text = `${last.text} ${plain}`.trim();
  }
  return turns;
}

/** Which parts begin with a dash that stands for another speaker: of several all, of one alone where it cannot be the dash of a sentence that goes on. */
function findDashes(parts: readonly Part[]): boolean[] {
  const dashed = parts.map(({ text, isNewLine }) => isNewLine && dash.test(text));
  if (dashed.filter(Boolean).length !== 1) return dashed;
  return parts.map(({ text }, index) => {
    const before = parts[index - 1]?.text;
    return dashed[index] === true && (before === undefined ? hyphen.test(text) : endsSentence.test(before));
  });
}

/** The words of a turn, and apart from them its sounds and the name that stands before it. */
function withoutSounds(turn: OpenTurn, names: KnownNames): { text: string; speaker: string | null; isAlone: boolean; sounds: string[] } {
  const found = findLabel(turn.text);
  const isNamed = found !== undefined && turn.speaker === null && (turn.isMarked || names.labels.has(found.name));
  const own = isNamed ? turn.text.slice(found.length).trim() : turn.text;
  const named = isNamed || turn.speaker !== null ? undefined : readBracketed(own, names);
  const isUnsaid = isSound(own) || starred.test(own) || (names.isMixed && isCapitalsOnly(own));
  if (isUnsaid && named === undefined) return { text: '', speaker: isNamed ? found.name : turn.speaker, isAlone: false, sounds: [own] };
  const sounds: string[] = [];
  const leaveOut = (sound: string): string => {
    sounds.push(sound.trim());
    return ' ';
  };
  const text = (named === undefined ? own : own.slice(named.length).replace(/^\s*:/u, ''))
    .trim()
    .replace(/^\([^)]*\)(?=\s*\S)/u, leaveOut)
    .replaceAll(/(?<=[.!?…]\s)\((?:\p{Ll}+ ?){1,3}\)(?=\s*(?:\p{Lu}|$))/gu, leaveOut)
    .replaceAll(/\[[^\]]*\]|\((?=[^)]*\p{Lu})[^)\p{Ll}]*\)|[♪♫][^♪♫]*[♪♫]?|^#\s.*$/gu, leaveOut)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\s+(?=[.,!?…;])/gu, '')
    .trim();
  const isSaid = /[\p{L}\p{N}]/u.test(text);
  const speaker = isNamed ? found.name : (turn.speaker ?? named?.name ?? null);
  return { text: isSaid ? text : '', speaker, isAlone: named !== undefined, sounds };
}

/** `* thunder *`, as German broadcasters write a sound. */
const starred = /^\*.*\*$/u;

/** Sounds of British captions and texts in the picture: `DOOR SLAMS`. What is shouted ends as a sentence does. */
const isCapitalsOnly = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= 5 && !/[.!?…,:;-]["”’»)]*$/u.test(text);

/** Who is not named yet, as captions describe them. */
const described =
  /^(?:\p{L}+ )?(?:man|woman|boy|girl|child|narrator|announcer|reporter|host|interviewer|operator|(?:male |female )?voice|mann|frau|junge|mädchen|stimme|erzähler(?:in)?|sprecher(?:in)?|reporter(?:in)?)(?: #?\d+)?(?: (?:on|over|in|via|am|im|aus|über) .+)?$/iu;

/** `[John] Come in.`, `(man on radio) …`: the name, which is known from elsewhere in the file, and not what somebody does: `[laughs] Come in.` */
function readBracketed(text: string, { words }: KnownNames): { name: string; length: number } | undefined {
  const [whole, inSquares, inRounds] = /^(?:\[([^\]]{1,40})\]|\(([^)]{1,40})\))/u.exec(text) ?? [];
  const name = (inSquares ?? inRounds)?.split(',')[0]?.trim();
  if (whole === undefined || name === undefined) return undefined;
  const parts = name.split(/\s+/u);
  const isName =
    parts.length <= 3 &&
    parts.every((part) => /^(?:\p{Lu}|\p{N})/u.test(part)) &&
    !/ing$/iu.test(name) &&
    parts.some((part) => words.has(part.toLowerCase().replace(/[.’']s?$/u, '')));
  return isName || described.test(name) ? { name, length: whole.length } : undefined;
}

/** Without tags, marks of ASS and entities. */
export const clean = (text: string): string =>
  entities(text.replaceAll(/<[^>]*>/gu, '').replaceAll(/\{\\[^}]*\}/gu, ''))
    .replaceAll(/\s+/gu, ' ')
    .trim();

const known: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '', quot: '"', apos: "'", '#39': "'", '#34': '"', '#123': '{' },
};
/** Words in which no sign begins a tag or a mark, as `clean` reads them. */
export const escapeCaption = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{', '&#123;');

const entities = (text: string): string => text.replaceAll(/&(#?[a-z0-9]+);/gu, (whole, name: string) => known[name] ?? whole);
