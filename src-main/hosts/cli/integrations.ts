import { cutText } from '#shared/cut-text.ts';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { FailureError, invalidInput, toFailure } from '#shared/failure.ts';
import { engineSpeechPath, engineSpeechRequest, openAiSpeechPath, openAiSpeechRequest } from '#shared/wire/compatibility.ts';
import { speechV1Path, speechV1Request } from '#shared/wire/speech-v1.ts';
import { speechV2Path, speechV2Request } from '#shared/wire/speech-v2.ts';
import type { EngineTools } from '../../paid-requests/engine.ts';
import { sendPaid, type SendCall } from '../../paid-requests/send.ts';
import type { OperationFamily } from '../../paid-requests/family-rules.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import type { AnswerFacts, AudioAnswer } from '../../service-client/exchange.ts';

/** The endpoints of version 1 and 2 and those for clients of others, by which people test integrations of their own. */
export const integrationEndpoints = ['v1', 'v1-cached', 'v2', 'engine', 'openai'] as const;
export type IntegrationEndpoint = (typeof integrationEndpoints)[number];

export interface IntegrationRequest {
  endpoint: IntegrationEndpoint;
  /** As the endpoint's own schema in `src-shared/wire` has it; `cache` of version 1 goes by the endpoint. */
  body: Readonly<Record<string, unknown>>;
  /** The `model` header of `engine`. */
  model?: string | undefined;
  /** Of version 1, whose `X-Request-Id` it becomes; no other of these knows a repetition. */
  idempotencyKey?: string | undefined;
}

export interface IntegrationAnswer {
  operationId: string;
  facts: AnswerFacts;
  /** Of `v1-cached`: what the service stored, its address and expiry among it. */
  stored: Readonly<Record<string, unknown>> | undefined;
}

export interface IntegrationTools extends EngineTools {
  client: ServiceClient;
}

/** Takes the sound to where it is kept; settles when it is whole on the disk. */
export type Landing = (sound: AsyncIterable<Uint8Array>) => Promise<void>;

const endpoints: Readonly<Record<IntegrationEndpoint, { family: OperationFamily; path: string; schema: z.ZodType<object>; text: string }>> =
  {
    v1: { family: 'speech-v1', path: speechV1Path, schema: speechV1Request, text: 'text' },
    'v1-cached': { family: 'speech-v1-cached', path: speechV1Path, schema: speechV1Request, text: 'text' },
    v2: { family: 'speech-v2', path: speechV2Path, schema: speechV2Request, text: 'text' },
    engine: { family: 'compatibility', path: engineSpeechPath, schema: engineSpeechRequest, text: 'text' },
    openai: { family: 'compatibility', path: openAiSpeechPath, schema: openAiSpeechRequest, text: 'input' },
  };

/**
 * Has an endpoint of an earlier version speak, by its family's row of the failure rules. The sound is handed to `land` and is there whole
 * before the ledger says `done`. Fails with `invalid-input` for a body that is none of the endpoint's, and as `sendPaid` does.
 */
export async function speakThrough(
  tools: IntegrationTools,
  request: IntegrationRequest,
  land: Landing,
  call: SendCall,
): Promise<IntegrationAnswer> {
  const { family, path, schema, text } = endpoints[request.endpoint];
  const checked = schema.safeParse(request.endpoint === 'v1-cached' ? { ...request.body, cache: true } : request.body);
  if (!checked.success) throw invalidInput(checked.error);
  const json = JSON.stringify(checked.data);
  const sent = String((checked.data as Record<string, unknown>)[text]);
  const payment = {
    family,
    path,
    body: Buffer.from(json),
    summary: cutText(sent, 80),
    amount: sent.length,
    unit: 'character' as const,
    fingerprint: createHash('sha256')
      .update(`${path}\n${request.model ?? ''}\n${json}`)
      .digest('hex'),
    ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey, requestId: request.idempotencyKey }),
  };
  if (request.endpoint === 'v1-cached') return speakCached(tools, payment, land, call);
  const { client } = tools;
  const { facts, operationId } = await sendPaid(
    tools,
    payment,
    async (sent, signal) => {
      const answer: AudioAnswer =
        request.endpoint === 'v1'
          ? await client.speechV1.speak(sent, signal)
          : request.endpoint === 'v2'
            ? await client.speechV2.speak(sent, signal)
            : request.endpoint === 'engine'
              ? await client.compatibility.engineStyle(sent, request.model, signal)
              : await client.compatibility.openAiStyle(sent, signal);
      const { body, ...known } = answer;
      await landPaid(land, body);
      return { value: null, facts: known };
    },
    call,
  );
  return { operationId, facts: { ...noFacts, ...facts }, stored: undefined };
}

/** Paid with the answer, kept with the download: in between it is `waiting`, and the same ids have the same answer again. */
async function speakCached(
  tools: IntegrationTools,
  payment: Parameters<typeof sendPaid>[1],
  land: Landing,
  call: SendCall,
): Promise<IntegrationAnswer> {
  const { client, ledger } = tools;
  const { value, facts, operationId } = await sendPaid(
    tools,
    payment,
    async (sent, signal) => {
      const { cached, ...known } = await client.speechV1.cached(sent, signal);
      const result = { audio_url: cached.audio_url, expires_at: cached.expires_at };
      return { value: cached, facts: known, result, taskId: sent.requestId };
    },
    call,
  );
  try {
    await landPaid(land, (await client.speechV1.cachedAudio(value.audio_url, call.signal)).body);
  } catch (thrown) {
    const failure = paidFor(thrown);
    await ledger.settle(operationId, 'unknown', { failure: failure.failure });
    throw failure;
  }
  await ledger.settle(operationId, 'done', {});
  return { operationId, facts: { ...noFacts, ...facts }, stored: { ...value } };
}

const noFacts: AnswerFacts = {
  status: 200,
  requestId: undefined,
  quotaRemaining: undefined,
  creditsUsed: undefined,
  ignoredParameters: [],
};

async function landPaid(land: Landing, sound: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await land(sound);
  } catch (thrown) {
    throw paidFor(thrown);
  }
}

/** What fails after the service has answered with a success was paid for, whatever failed. */
function paidFor(thrown: unknown): FailureError {
  const failure = toFailure(thrown);
  return new FailureError({ ...failure, charged: failure.charged === 'no' ? 'yes' : failure.charged }, { cause: thrown });
}
