import type { DatabaseSync } from 'node:sqlite';

/** Makes one change of several statements, and one transaction of several changes. */
export class Transactions {
  readonly #database: DatabaseSync;
  readonly #begin;
  readonly #commit;
  readonly #savepoint;
  readonly #release;
  /** What took the transaction of a group with it. */
  #refused: unknown;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#savepoint = database.prepare('SAVEPOINT one');
    this.#release = database.prepare('RELEASE one');
  }

  /** All of `work` is in the file, or nothing; a part of the group where one is open. */
  atOnce(work: () => void): void {
    const inGroup = this.#database.isTransaction;
    (inGroup ? this.#savepoint : this.#begin).run();
    try {
      work();
      (inGroup ? this.#release : this.#commit).run();
    } catch (thrown) {
      // What the disk refused may have been rolled back already.
      if (this.#database.isTransaction) this.#database.exec(inGroup ? 'ROLLBACK TO one; RELEASE one;' : 'ROLLBACK');
      else if (inGroup) this.#refused = thrown;
      throw thrown;
    }
  }

  /**
   * Makes one transaction of all that `work` calls, so that the disk is waited for once. A call that is refused leaves nothing behind and
   * the others stand; where the disk refuses, this throws and none of them stands. `close` in it ends it.
   */
  together(work: () => void): void {
    this.#begin.run();
    try {
      work();
      if (!this.#database.isOpen) return;
      if (this.#database.isTransaction) this.#commit.run();
      else throw this.#refused;
    } catch (thrown) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw thrown;
    } finally {
      this.#refused = undefined;
    }
  }

  close(): void {
    if (this.#database.isTransaction) this.#commit.run();
    this.#database.close();
  }
}
