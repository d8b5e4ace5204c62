import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { errorCode, fileFailure, replaceFile } from './files.ts';
import type { Log } from './platform.ts';
import { type Message } from '#shared/messages/message.ts';

/** A small document in a file of its own: read once, and replaced as a whole. */
export class JsonFile<T> {
  readonly #path: string;
  readonly #subject: Message;
  #value: T;

  /** One that cannot be read is set aside as `<path>.damaged`, and the log says so. */
  constructor(
    path: string,
    options: {
      schema: z.ZodType<T>;
      /** What stands for a file that is not there, or cannot be read. */
      empty: T;
      /** What it is, for the failure of a write: `The list of connections`. */
      subject: Message;
      /** What the log says when it cannot be read. */
      damaged: string;
      log: Log;
    },
  ) {
    this.#path = path;
    this.#subject = options.subject;
    this.#value = options.empty;
    try {
      this.#value = options.schema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (thrown) {
      if (errorCode(thrown) === 'ENOENT') return;
      options.log.error(options.damaged, { path });
      try {
        renameSync(path, `${path}.damaged`);
      } catch {
        // It cannot be moved either; the next write replaces it.
      }
    }
  }

  read(): T {
    return this.#value;
  }

  /** Durable when it returns; fails with `disk-full`, `file-failed` and the like, and then nothing has changed. */
  write(value: T): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      replaceFile(this.#path, Buffer.from(`${JSON.stringify(value)}\n`));
    } catch (thrown) {
      throw fileFailure(thrown, this.#subject);
    }
    this.#value = value;
  }
}
