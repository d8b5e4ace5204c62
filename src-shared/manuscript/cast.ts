import { findByName, maximumName } from '../narration/cast.ts';
import { readSpeakerOf, type AttributedSpeaker } from '../narration/attributions.ts';
import { findSpeakers, readSpeaker } from '../narration/speakers.ts';
import type { ManuscriptBlock } from './manuscript.ts';

type Chapters = readonly { title: string; blocks: readonly ManuscriptBlock[] }[];

export interface CastBlock {
  text: string;
  pauseMs: number | null;
  speaker: string | undefined;
  /** Of a block that names a voice and no character. */
  voiceId: string | undefined;
}

/** Chapters whose blocks say who speaks them; a name before a colon is not part of the text. */
export interface CastChapters {
  /** Who speaks, in the spelling of the first of their blocks; each once, in the order of the text. */
  names: string[];
  chapters: { title: string; blocks: CastBlock[] }[];
}

/** The id of a voice, as services write them; what has capitals at its start or spaces is the name of a character. */
const isVoiceId = (voice: string): boolean => /^[a-z0-9][\w.:-]*$/u.test(voice) || /^\w*\d\w*$/u.test(voice);

/**
 * Finds the speakers of all chapters together. `known`: names that count wherever they stand; what else is a name says `findSpeakers`. `attributed`: who
 * is given the paragraphs of prose that quote nobody else.
 */
export function castManuscript(chapters: Chapters, known: readonly string[], attributed: readonly AttributedSpeaker[] = []): CastChapters {
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
  const cast = (block: ManuscriptBlock): CastBlock => {
    const { text, pauseMs, voice } = block;
    const name = named(block);
    if (name !== undefined && name !== '') return { text, pauseMs, speaker: spokenBy(name), voiceId: undefined };
    const speech = voice === undefined ? readSpeaker(text) : undefined;
    const label =
      speech &&
      findByName(
        labelled.map((each) => ({ name: each })),
        speech.name,
      )?.name;
    if (speech && label !== undefined) return { text: speech.text, pauseMs, speaker: spokenBy(label), voiceId: undefined };
    const given = voice === undefined ? speakerOf(text) : undefined;
    return { text, pauseMs, speaker: given === undefined ? undefined : spokenBy(given), voiceId: voice?.slice(0, 128) };
  };
  return { chapters: chapters.map(({ title, blocks: each }) => ({ title, blocks: each.map(cast) })), names: names.map(({ name }) => name) };
}
