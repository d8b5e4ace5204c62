import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Frames } from '#main/media/alignment/frames.ts';
import { warp } from '#main/media/alignment/warp.ts';

const width = 3;

/** Frames that drift, as speech does: each has its own place in the whole. */
function framesFrom(places: readonly number[]): Frames {
  const values = Float32Array.from(places.flatMap((place) => [Math.sin(place / 7), Math.cos(place / 11), Math.sin(place / 29) * 2]));
  return { count: places.length, width, values, isSpeech: new Uint8Array(places.length).fill(1) };
}

/** Speeds that change every few frames, each frame of the first recording lasting one to two frames of the second. */
const speeds = fc.array(fc.tuple(fc.integer({ min: 5, max: 40 }), fc.integer({ min: 10, max: 20 })), { minLength: 3, maxLength: 12 });

function stretch(tempo: readonly (readonly [number, number])[]): { original: number[]; stretched: number[]; places: number[] } {
  const original: number[] = [];
  const stretched: number[] = [];
  const places: number[] = [];
  for (const [frames, tenths] of tempo)
    for (let frame = 0; frame < frames; frame++) {
      const place = original.length;
      original.push(place);
      places.push(stretched.length);
      while (stretched.length < ((place + 1) * tenths) / 10 && stretched.length - places.at(-1)! < 2) stretched.push(place);
      if (stretched.length === places.at(-1)) stretched.push(place);
    }
  return { original, stretched, places };
}

it('a recording that is spoken faster and slower is found again, frame by frame', () => {
  fc.assert(
    fc.property(speeds, (tempo) => {
      const { original, stretched, places } = stretch(tempo);
      const found = warp(framesFrom(original), framesFrom(stretched));
      expect(found).toHaveLength(original.length);
      found.forEach((place, frame) => expect(Math.abs(place - places[frame]!)).toBeLessThanOrEqual(2));
    }),
  );
});

it('a path never runs backwards and stays within both recordings, whatever they are', () => {
  const any = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(any, any, (one, other) => {
      const found = warp(framesFrom(one), framesFrom(other));
      expect(found).toHaveLength(one.length);
      expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...found)).toBeLessThan(other.length);
      expect([...found]).toEqual([...found].sort((left, right) => left - right));
    }),
  );
});

it('a recording too long to look at whole is found as exactly, by a coarse path first', () => {
  const tempo = Array.from({ length: 60 }, (_, index) => [100, 10 + ((index * 7) % 11)] as const);
  const { original, stretched, places } = stretch(tempo);
  expect(original.length).toBeGreaterThan(5000);
  const found = warp(framesFrom(original), framesFrom(stretched));
  found.forEach((place, frame) => expect(Math.abs(place - places[frame]!)).toBeLessThanOrEqual(2));
});
