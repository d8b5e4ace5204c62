import { randomUUID } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { type AudioFormat } from '#shared/wire/common.ts';
import { type CachedSpeech } from '#shared/wire/responses/speech-v1.ts';
import { signedPrefix } from '../http/openapi.ts';
import { secondsFromNow, signedName, verifiedName } from '../http/signed-address.ts';
import { transaction } from '../storage/database.ts';
import { insertAudioRow, rowBytes, storedBytes, storedStream, type AudioTable } from '../storage/stored-audio.ts';

/** How long an address of kept speech is good; its sound is removed then, the answer that named it stays for its replay. */
const lifetimeSeconds = 15 * 60;
const rows: AudioTable = { table: 'cached_audio', owner: 'speech' };
const scope = 'cached speech';

export const cachedSpeechPath = `${signedPrefix}speech`;

/** Speech that is answered as JSON with a short-lived address (v1, `cache=true`). */
export class CachedSpeeches {
  readonly #database: DatabaseSync;
  readonly #secret: string;

  constructor(database: DatabaseSync, secret: string) {
    this.#database = database;
    this.#secret = secret;
    this.#sweep();
  }

  /** To be called inside the transaction that settles the charge. `origin` is the service's own. Returns the id and the answer. */
  keep(
    origin: string,
    audio: { format: AudioFormat; bytes: Uint8Array },
    price: { characters: number; credits: number; quotaRemaining: number },
  ): { id: string; answer: CachedSpeech } {
    this.#sweep();
    const id = randomUUID();
    const expires = secondsFromNow(lifetimeSeconds);
    const answer: CachedSpeech = {
      success: true,
      audio_url: `${origin}${cachedSpeechPath}/${signedName(this.#secret, scope, id, expires)}`,
      format: audio.format,
      characters_used: price.characters,
      credits_used: price.credits,
      quota_remaining: price.quotaRemaining,
      expires_at: new Date(expires * 1000).toISOString(),
    };
    this.#database
      .prepare('INSERT INTO cached_speech VALUES (?, ?, ?, ?)')
      .run(id, audio.format, JSON.stringify(answer), answer.expires_at);
    for (let from = 0; from < audio.bytes.length; from += rowBytes) {
      insertAudioRow(this.#database, rows, id, from / rowBytes, audio.bytes.subarray(from, from + rowBytes));
    }
    return { id, answer };
  }

  /** The stored answer, for a replay. */
  answer(id: string): CachedSpeech | undefined {
    const row = this.#database.prepare('SELECT answer FROM cached_speech WHERE id = ?').get(id);
    return row && (JSON.parse(String(row['answer'])) as CachedSpeech);
  }

  /** The sound of an address; undefined when it was changed or has expired. */
  open(token: string): { format: AudioFormat; bytes: number; stream: ReadableStream<Uint8Array> } | undefined {
    const id = verifiedName(this.#secret, scope, token);
    const row = id === undefined ? undefined : this.#database.prepare('SELECT format FROM cached_speech WHERE id = ?').get(id);
    if (id === undefined || row === undefined) return undefined;
    return {
      format: row['format'] as AudioFormat,
      bytes: storedBytes(this.#database, rows, id),
      stream: storedStream(this.#database, rows, id),
    };
  }

  #sweep(): void {
    const work = () =>
      this.#database
        .prepare('DELETE FROM cached_audio WHERE speech IN (SELECT id FROM cached_speech WHERE expires_at < ?)')
        .run(new Date().toISOString());
    if (this.#database.isTransaction) work();
    else transaction(this.#database, work);
  }
}
