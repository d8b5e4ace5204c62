import { z } from 'zod';
import { realtimeLimits, requestStates } from './realtime.ts';
import { snakeShape } from './realtime-spelling.ts';

/** Interface, "Realtime helper HTTP endpoints". All of them take the bearer. */
export const realtimeHelperPaths = {
  capabilitiesV2: '/v2/tts/capabilities',
  capabilitiesV3: '/v3/tts/capabilities',
  requestV2: '/v2/tts/requests/{request_id}',
  requestV3: '/v3/tts/requests/{requestId}',
  segmentAudioV3: '/v3/tts/requests/{requestId}/segments/{segmentId}/audio',
  ticketsV2: '/v2/tts/browser-tickets',
  ticketsV3: '/v3/tts/browser-tickets',
} as const;

const range = z.object({ minimum: z.number(), maximum: z.number(), default: z.number() });

/**
 * Field names of the capabilities document are not shown. `parameters` of a model names what it takes; a number has its range, and
 * other values are `true`. Version 2 spells the same document in snake_case.
 */
const capabilitiesShape = {
  contractVersion: z.string(),
  protocol: z.string(),
  modes: z.array(z.string()),
  formats: z.array(z.string()),
  providers: z.array(z.string()),
  parameters: z.array(z.string()),
  limits: z.record(z.string(), z.number()),
};
const capableModel = {
  provider: z.string(),
  available: z.boolean(),
  formats: z.array(z.string()),
  parameters: z.record(z.string(), z.union([z.literal(true), range])),
};
export const realtimeCapabilitiesV3 = z.looseObject({
  ...capabilitiesShape,
  models: z.array(z.looseObject({ id: z.string(), ...capableModel, maxSegmentCharacters: z.int() })),
});
export type RealtimeCapabilities = z.infer<typeof realtimeCapabilitiesV3>;
export const realtimeCapabilitiesV2 = z.looseObject({
  ...snakeShape(capabilitiesShape),
  models: z.array(z.looseObject({ id: z.string(), ...capableModel, max_segment_characters: z.int() })),
});

/** One segment of a request; the manifest's fields are not shown. `stored` tells that its audio can be fetched (version 3 path, whichever version made it). */
const segmentShape = {
  segmentId: z.string(),
  index: z.int().nonnegative(),
  state: z.enum(['accepted', 'completed', 'failed']),
  characters: z.int(),
  units: z.int(),
  audioBytes: z.int(),
  stored: z.boolean(),
};
const statusShape = {
  requestId: z.string(),
  state: z.enum(requestStates),
  retryable: z.boolean(),
  units: z.int().nonnegative(),
  resultAvailable: z.boolean(),
  mode: z.string(),
  format: z.string(),
  createdAt: z.string(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
};
export const requestStatusV3 = z.looseObject({ ...statusShape, segments: z.array(z.looseObject(segmentShape)) });
export type RequestStatus = z.infer<typeof requestStatusV3>;
export const requestStatusV2 = z.looseObject({ ...snakeShape(statusShape), segments: z.array(z.looseObject(snakeShape(segmentShape))) });

/** Strict: nothing but the browser's origin, as a browser sends it. */
export const ticketRequest = z.strictObject({
  origin: z
    .string()
    .max(300)
    .regex(/^https?:\/\/[a-z0-9._[\]:-]+$/u, 'must be an origin as a browser sends it, such as https://studio.example'),
});
/** The response is not shown beyond the ticket and, for version 3, address and subprotocol. Times are ISO 8601. */
export const ticketV2 = z.looseObject({ ticket: z.string(), origin: z.string(), expires_at: z.string() });
export const ticketV3 = z.looseObject({
  ticket: z.string(),
  origin: z.string(),
  expiresAt: z.string(),
  url: z.string(),
  subprotocol: z.string(),
});

/** Ids of clients in a path; they may be percent-encoded. */
export const idInPath = z.string().min(1).max(realtimeLimits.idCharacters);
