import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { H264Encoder } from '#main/local-service/media/h264/encoder.ts';

type Colour = readonly [number, number, number];
const quarters: readonly Colour[] = [[200, 30, 40], [30, 160, 60], [40, 60, 190], [240, 240, 240]]; // prettier-ignore

/** The four colours in the quarters of a picture, moved on by `turn`. */
function quartered(width: number, height: number, turn: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const quarter = (y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0);
      rgba.set([...quarters[(quarter + turn) % 4]!, 255], (y * width + x) * 4);
    }
  }
  return rgba;
}

test.each([
  [64, 48],
  [50, 34],
  [642, 358],
])('pictures of %i by %i have their size and their colours again when ffmpeg decodes them', async (width, height) => {
  const encoder = await H264Encoder.open({ width, height, picturesByKey: 2 });
  const coded = Buffer.concat([0, 1, 2, 3].map((turn) => encoder.encode(quartered(width, height, turn))));
  const parts = ['-v', 'error', '-f', 'h264', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const decoded = execFileSync('ffmpeg', parts, { input: coded, maxBuffer: 64 << 20 });
  expect(decoded).toHaveLength(width * height * 3 * 4);
  for (const turn of [0, 1, 2, 3]) {
    for (const quarter of [0, 1, 2, 3]) {
      const [x, y] = [Math.floor(width * (quarter % 2 ? 0.75 : 0.25)), Math.floor(height * (quarter >= 2 ? 0.75 : 0.25))];
      const at = ((turn * height + y) * width + x) * 3;
      quarters[(quarter + turn) % 4]!.forEach((value, place) => expect(Math.abs((decoded[at + place] ?? 0) - value)).toBeLessThan(9));
    }
  }
});

test('a clip with an odd side, or without one, is refused', async () => {
  await expect(H264Encoder.open({ width: 33, height: 20, picturesByKey: 1 })).rejects.toThrow('33 by 20');
  await expect(H264Encoder.open({ width: 0, height: 20, picturesByKey: 1 })).rejects.toThrow('0 by 20');
});
