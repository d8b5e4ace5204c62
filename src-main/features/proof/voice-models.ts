import { sampleRate, type Take } from '#shared/narration/take.ts';
import type { LearnedVoice } from '../../media/alignment/alignment-thread.ts';

/** Speech of a voice that it is learned from, in seconds; what goes beyond it adds nothing. */
const enoughSeconds = 180;
/** A voice that is known from less speech than this, in seconds, fits other sentences badly: it is learned again with each that has come. */
const littleSeconds = 10;
/** The voices used last are remembered; each is about 30 kB. */
const maximumVoices = 64;

/** What a voice sounds like, learned from so many seconds of its speech. */
export interface VoiceModel {
  seconds: number;
  /** `undefined` where nothing could be learned. */
  learned: LearnedVoice | undefined;
}

interface Voice {
  /** To learn from, by id. */
  takes: Map<string, Take>;
  seconds: number;
  model: Promise<VoiceModel> | undefined;
  /** What `model` was learned from. */
  learnedSeconds: number;
}

/** Learns each voice of a project once, and again whenever twice as much of its speech has come, or any while there is little, until there is enough. */
export class VoiceModels {
  readonly #learn: (projectId: string, takes: readonly Take[]) => Promise<LearnedVoice | undefined>;
  /** The one used last is the last. */
  readonly #voices = new Map<string, Voice>();

  constructor(learn: (projectId: string, takes: readonly Take[]) => Promise<LearnedVoice | undefined>) {
    this.#learn = learn;
  }

  /** Takes that can be learned from. */
  add(projectId: string, takes: Iterable<Take>): void {
    for (const take of takes) {
      const voice = this.#use(formatKey(projectId, take));
      if (voice.seconds >= enoughSeconds || voice.takes.has(take.id)) continue;
      voice.takes.set(take.id, take);
      voice.seconds += take.samples / sampleRate;
    }
  }

  /** The model of the voice of a take. Fails as `learn` does; it is then learned when it is asked for again. */
  find(projectId: string, take: Take): Promise<VoiceModel> {
    const voice = this.#use(formatKey(projectId, take));
    const { learnedSeconds } = voice;
    const isEnough = learnedSeconds >= Math.min(enoughSeconds, voice.seconds);
    const isLittle = learnedSeconds < littleSeconds;
    if (voice.model !== undefined && (isEnough || (!isLittle && voice.seconds < Math.min(enoughSeconds, 2 * learnedSeconds))))
      return voice.model;
    const { seconds } = voice;
    const model = this.#learn(projectId, [...voice.takes.values()]).then((learned) => ({ seconds, learned }));
    voice.learnedSeconds = seconds;
    voice.model = model;
    model.catch(() => {
      if (voice.model === model) voice.model = undefined;
    });
    return model;
  }

  #use(key: string): Voice {
    const voice = this.#voices.get(key) ?? { takes: new Map<string, Take>(), seconds: 0, model: undefined, learnedSeconds: 0 };
    this.#voices.delete(key);
    this.#voices.set(key, voice);
    for (const oldest of this.#voices.keys()) {
      if (this.#voices.size <= maximumVoices) break;
      this.#voices.delete(oldest);
    }
    return voice;
  }
}

const formatKey = (projectId: string, { voiceId, modelId, controls }: Take): string =>
  JSON.stringify([projectId, voiceId, modelId, controls?.language]);
