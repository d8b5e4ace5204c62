/** Boxes of the ISO base media file format (ISO/IEC 14496-12): as much as it takes to put the tracks of two files into one. */

export interface Box {
  type: string;
  /** The whole box, its header included. */
  bytes: Uint8Array;
  /** Where its content begins in it. */
  head: number;
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The type and length of the box that begins there; `undefined` for what is none. A length of 0 reaches to the end of the file. */
export function headerAt(bytes: Uint8Array): { type: string; length: number; head: number } | undefined {
  if (bytes.byteLength < 8) return undefined;
  const short = view(bytes).getUint32(0);
  const type = String.fromCharCode(...bytes.subarray(4, 8));
  if (short !== 1) return short === 0 || short >= 8 ? { type, length: short, head: 8 } : undefined;
  if (bytes.byteLength < 16) return undefined;
  const length = Number(view(bytes).getBigUint64(8));
  return length >= 16 ? { type, length, head: 16 } : undefined;
}

/** Throws for what ends in the middle of a box. */
function boxesIn(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    const found = headerAt(bytes.subarray(at));
    const length = found?.length === 0 ? bytes.byteLength - at : found?.length;
    if (!found || length === undefined || at + length > bytes.byteLength) throw new Error('a box is cut off');
    boxes.push({ type: found.type, bytes: bytes.subarray(at, at + length), head: found.head });
    at += length;
  }
  return boxes;
}

export const readChildren = ({ bytes, head }: Box): Box[] => boxesIn(bytes.subarray(head));

export function findChild(box: Box, ...path: string[]): Box | undefined {
  let found: Box | undefined = box;
  for (const type of path) found = found && readChildren(found).find((child) => child.type === type);
  return found;
}

export function createBox(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(8 + parts.reduce((sum, part) => sum + part.byteLength, 0));
  view(bytes).setUint32(0, bytes.byteLength);
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = type.charCodeAt(index);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** A run of samples that lie together in the file. `time` in seconds, by the order of decoding. */
export interface Chunk {
  offset: number;
  bytes: number;
  time: number;
}

/** Throws where a table is missing, or says what cannot be. */
export function readChunks(trak: Box): Chunk[] {
  const table = (...path: string[]): DataView => {
    const found = findChild(trak, 'mdia', ...path);
    if (!found) throw new Error(`no ${path.at(-1) ?? ''}`);
    return view(found.bytes.subarray(found.head));
  };
  const stbl = (name: string): DataView => table('minf', 'stbl', name);
  const has = (name: string): boolean => findChild(trak, 'mdia', 'minf', 'stbl', name) !== undefined;
  const mdhd = table('mdhd');
  const timescale = mdhd.getUint32(mdhd.getUint8(0) === 1 ? 20 : 12);
  const offsets = has('co64') ? stbl('co64') : stbl('stco');
  const offsetAt = (index: number): number => (has64 ? Number(offsets.getBigUint64(8 + index * 8)) : offsets.getUint32(8 + index * 4));
  const has64 = has('co64');
  const [sizes, runs, times] = [stbl('stsz'), stbl('stsc'), stbl('stts')];
  const [even, samples] = [sizes.getUint32(4), sizes.getUint32(8)];
  const chunks: Chunk[] = [];
  let sample = 0;
  let run = 0;
  let timeRun = 0;
  let inTimeRun = 0;
  let time = 0;
  const count = offsets.getUint32(4);
  for (let index = 0; index < count; index += 1) {
    while (run + 1 < runs.getUint32(4) && runs.getUint32(8 + (run + 1) * 12) <= index + 1) run += 1;
    const many = runs.getUint32(8 + run * 12 + 4);
    const chunk: Chunk = { offset: offsetAt(index), bytes: 0, time: time / timescale };
    for (let one = 0; one < many; one += 1, sample += 1) {
      if (sample >= samples) throw new Error('the tables do not agree');
      chunk.bytes += even === 0 ? sizes.getUint32(12 + sample * 4) : even;
      while (timeRun < times.getUint32(4) && inTimeRun >= times.getUint32(8 + timeRun * 8)) {
        timeRun += 1;
        inTimeRun = 0;
      }
      if (timeRun < times.getUint32(4)) time += times.getUint32(8 + timeRun * 8 + 4);
      inTimeRun += 1;
    }
    chunks.push(chunk);
  }
  if (sample !== samples) throw new Error('the tables do not agree');
  return chunks;
}

/** The track with its chunks elsewhere, and without references to tracks that are left behind. Its length does not depend on the places. */
export function trackAt(trak: Box, offsets: readonly number[]): Uint8Array {
  const co64 = new Uint8Array(8 + offsets.length * 8);
  view(co64).setUint32(4, offsets.length);
  offsets.forEach((offset, index) => view(co64).setBigUint64(8 + index * 8, BigInt(offset)));
  const rebuilt = (box: Box): Uint8Array => {
    if (box.type === 'stco' || box.type === 'co64') return createBox('co64', co64);
    if (!['trak', 'mdia', 'minf', 'stbl'].includes(box.type)) return box.bytes;
    return createBox(box.type, ...readChildren(box).flatMap((child) => (child.type === 'tref' ? [] : [rebuilt(child)])));
  };
  return rebuilt(trak);
}

/** Ticks a second of a movie, and how long it is. */
export function movieTime(mvhd: Box): { timescale: number; duration: number } {
  const content = view(mvhd.bytes.subarray(mvhd.head));
  return content.getUint8(0) === 1
    ? { timescale: content.getUint32(20), duration: Number(content.getBigUint64(24)) }
    : { timescale: content.getUint32(12), duration: content.getUint32(16) };
}

/** The movie's header with another length and a place for one more track. */
export function headerOf(mvhd: Box, duration: number, nextTrack: number): Uint8Array {
  const bytes = mvhd.bytes.slice();
  const content = view(bytes.subarray(mvhd.head));
  if (content.getUint8(0) === 1) content.setBigUint64(24, BigInt(duration));
  else content.setUint32(16, Math.min(duration, 0xffffffff));
  content.setUint32(content.byteLength - 4, nextTrack);
  return bytes;
}

export function readTrackId(trak: Box): number {
  const tkhd = findChild(trak, 'tkhd');
  if (!tkhd) throw new Error('no tkhd');
  const content = view(tkhd.bytes.subarray(tkhd.head));
  return content.getUint32(content.getUint8(0) === 1 ? 20 : 12);
}

/** Gives a track another id, and brings what it counts in the movie's ticks to another movie's. Changes the bytes in place. */
export function adoptTrack(trak: Box, id: number, factor: number): void {
  const tkhd = findChild(trak, 'tkhd');
  if (!tkhd) throw new Error('no tkhd');
  const head = view(tkhd.bytes.subarray(tkhd.head));
  const isLong = head.getUint8(0) === 1;
  head.setUint32(isLong ? 20 : 12, id);
  if (isLong) head.setBigUint64(28, BigInt(Math.round(Number(head.getBigUint64(28)) * factor)));
  else head.setUint32(20, Math.round(head.getUint32(20) * factor));
  const elst = findChild(trak, 'edts', 'elst');
  if (!elst) return;
  const edits = view(elst.bytes.subarray(elst.head));
  const wide = edits.getUint8(0) === 1;
  for (let edit = 0; edit < edits.getUint32(4); edit += 1) {
    const at = 8 + edit * (wide ? 20 : 12);
    if (wide) edits.setBigUint64(at, BigInt(Math.round(Number(edits.getBigUint64(at)) * factor)));
    else edits.setUint32(at, Math.round(edits.getUint32(at) * factor));
  }
}

export const readHandler = (trak: Box): string => {
  const hdlr = findChild(trak, 'mdia', 'hdlr');
  return hdlr ? String.fromCharCode(...hdlr.bytes.subarray(hdlr.head + 8, hdlr.head + 12)) : '';
};
