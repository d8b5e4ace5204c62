import { findByName } from '../narration/cast.ts';
import { findSpeakers, readSpeaker } from '../narration/speakers.ts';
import type { Manuscript } from './manuscript.ts';

type Chapters = readonly { title: string; blocks: Manuscript['chapters'][number]['blocks'] }[];

/** Chapters whose blocks say who speaks them; a name before a colon is not part of the text. */
export interface CastChapters {
  /** Who speaks, in the spelling of the first of their blocks; each once, in the order of the text. */
  names: string[];
  chapters: { title: string; blocks: { text: string; pauseMs: number | null; speaker: string | undefined }[] }[];
}

/** Finds the speakers of all chapters together. `known`: names that count wherever they stand; what else is a name says `findSpeakers`. */
export function castManuscript(chapters: Chapters, known: readonly string[]): CastChapters {
  const found = findSpeakers(
    chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)),
    known,
  );
  const names = found.map((name) => ({ name }));
  return {
    names: found,
    chapters: chapters.map(({ title, blocks }) => ({
      title,
      blocks: blocks.map(({ text, pauseMs }) => {
        const speech = readSpeaker(text);
        const speaker = speech && findByName(names, speech.name)?.name;
        return speech && speaker !== undefined ? { text: speech.text, pauseMs, speaker } : { text, pauseMs, speaker: undefined };
      }),
    })),
  };
}
