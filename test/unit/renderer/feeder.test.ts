import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBlock, schema } from '../../../src-shared/narration/document.ts';
import { buildTimeline } from '../../../src-shared/narration/chapter-timeline.ts';
import { feedBackward, feedForward, type Loop, type Way } from '../../../src-renderer/audio/feeder.ts';
import type { Place, Program } from '../../../src-renderer/audio/program.ts';
import { pointAt, stretchOf, type Sound } from '../../../src-renderer/audio/sound.ts';
import { noDefaults } from '#shared/narration/shape.ts';

const rate = 48_000;

interface Chapter {
  sound: Sound;
  way: Way;
  samples: Int16Array<ArrayBuffer>;
  loop: Loop | undefined;
}

/** Blocks of so many samples, each with a pause of so many milliseconds; every sample of the chapter is another one. */
function chapterOf(blocks: readonly (readonly [samples: number, pauseMs: number])[]): Chapter {
  const ids = blocks.map((_, index) => `block0000${String(index)}`);
  const document = schema.node(
    'doc',
    null,
    blocks.map(([, pauseMs], index) => createBlock('word', { id: ids[index] ?? '', pauseMs })),
  );
  const takes = blocks.map(([samples], index) => ({
    id: `take${String(index)}`,
    blockId: ids[index] ?? '',
    fingerprint: '',
    createdAt: 1,
    text: 'word',
    voiceId: 'voice',
    modelId: null,
    samples,
    state: 'complete' as const,
    alignment: 'none' as const,
    words: [],
    creditsUsed: null,
    requestId: null,
    ignoredParameters: [],
    starred: false,
  }));
  const timeline = buildTimeline(document, takes, { ...noDefaults, voiceId: 'voice', modelId: null }, 'local');
  const samples = new Int16Array(timeline.samples);
  let sounding = 0;
  for (const block of timeline.blocks) for (let at = block.start; at < block.start + block.samples; at += 1) samples[at] = sounding += 1;
  const sound = { audioUrl: '/a.wav', peaksUrl: '/a.peaks', seconds: timeline.samples / rate, timeline };
  const chapter: Chapter = {
    sound,
    samples,
    loop: undefined,
    way: {
      sound: () => sound,
      script: () => ({ order: ids, pending: new Set(), pauseAfter: (id) => (blocks[ids.indexOf(id)]?.[1] ?? 0) / 1000 }),
      live: () => undefined,
      liveFailed: () => undefined,
      loop: () => chapter.loop,
      until: undefined,
      waits: () => undefined,
      changed: () => Promise.reject(new Error('Nothing is to be waited for.')),
    },
  };
  return chapter;
}

/** Takes the samples up to a number of them, and says of each where it lies in the chapter. */
async function collect(chapter: Chapter, most: number, feed: (program: Program, signal: AbortSignal) => Promise<void>) {
  const abort = new AbortController();
  const came: number[] = [];
  const places: number[] = [];
  const program = {
    push: (samples: Int16Array, { blockId, offset, step }: Place) => {
      const start = chapter.sound.timeline.blocks.find((block) => block.blockId === blockId)?.start ?? Number.NaN;
      samples.forEach((sample, index) => {
        came.push(sample);
        places.push(start + offset + step * index);
      });
      if (came.length >= most) abort.abort();
      return Promise.resolve();
    },
  };
  await feed(program as unknown as Program, abort.signal);
  return { came: came.slice(0, most), places: places.slice(0, most) };
}

const someBlocks = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 2 })), { minLength: 1, maxLength: 5 });
let pcm = new Int16Array();

beforeEach(() => {
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: { Range: string } }) => {
    expect(url).toBe('/a.pcm');
    const [from = 0, to = 0] = /bytes=(\d+)-(\d+)/u.exec(headers.Range)?.slice(1).map(Number) ?? [];
    const bytes = new Uint8Array(pcm.buffer.slice(from, to + 1));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        // Cut where no sample ends.
        for (const piece of [bytes.subarray(0, 7), bytes.subarray(7)]) if (piece.length > 0) controller.enqueue(piece);
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { status: 206 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a stretch that loops', () => {
  it('goes over its seam to the sample, wherever in blocks and pauses it begins and ends', async () => {
    await fc.assert(
      fc.asyncProperty(someBlocks, fc.nat(), fc.nat(), async (blocks, one, other) => {
        const chapter = chapterOf(blocks);
        pcm = chapter.samples;
        const length = pcm.length;
        const [a, b] = [one % (length + 1), other % (length + 1)];
        const [from, to] = a < b ? [a, b] : [Math.min(a, b, length - 1), Math.max(a, b, 1)];
        if (from >= to) return;
        chapter.loop = stretchOf(chapter.sound, { from: from / rate, to: to / rate });
        const start = chapter.loop?.from;
        if (!start) throw new Error('no stretch');
        const wanted = 3 * (to - from) + 5;
        const { came, places } = await collect(chapter, wanted, (program, signal) =>
          feedForward(program, chapter.way, start, signal, true),
        );
        const expected = Array.from({ length: wanted }, (_, index) => from + (index % (to - from)));
        expect(came).toEqual(expected.map((at) => pcm[at]));
        expect(places).toEqual(expected);
      }),
    );
  });
  it('of the whole chapter begins again after its last sample', async () => {
    const chapter = chapterOf([
      [40, 1],
      [30, 0],
    ]);
    pcm = chapter.samples;
    const from = pointAt(chapter.sound, 0)!;
    chapter.loop = { from, to: undefined };
    const { came } = await collect(chapter, pcm.length * 2, (program, signal) => feedForward(program, chapter.way, from, signal, true));
    expect(came).toEqual([...pcm, ...pcm]);
  });
  it('is none where the chapter has become shorter, and never turns without a sound', async () => {
    const chapter = chapterOf([[40, 0]]);
    pcm = chapter.samples;
    expect(stretchOf(chapter.sound, { from: 2, to: 3 })).toBeUndefined();
    const end = { blockId: 'block00000', offset: 40 };
    chapter.loop = { from: end, to: undefined };
    const { came } = await collect(chapter, 10, (program, signal) => feedForward(program, chapter.way, end, signal, true));
    expect(came).toEqual([]);
  });
});

it('a chapter played backwards is its samples in the other order, its pauses too, from any place to its start', async () => {
  await fc.assert(
    fc.asyncProperty(someBlocks, fc.nat(), async (blocks, place) => {
      const chapter = chapterOf(blocks);
      pcm = chapter.samples;
      const from = place % (pcm.length + 1);
      const start = pointAt(chapter.sound, from / rate)!;
      const { came, places } = await collect(chapter, Infinity, (program, signal) => feedBackward(program, chapter.way, start, signal));
      expect(came).toEqual([...pcm.subarray(0, from)].reverse());
      expect(places).toEqual(Array.from({ length: from }, (_, index) => from - index));
    }),
  );
});
