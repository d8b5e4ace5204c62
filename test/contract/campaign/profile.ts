import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import type { Ledger } from '#main/paid-requests/ledger/types.ts';
import type { KeptFiles } from '#main/library/kept-files.ts';
import { openLibrary, type LibraryService } from '#main/library/library.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

/** What of a studio outlives its process: the files of a profile. Opened once for many runs, for opening them is most of a start. */
export interface Profile {
  directory: string;
  ledger: Ledger;
  library: LibraryService;
  kept: KeptFiles;
  log: ReturnType<typeof quietLog>;
  /** Ends its threads; the files stay. */
  shut(): Promise<void>;
  close(): Promise<void>;
}

export const newProfileDirectory = (within = tmpdir()): string => mkdtempSync(join(within, 'voicewright-campaign-'));

export async function openProfile(directory = newProfileDirectory()): Promise<Profile> {
  const log = quietLog();
  const projectsDirectory = join(directory, 'projects');
  mkdirSync(projectsDirectory, { recursive: true });
  const ledger = await openLedger({ profileDirectory: directory, log });
  const library = await openLibrary({
    profileDirectory: directory,
    projectsDirectory,
    log,
    connectionId: () => 'local',
    recent: { list: () => [], opened: () => undefined },
  });
  const shut = async (): Promise<void> => {
    await library.close();
    await ledger.close();
  };
  return {
    directory,
    ledger,
    library,
    log,
    kept: library.kept,
    shut,
    close: async () => {
      await shut();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Writes that change what the ledger says. */
const writes = ['begin', 'resending', 'accepted', 'settle', 'note'] as const;

/** When the end comes: at the write of this number, counted from 1, before it is on the disk or right after. */
export interface Fate {
  at: number;
  after: boolean;
}

/** A ledger that is lost at one of its writes, as a process is that is killed there: nothing reaches the file from then on. */
export class MortalLedger {
  readonly ledger: Ledger;
  #left: number;
  #lost = false;
  readonly #onDeath: () => void;

  constructor(ledger: Ledger, fate: Fate | undefined, onDeath: () => void) {
    this.#left = fate?.at ?? Infinity;
    this.#onDeath = onDeath;
    const after = fate?.after ?? false;
    const mortal =
      (name: string, work: (...args: unknown[]) => Promise<unknown>) =>
      async (...args: unknown[]) => {
        if (this.#lost) throw new Error('The process is gone.');
        const fatal = (writes as readonly string[]).includes(name) && --this.#left === 0;
        if (fatal && !after) this.kill();
        else {
          const answer = await work(...args);
          if (!fatal) return answer;
          this.kill();
        }
        throw new Error('The process is gone.');
      };
    this.ledger = Object.fromEntries(
      Object.entries(ledger).map(([name, work]) => [name, mortal(name, work as (...args: unknown[]) => Promise<unknown>)]),
    ) as unknown as Ledger;
  }

  get isLost(): boolean {
    return this.#lost;
  }

  kill(): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#onDeath();
  }
}
