import { join } from 'node:path';
import { z } from 'zod';
import type { Services } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/kept-file.ts';
import { voiceSampleSchema, type VoiceSample } from '#shared/operations/voices.ts';
import { message } from '#shared/messages/message.ts';
import { JsonFile } from '../../infra/json-file.ts';
import type { Log } from '../../infra/platform.ts';
import { toFailure } from '#shared/failure.ts';
import type { KeptFiles } from '../../library/kept-files.ts';

/** Voices of one service that something is kept of; past it, what was changed first goes. The file is written as a whole. */
const usualMaximum = 2000;
const pages = z.record(z.string(), z.record(z.string(), voiceSampleSchema));

interface Options {
  profileDirectory: string;
  kept: Pick<KeptFiles, 'has'>;
  connectionId: () => string;
  log: Log;
  onSample: (voiceId: string, sample: VoiceSample) => void;
  maximumVoices?: number;
}

/** What voices can be heard and drawn by for nothing, in `voice-samples.json` of the profile, by service and voice. It may be lost without harm. */
export class VoiceSamples {
  readonly #options: Options;
  readonly #file: JsonFile<z.infer<typeof pages>>;

  constructor(options: Options) {
    this.#options = options;
    this.#file = new JsonFile<z.infer<typeof pages>>(join(options.profileDirectory, 'voice-samples.json'), {
      schema: pages,
      empty: {},
      subject: message('voices.samples'),
      damaged: 'The samples of voices could not be read and were set aside.',
      log: options.log,
    });
  }

  readonly services: Pick<Services, 'voices.samples' | 'voices.measured'> = {
    'voices.samples': async () => {
      const { kept } = this.#options;
      const own = Object.entries(this.#own());
      const samples = await Promise.all(
        own.map(async ([voiceId, sample]): Promise<[string, VoiceSample]> => {
          const isThere = sample.file !== null && (await kept.has(sample.file));
          return [voiceId, isThere ? sample : { ...sample, file: null }];
        }),
      );
      return { samples: Object.fromEntries(samples) };
    },
    'voices.measured': ({ voiceId, measure }) => Promise.resolve(this.#put(voiceId, { measure })),
  };

  /** A line of a voice that was paid for is on this machine. What cannot be noted of it is only a picture: no reason to fail. */
  note(voiceId: string, file: KeptFile): void {
    const before = this.#own()[voiceId]?.file;
    if (before?.url === file.url) return;
    try {
      this.#put(voiceId, { file });
    } catch (thrown) {
      this.#options.log.warn('the sample of a voice could not be noted', { kind: toFailure(thrown).kind });
    }
  }

  #own(): Record<string, VoiceSample> {
    return this.#file.read()[this.#options.connectionId()] ?? {};
  }

  #put(voiceId: string, change: Partial<VoiceSample>): VoiceSample {
    const own = new Map(Object.entries(this.#own()));
    const sample = { file: null, measure: null, ...own.get(voiceId), ...change };
    own.delete(voiceId);
    own.set(voiceId, sample);
    for (const oldest of own.keys()) {
      if (own.size <= (this.#options.maximumVoices ?? usualMaximum)) break;
      own.delete(oldest);
    }
    this.#file.write({ ...this.#file.read(), [this.#options.connectionId()]: Object.fromEntries(own) });
    this.#options.onSample(voiceId, sample);
    return sample;
  }
}
