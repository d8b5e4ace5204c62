import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PeaksBuilder, samplesPerPeak } from '#main/media/sound-writer.ts';
import type { PcmFile } from '#main/library/edited-sound.ts';
import { type SoundReader, type SoundSegment, VirtualSound } from '#main/library/virtual-sound.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';

/** Sounds in memory, named by their place. */
function memory(sounds: readonly Int16Array[]): SoundReader & { open: () => number } {
  let open = 0;
  const find = (name: string): Int16Array | undefined => sounds[Number(name)];
  return {
    open: () => open,
    pcm: (sound) => {
      const pcm = find(sound.contentHash);
      if (!pcm) return Promise.resolve(undefined);
      open += 1;
      const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
      const read = (buffer: Uint8Array, offset: number, length: number, position: number) => {
        const part = bytes.subarray(position, position + Math.min(length, 1001)); // a short read now and then
        buffer.set(part, offset);
        return Promise.resolve({ bytesRead: part.length, buffer });
      };
      const close = () => {
        open -= 1;
        return Promise.resolve();
      };
      return Promise.resolve({ read, close } as unknown as PcmFile);
    },
    peaks: (sound) => {
      const pcm = find(sound.contentHash);
      if (!pcm) return Promise.resolve(undefined);
      const builder = new PeaksBuilder();
      builder.push(pcm);
      return Promise.resolve(builder.finish());
    },
  };
}

const piece = fc.record({ samples: fc.nat(1500), pause: fc.nat(700), seed: fc.nat(30_000) });

function build(pieces: readonly { samples: number; pause: number; seed: number }[]) {
  const sounds = pieces.map(({ samples, seed }) =>
    Int16Array.from({ length: samples }, (_, index) => ((seed + index * 7919) % 60_000) - 30_000),
  );
  const segments: SoundSegment[] = pieces.map(({ samples, pause }, index) => ({
    contentHash: String(index),
    samples,
    pauseSamples: pause,
  }));
  const pcm = Int16Array.from(pieces.flatMap(({ pause }, index) => [...(sounds[index] ?? []), ...new Int16Array(pause)]));
  const reader = memory(sounds);
  return { sound: new VirtualSound(segments, reader), pcm, reader, segments };
}

async function collect(stream: AsyncGenerator<Uint8Array, void>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

describe('a chapter as one file', () => {
  it('is, at any range, what the joined takes and pauses would be', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), fc.nat(12_000), fc.nat(12_000), async (pieces, one, other) => {
        const { sound, pcm, reader } = build(pieces);
        const reference = Buffer.concat([wavHeader(pcm.length), new Uint8Array(pcm.buffer)]);
        const wav = sound.wav();
        expect(wav.bytes).toBe(reference.length);
        const [start, end] = [Math.min(one, other, wav.bytes), Math.min(Math.max(one, other), wav.bytes)];
        expect(Buffer.compare(await collect(wav.read(start, end)), reference.subarray(start, end))).toBe(0);
        expect(reader.open()).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('has peaks that hold every sample and lie at most a hundredth of a second off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const { sound, pcm } = build(pieces);
        const resource = sound.peaks();
        const bytes = await collect(resource.read(0, resource.bytes));
        const peaks = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
        expect(peaks.length).toBe(Math.ceil(pcm.length / samplesPerPeak) * 2);
        for (let pair = 0; pair * 2 < peaks.length; pair += 1) {
          const inside = pcm.subarray(pair * samplesPerPeak, (pair + 1) * samplesPerPeak);
          const around = pcm.subarray(Math.max(0, (pair - 1) * samplesPerPeak), (pair + 2) * samplesPerPeak);
          const byte = (value: number) => Math.round((value * 127) / 32_767);
          expect(peaks[pair * 2]).toBeLessThanOrEqual(byte(Math.min(...inside)));
          expect(peaks[pair * 2 + 1]).toBeGreaterThanOrEqual(byte(Math.max(...inside)));
          expect(peaks[pair * 2]).toBeGreaterThanOrEqual(byte(Math.min(0, ...around)));
          expect(peaks[pair * 2 + 1]).toBeLessThanOrEqual(byte(Math.max(0, ...around)));
        }
        const [start, end] = [Math.min(3, resource.bytes), Math.max(Math.min(3, resource.bytes), resource.bytes - 1)];
        expect(Buffer.compare(await collect(resource.read(start, end)), bytes.subarray(start, end))).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('is named by its takes and pauses', () => {
    const one = build([{ samples: 10, pause: 5, seed: 1 }]).sound.hash;
    expect(build([{ samples: 10, pause: 5, seed: 1 }]).sound.hash).toBe(one);
    expect(build([{ samples: 10, pause: 6, seed: 1 }]).sound.hash).not.toBe(one);
  });

  it('lets go of its file when the reader leaves in the middle', async () => {
    const { sound, reader } = build([{ samples: 40_000, pause: 0, seed: 1 }]);
    const stream = sound.wav().read(44, 80_044);
    await stream.next();
    expect(reader.open()).toBe(1);
    await stream.return();
    expect(reader.open()).toBe(0);
  });

  it('stands silent where a take is damaged, and keeps the place of the others', async () => {
    const { sound } = build([{ samples: 4, pause: 0, seed: 9 }]);
    const damaged = new VirtualSound([{ contentHash: 'gone', samples: 3, pauseSamples: 1 }], memory([]));
    expect([...(await collect(damaged.pcm(0, 8)))]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect((await collect(sound.pcm(0, 8))).some((byte) => byte !== 0)).toBe(true);
  });
});

describe('the peaks of a stretch', () => {
  const pairsOf = (count: number): Int8Array =>
    Int8Array.from({ length: count * 2 }, (_, at) => (at % 2 === 0 ? -1 - (at >> 1) : 1 + (at >> 1)));
  const sound = new VirtualSound(
    [
      { contentHash: 'a', samples: 4800, pauseSamples: 4800 },
      { contentHash: 'b', samples: 4800, pauseSamples: 0 },
    ],
    { pcm: () => Promise.resolve(undefined), peaks: () => Promise.resolve(pairsOf(10)) },
  );
  it('hold the extremes of all that they cover, and nothing in a pause', async () => {
    expect([...(await sound.peaksBetween(0, 14_400, 3))]).toEqual([-10, 10, 0, 0, -10, 10]);
    expect([...(await sound.peaksBetween(4800 + 2400, 4800 + 4800 + 960, 2))]).toEqual([0, 0, -2, 2]);
  });
  it('repeat a pair where they are finer than it is, and are empty past the end', async () => {
    expect([...(await sound.peaksBetween(480, 960, 2))]).toEqual([-2, 2, -2, 2]);
    expect([...(await sound.peaksBetween(14_400, 20_000, 1))]).toEqual([0, 0]);
  });
});
