import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recording } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer } from '../../helpers/fake-studio.ts';
import { CloneDecoding } from '../../../src-renderer/features/clone/clone-decoding.ts';
import { CloneStore } from '../../../src-renderer/features/clone/clone-store.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

const decodeInWindow = vi.fn();

interface Piece {
  channels: Float32Array[];
  rate: number;
}
const undecoded = (id: string, change: Partial<Recording> = {}): Recording =>
  ({ id, name: `${id}.m4a`, state: 'ready', samples: 0, original: true, seconds: 2, ...change }) as Recording;
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

let sent: { address: string; samples: number[] }[];
let answerPiece: (bytes: number, at: number) => { taken: number; enough?: boolean };
/** The pieces of each recording, by its address. */
let sounds: Map<string, Piece[]>;
/** How many pieces the decoder gave, by address. */
let given: Map<string, number>;

beforeEach(() => {
  sent = [];
  sounds = new Map();
  given = new Map();
  answerPiece = (bytes, at) => ({ taken: at + bytes });
  vi.stubGlobal('fetch', async (address: string, { body }: { body: Blob }) => {
    const samples = [...new Float32Array(await body.arrayBuffer())];
    sent.push({ address, samples });
    return Response.json(answerPiece(body.size, Number(/at=(\d+)/u.exec(address)?.[1])));
  });
  decodeInWindow.mockReset().mockImplementation(async (path: string, take: (piece: Piece) => Promise<boolean>) => {
    for (const piece of sounds.get(path) ?? []) {
      given.set(path, (given.get(path) ?? 0) + 1);
      if (!(await take(piece))) break;
    }
    return 0;
  });
  fakeStudio.reset({ 'clone.decoded': ({ recordingId }) => undecoded(recordingId, { samples: 100 }) });
});
afterEach(() => vi.unstubAllGlobals());

/** The draft with these recordings, whose undecoded ones are decoded as they come. */
async function watched(...recordings: Recording[]) {
  const stores = createFakeStores();
  await stores.host.connectHost();
  const clone = new CloneStore(stores);
  clone.store.setState({ recordings });
  new CloneDecoding({ ...stores, clone, decodeInWindow }).watchUndecoded();
  fakeStudio.asked.length = 0;
  return clone.store;
}
const addressOf = (id: string) => `/bytes/clone/${id}.original`;
const mono = (rate: number, ...samples: number[]): Piece => ({ channels: [Float32Array.from(samples)], rate });

describe('a recording that main has no decoder for', () => {
  it('is decoded here, its samples go to main as one channel, and main says what it is', async () => {
    sounds.set(addressOf('recording1'), [
      mono(44_100, 0.5, -0.5),
      { channels: [Float32Array.from([1, 0]), Float32Array.from([0, -0.5])], rate: 44_100 },
    ]);
    const clone = await watched(undecoded('recording1'));
    await vi.waitFor(() => expect(clone.getState().decoding).toEqual({ recording1: 'done' }));
    expect(sent).toEqual([{ address: '/bytes/clone/recording1.samples?at=0&rate=44100', samples: [0.5, -0.5, 0.5, -0.25] }]);
    expect(fakeStudio.inputs('clone.decoded')).toEqual([{ recordingId: 'recording1' }]);
    await vi.waitFor(() => expect(clone.getState().recordings).toMatchObject([{ samples: 100 }]));
    expect(fakeStudio.announced).toEqual([messages.clone.recordingReady('recording1.m4a')]);
  });

  it('is any that comes later too; what main decoded itself, failed or comes still is left alone', async () => {
    const clone = await watched(
      undecoded('decoded1', { samples: 5 }),
      undecoded('failed1', { state: 'failed' }),
      undecoded('arriving1', { state: 'arriving' }),
      undecoded('kept1', { original: false }),
    );
    clone.setState({ notice: 'Another part of the store.' });
    await settled();
    expect(decodeInWindow).not.toHaveBeenCalled();
    sounds.set(addressOf('recording2'), [mono(48_000, 1)]);
    clone.setState({ recordings: [undecoded('recording2')] });
    await vi.waitFor(() => expect(clone.getState().decoding).toEqual({ recording2: 'done' }));
    expect(decodeInWindow.mock.calls.map(([path]) => path as string)).toEqual([addressOf('recording2')]);
  });

  it('is handed over in pieces of two megabytes, and again where its rate changes', async () => {
    const megabyte = new Float32Array(256 * 1024);
    sounds.set(addressOf('recording1'), [
      { channels: [megabyte], rate: 8_000 },
      { channels: [megabyte], rate: 8_000 },
      mono(8_000, 1),
      mono(16_000, 0.5, 0.5),
    ]);
    const clone = await watched(undecoded('recording1'));
    await vi.waitFor(() => expect(clone.getState().decoding).toEqual({ recording1: 'done' }));
    expect(sent.map(({ address, samples }) => [address.split('?')[1], samples.length])).toEqual([
      ['at=0&rate=8000', 2 * 256 * 1024],
      [`at=${2 * 1024 * 1024}&rate=8000`, 1],
      [`at=${2 * 1024 * 1024 + 4}&rate=16000`, 2],
    ]);
  });

  it('is decoded no further when main has enough', async () => {
    const two = new Float32Array(512 * 1024);
    answerPiece = (bytes, at) => ({ taken: at + bytes, enough: true });
    sounds.set(addressOf('recording1'), [
      { channels: [two], rate: 8_000 },
      { channels: [two], rate: 8_000 },
    ]);
    const clone = await watched(undecoded('recording1'));
    await vi.waitFor(() => expect(clone.getState().decoding).toEqual({ recording1: 'done' }));
    expect(given.get(addressOf('recording1'))).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('and that this window cannot decode either is called impossible, announces nothing, and is not tried again', async () => {
    const clone = await watched(undecoded('recording1'));
    await vi.waitFor(() => expect(clone.getState().decoding).toEqual({ recording1: 'impossible' }));
    expect(fakeStudio.inputs('clone.decoded')).toEqual([]);
    decodeInWindow.mockRejectedValueOnce(fail('damaged', said('It breaks off.')));
    clone.setState({ recordings: [undecoded('recording1'), undecoded('recording2')] });
    await vi.waitFor(() => expect(clone.getState().decoding).toEqual({ recording1: 'impossible', recording2: 'impossible' }));
    expect(decodeInWindow).toHaveBeenCalledTimes(2);
    expect(fakeStudio.announced).toEqual([]);
    expect(clone.getState().recordings).toMatchObject([{ samples: 0 }, { samples: 0 }]);
  });

  it('waits while another is decoded, and is left out where it is removed before its turn', async () => {
    const held = heldAnswer<number>();
    decodeInWindow.mockImplementationOnce(held.answer);
    const clone = await watched(undecoded('recording1'), undecoded('recording2'), undecoded('recording3'));
    expect(clone.getState().decoding).toEqual({ recording1: 'wanted', recording2: 'wanted', recording3: 'wanted' });
    await settled();
    expect(decodeInWindow).toHaveBeenCalledTimes(1);
    clone.setState({ recordings: [undecoded('recording1'), undecoded('recording3')] });
    held.resolve(0);
    await vi.waitFor(() => expect(clone.getState().decoding).toMatchObject({ recording3: 'impossible' }));
    expect(decodeInWindow.mock.calls.map(([path]) => path as string)).toEqual([addressOf('recording1'), addressOf('recording3')]);
  });
});
