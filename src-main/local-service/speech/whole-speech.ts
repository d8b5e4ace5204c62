import { type Context } from 'hono';
import { codes, contentTypes } from '#shared/wire/common.ts';
import { beginPaidCall, paidHeaders } from '../accounts/paid-call.ts';
import { Dropped, type Env } from '../http/environment.ts';
import { ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { ModelFailed } from '../models/model-host.ts';
import { wavHeader } from '../sound/encode.ts';
import { sampleRate } from '../sound/engine.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { SynthesisBusy } from '../sound/synthesis.ts';
import { type SpeechPlan } from './speech-plan.ts';

/** What sets the answer apart from a WAV: raw samples need their rate said. */
const pcmType = `${contentTypes.pcm}; rate=${sampleRate}; channels=1`;

export interface WholeSpeech {
  plan: SpeechPlan;
  /** The request id of an endpoint that has idempotency. */
  id: string | undefined;
  fingerprint: string;
  /** Samples without the header of their WAV. */
  raw?: boolean;
}

/** Makes a speech, charges it, and answers with its bytes: the one way of every sync endpoint. Throws 402, the 409s, 429 and 500. */
export async function answerWithSpeech(service: Service, c: Context<Env>, speech: WholeSpeech): Promise<Response> {
  const { bytes, headers } = await paidSpeech(service, c, speech, undefined);
  const type = speech.raw === true ? pcmType : contentTypes[speech.plan.order.format];
  return new Response(bytes, { headers: { 'Content-Type': type, 'Content-Length': String(bytes.length), ...headers } });
}

interface Paid {
  characters: number;
  credits: number;
  quotaRemaining: number;
}

/** `keep` is called in the transaction that settles the charge and returns the id of what it kept for a replay. */
export async function paidSpeech(
  service: Service,
  c: Context<Env>,
  { plan, id, fingerprint, raw }: WholeSpeech,
  keep: ((bytes: Uint8Array, paid: Paid) => string) | undefined,
): Promise<{ bytes: Buffer<ArrayBuffer>; headers: Record<string, string> }> {
  const call = beginPaidCall(service, c, plan, id, fingerprint);
  let bytes: Buffer<ArrayBuffer>;
  try {
    if (c.get('struck').of('fail-generation')) throw new Error('The generation failed, as asked for');
    // Whole before it is answered: a failure has a status, and the answer its length. A client that leaves has paid.
    bytes = await wholeSpeech(service, call.order, raw ?? false);
    call.complete(keep && (() => keep(bytes, call.charge)));
  } catch (error) {
    call.refund();
    throw generationFailure(error);
  }
  if (c.get('struck').of('drop-after-charge')) throw new Dropped();
  return { bytes, headers: paidHeaders(plan, call.charge) };
}

async function wholeSpeech(service: Service, order: SpeechOrder, raw: boolean): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const piece of service.synthesis.speak(order)) if (piece.kind === 'audio') parts.push(piece.bytes);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat(order.format === 'wav' && !raw ? [wavHeader(length), ...parts] : parts);
}

/** The charge is refunded by now. */
export function generationFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof SynthesisBusy) {
    return new ServiceError(429, codes.rateLimited, 'Too many speeches are waiting', { headers: { 'Retry-After': '2' } });
  }
  console.error(error);
  if (error instanceof ModelFailed) return new ServiceError(500, codes.generationFailed, `${error.message}; the charge was refunded`);
  return new ServiceError(500, codes.generationFailed, 'The speech could not be made; the charge was refunded');
}
