import { createHash } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { type Account } from '../accounts/accounts.ts';
import { type EngineVoice } from '../sound/engine.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { type SoundFormat } from '../sound/encode.ts';

/** Who orders the same speech once more hears another take of it, as of any real service: the engine alone would say it the very same way. */
export class Repeats {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Counts an order, and answers with it as it is to be spoken: the first as planned, each later one a little otherwise. */
  take<Format extends SoundFormat>(account: Account, order: SpeechOrder<Format>): SpeechOrder<Format> {
    const { text, voice, normalise } = order;
    const digest = createHash('sha256')
      .update(JSON.stringify([text, voice, normalise]))
      .digest('base64url');
    const row = this.#database
      .prepare(
        `INSERT INTO spoken_orders (account, digest, times, spoken_at) VALUES (?, ?, 1, ?)
         ON CONFLICT (account, digest) DO UPDATE SET times = times + 1, spoken_at = excluded.spoken_at RETURNING times`,
      )
      .get(account.id, digest, new Date().toISOString());
    return { ...order, voice: varied(voice, Number(row?.['times'] ?? 1) - 1) };
  }
}

/** -0.5 to 0.5, far from those before it; of the first 0. */
const spread = (number: number, step: number): number => ((number * step + 0.5) % 1) - 0.5;

/** By a step of the pace, of the liveliness and of the pitch that one hears and that is still the same voice. */
const varied = (voice: EngineVoice, number: number): EngineVoice => ({
  ...voice,
  rate: voice.rate * (1 + 0.12 * spread(number, 0.618_034)),
  range: voice.range + 20 * spread(number, 0.754_878),
  pitch: voice.pitch + 5 * spread(number, 0.569_84),
});
