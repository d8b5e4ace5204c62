import { join } from 'node:path';
import { codes } from '#shared/wire/common.ts';
import { ServiceError } from '../http/service-error.ts';
import { ModelBusy, type ModelHost } from '../models/model-host.ts';
import { type ModelOrder, type ModelWords } from '../models/model-order.ts';
import { decodeApart } from './decode-apart.ts';
import { cutAtPauses, type Piece } from './pieces.ts';
import { type Heard, type Recognised, type Recogniser, type RecogniserRoom } from './recogniser.ts';
import { readStretch, wantedRate } from './recogniser-sound.ts';
import { inFolder } from './run-program.ts';

/** A model that a person added. `languages`: its own codes. */
export interface ListeningModel {
  name: string;
  order: ModelOrder;
  languages: readonly string[];
}

/** A model of Whisper in the process with the models. It gives a sentence or a part of one with its times, and no times of words. */
export class ModelRecogniser implements Recogniser {
  readonly kind = 'model';
  readonly name: string;
  readonly languages: readonly string[];
  readonly #order: ModelOrder;
  readonly #host: ModelHost;
  readonly #room: RecogniserRoom;

  constructor({ name, order, languages }: ListeningModel, host: ModelHost, room: RecogniserRoom) {
    this.name = name;
    this.languages = languages;
    this.#order = order;
    this.#host = host;
    this.#room = room;
  }

  checkRoom(): void {
    this.#room.check();
  }

  recognise({ bytes }: Heard, language: string | undefined, left: AbortSignal): Promise<Recognised> {
    return this.#room.run((ended) =>
      inFolder(async (folder) => {
        const signal = AbortSignal.any([ended, left]);
        const wav = join(folder, 'sound.wav');
        const pieces = cutAtPauses(await decodeApart(bytes, wav, { signal, voice: true }));
        return this.#recognisePieces(wav, pieces, language, signal);
      }),
    );
  }

  /** One after the other, so that others are answered in between. What is found of the first one is the language of all. */
  async #recognisePieces(wav: string, pieces: readonly Piece[], wanted: string | undefined, signal: AbortSignal): Promise<Recognised> {
    // A model of one language is asked in that, whatever it calls it.
    let language = this.languages.length === 1 ? '' : (wanted?.toLowerCase().split(/[-_]/u)[0] ?? '');
    const segments: Recognised['segments'] = [];
    for (const piece of pieces) {
      signal.throwIfAborted();
      const samples = await readStretch(wav, piece);
      const question = { order: this.#order, samples, rate: wantedRate, language };
      const found = await this.#host.ask(question, signal).catch((thrown: unknown) => {
        if (!(thrown instanceof ModelBusy)) throw thrown;
        throw new ServiceError(429, codes.rateLimited, 'The recogniser is busy', { headers: { 'Retry-After': '5' } });
      });
      if (language === '' && this.languages.includes(found.language) && found.text.trim() !== '') language = found.language;
      segments.push(...segmentsOf(found, piece));
    }
    return { text: segments.map(({ text }) => text).join(' '), segments };
  }

  close(): void {
    this.#room.close();
  }
}

/** Within the piece, as a model's times may stray beyond it; in order, and none without words. Where it gives none, the piece is one. */
function segmentsOf({ text, segments }: ModelWords, { from, to }: Piece): Recognised['segments'] {
  const [first, last] = [from / 100, to / 100];
  const within = (seconds: number): number => Math.round(100 * Math.min(last, Math.max(first, first + seconds))) / 100;
  const timed = segments
    .map((segment) => ({ start: within(segment.start), end: within(segment.end), text: segment.text.trim() }))
    .filter((segment) => segment.text !== '');
  if (timed.length > 0) return timed;
  return text.trim() === '' ? [] : [{ start: first, end: last, text: text.trim() }];
}
