import { newId } from '../ids.ts';
import { findByName, maximumName } from '../narration/cast.ts';
import { readSpeakerOf, type AttributedSpeaker } from '../narration/attributions.ts';
import { splitSpeech } from '../narration/speech-parts.ts';
import { findSpeakers, readSpeaker } from '../narration/speakers.ts';
import type { ManuscriptBlock } from './manuscript.ts';

type Chapters = readonly { title: string; blocks: readonly ManuscriptBlock[] }[];

export interface CastBlock {
  text: string;
  pauseMs: number | null;
  speaker: string | undefined;
  /** Of a block that names a voice and no character. */
  voiceId: string | undefined;
  /** It goes on with the paragraph of the block before it. */
  continues: boolean;
}

/** Chapters whose blocks say who speaks them; a name before a colon is not part of the text. */
export interface CastChapters {
  /** Who speaks, in the spelling of the first of their blocks; each once, in the order of the text. */
  names: string[];
  chapters: { title: string; blocks: CastBlock[] }[];
}

/** The id of a voice, as services write them; what has capitals at its start or spaces is the name of a character. */
const isVoiceId = (voice: string): boolean => /^[a-z0-9][\w.:-]*$/u.test(voice) || /^\w*\d\w*$/u.test(voice);

interface CastRules {
  /** Who is given the paragraphs of prose that quote nobody else. */
  attributed?: readonly AttributedSpeaker[];
  /** Of such a paragraph they are given what is quoted, and the narrator the rest. */
  splitsSpeech?: boolean;
}

/** Finds the speakers of all chapters together. `known`: names that count wherever they stand; what else is a name says `findSpeakers`. */
export function castManuscript(
  chapters: Chapters,
  known: readonly string[],
  { attributed = [], splitsSpeech = false }: CastRules = {},
): CastChapters {
  const speakerOf = readSpeakerOf(attributed);
  const isKnown = (name: string): boolean =>
    findByName(
      known.map((each) => ({ name: each })),
      name,
    ) !== undefined;
  /** Who speaks by the format itself. */
  const named = ({ speaker, voice }: ManuscriptBlock): string | undefined => {
    if (speaker !== undefined) return speaker.slice(0, maximumName).trim();
    return voice !== undefined && (isKnown(voice) || !isVoiceId(voice)) ? voice.slice(0, maximumName).trim() : undefined;
  };
  const blocks = chapters.flatMap((chapter) => chapter.blocks);
  const labelled = findSpeakers(
    blocks.map((block) => (named(block) === undefined ? block.text : '')),
    [...known, ...blocks.flatMap((block) => named(block) ?? [])],
  );
  const names: { name: string }[] = [];
  const spokenBy = (name: string): string => {
    const found = findByName(names, name);
    if (!found) names.push({ name });
    return found?.name ?? name;
  };
  const cast = (block: ManuscriptBlock): CastBlock[] => {
    const { text, pauseMs, voice } = block;
    const whole = (of: Partial<CastBlock>): CastBlock[] => [
      { text, pauseMs, speaker: undefined, voiceId: undefined, continues: false, ...of },
    ];
    const name = named(block);
    if (name !== undefined && name !== '') return whole({ speaker: spokenBy(name) });
    const speech = voice === undefined ? readSpeaker(text) : undefined;
    const label =
      speech &&
      findByName(
        labelled.map((each) => ({ name: each })),
        speech.name,
      )?.name;
    if (speech && label !== undefined) return whole({ text: speech.text, speaker: spokenBy(label) });
    const given = voice === undefined ? speakerOf(text) : undefined;
    if (given === undefined) return whole({ voiceId: voice?.slice(0, 128) });
    const speaker = spokenBy(given);
    return splitsSpeech ? splitParagraph(text, pauseMs, speaker) : whole({ speaker });
  };
  return {
    chapters: chapters.map(({ title, blocks: each }) => ({ title, blocks: each.flatMap(cast) })),
    names: names.map(({ name }) => name),
  };
}

/** The pause stays after the last part. */
function splitParagraph(text: string, pauseMs: number | null, speaker: string): CastBlock[] {
  const parts = splitSpeech(text);
  const isSplit = parts.length > 1;
  return parts.map((part, index) => ({
    text: part.text,
    pauseMs: index === parts.length - 1 ? pauseMs : null,
    speaker: isSplit && !part.isSpeech ? undefined : speaker,
    voiceId: undefined,
    continues: index > 0,
  }));
}

/** The paragraph of each block, where it has more than one. */
export function assignParagraphs(blocks: readonly Pick<CastBlock, 'continues'>[]): (string | null)[] {
  let paragraphId: string | null = null;
  return blocks.map(({ continues }, index) => {
    const isFirst = !continues && blocks[index + 1]?.continues === true;
    paragraphId = isFirst ? newId() : continues ? paragraphId : null;
    return paragraphId;
  });
}
