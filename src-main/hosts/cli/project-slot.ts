import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCode } from '../../infra/files.ts';

/**
 * Which ledger of the command line a project is generated with. A run that is killed leaves its purchases there: the next one has to find them, and
 * must not begin with another ledger. The record is on disk before anything is bought, and goes when a run ends with nothing open.
 */
export class ProjectSlot {
  readonly #path: string;

  constructor(profileDirectory: string, file: string) {
    const directory = join(profileDirectory, 'command-line', 'projects');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const whole = resolve(file);
    const name = createHash('sha256')
      .update(existsSync(whole) ? realpathSync(whole) : whole)
      .digest('hex');
    this.#path = join(directory, name);
  }

  /** The ledger that an earlier run used and did not finish with, or that one uses now. */
  read(): number | undefined {
    try {
      const slot = Number(readFileSync(this.#path, 'utf8'));
      return Number.isInteger(slot) && slot > 0 ? slot : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns false where another run has recorded its ledger meanwhile. */
  record(slot: number): boolean {
    try {
      if (this.read() === undefined) rmSync(this.#path, { force: true }); // one that says nothing
      writeFileSync(this.#path, String(slot), { flag: 'wx', flush: true });
      return true;
    } catch (thrown) {
      if (errorCode(thrown) === 'EEXIST') return this.read() === slot;
      throw thrown;
    }
  }

  /** Nothing of the project is open in that ledger. */
  clear(slot: number): void {
    if (this.read() === slot) rmSync(this.#path, { force: true });
  }
}
