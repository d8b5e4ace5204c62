import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinMp4 } from '#main/media/video/join-mp4.ts';
import { remux } from '#main/media/video/remux.ts';
import { decoded, ffmpeg, levelOf, picturesOf, probed } from './fixture.ts';

const rate = 48_000;
const folder = mkdtempSync(join(tmpdir(), 'voicewright-join-'));
const at = (name: string): string => join(folder, name);
const signal = new AbortController().signal;
const onFraction = (): void => undefined;

beforeAll(async () => {
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25:duration=4', '-f', 'lavfi', '-i', 'sine=duration=4'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-pix_fmt', 'yuv420p', '-c:a', 'aac', at('plain.mp4')],
  );
  await ffmpeg('-i', at('plain.mp4'), '-c', 'copy', '-movflags', 'frag_keyframe+empty_moov', at('fragments.mp4'));
  await ffmpeg('-i', at('plain.mp4'), '-c', 'copy', at('quicktime.mov'));
  await ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=900:duration=5', '-c:a', 'libopus', '-strict', '-2', at('sound.mp4'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Silence, and from the second second on a tone. */
async function* sound(): AsyncGenerator<Int16Array> {
  for (let second = 0; second < 4; second += 1)
    yield await Promise.resolve(Int16Array.from({ length: rate }, (_, index) => (second === 2 ? 9_000 * Math.sin(index / 12) : 0)));
}

describe('a video with another sound', () => {
  it('has the pictures of one file and the sound of the other, to the byte, and plays from its beginning on', async () => {
    expect(await joinMp4({ pictures: at('plain.mp4'), sound: at('sound.mp4'), out: at('joined.mp4'), onFraction, signal })).toBe(true);
    expect(await picturesOf(at('joined.mp4'))).toEqual(await picturesOf(at('plain.mp4')));
    expect(await decoded(at('joined.mp4'), 1)).toEqual(await decoded(at('sound.mp4'), 1));
    const { streams, format } = await probed(at('joined.mp4'));
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'opus']);
    expect(Number(format.duration)).toBeCloseTo(5, 1);
    const bytes = await readFile(at('joined.mp4'));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    // Nothing of the old sound is left in it.
    expect(bytes.indexOf('mp4a')).toBe(-1);
  });

  it.each([
    ['fragments.mp4', 'aac'],
    ['quicktime.mov', 'aac'],
    ['plain.mp4', 'aac'],
    ['plain.mp4', 'opus'],
  ] as const)('of %s with %s is the same by either way, with its sound in its place and its language', async (name, codec) => {
    const isPlain = name === 'plain.mp4';
    expect(await joinMp4({ pictures: at(name), sound: at('sound.mp4'), out: at('tried.mp4'), onFraction, signal })).toBe(isPlain);
    await remux({
      source: at(name),
      container: 'mp4',
      codec,
      out: at('made.mp4'),
      language: 'de-AT',
      channels: 1,
      samples: 4 * rate,
      sound: sound(),
      onFraction,
      signal,
    });
    expect((await picturesOf(at('made.mp4'))).map((line) => line.split(',').at(-1))).toEqual(
      (await picturesOf(at(name))).map((line) => line.split(',').at(-1)),
    );
    const { streams } = await probed(at('made.mp4'));
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', codec]);
    expect(streams[1]?.tags?.language).toBe('deu');
    const pcm = await decoded(at('made.mp4'), 1);
    let onset = 0;
    while (levelOf(pcm, onset, onset + 48) < -40) onset += 24;
    expect(Math.abs(onset / rate - 2)).toBeLessThan(0.005);
    expect(Math.abs(pcm.length / rate - 4)).toBeLessThan(0.03);
  });

  it('whose tables are damaged is left to the slower way, and nothing is written', async () => {
    const bytes = await readFile(at('plain.mp4'));
    const table = bytes.indexOf('stsz');
    bytes.writeUInt32BE(bytes.readUInt32BE(table + 12) - 1, table + 12);
    writeFileSync(at('damaged.mp4'), bytes);
    expect(await joinMp4({ pictures: at('damaged.mp4'), sound: at('sound.mp4'), out: at('none.mp4'), onFraction, signal })).toBe(false);
  });
});
