import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WavReader, wavHeader } from '#main/media/wav.ts';

interface Shape {
  tag?: number;
  bits?: number;
  channels?: number;
  rate?: number;
  dataLength?: number;
  before?: Uint8Array;
  after?: Uint8Array;
}

function chunk(name: string, body: Uint8Array, length = body.byteLength): Uint8Array {
  const bytes = Buffer.alloc(8 + body.byteLength + (body.byteLength & 1));
  bytes.write(name, 0, 'latin1');
  bytes.writeUInt32LE(length, 4);
  bytes.set(body, 8);
  return bytes;
}

function wav(data: Uint8Array, { tag = 1, bits = 16, channels = 1, rate = 22_050, dataLength, before, after }: Shape = {}): Uint8Array {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE((rate * channels * bits) / 8, 8);
  format.writeUInt16LE((channels * bits) / 8, 12);
  format.writeUInt16LE(bits, 14);
  const riff = Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1');
  return Buffer.concat([riff, before ?? Buffer.alloc(0), chunk('fmt ', format), chunk('data', data, dataLength), after ?? Buffer.alloc(0)]);
}

function read(bytes: Uint8Array, cuts: readonly number[] = []): { samples: number[]; rates: Set<number> } {
  const reader = new WavReader();
  const samples: number[] = [];
  const rates = new Set<number>();
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.byteLength];
  for (let index = 1; index < edges.length; index += 1)
    for (const each of reader.push(bytes.slice(edges[index - 1], edges[index]))) {
      samples.push(...each.samples);
      rates.add(each.rate);
    }
  return { samples, rates };
}

const pcm16 = (...values: number[]): Uint8Array => new Uint8Array(Int16Array.from(values).buffer);

describe('reading WAV as it arrives', () => {
  it('gives the same samples at every split of the bytes', () => {
    const bytes = wav(pcm16(1, -2, 3, -4, 5), { before: chunk('LIST', Buffer.from('abc')), after: chunk('cue ', Buffer.from('xyz1')) });
    const whole = read(bytes);
    expect(whole.samples.map((sample) => sample * 32_768)).toEqual([1, -2, 3, -4, 5]);
    for (let cut = 0; cut <= bytes.byteLength; cut += 1) expect(read(bytes, [cut]).samples).toEqual(whole.samples);
    expect(read(bytes, Array.from(bytes.keys())).samples).toEqual(whole.samples);
  });

  it.each([0, 0xffffffff])('goes on to the end where the writer left the length %i', (dataLength) => {
    expect(read(wav(pcm16(1, 2, 3), { dataLength })).samples).toHaveLength(3);
  });

  it('stops where the sound ends, and does not play what stands behind it', () => {
    expect(read(wav(pcm16(1, 2), { after: chunk('note', pcm16(9999, 9999)) })).samples).toHaveLength(2);
  });

  it('reads 8, 24 and 32 bits, floats, and mixes channels', () => {
    expect(read(wav(Uint8Array.from([0, 128, 192]), { bits: 8 })).samples).toEqual([-1, 0, 0.5]);
    expect(read(wav(Uint8Array.from([0, 0, 0x40, 0, 0, 0xc0, 0xff, 0xff, 0xff]), { bits: 24 })).samples).toEqual(
      [0.5, -0.5, -1 / 8_388_608].map(Math.fround),
    );
    expect(read(wav(new Uint8Array(Int32Array.from([1 << 30]).buffer), { bits: 32 })).samples).toEqual([0.5]);
    expect(read(wav(new Uint8Array(Float32Array.from([0.25, Number.NaN]).buffer), { tag: 3, bits: 32 })).samples).toEqual([0.25, 0]);
    expect(read(wav(pcm16(16_384, 0, -16_384, -16_384), { channels: 2 })).samples).toEqual([0.25, -0.5]);
  });

  it.each([
    ['not a WAV at all', Buffer.from('this is surely no sound, is it?')],
    ['an encoding without a decoder', wav(pcm16(1), { tag: 2 })],
    ['no channels', wav(pcm16(1), { channels: 0 })],
    ['an impossible rate', wav(pcm16(1), { rate: 1 })],
  ])('refuses %s', (_name, bytes) => {
    expect(() => read(bytes)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'unsupported-media' }) as object }),
    );
  });

  it('never throws anything but a failure, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(60), (noise, at) => {
        const bytes = Uint8Array.from(wav(pcm16(1, 2, 3, 4)));
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        try {
          read(bytes, [7, 30]);
        } catch (thrown) {
          expect(thrown).toHaveProperty('failure.kind', 'unsupported-media');
        }
      }),
    );
  });
});

describe('the header of a WAV of known length', () => {
  it('is read back by the reader and by the letter of the format', () => {
    const header = Buffer.from(wavHeader(1000));
    expect(header.byteLength).toBe(44);
    expect(header.readUInt32LE(4)).toBe(36 + 2000);
    expect(header.readUInt32LE(40)).toBe(2000);
    expect(header.readUInt32LE(24)).toBe(48_000);
    expect(read(Buffer.concat([header, pcm16(7, 8)])).rates).toEqual(new Set([48_000]));
  });

  it('becomes RF64 just where 32 bits end', () => {
    const largest = Math.floor((0xffffffff - 36) / 2);
    expect(wavHeader(largest).byteLength).toBe(44);
    const large = Buffer.from(wavHeader(largest + 1));
    expect(large.toString('latin1', 0, 4)).toBe('RF64');
    expect(large.byteLength).toBe(80);
    expect(large.readBigUInt64LE(28)).toBe(BigInt(largest + 1) * 2n);
    expect(large.readBigUInt64LE(36)).toBe(BigInt(largest + 1));
  });
});
