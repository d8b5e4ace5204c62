import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { errorCode, fileFailure, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';

/** Files in the bucket at a time. */
const most = 500;

const uploadSchema = z.object({
  /** Endpoint and bucket. */
  place: z.string(),
  key: z.string(),
  /** The operations that are made of it and are not over, and when the address that each was sent with ends, Unix milliseconds. */
  users: z.record(z.string(), z.number()),
  /** All of it is; false while it is on its way. */
  there: z.boolean(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** What the studio has put into the bucket and has to remove, in `bucket.json` of the profile; noted before a byte is sent. */
export class UploadStore {
  readonly #directory: string;
  readonly #path: string;
  #uploads: readonly Upload[] = [];

  constructor(profileDirectory: string, log: Log) {
    this.#directory = profileDirectory;
    this.#path = join(profileDirectory, 'bucket.json');
    try {
      this.#uploads = z.array(uploadSchema).parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT') log.error('The list of files in the bucket could not be read: what is in it is not removed.');
    }
  }

  all(): readonly Upload[] {
    return this.#uploads;
  }

  find(place: string, key: string): Upload | undefined {
    return this.#uploads.find((one) => one.place === place && one.key === key);
  }

  /** In place of what stood for its key. Throws `disk-full` and the like, and `overloaded`. */
  put(upload: Upload): void {
    const others = this.#without(upload);
    if (others.length >= most) throw fail('overloaded', `${most} files are in the bucket already. Wait until some of their jobs are over.`);
    this.#write([...others, upload]);
  }

  remove(upload: Pick<Upload, 'place' | 'key'>): void {
    this.#write(this.#without(upload));
  }

  #without({ place, key }: Pick<Upload, 'place' | 'key'>): Upload[] {
    return this.#uploads.filter((one) => one.place !== place || one.key !== key);
  }

  #write(next: readonly Upload[]): void {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      replaceFile(this.#path, Buffer.from(`${JSON.stringify(next)}\n`));
    } catch (thrown) {
      throw fileFailure(thrown, 'The list of files in the bucket');
    }
    this.#uploads = next;
  }
}
