import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isPictureFile } from '../../../src-renderer/lib/picture-file.ts';

/** One picture as ffmpeg writes it. */
function pictureOf(...codec: string[]): Blob {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48', '-frames:v', '1'];
  const { stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...source, ...codec, 'pipe:1']);
  expect(stderr.toString()).toBe('');
  return new Blob([stdout]);
}

describe('a file is a picture by its first bytes', () => {
  it.each([
    ['PNG', '-c:v', 'png', '-f', 'image2pipe'],
    ['JPEG', '-c:v', 'mjpeg', '-f', 'image2pipe'],
    ['WebP', '-c:v', 'libwebp', '-f', 'webp'],
  ])('%s of ffmpeg is one', async (_name, ...codec) => {
    expect(await isPictureFile(pictureOf(...codec))).toBe(true);
  });

  it('a GIF is none, nor is a sound in RIFF', async () => {
    expect(await isPictureFile(pictureOf('-c:v', 'gif', '-f', 'gif'))).toBe(false);
    expect(await isPictureFile(new Blob(['RIFF', Uint8Array.of(4, 0, 0, 0), 'WAVEfmt ']))).toBe(false);
  });

  it('text is none, however short', async () => {
    for (const text of ['', 'R', 'RIFF', 'RIFF1234', 'a picture of a kite']) expect(await isPictureFile(new Blob([text]))).toBe(false);
  });
});
