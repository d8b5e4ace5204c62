import { type DatabaseSync } from 'node:sqlite';

/** Files are kept in rows of about this size. */
const rowBytes = 512 * 1024;

/** Media of jobs, in rows of a bounded size: what a job needs until it has ended, and what came of it. */
export class MediaFiles {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** To be called inside a transaction. */
  put(owner: string, name: string, bytes: Uint8Array): void {
    const insert = this.#database.prepare('INSERT INTO media_files VALUES (?, ?, ?, ?)');
    for (let at = 0; at < bytes.length; at += rowBytes) insert.run(owner, name, at / rowBytes, bytes.subarray(at, at + rowBytes));
  }

  remove(owner: string): void {
    this.#database.prepare('DELETE FROM media_files WHERE owner = ?').run(owner);
  }

  whole(owner: string, name: string): Uint8Array<ArrayBuffer> {
    const rows = this.#database.prepare('SELECT bytes FROM media_files WHERE owner = ? AND name = ? ORDER BY place').all(owner, name);
    return new Uint8Array(Buffer.concat(rows.map((row) => row['bytes']).filter((bytes) => bytes instanceof Uint8Array)));
  }

  /** The bytes from `first` to `last`, both included, read as they are taken. */
  part(owner: string, name: string, first: number, last: number): ReadableStream<Uint8Array> {
    const read = this.#database.prepare('SELECT bytes FROM media_files WHERE owner = ? AND name = ? AND place = ?');
    let place = Math.floor(first / rowBytes);
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const begin = place * rowBytes;
          const bytes = begin > last ? undefined : read.get(owner, name, place)?.['bytes'];
          place += 1;
          if (bytes instanceof Uint8Array) controller.enqueue(bytes.subarray(Math.max(0, first - begin), last - begin + 1));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }
}
