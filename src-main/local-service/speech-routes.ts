import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { codes, contentTypes } from '#shared/wire/common.ts';
import { speechPath, speechRequest } from '#shared/wire/speech.ts';
import { Dropped, type App } from './app.ts';
import { wavHeader } from './encode.ts';
import { bearer, creationHeaders, responses } from './openapi.ts';
import { beginPaidCall, paidHeaders } from './paid-call.ts';
import { ServiceError } from './service-error.ts';
import { type Service } from './service.ts';
import { fingerprintOf, planSpeech } from './speech-plan.ts';
import { type SpeechOrder } from './speech.ts';
import { SynthesisBusy } from './synthesis.ts';

const audio = z.string().meta({ format: 'binary' });

/** `POST /speech/tts`: whole audio in one answer, never replayed. */
export function speechRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: speechPath,
      summary: 'Speech, synchronous',
      security: bearer,
      request: { headers: creationHeaders, body: { required: true, content: { 'application/json': { schema: speechRequest } } } },
      responses: responses(
        {
          200: {
            description: 'Audio',
            content: {
              [contentTypes.mp3]: { schema: audio },
              [contentTypes.wav]: { schema: audio },
              [contentTypes.ogg]: { schema: audio },
            },
          },
        },
        [400, 401, 402, 404, 409, 413, 429, 500, 503],
      ),
    }),
    async (c) => {
      const body = c.req.valid('json');
      const plan = planSpeech(body, 'synchronous', (id) => service.voices.of(c.get('account'), id));
      const call = beginPaidCall(service, c, plan, fingerprintOf(speechPath, body));
      let bytes: Buffer<ArrayBuffer>;
      try {
        if (c.get('struck').of('fail-generation')) throw new Error('The generation failed, as asked for');
        // Whole before it is answered: a failure has a status, and the answer its length. A client that leaves has paid.
        bytes = await wholeSpeech(service, plan.order);
        call.complete();
      } catch (error) {
        call.refund();
        throw generationFailure(error);
      }
      if (c.get('struck').of('drop-after-charge')) throw new Dropped();
      return new Response(bytes, {
        headers: {
          'Content-Type': contentTypes[plan.order.format],
          'Content-Length': String(bytes.length),
          ...paidHeaders(plan, call.charge),
        },
      });
    },
  );
}

async function wholeSpeech(service: Service, order: SpeechOrder): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const piece of service.synthesis.speak(order)) if (piece.kind === 'audio') parts.push(piece.bytes);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat(order.format === 'wav' ? [wavHeader(length), ...parts] : parts);
}

/** The charge is refunded by now. */
export function generationFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof SynthesisBusy) {
    return new ServiceError(429, codes.rateLimited, 'Too many speeches are waiting', { headers: { 'Retry-After': '2' } });
  }
  console.error(error);
  return new ServiceError(500, codes.generationFailed, 'The speech could not be made; the charge was refunded');
}
