import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../infra/platform.ts';
import { syncDirectory } from '../infra/files.ts';
import type { Landing } from '../infra/file-lock.ts';
import type { PaidFile, PaidStore, Removing } from './paid-files.ts';
import type { ResultsThread } from './results-thread.ts';
import type { ThreadClient } from '../infra/thread-call.ts';

/** Files that go together: one transaction before, one write of a folder behind. */
const atATime = 100;

interface Parts {
  index: Pick<ThreadClient<ResultsThread>, 'call'>;
  stores: Readonly<Record<PaidStore, { path(name: string): string; landing: Landing }>>;
  log: Log;
}

/**
 * Takes paid results out of their stores for good, so that a crash at any point leaves each of them there or removed and said to be: it is
 * written down first, in one transaction with the index, then the file goes, then the ledger notes it, then the note goes. Nothing
 * that was used meanwhile goes, nor what is on its way in.
 */
export class Removal {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Removes what was not used since `usedBefore` (Unix milliseconds), and answers with what went. `noteRemoved` writes that into the ledger.
   */
  async remove(files: readonly PaidFile[], usedBefore: number, noteRemoved: (gone: Removing) => Promise<void>): Promise<Removing[]> {
    const gone: Removing[] = [];
    for (const store of Object.keys(this.#parts.stores) as PaidStore[]) {
      const ofStore = files.filter((file) => file.store === store);
      for (let at = 0; at < ofStore.length; at += atATime)
        gone.push(...(await this.#removeSome(store, ofStore.slice(at, at + atATime), usedBefore, noteRemoved)));
    }
    return gone;
  }

  /** Ends what a crash interrupted. What has come again or was used since then stays. */
  async finish(noteRemoved: (gone: Removing) => Promise<void>): Promise<void> {
    const { index, stores } = this.#parts;
    for (const removing of await index.call('removals')) {
      const kept = stores[removing.store];
      const gone = await kept.landing.remove(async (isComing) => {
        const file = kept.path(removing.name);
        const found = await stat(file).catch(() => undefined);
        if (found === undefined) return true;
        const { store, name, at } = removing;
        const isBack = store === 'results' ? (await index.call('resultOfContent', name)) !== undefined : found.mtimeMs >= at;
        return !isBack && !isComing(name) && (await this.#unlinked(file));
      });
      if (gone) await noteRemoved(removing);
      await index.call('endRemoval', removing);
    }
  }

  async #removeSome(
    store: PaidStore,
    files: readonly PaidFile[],
    usedBefore: number,
    noteRemoved: (gone: Removing) => Promise<void>,
  ): Promise<Removing[]> {
    const { index, stores } = this.#parts;
    const kept = stores[store];
    const gone = await kept.landing.remove(async (isComing) => {
      const idle: PaidFile[] = [];
      for (const file of files) {
        const found = await stat(kept.path(file.name)).catch(() => undefined);
        if (found !== undefined && found.mtimeMs < usedBefore && !isComing(file.name)) idle.push(file);
      }
      const removing = await index.call('beginRemoval', Date.now(), idle);
      const unlinked: Removing[] = [];
      for (const file of removing) if (await this.#unlinked(kept.path(file.name))) unlinked.push(file);
      for (const folder of new Set(unlinked.map(({ name }) => dirname(kept.path(name))))) await syncDirectory(folder);
      return unlinked;
    });
    for (const file of gone) {
      await noteRemoved(file);
      await index.call('endRemoval', file);
    }
    return gone;
  }

  /** Where the system does not let it go, it stays noted, and is tried again at the next start. */
  async #unlinked(path: string): Promise<boolean> {
    try {
      await rm(path, { force: true });
      return true;
    } catch (thrown) {
      this.#parts.log.warn('a paid result could not be removed', { error: String(thrown) });
      return false;
    }
  }
}
