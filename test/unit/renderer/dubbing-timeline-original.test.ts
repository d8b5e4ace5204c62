import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usualDucking, type Dub } from '#shared/dubbing/timeline.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { OriginalSound } from '../../../src-renderer/features/dubbing/timeline/original-sound.ts';
import { messages } from '#shared/messages/index.ts';

const decodeInWindow = vi.fn();
const stores = createFakeStores();
const { connectHost } = stores.host;
const { showDub, store: useDubs } = stores.dubs;
const { readInWindow } = new OriginalSound({ ...stores, decodeInWindow });

const video: Dub['video'] = {
  name: 'a.mp4',
  contentType: 'video/mp4',
  bytes: 1,
  container: 'MP4',
  codec: 'avc',
  width: 320,
  height: 180,
  rotation: 0,
  samples: 480_000,
  frameRate: 25,
  variable: false,
  sound: { state: 'undecoded', codec: 'aac', channels: 2, samples: 0 },
};
const dub: Dub = {
  id: 'dub0000001',
  title: 'The harbour',
  revision: 0,
  createdAt: 0,
  changedAt: 0,
  takes: [],
  ducking: usualDucking,
  segments: [],
  video,
};
const read = { ...video, sound: { ...video.sound, state: 'ready', samples: 480_000 } };

interface Piece {
  channels: Float32Array[];
  rate: number;
}
let pieces: Piece[];
let start: number | undefined;
/** How many of the pieces the decoder gave. */
let given: number;
let sent: { address: string; pcm: number[] }[];
let answerPiece: (taken: number) => Response;
const plane = (...samples: number[]) => Float32Array.from(samples);

beforeEach(async () => {
  [pieces, start, given, sent] = [[], 0.5, 0, []];
  let taken = 0;
  answerPiece = (bytes) => Response.json({ taken: bytes });
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body: Blob }) => {
    sent.push({ address: `${method} ${address}`, pcm: [...new Int16Array(await body.arrayBuffer())] });
    return answerPiece((taken += body.size));
  });
  decodeInWindow.mockReset().mockImplementation(async (_path: string, take: (piece: Piece, start: number) => Promise<boolean>) => {
    for (const piece of pieces) {
      given += 1;
      if (!(await take(piece, start!))) break;
    }
    return start;
  });
  fakeStudio.reset({ 'dubs.originalRead': () => read });
  await connectHost();
  showDub(dub);
  fakeStudio.asked.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

const failedInputs = [{ dubId: 'dub0000001', failed: true }];
const alone = messages.dubbing.originalUnavailable;

describe('the original sound of a video that main cannot decode', () => {
  it('goes to main as 16-bit samples, the channels of each beside each other, with where it begins', async () => {
    pieces = [
      { channels: [plane(0, 1, -1), plane(0.5, 2, -2)], rate: 44_100 },
      { channels: [plane(0.25), plane(-0.25)], rate: 44_100 },
    ];
    await readInWindow(dub);
    expect(decodeInWindow.mock.calls[0]?.[0]).toBe('/bytes/dub/dub0000001/video');
    expect(sent).toEqual([
      {
        address: 'POST /bytes/dub/dub0000001/original?at=0&start=0.5&rate=44100&channels=2',
        pcm: [0, 16_384, 32_767, 32_767, -32_767, -32_767, 8192, -8192],
      },
    ]);
    expect(fakeStudio.inputs('dubs.originalRead')).toEqual([{ dubId: 'dub0000001' }]);
    expect(useDubs.getState().dub?.video.sound).toMatchObject({ state: 'ready', samples: 480_000 });
    expect(fakeStudio.announced).toEqual([messages.dubbing.originalReady]);
  });

  it('goes there in pieces of two megabytes, each behind what main has', async () => {
    const half = new Float32Array(512 * 1024);
    pieces = [half, half, plane(1)].map((samples) => ({ channels: [samples], rate: 8000 }));
    await readInWindow(dub);
    expect(sent.map(({ address, pcm }) => [/at=\d+/u.exec(address)?.[0], pcm.length])).toEqual([
      ['at=0', 1024 * 1024],
      [`at=${2 * 1024 * 1024}`, 1],
    ]);
  });

  it.each([
    ['rate', { channels: [plane(1)], rate: 48_000 }],
    ['channels', { channels: [plane(1), plane(1)], rate: 44_100 }],
  ])('is cut where its %s change', async (_what, other) => {
    pieces = [{ channels: [plane(1)], rate: 44_100 }, other, { channels: [plane(1)], rate: 44_100 }];
    await readInWindow(dub);
    expect(given).toBe(2);
    expect(sent.map(({ pcm }) => pcm)).toEqual([[32_767]]);
    expect(fakeStudio.inputs('dubs.originalRead')).toEqual([{ dubId: 'dub0000001' }]);
  });

  it('that cannot be decoded here either, is empty or is damaged is not used, and that is said', async () => {
    start = undefined;
    await readInWindow(dub);
    start = 0;
    await readInWindow(dub);
    decodeInWindow.mockRejectedValueOnce(new Error('damaged'));
    await readInWindow(dub);
    expect(sent).toEqual([]);
    expect(fakeStudio.inputs('dubs.originalRead')).toEqual([...failedInputs, ...failedInputs, ...failedInputs]);
    expect(fakeStudio.announced).toEqual([alone, alone, alone]);
  });

  it('that does not reach main is neither ended nor given up: the next opening of the dub begins it again', async () => {
    pieces = [{ channels: [plane(1)], rate: 44_100 }];
    answerPiece = () => new Response('{"taken":2}', { status: 500 });
    await readInWindow(dub);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('gone')));
    await readInWindow(dub);
    expect(fakeStudio.asked).toEqual([]);
    expect(fakeStudio.announced).toEqual([]);
    expect(decodeInWindow).toHaveBeenCalledTimes(2);
  });

  it('is read once at a time for each dub', async () => {
    const held = heldAnswer<number>();
    decodeInWindow.mockImplementation(held.answer);
    const first = readInWindow(dub);
    await readInWindow(dub);
    const other = readInWindow({ ...dub, id: 'dub0000002' });
    held.resolve(0);
    await Promise.all([first, other]);
    expect(decodeInWindow).toHaveBeenCalledTimes(2);
  });

  it('whose reading main does not take leaves the dub as it was', async () => {
    fakeStudio.answers['dubs.originalRead'] = refuse('conflict');
    await readInWindow(dub);
    expect(useDubs.getState().dub?.video).toEqual(video);
    expect(fakeStudio.announced).toEqual([]);
  });

  it('of another dub than the one that is open changes nothing that is shown', async () => {
    showDub({ ...dub, id: 'dub0000002' });
    await readInWindow(dub);
    expect(useDubs.getState().dub?.video).toEqual(video);
  });
});
