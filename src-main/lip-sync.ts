import type { Services } from '#shared/operations.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import type { Payment } from './ledger/pay.ts';
import type { LedgerEntry } from './ledger/types.ts';
import type { PaidDesk } from './paid-work/desk.ts';
import { adoptedJob, mediaJobWork } from './paid-work/media-job.ts';
import { fileOf, fingerprintOf, jsonBody, type FamilyWork } from './paid-work/work.ts';
import type { JobRecord } from './service/job-record.ts';

export interface LipSyncOrder {
  videoUrl: string;
  audioUrl: string;
  videoExtension?: boolean | undefined;
}

/** Candidates are looked for from this long before the first send, in milliseconds: clocks differ. */
export const lookBack = 10 * 60_000;
const pages = { size: 100, most: 3 } as const;

/** Failure rules, row "lip-sync create": never sent again by itself; looked up in the list by time, and adopted. */
export const lipSyncWork: FamilyWork<JobRecord> = {
  ...mediaJobWork('lip-sync', (client) => client.lipSync),
  lookUp: async (entry, { client, signal }) => {
    const found: JobRecord[] = [];
    for (let page = 1; page <= pages.most; page++) {
      const { jobs } = await client.lipSync.list({ page, limit: pages.size }, signal);
      found.push(...jobs);
      const oldest = createdAt(jobs.at(-1));
      if (jobs.length < pages.size || (oldest !== undefined && oldest < entry.firstSentAt - lookBack)) break;
    }
    return nearest(entry, found, createdAt).map(({ id, status, createdAt }) => ({
      ...{ id, status, name: `Lip sync ${id}`, createdAt: createdAt ?? null },
    }));
  },
  adopted: async (id, { client, signal }) => adoptedJob(await client.lipSync.get(id, signal)),
};

/** The price is learned for each billed second, which only the answer tells. */
export function lipSyncPayment({ videoUrl, audioUrl, videoExtension }: LipSyncOrder, connectionId: string): Payment {
  const fields = { video_url: videoUrl, audio_url: audioUrl, ...(videoExtension === true && { video_extension: true }) };
  return {
    family: 'lip-sync',
    path: lipSyncPath,
    body: jsonBody(fields),
    summary: `Lip sync of ${fileOf(videoUrl)} with ${fileOf(audioUrl)}`,
    unit: 'second',
    fingerprint: fingerprintOf('lip-sync', connectionId, fields),
  };
}

export function createLipSync(desk: PaidDesk, connectionId: () => string): Pick<Services, 'lipSync.create'> {
  return {
    'lipSync.create': async (order, { signal }) =>
      desk.shown((await desk.buy(lipSyncWork, lipSyncPayment(order, connectionId()), signal)).entry),
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
