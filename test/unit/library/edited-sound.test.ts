import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PcmFile, toSoundEdit } from '#main/library/edited-sound.ts';
import type { StoredTake } from '#main/library/project-rows.ts';
import { PeaksBuilder } from '#main/media/sound-writer.ts';
import { toSegment, VirtualSound, type SoundReader } from '#main/library/virtual-sound.ts';
import { partsIdOf } from '#shared/narration/parts.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import type { Take } from '#shared/narration/take.ts';

const perMs = 48;

function storedTake(id: string, samples: number, facts: Partial<Take> = {}): StoredTake {
  return { contentHash: id, take: { id, blockId: 'block000', samples, ...facts } } as unknown as StoredTake;
}

/** Sounds in memory by name; a read now and then is short. */
function memory(sounds: Record<string, Int16Array>): SoundReader & { open: () => number } {
  let open = 0;
  return {
    open: () => open,
    pcm: ({ contentHash }) => {
      const pcm = sounds[contentHash];
      if (!pcm) return Promise.resolve(undefined);
      open += 1;
      const bytes = new Uint8Array(pcm.buffer);
      const file: PcmFile = {
        read: (buffer, offset, length, position) => {
          const part = bytes.subarray(position, position + Math.min(length, 1001));
          buffer.set(part, offset);
          return Promise.resolve({ bytesRead: part.length });
        },
        close: () => {
          open -= 1;
          return Promise.resolve();
        },
      };
      return Promise.resolve(file);
    },
    peaks: ({ contentHash }) => {
      const builder = new PeaksBuilder();
      builder.push(sounds[contentHash] ?? new Int16Array(0));
      return Promise.resolve(builder.finish());
    },
  };
}

async function read(sound: VirtualSound, start = 0, end = sound.samples * 2): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of sound.pcm(start, end)) parts.push(part);
  return Buffer.concat(parts);
}
const samplesOf = (bytes: Buffer): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);

const whole = Int16Array.from({ length: 100 * perMs }, (_, index) => ((index * 7919) % 20_000) - 10_000);
const soundOf = (edit: TakeEdit, pcm = whole) => {
  const reader = memory({ take0000: pcm });
  const stored = storedTake('take0000', pcm.length);
  return { reader, sound: new VirtualSound([toSegment(stored, 0, edit, () => stored)], reader) };
};

describe('the sound of an edited take', () => {
  it('is the stretch between the trims, which fades for 5 ms at the cut edges alone', async () => {
    const { sound, reader } = soundOf({ trimStartMs: 20, trimEndMs: 30 });
    const heard = samplesOf(await read(sound));
    expect(heard.length).toBe(50 * perMs);
    expect(heard.subarray(240, -240)).toEqual(whole.subarray(20 * perMs + 240, 70 * perMs - 240));
    expect([heard[0], heard.at(-1)]).toEqual([0, 0]);
    expect(reader.open()).toBe(0);
    const end = samplesOf(await read(soundOf({ trimEndMs: 30 }).sound));
    expect(end.subarray(0, 1000)).toEqual(whole.subarray(0, 1000));
  });

  it('is louder by its gain and never beyond full scale', async () => {
    const louder = samplesOf(await read(soundOf({ gainDb: 6 }).sound));
    const factor = 10 ** (6 / 20);
    expect(louder).toEqual(whole.map((sample) => Math.round(sample * factor)));
    const clipped = samplesOf(await read(soundOf({ gainDb: 24 }).sound));
    expect([Math.min(...clipped), Math.max(...clipped)]).toEqual([-32_768, 32_767]);
  });

  it('has ranges that agree with the whole, wherever they begin and end', async () => {
    const { sound } = soundOf({ trimStartMs: 7, trimEndMs: 11, gainDb: -3 });
    const all = await read(sound);
    await fc.assert(
      fc.asyncProperty(fc.nat(all.length), fc.nat(all.length), async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        expect((await read(sound, start, end)).equals(all.subarray(start, end))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('has peaks that hold every sample of it', async () => {
    const { sound } = soundOf({ trimStartMs: 7, trimEndMs: 11, gainDb: -3 });
    const heard = samplesOf(await read(sound));
    const peaks: Uint8Array[] = [];
    for await (const part of sound.peaks().read(0, sound.peaks().bytes)) peaks.push(part);
    const pairs = new Int8Array(Uint8Array.from(Buffer.concat(peaks)).buffer);
    expect(pairs.length).toBe(Math.ceil(heard.length / 480) * 2);
    for (const [index, sample] of heard.entries()) {
      const pair = Math.floor(index / 480) * 2;
      expect(sample / 256).toBeGreaterThanOrEqual((pairs[pair] ?? 0) - 1.5);
      expect(sample / 256).toBeLessThanOrEqual((pairs[pair + 1] ?? 0) + 1.5);
    }
  });

  it('has another address than the take as it is, and than every other edit of it', () => {
    const hashes = [{}, { gainDb: 1 }, { gainDb: 2 }, { trimStartMs: 1 }, { trimEndMs: 1 }].map((edit) => soundOf(edit).sound.hash);
    expect(new Set(hashes).size).toBe(5);
  });
});

describe('the crossfade of a repaired take', () => {
  // A base of 1000 everywhere, and a part of 4000 in its middle: 40 to 60 ms.
  const base = new Int16Array(100 * perMs).fill(1000);
  const part = new Int16Array(20 * perMs).fill(4000);
  const repaired = Int16Array.from(base, (sample, index) => (index >= 40 * perMs && index < 60 * perMs ? 4000 : sample));
  const stretch = (takeId: string, startMs: number, endMs: number, gainDb = 0) => ({ takeId, startMs, endMs, gainDb });
  const takes = [
    storedTake('base0000', base.length),
    storedTake('part0000', part.length, { blockId: partsIdOf('block000') }),
    storedTake('repaired', repaired.length, {
      derivedFrom: [stretch('base0000', 0, 40), stretch('part0000', 0, 20), stretch('base0000', 60, 100)],
    }),
  ];
  const find = (id: string) => takes.find(({ take }) => take.id === id);
  const sounds = { base0000: base, part0000: part, repaired };
  const heardWith = async (edit: TakeEdit, from: Record<string, Int16Array> = sounds): Promise<Int16Array> => {
    const reader = memory(from);
    const heard = samplesOf(await read(new VirtualSound([toSegment(find('repaired')!, 0, edit, find)], reader)));
    expect(reader.open()).toBe(0);
    return heard;
  };

  it('of no time is a hard cut, with the take as long as it was', async () => {
    const heard = await heardWith({ crossfadeMs: 0 });
    expect(heard.length).toBe(repaired.length);
    expect(new Set(heard)).toEqual(new Set([1000, 4000]));
  });

  it('lasts as long as it is set to, at both seams, and leaves all other samples', async () => {
    const heard = await heardWith({ crossfadeMs: 8 });
    const changed = [...heard.entries()].filter(([, sample]) => sample !== 1000 && sample !== 4000).map(([index]) => index);
    const runs = changed.filter((index, at) => index !== (changed[at - 1] ?? -2) + 1).length;
    expect(runs).toBe(2);
    expect(changed.length / 2 / perMs).toBeGreaterThan(7);
    expect(changed.length / 2 / perMs).toBeLessThanOrEqual(8);
    // Equal power: in the middle of a fade, both at 0.707.
    expect(Math.max(...heard)).toBeLessThan(4200);
    expect(heard.subarray(0, 40 * perMs - 200)).toEqual(repaired.subarray(0, 40 * perMs - 200));
  });

  it('that is longer than the stretches beside it stops in their middle', () => {
    const { seams } = toSoundEdit(find('repaired')!, { crossfadeMs: 500 }, find);
    expect(seams).toHaveLength(2);
    expect(seams[0]!.to).toBeLessThanOrEqual(seams[1]!.from);
  });

  it('stays as the repair made it where a source is gone or damaged, and in a take that is no repair', async () => {
    expect(await heardWith({ crossfadeMs: 50 }, { base0000: base, repaired })).toEqual(repaired);
    expect(toSoundEdit(find('repaired')!, { crossfadeMs: 50 }, () => undefined).seams).toEqual([]);
    expect(toSoundEdit(find('base0000')!, { crossfadeMs: 50 }, find).seams).toEqual([]);
  });
});
