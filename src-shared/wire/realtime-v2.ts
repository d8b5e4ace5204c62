import { z } from 'zod';
import { clientShapes, requestShape, serverShapes } from './realtime.ts';
import { snakeShape } from './realtime-spelling.ts';

/**
 * Interface, "Realtime TTS v2": snake_case. Unknown fields are refused under the default profile (`invalid_message`; within `request`
 * `unsupported_parameter`); with `product_v1` unknown fields of `request` are ignored with a `warning` (not shown; chosen). `model` is required by the table and has a default in it: it may be left out.
 *
 * Legacy `volume` runs from 0 to 10; not shown what it means: a factor, 1 is the voice's own loudness. With `product_v1` it is decibels, -20 to 20.
 */
export const startRequestV2 = z.looseObject(snakeShape({ ...requestShape, modelId: requestShape.modelId.optional() }));

export const clientEventsV2 = {
  auth: z.looseObject(snakeShape(clientShapes.auth)),
  start: z.looseObject({ ...snakeShape(clientShapes.start), request: startRequestV2 }),
  input: z.looseObject(snakeShape(clientShapes.input)),
  text: z.looseObject(snakeShape(clientShapes.text)),
  flush: z.looseObject(snakeShape(clientShapes.flush)),
  stop: z.looseObject(snakeShape(clientShapes.stop)),
  ping: z.looseObject(snakeShape(clientShapes.ping)),
} as const;

/** What a client of version 2 receives; unknown fields are kept. */
export const serverEventV2 = z.discriminatedUnion('event', [
  z.looseObject(snakeShape(serverShapes.authenticated)),
  z.looseObject(snakeShape(serverShapes.ready)),
  z.looseObject(snakeShape(serverShapes.input_ack)),
  z.looseObject(snakeShape(serverShapes.segment_accepted)),
  z.looseObject(snakeShape(serverShapes.audio)),
  z.looseObject(snakeShape(serverShapes.usage)),
  z.looseObject(snakeShape(serverShapes.segment_completed)),
  z.looseObject(snakeShape(serverShapes.request_status)),
  z.looseObject(snakeShape(serverShapes.warning)),
  z.looseObject(snakeShape(serverShapes.error)),
  z.looseObject(snakeShape(serverShapes.finish)),
  z.looseObject(snakeShape(serverShapes.pong)),
]);
