import { type Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { type SpeechOrder } from '#main/local-service/sound/speech.ts';
import { Synthesis, SynthesisBusy } from '#main/local-service/sound/synthesis.ts';

const threads: Worker[] = [];
const remember = (worker: Worker) => threads.push(worker);
let synthesis: Synthesis | undefined;
afterEach(async () => {
  process.off('worker', remember);
  threads.length = 0;
  await synthesis?.close();
});

const order: SpeechOrder = {
  text: 'A text that is long enough to be interrupted. '.repeat(20),
  voice: { name: 'en-us', rate: 175, pitch: 50, range: 50 },
  format: 'wav',
  gain: 0,
  speed: 1,
  normalise: true,
};
async function kindsOf(one: Synthesis): Promise<string[]> {
  const kinds: string[] = [];
  for await (const piece of one.speak(order)) kinds.push(piece.kind);
  return kinds;
}

const deaths: Record<string, (thread: Worker) => unknown> = {
  'out of memory': (thread) => thread.emit('error', new Error('out of memory')),
  // Nothing is told but that it is gone.
  'ended from without': (thread) => thread.terminate(),
  // Reading this throws in the thread, outside of any speech.
  'thrown in the thread': (thread) => thread.postMessage(null),
};

test.each(Object.keys(deaths))(
  'a speech thread that dies (%s) fails what it was speaking and is replaced for the next',
  async (death) => {
    process.on('worker', remember);
    synthesis = new Synthesis(1);
    const speaking = synthesis.speak(order);
    expect((await speaking.next()).value?.kind).toBe('audio');
    const [thread] = threads;
    void deaths[death]!(thread!);
    await expect(
      (async () => {
        while ((await speaking.next()).done !== true);
      })(),
    ).rejects.toThrow('A speech thread ended');
    expect((await kindsOf(synthesis)).at(-1)).toBe('done');
    expect(threads).toHaveLength(2);
    await thread!.terminate();
  },
  60_000,
);

test('many speeches at once on one thread: each is heard before any has ended', async () => {
  synthesis = new Synthesis(1);
  const events: string[] = [];
  const speak = async (one: Synthesis) => {
    let heard = false;
    for await (const piece of one.speak({ ...order, text: 'It keeps better time. '.repeat(4) })) {
      if (piece.kind === 'audio' && !heard) events.push('heard');
      heard ||= piece.kind === 'audio';
      if (piece.kind === 'done') events.push('done');
    }
  };
  await Promise.all(Array.from({ length: 60 }, () => speak(synthesis!)));
  expect(events.indexOf('done')).toBe(60);
}, 60_000);

test('what waits in line is bounded, and the line moves on', async () => {
  synthesis = new Synthesis(1, 1, undefined, 1);
  const [first, second] = [kindsOf(synthesis), kindsOf(synthesis)];
  await expect(kindsOf(synthesis)).rejects.toThrow(SynthesisBusy);
  expect((await first).at(-1)).toBe('done');
  expect((await second).at(-1)).toBe('done');
}, 60_000);
