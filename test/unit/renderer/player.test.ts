import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBlock, schema } from '../../../src-shared/narration/document.ts';
import { buildTimeline } from '../../../src-shared/narration/chapter-timeline.ts';
import { Player } from '../../../src-renderer/audio/player.ts';
import type { Level } from '../../../src-renderer/audio/level.ts';
import type { Sound } from '../../../src-renderer/audio/sound.ts';
import { noDefaults } from '#shared/narration/shape.ts';

vi.mock('../../../src-renderer/audio/program.worklet.ts?worker&url', () => ({ default: 'program.worklet.js' }));

const rate = 48_000;
const quantum = 128;

/** The audio thread, stepped by the test: the studio's own processor, and messages that arrive in later turns as those of a port do. */
interface Port {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}
interface Processor {
  port: Port;
  process(inputs: unknown, outputs: Float32Array[][]): boolean;
}
let Processor: (new () => Processor) | undefined;
let processors: Processor[] = [];
let portOfNext: Port | undefined;

function pairOfPorts(): [Port, Port] {
  const port = (other: () => Port): Port => ({
    onmessage: null,
    postMessage: (data) => void setImmediate(() => other().onmessage?.({ data })),
  });
  const pair: [Port, Port] = [port(() => pair[1]), port(() => pair[0])];
  return pair;
}

class WorkletNode {
  readonly port: Port;
  constructor() {
    const [mine, theirs] = pairOfPorts();
    this.port = mine;
    portOfNext = theirs;
    if (!Processor) throw new Error('no processor was registered');
    processors.push(new Processor());
  }
  connect(): void {
    // There is one way out.
  }
  disconnect(): void {
    processors = [];
  }
}

let pcm = new Int16Array();
/** Seconds that the context has counted. */
let contextSeconds = 0;

beforeAll(async () => {
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      readonly port = portOfNext;
    },
  );
  vi.stubGlobal('sampleRate', rate);
  vi.stubGlobal('currentFrame', 0);
  vi.stubGlobal('registerProcessor', (_name: string, processor: new () => Processor) => (Processor = processor));
  vi.stubGlobal('AudioWorkletNode', WorkletNode);
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly state = 'running';
      get currentTime(): number {
        return contextSeconds;
      }
      readonly outputLatency = 0;
      readonly audioWorklet = { addModule: () => Promise.resolve() };
      suspend(): Promise<void> {
        return Promise.resolve();
      }
      resume(): Promise<void> {
        return Promise.resolve();
      }
    },
  );
  vi.stubGlobal('requestAnimationFrame', () => 0);
  await import('../../../src-renderer/audio/program.worklet.ts');
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  processors = [];
  contextSeconds = 0;
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: { Range: string } }) => {
    const [from = 0, to = 0] = /bytes=(\d+)-(\d+)/u.exec(headers.Range)?.slice(1).map(Number) ?? [];
    return Promise.resolve(new Response(pcm.buffer.slice(from, to + 1), { status: 206 }));
  });
});
afterEach(() => vi.restoreAllMocks());

/** A chapter of two blocks whose every sample is another one, as far as 16 bits go. */
function chapter(seconds: readonly [number, number], named = 'take'): Sound {
  const ids = ['block0', 'block1'];
  const document = schema.node(
    'doc',
    null,
    ids.map((id) => createBlock('word', { id, pauseMs: id === 'block0' ? 100 : 0 })),
  );
  const takes = ids.map((blockId, index) => ({
    id: `${named}${String(index)}`,
    blockId,
    fingerprint: '',
    createdAt: 1,
    text: 'word',
    voiceId: 'voice',
    modelId: null,
    samples: Math.round((seconds[index] ?? 0) * rate),
    state: 'complete' as const,
    alignment: 'none' as const,
    words: [],
    creditsUsed: null,
    requestId: null,
    ignoredParameters: [],
    starred: false,
  }));
  const timeline = buildTimeline(document, takes, { ...noDefaults, voiceId: 'voice', modelId: null }, 'local');
  pcm = new Int16Array(timeline.samples);
  for (const { start, samples } of timeline.blocks) for (let at = start; at < start + samples; at += 1) pcm[at] = 1 + (at % 32_000);
  return { audioUrl: '/a.wav', peaksUrl: '/a.peaks', seconds: timeline.samples / rate, timeline };
}

function playerOf(sound: Sound): { player: Player; heard: number[]; play: (samples: number) => Promise<void> } {
  const player = new Player();
  player.setSound(sound);
  player.setScript({ order: ['block0', 'block1'], pending: new Set(), pauseAfter: (id) => (id === 'block0' ? 0.1 : 0) });
  const heard: number[] = [];
  let sounds = false;
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Renders until so many samples more have been heard, with time for messages after each quantum. */
  const play = async (samples: number): Promise<void> => {
    const until = heard.length + samples;
    await turns(20);
    for (let idle = 0; heard.length < until && idle < 2000; idle += 1) {
      const out = new Float32Array(quantum);
      processors[0]?.process([], [[out]]);
      vi.stubGlobal('currentFrame', (globalThis as unknown as { currentFrame: number }).currentFrame + quantum);
      sounds ||= out.some((value) => value !== 0);
      if (sounds) {
        heard.push(...[...out].map((value) => Math.round(value * 32_768)));
        idle = 0;
      }
      await turns(2);
    }
  };
  return { player, heard, play };
}

/** What is heard from the start on where the loop is `from` to `to`, with as much of the first pass as was let by. */
const looped = (from: number, to: number, count: number): number[] => {
  const heard = [...pcm.subarray(0, to)];
  while (heard.length < count) heard.push(...pcm.subarray(from, to));
  return heard.slice(0, count);
};

describe('a loop that is switched on while it plays', () => {
  it.each([
    ['the chapter, all of which was handed on already', 'chapter' as const, 0, 1.6],
    ['a stretch that ends in what was handed on already', { from: 0.25, to: 1.1 }, 0.25, 1.1],
    ['a stretch that ends in the pause', { from: 0.25, to: 0.95 }, 0.25, 0.95],
  ])('%s, is gone round from its first end on, to the sample', async (_name, loop, from, to) => {
    const { player, heard, play } = playerOf(chapter([0.9, 0.6]));
    player.play();
    await play(0.5 * rate);
    player.setLoop(loop);
    await play(2 * rate);
    const [begin, end] = [Math.round(from * rate), Math.round(to * rate)];
    expect(heard).toEqual(looped(begin, end, heard.length));
    expect(heard.length).toBeGreaterThan(2.4 * rate);
    player.stop();
  });

  it('is left again where it is switched off, at its next end', async () => {
    const { player, heard, play } = playerOf(chapter([0.9, 0.6]));
    player.setLoop({ from: 0, to: 0.5 });
    player.play();
    await play(0.7 * rate);
    player.setLoop(undefined);
    await play(1.4 * rate);
    const expected = [...pcm.subarray(0, 0.5 * rate), ...pcm];
    expect(heard.slice(0, expected.length)).toEqual(expected);
    expect(heard.slice(expected.length).every((sample) => sample === 0)).toBe(true);
  });

  it('goes on without a gap, at once or many times in a row', async () => {
    const { player, heard, play } = playerOf(chapter([0.9, 0.6]));
    player.play();
    await play(0.3 * rate);
    for (let to = 1; to > 0.6; to -= 0.05) player.setLoop({ from: 0.1, to });
    await play(rate);
    const end = Math.round(0.65 * rate);
    expect(heard.slice(0, end)).toEqual([...pcm.subarray(0, end)]);
    player.stop();
  });
});

it('the place that is heard never goes back when the audio thread was late', async () => {
  const { player, play } = playerOf(chapter([0.9, 0.6]));
  player.play();
  await play(0.5 * rate);
  const frame = (globalThis as unknown as { currentFrame: number }).currentFrame;
  // The context counts on, and the place is reckoned on with it; then the thread says that it had played no further.
  contextSeconds = frame / rate + 0.05;
  const reckoned = player.moment().seconds;
  expect(reckoned).toBeGreaterThan(0.5);
  vi.stubGlobal('currentFrame', frame + Math.round(0.05 * rate));
  await play(quantum);
  expect(player.moment().seconds).toBeGreaterThanOrEqual(reckoned);
  player.stop();
});

describe('the levels that a player reports', () => {
  it('are those of the samples that leave, from the first to the last', async () => {
    const { player, play } = playerOf(chapter([0.2, 0.2]));
    pcm = pcm.map((_, at) => (at === 9_599 || at === pcm.length - 3 ? 16_384 : 0));
    const levels: Level[] = [];
    player.onLevel((level) => levels.push(level));
    player.play();
    await play(pcm.length);
    expect(Math.max(...levels.map(({ peak }) => peak))).toBe(0.5);
    expect(levels.at(-1)?.truePeak).toBeGreaterThanOrEqual(0.5);
    // Those without a peak show none.
    expect(levels.some(({ peak }) => peak === 0)).toBe(true);
  });

  it('have a true peak since its last reset, whatever was on its way then', async () => {
    const { player, play } = playerOf(chapter([0.9, 0.6]));
    // Loud for a third of a second, then soft.
    pcm = pcm.map((_, at) => (at < 16_000 ? 16_384 : 1638));
    const before: Level[] = [];
    const stopListening = player.onLevel((level) => before.push(level));
    player.play();
    await play(0.5 * rate);
    expect(before.at(-1)?.truePeak).toBeGreaterThanOrEqual(0.5);
    stopListening();
    // A report that leaves the audio thread before the reset and arrives after it.
    const frame = (globalThis as unknown as { currentFrame: number }).currentFrame + 1024;
    vi.stubGlobal('currentFrame', frame);
    processors[0]?.process([], [[new Float32Array(quantum)]]);
    player.resetPeak();
    const levels: Level[] = [];
    player.onLevel((level) => levels.push(level));
    await play(0.3 * rate);
    expect(levels.length).toBeGreaterThan(0);
    for (const { truePeak } of levels) expect(truePeak).toBeLessThan(0.06);
    player.stop();
  });
});

it('a block is heard as it arrives until the chapter’s sound has the take that came; another take of it there does not count', async () => {
  const [before, after] = [chapter([0.9, 0.6]), chapter([0.9, 0.6], 'new')];
  const ranges = fetch;
  vi.stubGlobal('fetch', (url: string, init: { headers: { Range: string } }) =>
    url === '/live' ? Promise.resolve(new Response(pcm.slice(0, 0.9 * rate).buffer)) : ranges(url, init),
  );
  const { player, play } = playerOf(before);
  const modes: string[] = [];
  player.onMode((mode) => modes.push(mode));
  player.arriving('block0', '/live');
  player.playWhenThere('block0');
  await play(0.2 * rate);
  expect(modes).toEqual(['live']);
  player.arrived('block0');
  await play(0.1 * rate);
  expect(modes).toEqual(['live']);
  player.setSound(after);
  await play(0.1 * rate);
  expect(modes).toEqual(['live', 'playing']);
  player.stop();
});
