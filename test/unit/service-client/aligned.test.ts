import { describe, expect, it } from 'vitest';
import { codes } from '#shared/wire/common.ts';
import { readAligned, type AlignedEvent } from '#main/service-client/aligned.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { FailureError } from '#shared/failure.ts';

const event = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const audio = (text: string): string => event('audio', { audioBase64: Buffer.from(text).toString('base64') });
const completed = event('completed', { requestId: 'r', alignmentStatus: 'complete', creditsUsed: 3, quotaRemaining: 9 });

async function* stream(...chunks: string[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Everything a stream hands out, and what it throws at its end. */
async function read(
  chunks: string[],
  options: Parameters<typeof readAligned>[1] = {},
): Promise<{ events: AlignedEvent[]; failure?: FailureError }> {
  const events: AlignedEvent[] = [];
  try {
    for await (const batch of readAligned(stream(...chunks), options)) events.push(...batch);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FailureError);
    return { events, failure: thrown as FailureError };
  }
  return { events };
}

describe('an aligned stream', () => {
  it('is whole with its `completed`, and nothing after that counts', async () => {
    const { events, failure } = await read([audio('one') + audio('two'), completed + event('error', { code: 'LATE' }), audio('late')]);
    expect(failure).toBeUndefined();
    expect(events.map((read) => read.type)).toEqual(['audio', 'audio', 'completed']);
    expect(events[2]).toMatchObject({
      completion: { creditsUsed: 3, quotaRemaining: 9, alignmentStatus: 'complete', ignoredParameters: [] },
    });
  });

  it('without `completed` is interrupted and may have been charged, and hands out what arrived', async () => {
    const { events, failure } = await read([audio('one'), audio('two').slice(0, -1)]);
    expect(events).toHaveLength(1);
    expect(failure?.failure).toMatchObject({ kind: 'stream-interrupted', charged: 'unknown', next: 'generate-again' });
  });

  it('hands out the sound that came in the same bytes before its error', async () => {
    const { events, failure } = await read([audio('one') + event('error', { requestId: 'r1', code: 'E_GEN', message: 'no voice left' })]);
    expect(events).toHaveLength(1);
    expect(failure?.failure).toMatchObject({ kind: 'service-failed', code: 'E_GEN', requestId: 'r1', charged: 'unknown' });
    expect(failure?.message).toContain('no voice left');
  });

  it('with an error that names a refund keeps it, and what its code says needs no words of the service', async () => {
    const why = 'The speech could not be made; the charge was refunded';
    const { failure } = await read([event('error', { code: codes.generationFailed, message: why })]);
    expect(failure?.failure).toMatchObject({ charged: 'unknown', refunded: true, detail: why });
    expect(failure?.message).not.toContain(why);
    const { failure: other } = await read([event('error', { code: 'E_GEN', message: 'This is not refunded' })]);
    expect(other?.failure.refunded).toBeUndefined();
  });

  it.each([
    ['no JSON', 'event: audio\ndata: {"audioBase64"\n\n'],
    ['no sound in it', event('audio', { audio: 'AAAA' })],
    ['Base64 that is damaged', event('audio', { audioBase64: 'AAAA*AAA' })],
  ])('fails on %s, for a part of the sound would be missing', async (_, bad) => {
    const { events, failure } = await read([audio('one') + bad + completed]);
    expect(events).toHaveLength(1);
    expect(failure?.failure).toMatchObject({ kind: 'bad-response', charged: 'unknown' });
  });

  it('keeps the sound of a stream whose timing cannot be read', async () => {
    const { events, failure } = await read([
      audio('one') +
        event('alignment_snapshot', { chunkSeq: 0, units: 'seconds', words: [] }) +
        event('alignment_invalidated', 'x') +
        completed,
    ]);
    expect(failure).toBeUndefined();
    expect(events.map((read) => read.type)).toEqual(['audio', 'timing-lost', 'timing-lost', 'completed']);
  });

  it.each([
    ['no JSON', 'event: completed\ndata: whole\n\n'],
    ['nothing but nulls', event('completed', { requestId: null, generationId: null, alignmentStatus: null, creditsUsed: null })],
    [
      'other types',
      event('completed', { requestId: 7, alignmentStatus: 3, quotaRemaining: 'many', creditsUsed: '1.5', ignoredParameters: 'pitch' }),
    ],
  ])('is whole with a `completed` of %s: its name says so', async (_, last) => {
    const { events, failure } = await read([audio('one'), last]);
    expect(failure).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ type: 'completed', completion: { alignmentStatus: '', quotaRemaining: undefined } });
  });

  it('takes decimal times, and keeps the words beside one that cannot be read', async () => {
    const words = [{ text: 'a', startMs: 0.5, endMs: 10.25, confidence: 1 }, { text: 'b' }, { text: 'c', startMs: 11, endMs: 12 }];
    const { events } = await read([event('alignment_snapshot', { chunkSeq: 3, units: null, words }) + completed]);
    expect(events.map((read) => read.type)).toEqual(['snapshot', 'timing-lost', 'completed']);
    expect(events[0]).toMatchObject({ chunkSeq: 3, words: [{ text: 'a', startMs: 0.5, endMs: 10.25 }, { text: 'c' }] });
  });

  it('with an error whose fields are odd is a failure of the service all the same', async () => {
    const { failure } = await read([event('error', { requestId: null, code: 500, message: ['x'] })]);
    expect(failure?.failure).toMatchObject({ kind: 'service-failed', charged: 'unknown' });
    expect(failure?.failure.code).toBeUndefined();
  });

  it('passes over events of a later version', async () => {
    const { events } = await read([event('visemes', { a: 1 }) + completed]);
    expect(events.map((read) => read.type)).toEqual(['completed']);
  });

  it('never shows a key that the service says back', async () => {
    const key = secret('canary-key-1234');
    const { failure } = await read(
      [event('error', { code: 'canary-key-1234', message: `bad ${Buffer.from('canary-key-1234').toString('hex')}` })],
      { key },
    );
    expect(JSON.stringify(failure?.failure)).not.toMatch(/canary|63616e6172/u);
  });
});
