import { join } from 'node:path';
import { z } from 'zod';
import { JsonFile } from '../infra/json-file.ts';
import type { Log } from '../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Results that are remembered as removed; past it, those that were removed first are listed again. */
const maximumRemoved = 50_000;

/**
 * Results that a person took out of the list of their panel, by id; in `removed-results.json` of the profile. They are only hidden: file, edits and the
 * line of the ledger stay. A file that cannot be read is set aside: every result is listed again.
 */
export class RemovedResults {
  readonly #file: JsonFile<string[]>;
  readonly #ids: Set<string>;

  constructor(profileDirectory: string, log: Log) {
    this.#file = new JsonFile<string[]>(join(profileDirectory, 'removed-results.json'), {
      schema: z.array(z.string()),
      empty: [],
      subject: message('removal.listOfRemoved'),
      damaged: 'The list of removed results could not be read and was set aside.',
      log,
    });
    this.#ids = new Set(this.#file.read());
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Durable when it returns; fails with `disk-full` or `file-failed`, and then nothing has changed. */
  set(id: string, removed: boolean): void {
    if (this.#ids.has(id) === removed) return;
    const others = [...this.#ids].filter((other) => other !== id);
    this.#file.write((removed ? [...others, id] : others).slice(-maximumRemoved));
    this.#ids.clear();
    for (const one of this.#file.read()) this.#ids.add(one);
  }
}
