import { shortenToLine } from '#shared/cut-text.ts';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import { expectSpoken, readCandidates, createDesignHistory, type DesignCandidate } from './history.ts';
import type { DesignStore } from './store.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { findEarlier } from '../../paid-requests/earlier.ts';
import { createFingerprint, jsonBody, type FamilyWork, type WorkTools } from '../../paid-requests/family.ts';
import type { Design } from '../../service-client/reading/designs.ts';
import { readPromised } from '../../service-client/polling.ts';
import { designSavePath } from '../../service-client/resources/designs.ts';
import type { VoiceDirectory } from '../voices/service.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

const maximumCandidates = 50;

/** The candidate with its preview on the disk; without one when the service has dropped it, which one 404 alone does not say. */
async function withPreview(entry: LedgerEntry, candidate: DesignCandidate, tools: WorkTools): Promise<DesignCandidate> {
  const { client, kept, sleep, signal } = tools;
  const fetched = async (): Promise<DesignCandidate> => {
    const { body, contentType } = await client.designs.preview(entry.taskId ?? '', candidate.candidateId, signal);
    return { ...candidate, preview: await kept.keep(body, contentType) };
  };
  try {
    return await (hasExpired(entry) ? fetched() : readPromised(fetched, { sleep, signal }));
  } catch (thrown) {
    if (toFailure(thrown).kind === 'not-found') return candidate;
    throw thrown;
  }
}

/** Whether the time is over for which the service said that it keeps the previews. */
function hasExpired({ result }: LedgerEntry): boolean {
  const expiresAt = result?.['expiresAt'];
  return typeof expiresAt === 'string' && Date.parse(expiresAt) < Date.now();
}

/**
 * Failure rules, row "voice design": sent again by a person's hand, with the same key and body. It is over when its previews are on this
 * machine's disk, where they outlive the service's own.
 */
export const designWork: FamilyWork<Design> = {
  family: 'design',
  send: async (request, { client, signal }) => {
    const { design, facts } = await client.designs.create(request, signal);
    const { designId, charactersUsed: amount, expiresAt = null } = design;
    const candidates: DesignCandidate[] = design.candidates
      .slice(0, maximumCandidates)
      .map(({ candidateId, provider = null }) => ({ candidateId, provider, preview: null }));
    return { value: design, facts, taskId: designId, amount, result: { designId, expiresAt, candidates } };
  },
  ask: async (entry, tools) => {
    const named = readCandidates(entry);
    if (named.length === 0) return { type: 'ended', state: 'unknown', outcome: { failure: noCandidates(entry) } };
    const candidates: DesignCandidate[] = [];
    for (const candidate of named) candidates.push(await withPreview(entry, candidate, tools));
    const files = candidates.flatMap(({ preview }) => preview ?? []);
    return { type: 'ended', state: 'done', outcome: { result: { ...entry.result, candidates, files } } };
  },
};

/** A design that was made, in an answer that names no candidate which the studio recognizes. */
const noCandidates = ({ taskId, creditsUsed, requestId }: LedgerEntry): Failure =>
  fail('bad-response', message('design.noCandidates', taskId ?? ''), {
    charged: creditsUsed === null ? 'unknown' : creditsUsed > 0 ? 'yes' : 'no',
    requestId,
  }).failure;

/** Failure rules, row "voice design, save": sent again by a person's hand, with the same key and body, which is answered with the same voice. */
export const designSaveWork: FamilyWork<string> = {
  family: 'design-save',
  send: async (request, { client, signal }) => {
    const { voice, facts } = await client.designs.save(request, signal);
    const { voiceId, title, createdAt } = voice;
    return { value: voiceId, facts, result: { voiceId, title, createdAt } };
  },
};

export function createDesigns(options: {
  coordinator: PaidCoordinator;
  ledger: Ledger;
  account: AccountKeeper;
  voices: VoiceDirectory;
  designs: DesignStore;
  connectionId: () => string;
}): Pick<Services, 'designs.create' | 'designs.earlier' | 'designs.save' | 'designs.list' | 'designs.mark' | 'designs.estimate'> {
  const { coordinator, ledger, account, voices, designs, connectionId } = options;

  /** An operation of the same work that is on its way, or whose previews are still to be fetched: it is gone on with, never paid for twice. */
  const underWay = async (fingerprint: string, signal: AbortSignal): Promise<LedgerEntry | undefined> => {
    const entry = await ledger.open(fingerprint, connectionId(), await account.userId(signal));
    if (entry?.state === 'waiting') await coordinator.retry(entry, signal);
    return entry?.state === 'waiting' || entry?.state === 'sending' ? entry : undefined;
  };
  const untilDone = async (operationId: string, signal: AbortSignal): Promise<PaidOperation> => {
    const operation = await coordinator.untilOver(operationId, signal, () => undefined);
    if (operation.state === 'done') return operation;
    if (operation.failure !== null) throw new FailureError(operation.failure);
    throw fail('cancelled', message('design.stoppedEarly'), { charged: 'unknown', next: 'retry' });
  };

  return {
    ...createDesignHistory(ledger, coordinator, designs, connectionId),
    'designs.earlier': (fields) =>
      findEarlier(ledger, { fingerprint: createFingerprint('design', connectionId(), fields) }, connectionId()),
    'designs.create': async (fields, { signal }) => {
      const payment = {
        family: 'design' as const,
        path: voiceDesignsPath,
        body: jsonBody(fields),
        unit: 'character' as const,
        amount: await expectSpoken(ledger, connectionId(), fields),
        summary: messages.design.ofPrompt(shortenToLine(fields.prompt)),
        fingerprint: createFingerprint('design', connectionId(), fields),
      };
      const { operationId } = (await underWay(payment.fingerprint, signal)) ?? (await coordinator.send(designWork, payment, signal)).entry;
      const operation = await untilDone(operationId, signal);
      return { operation, designId: operation.taskId ?? '', candidates: readCandidates({ result: operation.result }) };
    },
    'designs.save': async ({ designId, ...fields }, { signal }) => {
      const payment = {
        family: 'design-save' as const,
        path: designSavePath(designId),
        body: jsonBody(fields),
        summary: messages.design.voiceOfDesign(fields.name),
        fingerprint: createFingerprint('design-save', connectionId(), [designId, fields]),
      };
      const open = await underWay(payment.fingerprint, signal);
      const { operationId } = open ?? (await coordinator.send(designSaveWork, payment, signal)).entry;
      const operation = await untilDone(operationId, signal);
      const named = operation.result?.['voiceId'];
      const voiceId = typeof named === 'string' ? named : '';
      await voices.changed({ made: voiceId, name: fields.name });
      return { operation, voiceId };
    },
  };
}
