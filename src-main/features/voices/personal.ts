import { stat } from 'node:fs/promises';
import { consentEvents, type Consent } from '#shared/clone/consent.ts';
import type { CloneCharge } from '#shared/clone/recordings.ts';
import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import { cloneExtensions, cloneLimits } from '#shared/wire/voice-creation.ts';
import type { Visibility } from '#shared/wire/voices.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Ledger, LedgerEntry, Outcome } from '../../paid-requests/ledger/types.ts';
import { fileFailure } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';
import { nearest } from '../lip-sync/service.ts';
import type { PaidCoordinator, SentRequest } from '../../paid-requests/coordinator.ts';
import { createFingerprint, type FamilyWork } from '../../paid-requests/family.ts';
import { understood } from '../../service-client/reading/fields.ts';
import type { CreatedVoice } from '../../service-client/reading/voices.ts';
import { readVoiceId, voicePath } from '../../service-client/resources/personal-voices.ts';
import { encodeForm, firstField, type FormFile } from '../../service-client/multipart-form.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import type { VoiceDirectory } from './service.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** All recordings of a clone together. The interface bounds each at 10 MB, and shows no number of files. */
const maximumFormBytes = 64 * 1024 * 1024;

export interface CloneOrder {
  name: string;
  description?: string | undefined;
  referenceText?: string | undefined;
  visibility?: Visibility | undefined;
  /** The first is the primary one. */
  languages?: readonly string[] | undefined;
  files: readonly FormFile[];
  consent: Consent;
}

const voiceResult = ({ voiceId, title, createdAt }: Pick<CreatedVoice, 'voiceId' | 'title' | 'createdAt'>): Outcome['result'] => ({
  voiceId,
  title,
  createdAt,
});

/** Failure rules, row "voice create": never sent again by itself; looked up among the personal voices by name and time, and adopted. */
export const cloneWork: FamilyWork<string> = {
  family: 'voice-create',
  send: async (request, { client, signal }) => {
    const { voice, facts } = await client.personalVoices.create(request, signal);
    return { value: voice.voiceId, facts, result: voiceResult(voice) ?? {} };
  },
  lookUp: async (entry, { client, signal }) => {
    const name = firstField(entry.body);
    const { items } = await client.personalVoices.list({ modelType: 'personal', search: name, pageSize: 100 }, signal);
    const same = items.filter((voice) => voice.isPersonal !== false && voice.title === name);
    const timeOf = (voice: (typeof same)[number]): number | undefined => {
      const at = Date.parse(voice.created_at ?? '');
      return Number.isNaN(at) ? undefined : at;
    };
    return nearest(entry, same, timeOf).map((voice) => ({
      id: voice.voiceId,
      name: voice.title,
      createdAt: voice.created_at ?? null,
      status: null,
    }));
  },
  adopted: async (id, { client, signal }) => {
    const { voiceId, known } = await client.voice(id, signal);
    return { outcome: { result: { ...voiceResult({ voiceId, title: known.name, createdAt: known.createdAt }), adopted: true } } };
  },
};

/** Failure rules, row "voice delete": the service is asked first; one that it does not have is deleted. */
export const deletionWork: FamilyWork<string> = {
  family: 'voice-delete',
  send: async (request, { client, signal }) => {
    const { voiceId, facts } = await client.personalVoices.remove(request, signal);
    return { value: voiceId, facts, result: { voiceId } };
  },
  happened: async (entry, { client, signal }) => {
    try {
      await client.voice(readVoiceId(entry.path), signal);
      return false;
    } catch (thrown) {
      if (toFailure(thrown).kind === 'not-found') return true;
      throw thrown;
    }
  },
};

/** Of a voice, what is left out of an answer where it is not understood. */
const unknownFields = {
  name: undefined,
  isPersonal: undefined,
  primaryLanguage: undefined,
  languages: undefined,
  modelIds: undefined,
  description: undefined,
  createdAt: undefined,
  updatedAt: undefined,
};

export interface PersonalVoices {
  services: Pick<Services, 'voices.search' | 'voices.get' | 'voices.clone' | 'voices.delete'>;
  /** What `voices.clone` does, with files at their paths: the command line's way. */
  clone(order: CloneOrder, signal: AbortSignal, watch?: CloneWatch): Promise<SentRequest<string> & { charge?: CloneCharge }>;
}

interface CloneWatch {
  /** The operation's id, before anything is sent. */
  begun(operationId: string): void;
  /** Bytes of the form that have left. */
  sent(bytes: number, total: number): void;
}

export function createPersonalVoices(options: {
  coordinator: PaidCoordinator;
  ledger: Pick<Ledger, 'note' | 'balanceFell'>;
  account: Pick<AccountKeeper, 'refresh'>;
  log: Log;
  connection: ConnectionKeeper;
  voices: VoiceDirectory;
  uploadPath: (uploadId: string) => string | undefined;
}): PersonalVoices {
  const { coordinator, ledger, connection, voices, uploadPath } = options;

  const clone = async (order: CloneOrder, signal: AbortSignal, watch?: CloneWatch): ReturnType<PersonalVoices['clone']> => {
    const { name, description, referenceText, visibility, languages, files, consent } = order;
    if (files.length === 0) throw fail('invalid-input', message('clone.needsARecording'), { field: 'files' });
    for (const [index, file] of files.entries()) await checkRecording(file, index);
    const fields = {
      name: name.trim(),
      ...(description !== undefined && { description }),
      ...(referenceText !== undefined && { referenceText }),
      ...(visibility !== undefined && { visibility }),
      ...(languages !== undefined && { languages: JSON.stringify(languages) }),
    };
    const form = await encodeForm(fields, 'audioFiles', files, maximumFormBytes);
    const payment = {
      family: 'voice-create' as const,
      path: voicesV1Path,
      ...form,
      summary: messages.voices.cloneOf(fields.name),
      fingerprint: createFingerprint('voice-create', connection.current().id, form.contentType),
    };
    const total = form.body.byteLength;
    const work: FamilyWork<string> = {
      ...cloneWork,
      send: (request, tools) => cloneWork.send({ ...request, onSent: (bytes) => watch?.sent(bytes, total) }, tools),
    };
    const noted = async (operationId: string): Promise<void> => {
      await ledger.note(operationId, consentEvents[consent], {});
      watch?.begun(operationId);
    };
    const before = await readBalance(options, signal);
    const bought = await coordinator.send(watch === undefined ? cloneWork : work, payment, signal, noted);
    await voices.changed({ made: bought.value, name: fields.name });
    const charge = await learnCharge(options, bought.entry, before, signal);
    return { ...bought, ...(charge && { charge }) };
  };

  return {
    clone,
    services: {
      'voices.search': async (filter, { signal }) => {
        const given = Object.entries(filter).filter(([, value]) => value !== undefined);
        const { items, total, totalPages } = await (await connection.ready(signal)).personalVoices.list(Object.fromEntries(given), signal);
        return { voices: items, total: total ?? null, totalPages: totalPages ?? null };
      },
      'voices.get': async ({ voiceId }, { signal }) => {
        const { known, fields } = await (await connection.ready(signal)).voice(voiceId, signal);
        return understood(fields, { ...unknownFields, ...known, voiceId });
      },
      'voices.clone': async ({ files, ...order }, { signal }) => {
        const found = files.map(({ uploadId, name }, index) => {
          const path = uploadPath(uploadId);
          if (path === undefined) throw fail('invalid-input', message('sources.noSuchUpload'), { field: `files.${index}.uploadId` });
          return { path, name };
        });
        const { entry, value } = await clone({ ...order, consent: 'confirmed', files: found }, signal);
        return { operation: coordinator.shown(entry), voiceId: value };
      },
      'voices.delete': async ({ voiceId }, { signal }) => {
        const client = await connection.ready(signal);
        try {
          const { known } = await client.voice(voiceId, signal);
          const name = known.name ?? voices.lastKnown(voiceId)?.name ?? voiceId;
          const payment = {
            family: 'voice-delete' as const,
            method: 'DELETE' as const,
            path: voicePath(voiceId),
            body: new Uint8Array(),
            summary: messages.voices.deletionOf(name),
            fingerprint: createFingerprint('voice-delete', client.connectionId, voiceId),
          };
          const { entry } = await coordinator.send(deletionWork, payment, signal);
          await voices.changed({ deleted: voiceId });
          return { operation: coordinator.shown(entry) };
        } catch (thrown) {
          // It is not there, which is what was wanted: gone before, or deleted elsewhere in the same moment.
          if (!(thrown instanceof FailureError) || thrown.failure.kind !== 'not-found') throw thrown;
          await voices.changed({ deleted: voiceId });
          return { operation: null };
        }
      },
    },
  };
}

/** A read of the balance may hold a clone up for this long, in milliseconds. */
const balanceWithinMs = 5000;

interface Balances {
  account: Pick<AccountKeeper, 'refresh'>;
  ledger: Pick<Ledger, 'balanceFell'>;
  log: Log;
}

/** The balance now; `undefined` where the service does not say it, or not in time. */
async function readBalance({ account, log }: Balances, signal: AbortSignal): Promise<{ at: number; credits: number } | undefined> {
  try {
    const { asOf, credits } = await account.refresh(AbortSignal.any([signal, AbortSignal.timeout(balanceWithinMs)]));
    return credits === null ? undefined : { at: asOf, credits };
  } catch (thrown) {
    log.info('the balance around a clone could not be read', { kind: toFailure(thrown).kind });
    return undefined;
  }
}

/**
 * The interface reports no charge for a clone: what the balance fell by is what the next one is estimated to cost. It is this one's charge where nothing
 * else was under way, which the ledger knows. Undefined where nobody knows.
 */
async function learnCharge(
  options: Balances,
  { operationId, creditsUsed }: Pick<LedgerEntry, 'operationId' | 'creditsUsed'>,
  before: { at: number; credits: number } | undefined,
  signal: AbortSignal,
): Promise<CloneCharge | undefined> {
  if (creditsUsed !== null) return { credits: creditsUsed };
  if (before === undefined) return undefined;
  const after = await readBalance(options, signal);
  const credits = after === undefined ? 0 : before.credits - after.credits;
  if (credits <= 0) return undefined;
  const isNoted = await options.ledger.balanceFell(operationId, { since: before.at, credits }).catch((thrown: unknown) => {
    options.log.warn('the price of a clone could not be noted', { kind: toFailure(thrown).kind });
    return false;
  });
  return isNoted ? { credits, isByBalance: true } : undefined;
}

/** Caught here, before anything is sent: the interface's extensions and its 10 MB for each file. */
export async function checkRecording({ path, name }: FormFile, index: number): Promise<void> {
  const field = `files.${index}`;
  const extension = /\.([^.]*)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!(cloneExtensions as readonly string[]).includes(extension))
    throw fail('unsupported-media', message('voices.notACloneFile', name, cloneExtensions.join(', ')), { field });
  const { size } = await stat(path).catch((thrown: unknown) => {
    throw fileFailure(thrown, message('voices.theRecording', name));
  });
  if (size > cloneLimits.fileBytes)
    throw fail('too-large', message('voices.largerThan', name, Math.floor(cloneLimits.fileBytes / 1024 / 1024)), { field });
  if (size === 0) throw fail('invalid-input', message('voices.emptyFile', name), { field });
}
