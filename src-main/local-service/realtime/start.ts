import { randomUUID } from 'node:crypto';
import { type RealtimeVersion, type Said, type StartEvent } from '#shared/wire/realtime.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Service } from '../service.ts';
import { planRealtime, type RealtimePlan } from './plan.ts';
import { spelled } from './read-event.ts';
import { Refusal } from './refusal.ts';
import { type KeptRequest, type RealtimeRequests } from './requests.ts';

/** A `start` whose fields belong together: its plan, its identity, and the request of the same identity that there was before. */
export interface ReadStart {
  plan: RealtimePlan;
  requestId: string;
  fingerprint: string;
  found: KeptRequest | undefined;
}

/** Throws {@link Refusal}. `unknown` are the fields that the version does not know. */
export function readStart(
  { service, requests, version }: { service: Service; requests: RealtimeRequests; version: RealtimeVersion },
  account: Account,
  event: StartEvent,
  unknown: readonly string[],
): ReadStart {
  const refuse = (code: 'invalid_message' | 'idempotency_conflict', name: string, message: string, stage?: string) => {
    const path = spelled(version, name);
    return new Refusal(code, `${path}: ${message}`, { path, stage });
  };
  if (event.mode === 'reliable' && event.requestId === undefined)
    throw refuse('invalid_message', 'requestId', 'is required in reliable mode');
  if (event.retryFailed && event.mode !== 'reliable') throw refuse('invalid_message', 'retryFailed', 'belongs to reliable mode');
  const plan = planRealtime(service, account, version, event.request, unknown);
  const requestId = event.requestId ?? `req_${randomUUID()}`;
  const fingerprint = `${event.mode} ${plan.fingerprint}`;
  const found = requests.find(account, requestId);
  if (found !== undefined && found.fingerprint !== fingerprint) {
    throw refuse('idempotency_conflict', 'requestId', 'was used with other parameters', 'start');
  }
  return { plan, requestId, fingerprint, found };
}

/** Answers a `start` whose request there was already. */
export function statusOf(requests: RealtimeRequests, account: Account, found: KeptRequest): Said {
  const status = requests.status(account, found.id);
  return {
    event: 'request_status',
    requestId: found.id,
    state: found.state,
    retryable: found.state === 'failed_retryable',
    units: status?.units ?? 0,
    resultAvailable: status?.resultAvailable ?? false,
  };
}

export function readyOf(
  event: StartEvent,
  plan: RealtimePlan,
  version: RealtimeVersion,
  session: { requestId: string; sessionId: string; sampleRate?: number; channels?: number; bitDepth?: number },
): Said {
  return {
    event: 'ready',
    mode: event.mode,
    ...session,
    provider: plan.model.family,
    modelId: plan.model.id,
    voiceId: plan.voiceId,
    format: plan.format,
    protocolVersion: version,
    ...((version === 'v3' || event.request.parameterProfile !== undefined) && { effectiveRequest: plan.effective }),
    ...(version === 'v3' && { warnings: plan.warnings.map((warning) => ({ ...warning })) }),
  };
}
