import { stat } from 'node:fs/promises';
import { fail, toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { Services } from '#shared/operations/index.ts';
import { unusedKinds, type Storage, type UnusedKind, type UnusedReport } from '#shared/operations/office.ts';
import type { Ledger } from '../../../paid-requests/ledger/types.ts';
import type { LibraryService } from '../../../library/library.ts';
import type { PaidFile, Removing } from '../../../library/paid-files.ts';
import type { Log } from '../../../infra/platform.ts';
import { namedInDocuments } from './references.ts';
import { judgeMedia, judgeSounds, type Judged } from './rules.ts';
import { message } from '#shared/messages/message.ts';

/** The event of an operation's timeline that says that its files were removed. */
export const removedEvent = 'removed by hand';

const day = 24 * 60 * 60 * 1000;
/** Projects and documents that a report names at most. */
const maximumNamed = 50;

interface Choice {
  days: number;
  lostProjects: boolean;
}

/** Finds the paid results that nobody uses, and removes them when a person says so; never by itself. */
export function createUnusedResults(options: {
  profileDirectory: string;
  ledger: Ledger;
  library: Pick<LibraryService, 'paid'>;
  designRemoved: (operationId: string) => boolean;
  /** What the storage holds once something was removed. */
  storage: () => Promise<Storage>;
  log: Log;
}): { services: Pick<Services, 'storage.unused' | 'storage.removeUnused'>; finish(): Promise<void> } {
  const { profileDirectory, ledger, designRemoved, storage, log } = options;
  const { paid } = options.library;
  /** The last report, and what it found. */
  let last: { report: UnusedReport; choice: Choice; usedBefore: number; found: Set<string> } | undefined;

  const noteRemoved = async ({ operationIds, bytes }: Removing): Promise<void> => {
    for (const operationId of operationIds) {
      // A phrase of a live session that was kept in a project is no operation; one that is long over may be forgotten.
      if ((await ledger.entry(operationId)) === undefined) continue;
      if ((await ledger.events(operationId)).at(-1)?.event !== removedEvent) await ledger.note(operationId, removedEvent, { bytes });
    }
  };

  const judge = async (signal: AbortSignal) => {
    const { open, holdings } = await ledger.holdings();
    const [projects, documents, held] = await Promise.all([
      paid.projectSounds(signal),
      namedInDocuments(profileDirectory, signal),
      paid.sounds(),
    ]);
    const names = new Set([...holdings.flatMap((one) => one.names), ...(await paid.mediaNames())]);
    const hashes = new Set(held.map(({ contentHash }) => contentHash));
    const files = await looked([...names], (name) => paid.path('media', name), signal);
    const sounds = await looked([...hashes], (name) => paid.path('results', name), signal);
    const usedAt = new Map([...sounds].map(([name, file]) => [name, file.usedAt]));
    const unread = documents.unread.length + projects.unread.length > 0;
    const named = new Set([...documents.named, ...projects.sounds]);
    return {
      projects,
      documents,
      judged: [
        ...judgeSounds(held, { ...projects, unread: projects.unread.length > 0, open: new Set(open), usedAt }),
        ...judgeMedia(holdings, { named, unread, designRemoved, files }),
      ],
    };
  };

  return {
    services: {
      'storage.unused': async (choice, { signal }) => {
        const usedBefore = Date.now() - choice.days * day;
        const { projects, documents, judged } = await judge(signal);
        const removable = judged.filter((one) => mayGo(one, choice, usedBefore) !== undefined);
        const report: UnusedReport = {
          id: newId(),
          unused: unusedKinds.flatMap((kind) => {
            const of = removable.filter((one) => mayGo(one, choice, usedBefore) === kind);
            return of.length === 0 ? [] : [{ kind, ...sum(of), oldest: Math.min(...of.map(({ usedAt }) => usedAt)) }];
          }),
          used: sum(judged.filter(({ verdict }) => verdict === 'used')),
          lost: sum(choice.lostProjects ? [] : judged.filter(({ verdict }) => verdict === 'lost')),
          recent: sum(judged.filter((one) => kindOf(one, choice) !== undefined && one.usedAt >= usedBefore)),
          unreadProjects: projects.unread.slice(0, maximumNamed),
          unreadDocuments: documents.unread.slice(0, maximumNamed),
        };
        last = { report, choice, usedBefore, found: new Set(removable.map(({ file }) => keyOf(file))) };
        return report;
      },
      'storage.removeUnused': async ({ reportId, kinds }, { signal }) => {
        if (last?.report.id !== reportId) throw fail('conflict', message('storage.searchAgain'), { next: 'retry' });
        const { choice, usedBefore, found } = last;
        const { judged } = await judge(signal);
        const wanted = judged.filter((one) => {
          const kind = mayGo(one, choice, usedBefore);
          return kind !== undefined && kinds.includes(kind) && found.has(keyOf(one.file));
        });
        signal.throwIfAborted();
        last = undefined;
        const gone = await paid.remove(
          wanted.map(({ file }) => file),
          usedBefore,
          noteRemoved,
        );
        const bytes = gone.reduce((total, file) => total + file.bytes, 0);
        log.info('paid results that nobody uses were removed by the user', { files: gone.length, bytes });
        return { files: gone.length, bytes, storage: await storage() };
      },
    },
    finish: () =>
      paid.finishRemoval(noteRemoved).catch((thrown: unknown) => {
        log.warn('a removal that was interrupted could not be ended', { kind: toFailure(thrown).kind });
      }),
  };
}

/** What it is, where it may go if it is old enough. */
function kindOf({ verdict }: Judged, { lostProjects }: Choice): UnusedKind | undefined {
  if (verdict === 'lost') return lostProjects ? 'sound' : undefined;
  return verdict === 'used' ? undefined : verdict;
}

const mayGo = (one: Judged, choice: Choice, usedBefore: number): UnusedKind | undefined =>
  one.usedAt < usedBefore ? kindOf(one, choice) : undefined;
const keyOf = ({ store, name }: PaidFile): string => `${store}/${name}`;
const sum = (some: readonly Judged[]): { files: number; bytes: number } => ({
  files: some.length,
  bytes: some.reduce((total, { file }) => total + file.bytes, 0),
});

/** Size and last use of the files that are there; few at a time, so that others who use the disk wait no longer than they must. */
async function looked(
  names: readonly string[],
  path: (name: string) => string,
  signal: AbortSignal,
): Promise<Map<string, { bytes: number; usedAt: number }>> {
  const found = new Map<string, { bytes: number; usedAt: number }>();
  for (let at = 0; at < names.length; at += 64) {
    signal.throwIfAborted();
    await Promise.all(
      names.slice(at, at + 64).map(async (name) => {
        const file = await stat(path(name)).catch(() => undefined);
        if (file) found.set(name, { bytes: file.size, usedAt: file.mtimeMs });
      }),
    );
  }
  return found;
}
