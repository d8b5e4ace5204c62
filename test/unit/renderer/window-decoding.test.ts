import { beforeEach, expect, it, vi } from 'vitest';
import { decodeInWindow } from '../../../src-renderer/core/sources/window-decoding.ts';

interface Sample {
  planes: number[][];
  rate: number;
}
const file = vi.hoisted(() => ({
  track: true,
  decodable: true,
  start: 0.25,
  samples: [] as Sample[],
  /** Where the sound breaks off, by the number of the sample. */
  broken: -1,
  read: 0,
  closed: 0,
  disposed: 0,
  address: '',
  blob: new Blob(),
}));
vi.mock('mediabunny', () => ({
  ADTS: 'adts',
  MATROSKA: 'mkv',
  MP4: 'mp4',
  QTFF: 'mov',
  WEBM: 'webm',
  BlobSource: function BlobSource(blob: Blob) {
    file.blob = blob;
  },
  UrlSource: function UrlSource(address: string) {
    file.address = address;
  },
  Input: class {
    getPrimaryAudioTrack = () =>
      Promise.resolve(
        file.track ? { canDecode: () => Promise.resolve(file.decodable), getFirstTimestamp: () => Promise.resolve(file.start) } : null,
      );
    dispose(): void {
      file.disposed += 1;
    }
  },
  AudioSampleSink: class {
    *samples() {
      for (const [index, { planes, rate }] of file.samples.entries()) {
        if (index === file.broken) throw new Error('damaged');
        file.read += 1;
        yield {
          numberOfChannels: planes.length,
          numberOfFrames: planes[0]!.length,
          sampleRate: rate,
          copyTo: (into: Float32Array, { planeIndex, format }: { planeIndex: number; format: string }) => {
            if (format === 'f32-planar') into.set(planes[planeIndex]!);
          },
          close: () => void (file.closed += 1),
        };
      }
    }
  },
}));

const taken = async (most = Infinity) => {
  const pieces: unknown[] = [];
  const start = await decodeInWindow('/bytes/sound', ({ channels, rate }, at) => {
    pieces.push([channels.map((plane) => [...plane]), rate, at]);
    return Promise.resolve(pieces.length < most);
  });
  return { pieces, start };
};

beforeEach(() => {
  vi.stubGlobal('location', { href: 'http://studio.example/app/' });
  Object.assign(file, { track: true, decodable: true, broken: -1, read: 0, closed: 0, disposed: 0 });
  file.samples = [
    { planes: [[0.5, 0.25]], rate: 44_100 },
    { planes: [[1], [-1]], rate: 48_000 },
  ];
});

it('every piece is given in order with its channels, its rate and where the sound begins, and all memory is let go', async () => {
  expect(await taken()).toEqual({
    pieces: [
      [[[0.5, 0.25]], 44_100, 0.25],
      [[[1], [-1]], 48_000, 0.25],
    ],
    start: 0.25,
  });
  expect(file).toMatchObject({ closed: 2, disposed: 1, address: 'http://studio.example/bytes/sound' });
});

it('a file of this machine is read from itself, and not by an address', async () => {
  const blob = new Blob(['sound']);
  await decodeInWindow(blob, () => Promise.resolve(false));
  expect(file).toMatchObject({ read: 1, closed: 1, disposed: 1 });
  expect(file.blob).toBe(blob);
});

it('more than two channels come as two', async () => {
  file.samples = [{ planes: [[0], [0], [0], [0], [0], [0]], rate: 48_000 }];
  const { pieces } = await taken();
  expect((pieces as [unknown[]][])[0]![0]).toHaveLength(2);
});

it('decoding ends as soon as no more is wanted', async () => {
  expect(await taken(1)).toMatchObject({ start: 0.25, pieces: { length: 1 } });
  expect(file).toMatchObject({ read: 1, closed: 1, disposed: 1 });
});

it('a file without sound, or whose sound has no decoder here, gives nothing', async () => {
  file.track = false;
  expect(await taken()).toEqual({ pieces: [], start: undefined });
  file.track = true;
  file.decodable = false;
  expect(await taken()).toEqual({ pieces: [], start: undefined });
  expect(file).toMatchObject({ read: 0, disposed: 2 });
});

it('a sound that breaks off fails, and the file is let go', async () => {
  file.broken = 1;
  await expect(taken()).rejects.toThrow('damaged');
  expect(file.disposed).toBe(1);
});
