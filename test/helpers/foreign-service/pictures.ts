import { readFile, rm } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Tools } from './tools.ts';

/** A real PNG: two colours that cross, which depend on `seed`. */
export function makePng(width: number, height: number, seed: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      rows[at] = (seed + Math.floor((x / width) * 255)) & 255;
      rows[at + 1] = (seed * 3 + Math.floor((y / height) * 255)) & 255;
      rows[at + 2] = (seed * 7) & 255;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const videos = new Map<string, Promise<Buffer>>();

/** A real MP4 (H.264 and AAC) of a test picture and a tone. Made once in a process for each length and size. */
export function makeVideo(tools: Tools, seconds: number, width = 64, height = 64): Promise<Buffer> {
  const key = `${seconds} ${width}x${height}`;
  const known = videos.get(key);
  if (known !== undefined) return known;
  const made = renderVideo(tools, seconds, width, height);
  if (videos.size >= 16) videos.clear();
  videos.set(key, made);
  made.catch(() => videos.delete(key));
  return made;
}

async function renderVideo(tools: Tools, seconds: number, width: number, height: number): Promise<Buffer> {
  const path = await tools.temporary('mp4');
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=10:duration=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '32k'];
  await tools.run('ffmpeg', [...picture, ...tone, ...codecs, '-shortest', '-movflags', '+faststart', path]);
  const bytes = await readFile(path);
  await rm(path, { force: true });
  return bytes;
}
