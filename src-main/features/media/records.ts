import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { mediaReference, type MediaRecord, type MediaReference } from '#shared/operations/media.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import { readMediaOrder } from './order.ts';

/** The line of an operation's timeline that names the gallery's images it was made of. */
const referencesEvent = 'references';
const referencesNoted = z.object({ of: z.array(mediaReference) });

/** Images and videos as the ledger has them. */
export class MediaRecords {
  readonly #ledger: Ledger;
  readonly #coordinator: PaidCoordinator;

  constructor(ledger: Ledger, coordinator: PaidCoordinator) {
    this.#ledger = ledger;
    this.#coordinator = coordinator;
  }

  /** Fails with `not-found` for an operation that is no image and no video. */
  async find(operationId: string): Promise<LedgerEntry> {
    const entry = await this.#ledger.entry(operationId);
    if (entry?.family !== 'image' && entry?.family !== 'video')
      throw fail('not-found', message('imagesVideo.noSuchResult'), { field: 'operationId' });
    return entry;
  }

  /** Notes which images of the gallery and files of this machine a request was made of; what was sent as it was given stands in the request itself. */
  async noteReferences(operationId: string, references: readonly MediaReference[], sent: readonly string[]): Promise<void> {
    if (references.some((reference, index) => !('address' in reference) || reference.address !== sent[index]))
      await this.#ledger.note(operationId, referencesEvent, { of: references });
  }

  /** `undefined` where the request that was sent cannot be read. */
  async toRecord(entry: LedgerEntry): Promise<MediaRecord | undefined> {
    const order = readMediaOrder(entry);
    if (order === undefined) return undefined;
    if (order.references.length > 0) {
      const events = await this.#ledger.events(entry.operationId);
      const noted = referencesNoted.safeParse(events.find(({ event }) => event === referencesEvent)?.facts);
      noted.data?.of.forEach((reference, index) => {
        const shown = order.references[index];
        if (!shown) return;
        if ('operationId' in reference) shown.operationId = reference.operationId;
        else shown.address = reference.address;
      });
    }
    return {
      operation: this.#coordinator.shown(entry),
      kind: entry.family === 'image' ? 'image' : 'video',
      order,
      key: entry.idempotencyKey,
    };
  }
}
