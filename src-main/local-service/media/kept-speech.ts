import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type Account } from '../accounts/accounts.ts';
import { type Charges } from '../accounts/charges.ts';
import { type RequestIds } from '../accounts/request-ids.ts';
import { transaction } from '../storage/database.ts';
import { type MediaFiles } from './media-files.ts';

/** Speech of a dubbing that is made and paid. Its file belongs to its charge. */
export interface KeptSpeech {
  charge: string;
  credits: number;
  seconds: number;
  bytes: number;
}

/** Speech of dubbings: paid before the lip sync is accepted, and kept, so that it is never bought twice with one key. */
export class KeptSpeeches {
  readonly #parts: { database: DatabaseSync; charges: Charges; requestIds: RequestIds; files: MediaFiles };

  constructor(parts: { database: DatabaseSync; charges: Charges; requestIds: RequestIds; files: MediaFiles }) {
    this.#parts = parts;
  }

  /** Speech and charge become final together. */
  keep(speech: KeptSpeech, sound: Uint8Array): void {
    const { database, charges, requestIds, files } = this.#parts;
    transaction(database, () => {
      charges.settle(speech.charge);
      requestIds.finish(speech.charge, 'completed');
      database.prepare('INSERT INTO dubbing_speech VALUES (?, ?, ?)').run(speech.charge, speech.seconds, speech.bytes);
      files.put(speech.charge, 'speech', sound);
    });
  }

  /** What the same request with the same key paid for before its lip sync failed. */
  ofRequest(account: Account, key: string, fingerprint: string): KeptSpeech | undefined {
    const row = this.#parts.database
      .prepare(
        `SELECT dubbing_speech.*, charges.credits FROM request_ids JOIN dubbing_speech USING (charge) JOIN charges ON charges.id = charge
         WHERE request_ids.account = ? AND request_ids.id = ? AND fingerprint = ? AND job IS NULL`,
      )
      .get(account.id, key, fingerprint);
    return row && speechOf(row);
  }

  /** For an address that was signed for its holder. */
  file(charge: string): { contentType: string; bytes: number } | undefined {
    const row = this.#parts.database.prepare('SELECT bytes FROM dubbing_speech WHERE charge = ?').get(charge);
    return row && { contentType: 'audio/mpeg', bytes: Number(row['bytes']) };
  }
}

function speechOf(row: Record<string, SQLOutputValue>): KeptSpeech {
  return { charge: String(row['charge']), credits: Number(row['credits']), seconds: Number(row['seconds']), bytes: Number(row['bytes']) };
}
