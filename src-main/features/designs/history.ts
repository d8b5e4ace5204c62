import type { z } from 'zod';
import type { Services } from '#shared/operations/index.ts';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { designProviders, designRequest, designSave } from '#shared/wire/voice-designs.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import type { DesignStore } from './store.ts';

/** A candidate as the ledger keeps it; `preview` is null until its sound is on the disk, and for one that the service dropped. */
export type DesignCandidate = DesignRecord['candidates'][number];

/** Operations that are read of the ledger at once, and looked through for one answer. */
const page = 200;
const lookedThrough = 2_000;
/** Designs that a price is learned from. */
const learnedFrom = 50;

export function readCandidates({ result }: Pick<LedgerEntry, 'result'>): DesignCandidate[] {
  return Array.isArray(result?.['candidates']) ? (result['candidates'] as DesignCandidate[]) : [];
}

/** What was sent; it was checked before it was, and is read here all the same. */
function sent<T>(schema: z.ZodType<T>, { body }: LedgerEntry): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(body).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

type DesignRequest = Pick<z.output<typeof designRequest>, 'previewText' | 'providers'>;

const orderOf = (entry: LedgerEntry): z.output<typeof designRequest> | undefined => sent(designRequest, entry);
const designIdOf = ({ path }: LedgerEntry): string => decodeURIComponent(path.split('/').at(-2) ?? '');

/** The designs of the ledger: what was asked for, what came, what was saved of it, and what a person made of it. */
export function createDesignHistory(
  ledger: Ledger,
  coordinator: PaidCoordinator,
  store: DesignStore,
  connectionId: () => string,
): Pick<Services, 'designs.list' | 'designs.mark' | 'designs.estimate'> {
  const savesByDesign = async (): Promise<Map<string, DesignRecord['saves']>> => {
    const found = new Map<string, DesignRecord['saves']>();
    let before: string | undefined;
    for (let read = 0; read < lookedThrough; read += page) {
      const entries = await ledger.list({ families: ['design-save'], limit: page, ...(before !== undefined && { before }) });
      for (const entry of entries) {
        const fields = sent(designSave, entry);
        const voiceId = entry.state === 'done' && typeof entry.result?.['voiceId'] === 'string' ? entry.result['voiceId'] : null;
        const key = `${entry.connectionId} ${designIdOf(entry)}`;
        if (fields !== undefined) found.set(key, [{ operation: coordinator.shown(entry), fields, voiceId }, ...(found.get(key) ?? [])]);
      }
      before = entries.at(-1)?.operationId;
      if (entries.length < page) break;
    }
    return found;
  };

  const recordOf = (entry: LedgerEntry, saves: Map<string, DesignRecord['saves']>): DesignRecord | undefined => {
    const order = orderOf(entry);
    if (order === undefined) return undefined;
    const expiresAt = entry.result?.['expiresAt'];
    return {
      operation: coordinator.shown(entry),
      prompt: order.prompt,
      previewText: order.previewText,
      providers: order.providers ?? [...designProviders],
      candidates: readCandidates(entry),
      expiresAt: typeof expiresAt === 'string' ? expiresAt : null,
      saves: entry.taskId === null ? [] : (saves.get(`${entry.connectionId} ${entry.taskId}`) ?? []),
      marks: store.read(entry.operationId),
    };
  };

  return {
    'designs.list': async ({ search = '', removed, before, limit }) => {
      const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
      const saves = await savesByDesign();
      const designs: DesignRecord[] = [];
      let last = before;
      for (let read = 0; read < lookedThrough; read += page) {
        const entries = await ledger.list({ families: ['design'], limit: page, ...(last !== undefined && { before: last }) });
        for (const entry of entries) {
          last = entry.operationId;
          if (store.read(entry.operationId).removed !== removed) continue;
          const record = recordOf(entry, saves);
          if (record === undefined || !holds(record, words)) continue;
          designs.push(record);
          if (designs.length === limit) return { designs, next: last };
        }
        if (entries.length < page) return { designs, next: null };
      }
      return { designs, next: last ?? null };
    },
    'designs.mark': ({ operationId, ...change }) => Promise.resolve(store.change(operationId, change)),
    'designs.estimate': async ({ characters, providers }) => {
      const { credits, ordered, designs } = await sumPaidDesigns(ledger, connectionId());
      const price =
        ordered === 0 ? await ledger.price(connectionId(), { unit: 'character', family: 'design' }) : { creditsPerUnit: credits / ordered };
      return { credits: price === undefined ? null : price.creditsPerUnit * characters * providers, learnedFrom: designs };
    },
  };
}

/** What the designs that were paid for cost: credits, characters by provider that were ordered, and characters that the service spoke and charged for. */
async function sumPaidDesigns(
  ledger: Pick<Ledger, 'list'>,
  connectionId: string,
): Promise<{ credits: number; ordered: number; spoken: number; designs: number }> {
  const done = await ledger.list({ families: ['design'], states: ['done'], limit: page });
  const paid = done.filter((entry) => entry.connectionId === connectionId && entry.creditsUsed !== null).slice(0, learnedFrom);
  const sum = { credits: 0, ordered: 0, spoken: 0, designs: paid.length };
  for (const entry of paid) {
    const order = orderOf(entry);
    sum.credits += entry.creditsUsed ?? 0;
    sum.ordered += (order?.previewText.length ?? 0) * (order?.providers ?? designProviders).length;
    sum.spoken += entry.amount;
  }
  return sum;
}

/**
 * Characters that all previews of a design will speak, as a cap counts them before it is sent. A price is learned by the character that was spoken, and a
 * provider may speak the text more than once.
 */
export async function expectSpoken(ledger: Pick<Ledger, 'list'>, connectionId: string, order: DesignRequest): Promise<number> {
  const wanted = order.previewText.length * (order.providers ?? designProviders).length;
  const { ordered, spoken } = await sumPaidDesigns(ledger, connectionId);
  return ordered === 0 ? wanted : Math.round((wanted * spoken) / ordered);
}

function holds({ prompt, previewText, saves }: DesignRecord, words: readonly string[]): boolean {
  const text = [prompt, previewText, ...saves.map(({ fields }) => fields.name)].join('\n').toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
