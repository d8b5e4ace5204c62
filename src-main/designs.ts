import { fail, toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { voiceDesignsPath, type Design } from '#shared/wire/voice-designs.ts';
import type { LedgerEntry } from './ledger/types.ts';
import type { PaidDesk } from './paid-work/desk.ts';
import { fingerprintOf, jsonBody, lineOf, type FamilyWork, type WorkTools } from './paid-work/work.ts';
import { designSavePath } from './service/resources/designs.ts';
import type { VoiceBook } from './voices.ts';

/** A candidate as the ledger keeps it; `preview` is null until its sound is on the disk, and for one that the service dropped. */
interface DesignCandidate {
  candidateId: string;
  provider: string | null;
  preview: KeptFile | null;
}
const maximumCandidates = 50;

function candidatesOf({ result }: Pick<LedgerEntry, 'result'>): DesignCandidate[] {
  return Array.isArray(result?.['candidates']) ? (result['candidates'] as DesignCandidate[]) : [];
}

async function previewOf(designId: string, candidate: DesignCandidate, { client, kept, signal }: WorkTools): Promise<DesignCandidate> {
  try {
    const { body, contentType } = await client.designs.preview(designId, candidate.candidateId, signal);
    return { ...candidate, preview: await kept.keep(body, contentType) };
  } catch (thrown) {
    if (toFailure(thrown).kind === 'not-found') return candidate; // previews are kept for a while by the service
    throw thrown;
  }
}

/**
 * Failure rules, row "voice design": sent again by a person's hand, with the same key and body. It is over when its previews are on this
 * machine's disk, where they outlive the service's own.
 */
export const designWork: FamilyWork<Design> = {
  family: 'design',
  send: async (request, { client, signal }) => {
    const { design, facts } = await client.designs.create(request, signal);
    const { designId, billing, expiresAt = null } = design;
    const candidates: DesignCandidate[] = design.candidates
      .slice(0, maximumCandidates)
      .map(({ candidateId, provider = null }) => ({ candidateId, provider, preview: null }));
    return { value: design, facts, taskId: designId, amount: billing?.characters_used, result: { designId, expiresAt, candidates } };
  },
  ask: async (entry, tools) => {
    const candidates: DesignCandidate[] = [];
    for (const candidate of candidatesOf(entry)) candidates.push(await previewOf(entry.taskId ?? '', candidate, tools));
    const files = candidates.flatMap(({ preview }) => preview ?? []);
    return { type: 'ended', state: 'done', outcome: { result: { ...entry.result, candidates, files } } };
  },
};

/** Failure rules, row "voice design, save": sent again by a person's hand, with the same key and body, which is answered with the same voice. */
export const designSaveWork: FamilyWork<string> = {
  family: 'design-save',
  send: async (request, { client, signal }) => {
    const { voice, facts } = await client.designs.save(request, signal);
    const { voiceId, title, createdAt } = voice;
    return { value: voiceId, facts, result: { voiceId, title, createdAt } };
  },
};

export function createDesigns(
  desk: PaidDesk,
  voices: VoiceBook,
  connectionId: () => string,
): Pick<Services, 'designs.create' | 'designs.save'> {
  return {
    'designs.create': async (fields, { signal }) => {
      const payment = {
        ...{ family: 'design' as const, path: voiceDesignsPath, body: jsonBody(fields) },
        ...{ unit: 'character' as const, amount: fields.previewText.length },
        summary: `Voice design: “${lineOf(fields.prompt)}”`,
        fingerprint: fingerprintOf('design', connectionId(), fields),
      };
      const { entry } = await desk.buy(designWork, payment, signal);
      const operation = await desk.untilOver(entry.operationId, signal, () => undefined);
      const designId = operation.taskId;
      if (designId === null || operation.state !== 'done')
        throw fail('cancelled', 'Stopped before the previews were here. They can be fetched under Jobs.', {
          charged: 'yes',
          next: 'retry',
        });
      return { operation, designId, candidates: candidatesOf({ result: operation.result }) };
    },
    'designs.save': async ({ designId, ...fields }, { signal }) => {
      const payment = {
        ...{ family: 'design-save' as const, path: designSavePath(designId), body: jsonBody(fields) },
        summary: `Voice of a design: ${fields.name}`,
        fingerprint: fingerprintOf('design-save', connectionId(), [designId, fields]),
      };
      const { entry, value } = await desk.buy(designSaveWork, payment, signal);
      voices.forgetVoices();
      return { operation: desk.shown(entry), voiceId: value };
    },
  };
}
