import { open } from 'node:fs/promises';
import { writeAll } from '../../infra/files.ts';
import { mp3KilobitsPerSecond } from '../sound-writer.ts';

/**
 * The “Info” frame before the frames of an MP3, with LAME’s extension (Xing header; “MP3 Info Tag”, revision 1): it says how many samples of the first
 * and the last frames are no sound. Without it players begin 23 ms late, and words light up early.
 */

const samplesAFrame = 1152;
/** Samples that the encoder puts before the sound; decoders know the 529 that they add. */
const encoderDelay = 576;
/** After the header of a frame and the side information of a mono one. */
const tagAt = 4 + 17;
const placesInTable = 100;

const bytesAFrame = (rate: number): number => (samplesAFrame / 8) * ((mp3KilobitsPerSecond * 1000) / rate);

/** Room for it, of the size of a frame at this rate in Hz. */
export const emptyInfoFrame = (rate: number): Uint8Array => new Uint8Array(Math.floor(bytesAFrame(rate)));

/** Fills the room that was left at `at` in a file whose other frames are written. `samples`: of the sound. Fails as the disk does. */
export async function fillInfoFrame(path: string, at: number, { rate, samples }: { rate: number; samples: number }): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const frame = Buffer.alloc(emptyInfoFrame(rate).length);
    const bytes = (await file.stat()).size - at;
    const frames = Math.round((bytes - frame.length) / bytesAFrame(rate));
    if (frames <= 0) return;
    await file.read(frame, 0, 4, at + frame.length);
    // Like the frame after it, but not padded.
    frame[2] = (frame[2] ?? 0) & 0xfd;
    writeTag(frame, { frames, bytes, samples });
    await writeAll(file, frame, at);
  } finally {
    await file.close();
  }
}

function writeTag(frame: Buffer, { frames, bytes, samples }: { frames: number; bytes: number; samples: number }): void {
  let at = tagAt + frame.write('Info', tagAt, 'latin1');
  // Frames, bytes, table of places and quality follow.
  at = frame.writeUInt32BE(0x0f, at);
  at = frame.writeUInt32BE(frames, at);
  at = frame.writeUInt32BE(bytes, at);
  for (let place = 0; place < placesInTable; place += 1) at = frame.writeUInt8(Math.floor((place * 256) / placesInTable), at);
  at = frame.writeUInt32BE(100, at);
  const lame = at;
  frame.write('LAME3.100', lame, 'latin1');
  frame.writeUInt8(0x01, lame + 9); // constant bit rate
  frame.writeUInt8(Math.min(mp3KilobitsPerSecond, 255), lame + 20);
  const padding = Math.min(0xfff, Math.max(0, frames * samplesAFrame - encoderDelay - samples));
  frame.writeUIntBE(encoderDelay * 0x1000 + padding, lame + 21, 3);
  frame.writeUInt32BE(bytes, lame + 28);
  frame.writeUInt16BE(crc16(frame.subarray(0, lame + 34)), lame + 34);
}

/** CRC-16/ARC. */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return sum;
}
