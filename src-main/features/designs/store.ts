import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { designMarksSchema, type DesignMarks } from '#shared/operations/paid.ts';
import { errorCode, fileFailure, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Designs that something is written down of; past it, what was written first goes. */
const maximumDesigns = 5_000;
const pages = z.record(z.string(), designMarksSchema);

const noMarks: DesignMarks = { removed: false, winner: null, scores: {}, revealed: false };

/** What a person made of designs by listening, by the operation's id; in `designs.json` of the profile. The ledger holds what was paid for. */
export interface DesignNotebook {
  of(operationId: string): DesignMarks;
  /** Durable when it returns; throws `disk-full` or `file-failed`, and then nothing has changed. */
  mark(operationId: string, change: { [K in keyof DesignMarks]?: DesignMarks[K] | undefined }): DesignMarks;
}

/** Opens the notebook of a profile. One that cannot be read is set aside: every design is listed again, without its marks. */
export function openDesignNotebook(profileDirectory: string, log: Log): DesignNotebook {
  const path = join(profileDirectory, 'designs.json');
  let kept = new Map<string, DesignMarks>();
  try {
    kept = new Map(Object.entries(pages.parse(JSON.parse(readFileSync(path, 'utf8')))));
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') {
      log.error('The marks of voice designs could not be read and were set aside.', { path });
      try {
        renameSync(path, `${path}.damaged`);
      } catch {
        // It cannot be moved either; the next mark replaces it.
      }
    }
  }
  return {
    of: (operationId) => kept.get(operationId) ?? noMarks,
    mark: (operationId, change) => {
      const before = kept.get(operationId) ?? noMarks;
      const marks: DesignMarks = {
        removed: change.removed ?? before.removed,
        winner: change.winner === undefined ? before.winner : change.winner,
        scores: change.scores ?? before.scores,
        revealed: change.revealed ?? before.revealed,
      };
      const next = new Map(kept);
      next.delete(operationId);
      next.set(operationId, marks);
      for (const oldest of next.keys()) {
        if (next.size <= maximumDesigns) break;
        next.delete(oldest);
      }
      try {
        replaceFile(path, Buffer.from(`${JSON.stringify(Object.fromEntries(next))}\n`));
      } catch (thrown) {
        throw fileFailure(thrown, message('design.favorites'));
      }
      kept = next;
      return marks;
    },
  };
}
