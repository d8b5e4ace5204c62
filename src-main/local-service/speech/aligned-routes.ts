import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { alignedPath, speechRequest } from '#shared/wire/speech.ts';
import { beginPaidCall, paidHeaders, requestIdentity, type PaidCall } from '../accounts/paid-call.ts';
import { type FaultOf } from '../faults/faults.ts';
import { Dropped, type App } from '../http/environment.ts';
import { bearer, creationHeaders, jsonBody, responses } from '../http/openapi.ts';
import { type Service } from '../service.ts';
import { wavHeader } from '../sound/encode.ts';
import { type SpeechPiece } from '../sound/speech.ts';
import { fingerprintOf, planSpeech, type SpeechPlan } from './speech-plan.ts';
import { generationFailure } from './whole-speech.ts';

/** `POST /speech/tts/aligned`: server-sent events, sent while the speech is made. */
export function alignedRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: alignedPath,
      summary: 'Speech with word times, streamed',
      description: 'Events: audio, alignment_snapshot, alignment_invalidated, completed, error. Read until completed or error.',
      security: bearer,
      request: { headers: creationHeaders, ...jsonBody(speechRequest) },
      responses: responses(
        { 200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } } },
        [400, 401, 402, 404, 409, 413, 429, 500, 503],
      ),
    }),
    async (c) => {
      const body = c.req.valid('json');
      const plan = planSpeech(body, 'alignedStreaming', (id) => service.voices.of(c.get('account'), id));
      const call = beginPaidCall(service, c, plan, requestIdentity(c), fingerprintOf(alignedPath, body));
      const struck = c.get('struck');
      const failAfter = struck.of('fail-generation');
      const stop = new AbortController();
      const pieces = service.synthesis.speak(call.order, stop.signal);
      let first: SpeechPiece | undefined;
      try {
        if (failAfter?.events === 0) throw new Error('The generation failed, as asked for');
        // Until there is something to send, a failure is an HTTP status.
        first = (await pieces.next()).value ?? undefined;
      } catch (error) {
        call.refund();
        throw generationFailure(error);
      }
      if (struck.of('drop-after-charge')) {
        stop.abort();
        await pieces.return();
        call.complete();
        throw new Dropped();
      }
      const failAtEvent = failAfter === undefined ? undefined : (failAfter.events ?? 1);
      const faults = { failAtEvent, alignment: struck.of('alignment') };
      const events = alignedEvents({ plan, call, requestId: c.get('requestId'), first, rest: pieces, faults, left: stop.signal });
      // Started before it is handed over: only a generator that runs can clean up behind a reader that left.
      const head = await events.next();
      const leave = () => {
        stop.abort();
        // What fails here is the database of a service that is closing; the next start clears up.
        events.return().catch(() => undefined);
      };
      c.req.raw.signal.addEventListener('abort', leave);
      return new Response(streamOf(head, events, leave), {
        headers: {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-cache, no-transform',
          'X-Accel-Buffering': 'no',
          ...paidHeaders(plan, call.charge),
        },
      });
    },
  );
}

type Words = Extract<SpeechPiece, { kind: 'words' }>;
type Events = AsyncGenerator<string, void, undefined>;

/** Pulled by the socket: an event is made when the one before has gone. */
function streamOf(head: IteratorResult<string, void>, events: Events, leave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | undefined = head;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const now = next ?? (await events.next());
        next = undefined;
        if (now.done === true) controller.close();
        else controller.enqueue(encoder.encode(now.value));
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

interface Stream {
  plan: SpeechPlan;
  call: PaidCall;
  requestId: string;
  first: SpeechPiece | undefined;
  rest: AsyncGenerator<SpeechPiece, void, undefined>;
  faults: { failAtEvent: number | undefined; alignment: FaultOf<'alignment'> | undefined };
  left: AbortSignal;
}

/** The events of one state of a chunk's words. What the engine gave no place for is left out: a guess is no alignment. */
function* snapshots(piece: Words, fault: FaultOf<'alignment'> | undefined): Generator<string> {
  const words = piece.words.filter((_, index) => !piece.guessed.includes(index));
  const snapshot = event('alignment_snapshot', { chunkSeq: piece.chunk, units: 'milliseconds', words });
  // Nothing of the chunk is known after all: what was sent of it before does not hold.
  if (words.length === 0 && piece.words.length > 0) yield event('alignment_invalidated', { chunkSeq: piece.chunk });
  else yield snapshot;
  if (!piece.final || fault?.chunk !== piece.chunk) return;
  yield event('alignment_invalidated', { chunkSeq: piece.chunk });
  if (fault.effect === 'invalidate') yield snapshot;
}

/**
 * The charge is settled with the first audio: from there on the reader has something, and a stream that is left is paid. A
 * generation that fails is refunded whenever it fails.
 */
async function* alignedEvents({ plan, call, requestId, first, rest, faults, left }: Stream): Events {
  let sent = 0;
  let audioSent = false;
  let over = false;
  let partial = false;
  async function* all() {
    if (first !== undefined) yield first;
    yield* rest;
  }
  try {
    for await (const piece of all()) {
      if (faults.failAtEvent === sent) throw new Error('The generation failed, as asked for');
      sent += 1;
      if (piece.kind === 'audio') {
        const bytes = audioSent || plan.order.format !== 'wav' ? piece.bytes : Buffer.concat([wavHeader(), piece.bytes]);
        yield event('audio', { audioBase64: Buffer.from(bytes).toString('base64') });
        // Asked for more: the socket has it.
        if (!audioSent) call.settle();
        audioSent = true;
      } else if (piece.kind === 'words') {
        yield* snapshots(piece, faults.alignment);
        partial ||=
          piece.guessed.length > 0 || (piece.final && faults.alignment?.chunk === piece.chunk && faults.alignment.effect === 'partial');
      }
    }
    call.complete();
    over = true;
    yield event('completed', {
      requestId,
      generationId: `gen_${call.charge.id.slice(4)}`,
      alignmentStatus: partial ? 'partial' : 'complete',
      quotaRemaining: call.charge.quotaRemaining,
      creditsUsed: call.charge.credits,
      ignoredParameters: plan.ignored,
    });
  } catch (error) {
    if (left.aborted) return;
    over = true;
    call.refund();
    const failure = generationFailure(error);
    yield event('error', { requestId, code: failure.code, message: failure.message });
  } finally {
    // Left by the reader: paid when it had any audio.
    if (!over) {
      if (audioSent) call.complete();
      else call.refund();
    }
  }
}
