import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WavReader } from '#main/media/wav.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';

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

describe('what a WAV may be', () => {
  const refused = (bytes: Uint8Array): boolean => {
    try {
      read(bytes);
      return false;
    } catch {
      return true;
    }
  };
  const replaced = (bytes: Uint8Array, at: number, text: string): Uint8Array => {
    const copy = Buffer.from(bytes);
    copy.write(text, at, 'latin1');
    return copy;
  };
  /** A format chunk with these bytes behind its sixteen. */
  const extended = (code: number, length = 40): Uint8Array => {
    const format = Buffer.from(wav(pcm16()).subarray(20, 36));
    format.writeUInt16LE(0xfffe, 0);
    const more = Buffer.alloc(length - 16);
    if (length >= 26) more.writeUInt16LE(code, 8);
    return Buffer.concat([Buffer.from('RIFF0000WAVE', 'latin1'), chunk('fmt ', Buffer.concat([format, more])), chunk('data', pcm16(1))]);
  };

  it('begins as RIFF or RF64 and is a WAVE', () => {
    const bytes = wav(pcm16(1, 2));
    expect(read(replaced(bytes, 0, 'RF64')).samples).toHaveLength(2);
    expect([refused(replaced(bytes, 0, 'RIFX')), refused(replaced(bytes, 8, 'AVI '))]).toEqual([true, true]);
  });

  it('has its format before its sound, in a chunk of at least sixteen bytes', () => {
    const head = Buffer.from('RIFF0000WAVE', 'latin1');
    const format = wav(pcm16()).subarray(20, 36);
    expect(refused(Buffer.concat([head, chunk('data', pcm16(1))]))).toBe(true);
    expect(refused(Buffer.concat([head, chunk('fmt ', format.subarray(0, 15)), chunk('data', pcm16(1))]))).toBe(true);
    expect(
      read(Buffer.concat([head, chunk('fmt ', Buffer.concat([format, Buffer.alloc(3)])), chunk('data', pcm16(1))])).samples,
    ).toHaveLength(1);
    expect(refused(Buffer.concat([head, chunk('fmt ', format, 1024 * 1024 + 1)]))).toBe(true);
    expect(refused(Buffer.concat([head, chunk('fmt ', format, 1024 * 1024)]))).toBe(false);
  });

  it('has no chunk of more than a megabyte before its format; behind it one may be longer', () => {
    const head = Buffer.from('RIFF0000WAVE', 'latin1');
    const large = chunk('LIST', Buffer.alloc(1024 * 1024 + 2));
    const format = chunk('fmt ', wav(pcm16()).subarray(20, 36));
    expect(refused(Buffer.concat([head, large, format]))).toBe(true);
    expect(read(Buffer.concat([head, chunk('LIST', Buffer.alloc(1024 * 1024)), format, chunk('data', pcm16(1))])).samples).toHaveLength(1);
    expect(read(Buffer.concat([head, format, large, chunk('data', pcm16(1))])).samples).toHaveLength(1);
  });

  it('has the encoding that an extensible format names, where that is there', () => {
    expect([1, 3, 2].map((code) => refused(extended(code)))).toEqual([false, true, true]); // floats have 32 bits
    expect([26, 24].map((length) => refused(extended(1, length)))).toEqual([false, true]);
    expect(refused(replaced(wav(pcm16(1), { tag: 2 }), 44, '\x01\x00'))).toBe(true);
  });

  it('is of integers of 8 to 32 bits or of floats of 32 or 64, up to 32 channels, and 4 to 192 kHz', () => {
    const silence = new Uint8Array(256);
    expect([8, 16, 24, 32, 12, 64].map((bits) => refused(wav(silence, { bits })))).toEqual([false, false, false, false, true, true]);
    expect([32, 64, 16, 24].map((bits) => refused(wav(silence, { tag: 3, bits })))).toEqual([false, false, true, true]);
    expect([1, 32, 33].map((channels) => refused(wav(silence, { channels })))).toEqual([false, false, true]);
    expect([3_999, 4_000, 192_000, 192_001].map((rate) => refused(wav(silence, { rate })))).toEqual([true, false, false, true]);
    const floats = new Uint8Array(Float64Array.from([0.25, -0.5, Infinity]).buffer);
    expect(read(wav(floats, { tag: 3, bits: 64 })).samples).toEqual([0.25, -0.5, 0]);
  });

  it('ends with its last whole frame, and without one there is no sound', () => {
    expect(read(wav(Uint8Array.of(1, 0, 2, 0, 3), { dataLength: 5, after: pcm16(9, 9) })).samples).toHaveLength(2);
    expect(new WavReader().push(wav(Uint8Array.of(1), { channels: 2 }))).toEqual([]);
  });
});

it('the header of a WAV says its rate, its channels, and the bytes of a frame and of a second', () => {
  const header = Buffer.from(wavHeader(10, 44_100, 2));
  const fields = [
    header.readUInt32LE(16),
    header.readUInt16LE(20),
    header.readUInt16LE(22),
    header.readUInt32LE(24),
    header.readUInt32LE(28),
  ];
  expect(fields).toEqual([16, 1, 2, 44_100, 176_400]);
  expect([header.readUInt16LE(32), header.readUInt16LE(34), header.readUInt32LE(40), header.readUInt32LE(4)]).toEqual([4, 16, 40, 76]);
  expect([header.toString('latin1', 0, 4), header.toString('latin1', 8, 16), header.toString('latin1', 36, 40)]).toEqual([
    'RIFF',
    'WAVEfmt ',
    'data',
  ]);
  const samples = 2 ** 31;
  const large = Buffer.from(wavHeader(samples));
  expect([large.toString('latin1', 12, 16), large.readUInt32LE(16), large.readUInt32LE(4), large.readUInt32LE(76)]).toEqual([
    'ds64',
    28,
    0xffffffff,
    0xffffffff,
  ]);
  expect([large.readBigUInt64LE(20), large.readBigUInt64LE(28), large.readBigUInt64LE(36)]).toEqual([
    2n ** 32n + 72n,
    2n ** 32n,
    2n ** 31n,
  ]);
  expect(large.toString('latin1', 48, 52)).toBe('fmt ');
});

it('the header of a stream leaves both lengths open, and is otherwise that of any other WAV', () => {
  const [stream, known] = [wavHeader(undefined, 24_000), wavHeader(5, 24_000)];
  const open = Uint8Array.of(255, 255, 255, 255);
  expect([stream.slice(4, 8), stream.slice(40)]).toEqual([open, open]);
  expect([stream.slice(0, 4), stream.slice(8, 40)]).toEqual([known.slice(0, 4), known.slice(8, 40)]);
});
