import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Owners whose files are remembered; the oldest go first. */
const maximumOwners = 64;

const unclaimedFile = z.object({ name: z.string().min(1), bytes: z.number(), modifiedMs: z.number() });
/** A file as it was written; `name` is in the folder of its owner. */
export type UnclaimedFile = z.infer<typeof unclaimedFile>;

/**
 * Files that were written for another file, their owner, which is not whole yet: its name is written here before theirs is on the disk, so that the next one
 * of that owner knows what a run that was killed has left. A text file for each owner, a line for each of its files.
 */
export class UnclaimedFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** `owner`: its path. Where this cannot be written, the file is not remembered, and stays where it is. */
  async add(owner: string, file: UnclaimedFile): Promise<void> {
    try {
      await mkdir(this.#directory, { recursive: true });
      await appendFile(this.#path(owner), `${JSON.stringify(file)}\n`);
      await this.#dropOldest();
    } catch {
      // The disk is full, most likely: the export says so itself.
    }
  }

  async list(owner: string): Promise<UnclaimedFile[]> {
    const text = await readFile(this.#path(owner), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => parseLine(line) ?? []);
  }

  async clear(owner: string): Promise<void> {
    await rm(this.#path(owner), { force: true });
  }

  async #dropOldest(): Promise<void> {
    const names = await readdir(this.#directory);
    if (names.length <= maximumOwners) return;
    const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(this.#directory, name))).mtimeMs })));
    dated.sort((one, other) => one.at - other.at);
    for (const { name } of dated.slice(0, names.length - maximumOwners)) await rm(join(this.#directory, name), { force: true });
  }

  #path(owner: string): string {
    return join(this.#directory, createHash('sha256').update(owner.normalize('NFC')).digest('hex'));
  }
}

/** A line that was cut off, by a kill or a full disk, says nothing. */
function parseLine(line: string): UnclaimedFile | undefined {
  try {
    return unclaimedFile.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
