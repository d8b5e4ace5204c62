import { type DatabaseSync } from 'node:sqlite';

/** Audio that is kept in rows of a bounded size, so that neither writing nor reading holds it whole. */
export interface AudioTable {
  table: 'job_audio' | 'cached_audio';
  /** The column that says whose audio it is. */
  owner: 'job' | 'speech';
}

/** Audio is kept in rows of about this size. */
export const rowBytes = 512 * 1024;

export function insertAudioRow(database: DatabaseSync, { table }: AudioTable, id: string, place: number, bytes: Uint8Array): void {
  database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`).run(id, place, bytes);
}

export function storedBytes(database: DatabaseSync, { table, owner }: AudioTable, id: string): number {
  return Number(database.prepare(`SELECT sum(length(bytes)) AS total FROM ${table} WHERE ${owner} = ?`).get(id)?.['total'] ?? 0);
}

/** The audio row by row, read as it is taken. */
export function storedStream(database: DatabaseSync, { table, owner }: AudioTable, id: string): ReadableStream<Uint8Array> {
  const read = database.prepare(`SELECT bytes FROM ${table} WHERE ${owner} = ? AND place = ?`);
  let place = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const bytes = read.get(id, place)?.['bytes'];
        place += 1;
        if (bytes instanceof Uint8Array) controller.enqueue(bytes);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
