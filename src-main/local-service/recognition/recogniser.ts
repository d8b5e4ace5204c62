import { z } from 'zod';
import { codes } from '#shared/wire/common.ts';
import { transcriptionSegment } from '#shared/wire/responses/transcription.ts';
import { ServiceError } from '../http/service-error.ts';

export const recognised = z.object({ text: z.string(), segments: z.array(transcriptionSegment.omit({ id: true })).default([]) });
export type Recognised = z.infer<typeof recognised>;

/** A recording as it was imported. `bytes` are given away. */
export interface Heard {
  bytes: Uint8Array<ArrayBuffer>;
  seconds: number;
}

/** What transcribes recordings that the service did not speak itself. */
export interface Recogniser {
  /** `draft`: its words are often wrong, and answers say so. `model`: one that a person added. `program`: the user's own choice. */
  readonly kind: 'draft' | 'model' | 'program';
  /** What a model is called. */
  readonly name?: string;
  /** The first parts of BCP 47 tags; `undefined` for one that is asked in any language. */
  readonly languages: readonly string[] | undefined;
  /** Throws 429 when too many run. To be asked before anything is charged. */
  checkRoom(): void;
  /** Ends with an error after a time that depends on the recording's length, and when nobody waits any more. Without words, `segments` is empty. */
  recognise(heard: Heard, language: string | undefined, left: AbortSignal): Promise<Recognised>;
  /** Ends what runs. */
  close(): void;
}

/** Recognitions at the same time, as each takes what the machine has. */
const atOnce = 2;

/** Counts what runs, and ends it. */
export class RecogniserRoom {
  readonly #ended = new AbortController();
  #running = 0;

  check(): void {
    if (this.#running < atOnce) return;
    throw new ServiceError(429, codes.rateLimited, 'The recogniser is busy', { headers: { 'Retry-After': '5' } });
  }

  async run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await work(this.#ended.signal);
    } finally {
      this.#running -= 1;
    }
  }

  close(): void {
    this.#ended.abort();
  }
}
