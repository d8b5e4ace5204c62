import { createHash } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { type SpeechPiece } from '../sound/speech.ts';
import { type Spoken } from './spoken.ts';
import { exampleDigest, exampleRecording } from './example-recording.ts';
import { transaction } from '../storage/database.ts';

/** Speeches that are remembered; the oldest are forgotten. */
const spokenMaximum = 20_000;
/** Written together, as each write waits for the disk. */
const waitingMaximum = 500;
const writeMs = 1_000;

/** What this service has said, by the digest of its audio: what transcription recognises. */
export class SpokenAudio {
  readonly #database: DatabaseSync;
  #waiting = new Map<string, Spoken>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Hears one speech, piece by piece; a speech that is not whole is not remembered. Bytes of a WAV come without a header. */
  listen(): (piece: SpeechPiece) => void {
    const digest = createHash('sha256');
    const sentences: Spoken['sentences'] = [];
    return (piece) => {
      if (piece.kind === 'audio') digest.update(piece.bytes);
      else if (piece.kind === 'words') {
        if (piece.final) sentences.push({ startMs: piece.startMs, endMs: piece.endMs, words: piece.words });
      } else this.#remember(digest.digest('hex'), { durationMs: piece.durationMs, sentences });
    };
  }

  find(digest: string): Spoken | undefined {
    this.write();
    const row = this.#database.prepare('SELECT duration_ms, sentences FROM spoken_audio WHERE digest = ?').get(digest);
    if (row === undefined) return digest === exampleDigest ? exampleRecording : undefined;
    return { durationMs: Number(row['duration_ms']), sentences: JSON.parse(String(row['sentences'])) as Spoken['sentences'] };
  }

  /** Writes what waits; called at the end too. A file that refuses costs the memory of a speech, never the speech. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Map();
    const now = new Date().toISOString();
    try {
      transaction(this.#database, () => {
        const insert = this.#database.prepare('INSERT OR REPLACE INTO spoken_audio VALUES (?, ?, ?, ?)');
        for (const [digest, spoken] of waiting) insert.run(digest, spoken.durationMs, JSON.stringify(spoken.sentences), now);
        this.#database
          .prepare(
            `DELETE FROM spoken_audio WHERE spoken_at < (SELECT spoken_at FROM spoken_audio ORDER BY spoken_at DESC LIMIT 1 OFFSET ?)`,
          )
          .run(spokenMaximum);
      });
    } catch (error) {
      console.error(error);
    }
  }

  #remember(digest: string, spoken: Spoken): void {
    this.#waiting.set(digest, spoken);
    if (this.#waiting.size >= waitingMaximum) this.write();
    else this.#timer ??= setTimeout(() => this.write(), writeMs);
  }
}
