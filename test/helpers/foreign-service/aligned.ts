import { randomUUID } from 'node:crypto';
import type { Answer, Call } from './answer.ts';
import { invalid } from './failure.ts';
import type { JsonObject } from './fields.ts';
import type { Word } from './sound.ts';
import { readOrderV3 } from './speech-order.ts';
import { type SpokenAudio, keyV3, speakOrder } from './speech.ts';
import type { World } from './world.ts';

type Event = [name: string, data: JsonObject];

/** `POST /speech/tts/aligned`: audio and word times as server-sent events. Errors before the stream are JSON. */
export function speakAligned(world: World, call: Call): Promise<Answer> {
  const body = call.json();
  const order = readOrderV3(world, call.account, body);
  if (!order.model.aligned) throw invalid(`modelId: ${order.model.id} does not stream with alignment.`);
  const key = keyV3(call);
  return world.replays.once({ userId: call.account.userId, key, path: call.path, body }, async () => {
    const spoken = await speakOrder(world, call.account, order, 'aligned', key);
    const events = listEvents(world, call, spoken);
    const ignored: Record<string, string> = order.ignored.length === 0 ? {} : { 'x-openapi-ignored-parameters': order.ignored.join(',') };
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...ignored };
    return { answer: { status: 200, headers, body: { stream: write(world, events) } }, refunded: spoken.charge.refunded };
  });
}

function listEvents(world: World, call: Call, spoken: SpokenAudio): Event[] {
  const packets = cut(spoken.audio, Math.max(1500, Math.ceil(spoken.audio.length / 12)));
  const audio = packets.map<Event>((packet) => ['audio', { audioBase64: packet.toString('base64') }]);
  if (world.faults.take('aligned')) {
    world.ledger.refund(call.account, spoken.charge);
    return [
      ...audio.slice(0, 1),
      [
        'error',
        {
          requestId: call.requestId,
          code: 'ERR_GENERATION_FAILED',
          ...(world.character === 'rich' ? { message: 'The provider gave up.', retryable: true } : {}),
        },
      ],
    ];
  }
  const partial = world.faults.take('alignment');
  const chunks = inChunks(spoken.sound.words).slice(0, partial ? 1 : undefined);
  const completed: Event = ['completed', completion(world, call, spoken, partial ? 'partial' : 'complete')];
  if (world.character === 'bare') return [...audio, ...chunks.map((words, index) => snapshot(index, words)), completed];
  if (world.character === 'odd') return [...weave(audio, chunks.flatMap(oddSnapshots)), completed];
  return [['stream_opened', { provider: 'theta-cloud', latencyMs: 41.5 }], ...weave(audio, chunks.flatMap(richSnapshots)), completed];
}

function completion(world: World, call: Call, spoken: SpokenAudio, alignmentStatus: string): JsonObject {
  const named = {
    requestId: call.requestId,
    generationId: world.character === 'odd' ? spoken.charge.id : `gen-${randomUUID()}`,
    alignmentStatus,
    quotaRemaining: call.account.apiQuota,
    creditsUsed: spoken.charge.credits,
  };
  if (world.character === 'rich')
    return { ...named, durationMs: spoken.sound.durationMs + 0.125, warnings: [{ code: 'VOICE_BLEND', ratio: 0.2 }] };
  return world.character === 'odd' ? { ...named, warnings: null, duration: null } : named;
}

/** A few words each, as a service that aligns while it speaks would send them. */
function inChunks(words: readonly Word[]): Word[][] {
  const chunks: Word[][] = [];
  for (let start = 0; start < words.length; start += 6) chunks.push(words.slice(start, start + 6));
  return chunks;
}

function snapshot(chunkSeq: number, words: readonly Word[], more: JsonObject = {}): Event {
  return ['alignment_snapshot', { chunkSeq, units: 'milliseconds', words, ...more }];
}

/** A first guess, taken back, then replaced; decimals; chunk numbers that start at 3 and skip. */
function richSnapshots(words: Word[], index: number): Event[] {
  const chunkSeq = 3 + index * 2;
  const guess = words.map((word) => ({ ...word, startMs: word.startMs + 7.5, endMs: word.endMs + 7.5 }));
  const exact = words.map((word) => ({ ...word, startMs: word.startMs + 0.25, endMs: word.endMs + 0.25, confidence: 0.98, phonemes: [] }));
  const final = snapshot(chunkSeq, exact, { revision: 2, final: true });
  if (index % 2 === 1) return [snapshot(chunkSeq, guess), final];
  return [snapshot(chunkSeq, guess), ['alignment_invalidated', { chunkSeq, reason: 'drift', driftMs: 7.25 }], final];
}

/** First without words, then with half of them, then whole. */
function oddSnapshots(words: Word[], index: number): Event[] {
  const half = words.slice(0, Math.ceil(words.length / 2));
  return [snapshot(index, [], { language: null }), snapshot(index, half), snapshot(index, words, { language: null })];
}

/** Both lists in their order, one from each in turn; the last timing comes after the last audio. */
function weave(audio: readonly Event[], timing: readonly Event[]): Event[] {
  const early = timing.slice(0, -1);
  const mixed: Event[] = [];
  for (let index = 0; index < Math.max(audio.length, early.length); index += 1) {
    mixed.push(...audio.slice(index, index + 1), ...early.slice(index, index + 1));
  }
  return [...mixed, ...timing.slice(-1)];
}

function cut(bytes: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += size) parts.push(bytes.subarray(start, start + size));
  return parts;
}

/** Server-sent events may have comments, ids, either line end and data over several lines. */
async function* write(world: World, events: readonly Event[]): AsyncGenerator<string> {
  if (world.character === 'rich') yield ': welcome\nretry: 3000\n\n';
  for (const [index, [name, data]] of events.entries()) {
    await new Promise((resolve) => setTimeout(resolve, world.settings.paceMs));
    if (world.character === 'bare') yield `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    if (world.character === 'odd') yield `event:${name}\r\ndata:${JSON.stringify(data, null, 1).replaceAll('\n', '\r\ndata:')}\r\n\r\n`;
    if (world.character === 'rich') yield `id: ${index * 1.5}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n: still here\n\n`;
  }
}
