import type { Services } from '#shared/operations/index.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import type { SendReachable } from '../bucket/uploads.ts';
import type { Order } from '../../paid-requests/engine.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { findEarlier } from '../../paid-requests/earlier.ts';
import { adoptedJob, mediaJobWork } from '../../paid-requests/media-job.ts';
import { findFileName, createFingerprint, jsonBody, type FamilyWork } from '../../paid-requests/family.ts';
import { readPages } from '../../service-client/reading/list.ts';
import type { JobRecord } from '../../service-client/reading/media-job.ts';
import { messages } from '#shared/messages/index.ts';

export interface LipSyncOrder {
  videoUrl: string;
  audioUrl: string;
  videoExtension?: boolean | undefined;
  expectedSeconds?: number | undefined;
}

/** Candidates are looked for from this long before the first send, in milliseconds: clocks differ. */
const lookBack = 10 * 60_000;
const pages = { size: 100, most: 3 } as const;

/** Failure rules, row "lip-sync create": never sent again by itself; looked up in the list by time, and adopted. */
export const lipSyncWork: FamilyWork<JobRecord> = {
  ...mediaJobWork('lip-sync', (client) => client.lipSync),
  lookUp: async (entry, { client, signal }) => {
    const { items: found } = await readPages(
      (page) => client.lipSync.list({ page, limit: pages.size }, signal),
      ({ id }) => id,
      {
        most: pages.most,
      },
    );
    return nearest(entry, found, createdAt).map(({ id, status, createdAt }) => ({
      id,
      status,
      name: messages.lipSync.exportFileName(id),
      createdAt: createdAt ?? null,
    }));
  },
  adopted: async (id, { client, signal }) => adoptedJob(await client.lipSync.get(id, signal)),
};

const fieldsOf = ({ videoUrl, audioUrl, videoExtension }: LipSyncOrder) => ({
  video_url: videoUrl,
  audio_url: audioUrl,
  ...(videoExtension === true && { video_extension: true }),
});

/**
 * The price is learned for each billed second, which only the answer tells. `given` is what a person gave, where that is sent by addresses of
 * the moment: it names the work.
 */
export function lipSyncPayment(order: LipSyncOrder, connectionId: string, given = order): Order {
  return {
    family: 'lip-sync',
    path: lipSyncPath,
    body: jsonBody(fieldsOf(order)),
    summary: messages.lipSync.ofVideoWithSound(findFileName(given.videoUrl), findFileName(given.audioUrl)),
    unit: 'second',
    amount: order.expectedSeconds,
    fingerprint: createFingerprint('lip-sync', connectionId, fieldsOf(given)),
  };
}

export function createLipSync(
  coordinator: PaidCoordinator,
  ledger: Pick<Ledger, 'paid' | 'pending'>,
  connectionId: () => string,
  sendReachable: SendReachable,
): Pick<Services, 'lipSync.create' | 'lipSync.earlier'> {
  return {
    'lipSync.earlier': (order) => findEarlier(ledger, lipSyncPayment(order, connectionId()), connectionId()),
    'lipSync.create': async (order, { signal, emit }) =>
      sendReachable([order.videoUrl, order.audioUrl], { signal, onProgress: emit }, async ([videoUrl = '', audioUrl = ''], noted) => {
        const payment = lipSyncPayment({ ...order, videoUrl, audioUrl }, connectionId(), order);
        return coordinator.shown((await coordinator.send(lipSyncWork, payment, signal, noted)).entry);
      }),
  };
}

function createdAt(job: JobRecord | undefined): number | undefined {
  const at = Date.parse(job?.createdAt ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** What was made since the operation was sent, the nearest to it first; what has no time comes last. */
export function nearest<T>(entry: LedgerEntry, found: readonly T[], timeOf: (one: T) => number | undefined): T[] {
  const away = (one: T): number => Math.abs((timeOf(one) ?? Infinity) - entry.lastSentAt);
  return found.filter((one) => (timeOf(one) ?? Infinity) >= entry.firstSentAt - lookBack).sort((a, b) => away(a) - away(b));
}
