import { z } from 'zod';
import { clientShapes, requestShape, serverShapes } from './realtime.ts';

/**
 * Interface, "Realtime TTS v3": camelCase. Controls that are unknown, that the model lacks or that version 3 does not list (`pitch`, `emotion`,
 * `instructions`) are ignored with a structured warning: in `ready.warnings` for those of `start`, as a `warning` event for other events.
 * Values outside of a range are clamped with a warning; not shown; chosen, as `effectiveRequest` is authoritative.
 */
export const startRequestV3 = z.looseObject({
  voiceId: requestShape.voiceId,
  modelId: requestShape.modelId,
  format: requestShape.format,
  speed: requestShape.speed,
  volume: requestShape.volume,
  stability: requestShape.stability,
  similarity: requestShape.similarity,
  language: requestShape.language,
  textNormalization: requestShape.textNormalization,
  chunkLength: requestShape.chunkLength,
  latency: requestShape.latency,
});

export const clientEventsV3 = {
  auth: z.looseObject(clientShapes.auth),
  start: z.looseObject({ ...clientShapes.start, request: startRequestV3 }),
  input: z.looseObject(clientShapes.input),
  text: z.looseObject(clientShapes.text),
  flush: z.looseObject(clientShapes.flush),
  stop: z.looseObject(clientShapes.stop),
  ping: z.looseObject(clientShapes.ping),
} as const;

/** What a client of version 3 receives; unknown fields are kept. */
export const serverEventV3 = z.discriminatedUnion('event', [
  z.looseObject(serverShapes.authenticated),
  z.looseObject(serverShapes.ready),
  z.looseObject(serverShapes.input_ack),
  z.looseObject(serverShapes.segment_accepted),
  z.looseObject(serverShapes.audio),
  z.looseObject(serverShapes.usage),
  z.looseObject(serverShapes.segment_completed),
  z.looseObject(serverShapes.request_status),
  z.looseObject(serverShapes.warning),
  z.looseObject(serverShapes.error),
  z.looseObject(serverShapes.finish),
  z.looseObject(serverShapes.pong),
]);
