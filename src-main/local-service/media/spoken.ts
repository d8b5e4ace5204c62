import { type SpokenWord } from '../sound/speech.ts';

interface SpokenSentence {
  startMs: number;
  endMs: number;
  words: SpokenWord[];
}

/** What a recording says, sentence by sentence. Times in milliseconds. */
export interface Spoken {
  durationMs: number;
  sentences: SpokenSentence[];
}
