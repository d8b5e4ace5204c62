import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { errorCode, fileFailure, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Files in the bucket at a time. */
const most = 500;

const lentSchema = z.object({
  /** Endpoint and bucket. */
  place: z.string(),
  key: z.string(),
  /** The operations that are made of it and are not over, and when the address that each was sent with ends, Unix milliseconds. */
  users: z.record(z.string(), z.number()),
  /** All of it is; false while it is on its way. */
  there: z.boolean(),
});
export type Lent = z.infer<typeof lentSchema>;

/** What the studio has put into the bucket and has to remove, in `bucket.json` of the profile; noted before a byte is sent. */
export class LentBook {
  readonly #directory: string;
  readonly #path: string;
  #lent: readonly Lent[] = [];

  constructor(profileDirectory: string, log: Log) {
    this.#directory = profileDirectory;
    this.#path = join(profileDirectory, 'bucket.json');
    try {
      this.#lent = z.array(lentSchema).parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT') log.error('The list of files in the bucket could not be read: what is in it is not removed.');
    }
  }

  all(): readonly Lent[] {
    return this.#lent;
  }

  find(place: string, key: string): Lent | undefined {
    return this.#lent.find((one) => one.place === place && one.key === key);
  }

  /** In place of what stood for its key. Throws `disk-full` and the like, and `overloaded`. */
  put(lent: Lent): void {
    const others = this.#without(lent);
    if (others.length >= most) throw fail('overloaded', message('bucket.tooManyFiles', most));
    this.#write([...others, lent]);
  }

  drop(lent: Pick<Lent, 'place' | 'key'>): void {
    this.#write(this.#without(lent));
  }

  #without({ place, key }: Pick<Lent, 'place' | 'key'>): Lent[] {
    return this.#lent.filter((one) => one.place !== place || one.key !== key);
  }

  #write(next: readonly Lent[]): void {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      replaceFile(this.#path, Buffer.from(`${JSON.stringify(next)}\n`));
    } catch (thrown) {
      throw fileFailure(thrown, message('bucket.listOfFiles'));
    }
    this.#lent = next;
  }
}
