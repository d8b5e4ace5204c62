import { join } from 'node:path';
import { z } from 'zod';
import { designMarksSchema, type DesignMarks } from '#shared/operations/paid.ts';
import { JsonFile } from '../../infra/json-file.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Designs whose marks are stored; past it, those that were changed first go. */
const maximumDesigns = 5_000;

const noMarks: DesignMarks = { removed: false, winner: null, scores: {}, revealed: false };

/**
 * What a person made of designs by listening, by the operation's id; in `designs.json` of the profile. The ledger holds what was paid for. A
 * file that cannot be read is set aside: every design is listed again, without its marks.
 */
export class DesignStore {
  readonly #file: JsonFile<Record<string, DesignMarks>>;

  constructor(profileDirectory: string, log: Log) {
    this.#file = new JsonFile<Record<string, DesignMarks>>(join(profileDirectory, 'designs.json'), {
      schema: z.record(z.string(), designMarksSchema),
      empty: {},
      subject: message('design.favorites'),
      damaged: 'The marks of voice designs could not be read and were set aside.',
      log,
    });
  }

  read(operationId: string): DesignMarks {
    const marks = this.#file.read();
    return Object.hasOwn(marks, operationId) ? (marks[operationId] ?? noMarks) : noMarks;
  }

  /** Durable when it returns; fails with `disk-full` or `file-failed`, and then nothing has changed. */
  change(operationId: string, change: { [K in keyof DesignMarks]?: DesignMarks[K] | undefined }): DesignMarks {
    const before = this.read(operationId);
    const marks: DesignMarks = {
      removed: change.removed ?? before.removed,
      winner: change.winner === undefined ? before.winner : change.winner,
      scores: change.scores ?? before.scores,
      revealed: change.revealed ?? before.revealed,
    };
    const next = new Map(Object.entries(this.#file.read()));
    next.delete(operationId);
    next.set(operationId, marks);
    for (const oldest of next.keys()) {
      if (next.size <= maximumDesigns) break;
      next.delete(oldest);
    }
    this.#file.write(Object.fromEntries(next));
    return marks;
  }
}
