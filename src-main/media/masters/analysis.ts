import { sampleRate } from '#shared/narration/take.ts';
import { SoundEdges } from '#shared/sound/sound-edges.ts';
import { SoundMeter, type SoundMeasures } from '#shared/sound/sound-meter.ts';
import { RoomToneFinder, type RoomToneProfile } from './room-tone.ts';

/** What the first pass finds out about a sound. */
export interface Analysis {
  measures: SoundMeasures;
  profile: RoomToneProfile;
  /** Where the sound is louder than each level, from -90 dB in steps of 2. */
  edges: { levelDb: number; startMs: number; endMs: number }[];
}

const edgeLevels = Array.from({ length: 41 }, (_, index) => -90 + 2 * index);

/** The first pass over a sound: mono, 16 bit, 48 kHz. */
export class Analyser {
  readonly #meter = new SoundMeter({ rate: sampleRate });
  readonly #tone = new RoomToneFinder();
  readonly #edges = new SoundEdges(sampleRate);

  push(pcm: Int16Array): void {
    this.#meter.push(pcm);
    this.#tone.push(pcm);
    this.#edges.push(pcm);
  }

  finish(): Analysis {
    const measures = this.#meter.finish();
    return {
      measures,
      profile: this.#tone.finish(measures.rmsDb ?? -90),
      edges: edgeLevels.flatMap((levelDb) => {
        const found = this.#edges.above(levelDb);
        return found ? [{ levelDb, ...found }] : [];
      }),
    };
  }
}
