import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { JsonFile } from '../../infra/json-file.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

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
  readonly #file: JsonFile<Upload[]>;

  constructor(profileDirectory: string, log: Log) {
    this.#file = new JsonFile<Upload[]>(join(profileDirectory, 'bucket.json'), {
      schema: z.array(uploadSchema),
      empty: [],
      subject: message('bucket.listOfFiles'),
      damaged: 'The list of files in the bucket could not be read: what is in it is not removed.',
      log,
    });
  }

  all(): readonly Upload[] {
    return this.#file.read();
  }

  find(place: string, key: string): Upload | undefined {
    return this.#file.read().find((one) => one.place === place && one.key === key);
  }

  /** In place of what stood for its key. Throws `disk-full` and the like, and `overloaded`. */
  put(upload: Upload): void {
    const others = this.#without(upload);
    if (others.length >= most) throw fail('overloaded', message('bucket.tooManyFiles', most));
    this.#file.write([...others, upload]);
  }

  remove(upload: Pick<Upload, 'place' | 'key'>): void {
    this.#file.write(this.#without(upload));
  }

  #without({ place, key }: Pick<Upload, 'place' | 'key'>): Upload[] {
    return this.#file.read().filter((one) => one.place !== place || one.key !== key);
  }
}
