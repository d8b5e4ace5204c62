import { open, type FileHandle } from 'node:fs/promises';
import { fail } from '#shared/failure.ts';
import {
  adoptTrack,
  createBox,
  readChunks,
  findChild,
  readChildren,
  readHandler,
  headerAt,
  headerOf,
  movieTime,
  trackAt,
  readTrackId,
  type Box,
  type Chunk,
} from './mp4-boxes.ts';
import { message } from '#shared/messages/message.ts';

/** A table of contents larger than this is left to the slower way. */
const maximumMoovBytes = 256 * 1024 * 1024;
const windowBytes = 8 * 1024 * 1024;

interface Movie {
  file: FileHandle;
  moov: Box;
  mvhd: Box;
  brand: string;
  traks: Box[];
}

/** `undefined` for what is no plain MP4: one in fragments, or whose tables are elsewhere. */
async function movieOf(file: FileHandle): Promise<Movie | undefined> {
  const { size } = await file.stat();
  let moov: Box | undefined;
  let brand = '';
  for (let at = 0; at + 8 <= size;) {
    const start = new Uint8Array(16);
    await file.read(start, 0, 16, at);
    const found = headerAt(start);
    if (!found || found.type === 'moof' || (moov && found.type === 'moov')) return undefined;
    if (found.type === 'ftyp') brand = String.fromCharCode(...start.subarray(8, 12));
    const length = found.length === 0 ? size - at : found.length;
    if (found.type === 'moov') {
      if (length > maximumMoovBytes || at + length > size) return undefined;
      const bytes = new Uint8Array(length);
      await file.read(bytes, 0, length, at);
      moov = { type: 'moov', bytes, head: found.head };
    }
    at += length;
  }
  const mvhd = moov && findChild(moov, 'mvhd');
  if (!moov || !mvhd || findChild(moov, 'mvex')) return undefined;
  return { file, moov, mvhd, brand, traks: readChildren(moov).filter(({ type }) => type === 'trak') };
}

/** Bytes of a file by large pieces: what lies near what was read last is there already. */
class Window {
  readonly #file: FileHandle;
  #bytes = new Uint8Array(windowBytes);
  #from = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async copy(offset: number, length: number, to: Uint8Array): Promise<void> {
    if (offset < this.#from || offset + length > this.#from + this.#length) {
      if (length > this.#bytes.byteLength) this.#bytes = new Uint8Array(length);
      this.#from = offset;
      this.#length = (await this.#file.read(this.#bytes, 0, this.#bytes.byteLength, offset)).bytesRead;
      if (this.#length < length) throw fail('damaged', message('dubbingTimeline.videoCutOff'), { next: 'choose-file' });
    }
    to.set(this.#bytes.subarray(offset - this.#from, offset - this.#from + length));
  }
}

/**
 * The pictures of one MP4 with the sound of another, in a new file: the chunks of both are copied as they lie, in the order of their times, and the
 * video's tables are kept but for the places. As fast as a disk copies. Answers false, with nothing written, for what it does not take: `remux` does.
 */
export async function joinMp4(order: {
  pictures: string;
  sound: string;
  out: string;
  onFraction: (fraction: number) => void;
  signal: AbortSignal;
}): Promise<boolean> {
  const files: FileHandle[] = [];
  const opened = async (path: string, flags: string): Promise<FileHandle> => {
    const file = await open(path, flags, 0o600);
    files.push(file);
    return file;
  };
  try {
    const plan = planOf(await movieOf(await opened(order.pictures, 'r')), await movieOf(await opened(order.sound, 'r')));
    if (!plan) return false;
    const { head, chunks, total } = plan;
    const out = await opened(order.out, 'w');
    let buffer = new Uint8Array(windowBytes);
    buffer.set(head);
    let filled = head.byteLength;
    let written = 0;
    const flush = async (): Promise<void> => {
      for (let at = 0; at < filled;) at += (await out.write(buffer, at, filled - at, written + at)).bytesWritten;
      written += filled;
      filled = 0;
      order.signal.throwIfAborted();
      order.onFraction(Math.min(1, written / total));
    };
    for (const { from, offset, bytes } of chunks) {
      if (filled + bytes > buffer.byteLength) await flush();
      if (bytes > buffer.byteLength) buffer = new Uint8Array(bytes);
      await from.copy(offset, bytes, buffer.subarray(filled, filled + bytes));
      filled += bytes;
    }
    await flush();
    return true;
  } finally {
    for (const file of files) await file.close();
  }
}

function planOf(pictures: Movie | undefined, sound: Movie | undefined) {
  const videos = pictures?.traks.filter((trak) => readHandler(trak) === 'vide') ?? [];
  const [video] = videos;
  const audio = sound?.traks.find((trak) => readHandler(trak) === 'soun');
  // A QuickTime movie says some things in other words.
  if (!pictures || !sound || !video || !audio || videos.length !== 1 || pictures.brand === 'qt  ' || pictures.brand === '')
    return undefined;
  let own: { video: Chunk[]; audio: Chunk[] };
  try {
    own = { video: readChunks(video), audio: readChunks(audio) };
  } catch {
    return undefined;
  }
  const [timing, soundTiming] = [movieTime(pictures.mvhd), movieTime(sound.mvhd)];
  const factor = timing.timescale / soundTiming.timescale;
  const id = readTrackId(video) + 1;
  adoptTrack(audio, id, factor);
  const duration = Math.max(timing.duration, Math.round(soundTiming.duration * factor));
  const ftyp = createBox('ftyp', Buffer.from('isom\u0000\u0000\u0002\u0000isomiso2avc1mp41', 'latin1'));
  const moovOf = (places: { video: number[]; audio: number[] }): Uint8Array =>
    createBox('moov', headerOf(pictures.mvhd, duration, id + 1), trackAt(video, places.video), trackAt(audio, places.audio));
  const nowhere = { video: own.video.map(() => 0), audio: own.audio.map(() => 0) };
  const mdatHead = 16;
  const begin = ftyp.byteLength + moovOf(nowhere).byteLength + mdatHead;

  const windows = { video: new Window(pictures.file), audio: new Window(sound.file) };
  const all = [
    ...own.video.map((chunk, index) => ({ ...chunk, index, kind: 'video' as const })),
    ...own.audio.map((chunk, index) => ({ ...chunk, index, kind: 'audio' as const })),
  ].sort((one, other) => one.time - other.time || (one.kind === other.kind ? one.index - other.index : one.kind === 'video' ? -1 : 1));
  let at = begin;
  for (const { kind, index, bytes } of all) {
    nowhere[kind][index] = at;
    at += bytes;
  }
  const mdat = Buffer.alloc(mdatHead);
  mdat.writeUInt32BE(1, 0);
  mdat.write('mdat', 4, 'latin1');
  mdat.writeBigUInt64BE(BigInt(at - begin + mdatHead), 8);
  const head = Buffer.concat([ftyp, moovOf(nowhere), mdat]);
  if (head.byteLength > windowBytes) return undefined;
  return { head, total: at, chunks: all.map(({ kind, offset, bytes }) => ({ from: windows[kind], offset, bytes })) };
}
