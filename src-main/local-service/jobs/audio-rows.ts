import { type DatabaseSync } from 'node:sqlite';
import { type AudioFormat } from '#shared/wire/common.ts';
import { wavHeader } from '../sound/encode.ts';
import { insertAudioRow, rowBytes, type AudioTable } from '../storage/stored-audio.ts';

/** Where the audio of jobs is. */
export const jobAudio: AudioTable = { table: 'job_audio', owner: 'job' };

/** Gathers a job's audio into rows. Row 0 of a WAV is its header, written when the length is known. */
export class AudioRows {
  readonly #database: DatabaseSync;
  readonly #job: string;
  readonly #format: AudioFormat;
  #place: number;
  #parts: Uint8Array[] = [];
  #waiting = 0;
  #total = 0;

  constructor(database: DatabaseSync, job: string, format: AudioFormat) {
    this.#database = database;
    this.#job = job;
    this.#format = format;
    this.#place = format === 'wav' ? 1 : 0;
  }

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#waiting += bytes.length;
    this.#total += bytes.length;
    if (this.#waiting >= rowBytes) this.#write();
  }

  end(): void {
    if (this.#waiting > 0) this.#write();
    if (this.#format === 'wav') this.#insert(0, wavHeader(this.#total));
  }

  #write(): void {
    this.#insert(this.#place, Buffer.concat(this.#parts));
    this.#place += 1;
    this.#parts = [];
    this.#waiting = 0;
  }

  #insert(place: number, bytes: Uint8Array): void {
    insertAudioRow(this.#database, jobAudio, this.#job, place, bytes);
  }
}
