import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptionFile, keptModel, type KeptModel } from './kept-model.ts';

const idPattern = /^[0-9a-f-]{36}$/u;
const apart = /^(?:arriving|removed)-(\d+)-/u;
/** The times of folders are so exact, at least: a list that was read as long after the last change has that change. */
const settledMs = 2_000;

/**
 * The folder of added models: one folder each, named by its id, complete as soon as it is there. Several services share it, such as the studio's and those of the command
 * line: what one adds or removes, the others see. What is on its way in or out has a name with the process that it belongs to.
 */
export class AddedFolder {
  readonly #path: string;
  #models: readonly KeptModel[] = [];
  /** Of the folder, when it was read, and whether that was long enough after its last change. */
  #read: { changedMs: number; isSettled: boolean } | undefined;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(path, { recursive: true });
    this.#sweep();
  }

  /** In the order in which they were added. */
  models(): readonly KeptModel[] {
    const { mtimeMs: changedMs } = statSync(this.#path);
    if (this.#read?.isSettled !== true || this.#read.changedMs !== changedMs) {
      this.#read = { changedMs, isSettled: Date.now() - changedMs > settledMs };
      this.#models = readdirSync(this.#path)
        .filter((name) => idPattern.test(name))
        .flatMap((id) => this.#readModel(id))
        .sort((one, other) => one.model.addedAt.localeCompare(other.model.addedAt, 'en'));
    }
    return this.#models;
  }

  pathOf(id: string): string {
    return join(this.#path, id);
  }

  /** Where something that several models use lies. */
  shared(name: string): string {
    return join(this.#path, `shared-${name}`);
  }

  /** A new folder for what arrives. */
  arriving(): string {
    const path = join(this.#path, `arriving-${process.pid}-${Date.now()}`);
    mkdirSync(path);
    return path;
  }

  /** Describes what arrived, and puts it in its place. */
  keep(arrived: string, kept: KeptModel): void {
    writeFileSync(join(arrived, descriptionFile), JSON.stringify(kept, undefined, 2), { flush: true });
    renameSync(arrived, this.pathOf(kept.model.id));
    this.#read = undefined;
  }

  /** False where there is none. */
  remove(id: string): boolean {
    if (!existsSync(this.pathOf(id))) return false;
    // One of the same id that was removed before cannot be put back any more.
    rmSync(this.#removed(id), { recursive: true, force: true });
    return this.#move(this.pathOf(id), this.#removed(id));
  }

  /** Puts back what this process removed; false where there is no such one. */
  restore(id: string): boolean {
    return this.#move(this.#removed(id), this.pathOf(id));
  }

  #removed(id: string): string {
    return join(this.#path, `removed-${process.pid}-${id}`);
  }

  #move(from: string, to: string): boolean {
    try {
      renameSync(from, to);
      return true;
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && ['ENOENT', 'EEXIST', 'ENOTEMPTY'].includes(String(thrown.code))) return false;
      throw thrown;
    } finally {
      this.#read = undefined;
    }
  }

  /** None where it cannot be read: by a later version, or damaged. */
  #readModel(id: string): KeptModel[] {
    try {
      const read = keptModel.safeParse(JSON.parse(readFileSync(join(this.#path, id, descriptionFile), 'utf8')));
      return read.success && read.data.model.id === id ? [read.data] : [];
    } catch {
      return [];
    }
  }

  /** Removes what belongs to processes that are gone, or to a forebear of this one with its number. */
  #sweep(): void {
    for (const name of readdirSync(this.#path)) {
      const [, owner] = apart.exec(name) ?? [];
      if (owner === undefined || (Number(owner) !== process.pid && isRunning(Number(owner)))) continue;
      rmSync(join(this.#path, name), { recursive: true, force: true });
    }
  }
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
