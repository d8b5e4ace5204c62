import { z } from 'zod';

/**
 * Realtime text to speech (interface, "Realtime TTS v2", "Realtime TTS v3"): what both versions share. Fields stand here under their
 * version 3 names; `realtime-v2.ts` and `realtime-v3.ts` spell them out.
 *
 * Not shown, and chosen by the local service:
 * - `quota` of `authenticated` is the remaining API quota as a number; `site` is `local`; `protocol_version` is `v2` or `v3`; `provider` is the family of the model.
 * - A unit is a character (UTF-16 unit) of text. A segment that is sent again after a retry counts its units, and is charged no second time while its first charge stands.
 * - Simple mode names its one segment `segment-1` and sends `input_ack` only for an input that is not committed; `usage`, `segment_accepted` and
 *   `segment_completed` belong to reliable mode, as the interface's flows show. Version 3 also takes `flush` and `stop` in simple mode: the first commits what is
 *   buffered, the second ends the request; version 2 answers `invalid_state`.
 * - Text that was sent and never flushed is dropped by `stop`, with a `warning` `uncommitted_text`.
 * - A `request_id` of simple mode is a key like that of reliable mode, so that nobody pays twice; a simple request that failed is `failed_terminal`, as `retry_failed` is for reliable mode alone.
 * - A request that is still running when its connection ends is `failed_retryable` (reliable) with the error `connection_closed`. What had no audio yet is refunded; a segment
 *   with audio stays paid and is made again without a charge.
 * - After `request_status` the connection may `start` again, for instance with `retry_failed`. `retry_failed` for an unknown request id starts it.
 * - Every number of {@link realtimeLimits} that the interface does not show.
 * - Close codes: 1000 after `finish`, 1001 when the service goes away, 1003 for a text frame, 1008 for a failed authentication and other breaches,
 *   1009 for a frame over the limit, 1011 when a generation failed.
 */
export const realtimeVersions = ['v2', 'v3'] as const;
export type RealtimeVersion = (typeof realtimeVersions)[number];

export const livePaths: Readonly<Record<RealtimeVersion, string>> = { v2: '/v2/tts/live', v3: '/v3/tts/live' };
/** Refused with 410 before the upgrade. */
export const frozenLivePath = '/v1/tts/live';
export const subprotocols: Readonly<Record<RealtimeVersion, string>> = { v2: 'realtime.tts.msgpack.v2', v3: 'realtime.tts.msgpack.v3' };

export const realtimeFormats = ['mp3', 'wav', 'opus', 'pcm'] as const;
export type RealtimeFormat = (typeof realtimeFormats)[number];
export const realtimeModes = ['simple', 'reliable'] as const;
export type RealtimeMode = (typeof realtimeModes)[number];
export const requestStates = ['running', 'completed', 'failed_retryable', 'failed_terminal'] as const;
export type RequestState = (typeof requestStates)[number];
export const finishReasons = ['completed', 'error', 'timeout', 'server_draining'] as const;
export type FinishReason = (typeof finishReasons)[number];
/** Not shown which values `latency` takes; chosen. The lower, the smaller the audio frames. */
export const latencies = ['normal', 'balanced', 'low'] as const;

/** Interface, "Errors": every code of a realtime `error` event. Version 3's list is not shown: it is the same. */
export const realtimeCodes = [
  'authentication_failed', 'authentication_required', 'already_authenticated', 'permission_denied',
  'invalid_message', 'invalid_messagepack', 'invalid_state', 'idempotency_conflict', 'empty_segment', 'segment_too_large',
  'session_limit_exceeded', 'quota_exceeded', 'client_backpressure',
  'unsupported_parameter', 'voice_not_found', 'model_not_found',
  'provider_unavailable', 'provider_timeout', 'generation_failed',
  'billing_failed', 'connection_closed', 'internal_error',
] as const; // prettier-ignore
export type RealtimeCode = (typeof realtimeCodes)[number];

/** Codes of `warning` events and of `warnings` in version 3's `ready`: not shown; chosen. */
export type WarningCode = 'unsupported_parameter' | 'unknown_parameter' | 'parameter_clamped' | 'uncommitted_text';

/** Interface, "Limits" and "Realtime TTS v2"; those below the line are not shown, and chosen. */
export const realtimeLimits = {
  inputCharacters: 10_000,
  textCharacters: 2_000,
  segmentCharacters: 10_000,
  sessionUnits: 100_000,
  idCharacters: 128,
  languageCharacters: 32,
  chunkLengthMinimum: 50,
  chunkLengthMaximum: 1_000,
  // —
  frameBytes: 128 * 1024,
  waitingSegments: 64,
  eventsOfSession: 50_000,
  refusedEvents: 100,
} as const;

const id = z.string().min(1).max(realtimeLimits.idCharacters);

/** `start.request` under version 3 names; version 3 itself lists fewer (see `realtime-v3.ts`). Ranges depend on the model and are not checked here. */
export const requestShape = {
  parameterProfile: z.literal('product_v1').optional(),
  voiceId: z.string().min(1).max(128),
  modelId: z.string().min(1).max(128),
  format: z.string().max(32).optional(),
  speed: z.number().optional(),
  volume: z.number().optional(),
  stability: z.number().optional(),
  similarity: z.number().optional(),
  pitch: z.number().optional(),
  language: z.string().min(1).max(realtimeLimits.languageCharacters).optional(),
  chunkLength: z.int().optional(),
  latency: z.string().max(32).optional(),
  emotion: z.string().min(1).max(64).optional(),
  instructions: z.string().max(1_600).optional(),
  optimizeInstructions: z.boolean().optional(),
  textNormalization: z.boolean().optional(),
} as const;
/** What a request asks for, whichever version asked; without a model the interface's default counts. */
export interface RealtimeRequest extends Omit<z.infer<z.ZodObject<typeof requestShape>>, 'modelId'> {
  modelId?: string | undefined;
}
export const defaultRealtimeModel = 'alpha-s21pro-flash';

/** Client events but for `request`, whose fields differ. Which are required in which mode the session says. */
export const clientShapes = {
  auth: { event: z.literal('auth'), eventId: id.optional(), token: z.string().min(1).max(512) },
  start: {
    event: z.literal('start'),
    eventId: id.optional(),
    mode: z.enum(realtimeModes).default('simple'),
    requestId: id.optional(),
    retryFailed: z.boolean().default(false),
  },
  input: { event: z.literal('input'), eventId: id.optional(), text: z.string().min(1), commit: z.boolean().default(true) },
  text: { event: z.literal('text'), eventId: id.optional(), sequence: z.int().positive(), text: z.string().min(1) },
  flush: { event: z.literal('flush'), eventId: id.optional(), segmentId: id.optional() },
  stop: { event: z.literal('stop'), eventId: id.optional() },
  ping: { event: z.literal('ping'), eventId: id.optional(), timestamp: z.number().optional() },
} as const;
type ClientEventName = keyof typeof clientShapes;

type Plain<Name extends ClientEventName> = z.infer<z.ZodObject<(typeof clientShapes)[Name]>>;
export type StartEvent = Plain<'start'> & { request: RealtimeRequest };
export type ClientEvent = StartEvent | { [Name in Exclude<ClientEventName, 'start'>]: Plain<Name> }[Exclude<ClientEventName, 'start'>];

const units = z.int().nonnegative();
const pcm = { sampleRate: z.int().optional(), channels: z.int().optional(), bitDepth: z.int().optional() };
const envelope = { eventId: z.string(), traceId: z.string(), timestamp: z.number(), inReplyTo: z.string().optional() };
const warningEntry = z.looseObject({ code: z.string(), message: z.string(), path: z.string().optional() });

/** Server events. Optional are those fields that the interface names as optional or does not show. */
export const serverShapes = {
  authenticated: { ...envelope, event: z.literal('authenticated'), sessionId: z.string(), site: z.string(), protocolVersion: z.string(), quota: z.int() },
  ready: {
    ...envelope, ...pcm, event: z.literal('ready'), mode: z.string(), requestId: z.string(), sessionId: z.string(), provider: z.string(), modelId: z.string(), voiceId: z.string(),
    format: z.string(), protocolVersion: z.string().optional(), effectiveRequest: z.looseObject({}).optional(), warnings: z.array(warningEntry).optional(),
  },
  input_ack: {
    ...envelope, event: z.literal('input_ack'), requestId: z.string(), acceptedSequence: z.int(), acceptedCharacters: z.int(), bufferedCharacters: z.int(),
    remainingCapacity: z.int(),
  },
  segment_accepted: { ...envelope, event: z.literal('segment_accepted'), requestId: z.string(), segmentId: z.string(), segmentCharacters: z.int(), reservedUnits: units },
  audio: {
    ...envelope, ...pcm, event: z.literal('audio'), requestId: z.string(), sessionId: z.string(), segmentId: z.string(), sequence: z.int().positive(),
    audio: z.instanceof(Uint8Array), format: z.string(),
  },
  usage: {
    ...envelope, event: z.literal('usage'), requestId: z.string(), segmentId: z.string(), segmentUnits: units, sessionUnits: units, quotaRemaining: z.int(), audioBytes: z.int(),
  },
  segment_completed: { ...envelope, event: z.literal('segment_completed'), requestId: z.string(), segmentId: z.string(), segmentUnits: units, audioBytes: z.int() },
  request_status: { ...envelope, event: z.literal('request_status'), requestId: z.string(), state: z.string(), retryable: z.boolean(), units, resultAvailable: z.boolean() },
  warning: { ...envelope, event: z.literal('warning'), requestId: z.string().optional(), code: z.string(), message: z.string(), path: z.string().optional() },
  error: {
    ...envelope, event: z.literal('error'), requestId: z.string().optional(), sessionId: z.string().optional(), code: z.string(), message: z.string(), retryable: z.boolean(),
    terminal: z.boolean(), stage: z.string().optional(), path: z.string().optional(),
  },
  /** `request_id` is absent when the session ended before a request was started. */
  finish: { ...envelope, event: z.literal('finish'), requestId: z.string().optional(), sessionId: z.string(), reason: z.string(), units },
  /** `timestamp` is the server's; not shown whether a client's own is returned: it is, as `client_timestamp`. */
  pong: { ...envelope, event: z.literal('pong'), sessionId: z.string(), requestId: z.string().optional(), clientTimestamp: z.number().optional() },
} as const; // prettier-ignore
type ServerEventName = keyof typeof serverShapes;

type Fields<Name extends ServerEventName> = z.infer<z.ZodObject<(typeof serverShapes)[Name]>>;
/** What a session says, before it is put into an envelope and spelled for its version. */
export type Said = { [Name in ServerEventName]: Omit<Fields<Name>, keyof typeof envelope> }[ServerEventName];
