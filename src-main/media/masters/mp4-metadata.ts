import { open, type FileHandle } from 'node:fs/promises';
import type { ChapterStart, MasterTags } from '#shared/masters/formats.ts';
import { writePieces } from '../../infra/files.ts';
import { createBox, findChild, headerAt, headerOf, movieTime, readChildren, readTrackId, type Box } from '../video/mp4-boxes.ts';

/** Tags and chapters of an M4A or M4B: as Apple's players, and those that follow them, read both. */

interface Metadata {
  /** The kind of the file, four characters. */
  brand: 'M4A ' | 'M4B ';
  tags: MasterTags;
  chapters: readonly ChapterStart[];
}

/** The table that some players read has a byte for its count. */
const mostListed = 255;
const mostTitleBytes = 255;
/** Of the movie and of the text track; ticks of a millisecond. */
const textTimescale = 1000;

/** Adds to a file whose `moov` is its last box. */
export async function addMp4Metadata(path: string, metadata: Metadata): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { at, moov } = await readMovie(file);
    const texts = metadata.chapters.length > 1 ? metadata.chapters.map(({ title }) => textSample(title)) : [];
    const pieces: Uint8Array[] = [];
    if (texts.length > 0) pieces.push(createBox('mdat', ...texts));
    pieces.push(movieWith(moov, metadata, { texts, offset: at + 8 }));
    await writePieces(file, pieces, at);
    await file.truncate(at + pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
    await file.write(Buffer.from(metadata.brand, 'latin1'), 0, 4, 8);
  } finally {
    await file.close();
  }
}

async function readMovie(file: FileHandle): Promise<{ at: number; moov: Box }> {
  const { size } = await file.stat();
  for (let at = 0; at < size;) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(16), 0, 16, at);
    const found = headerAt(buffer.subarray(0, bytesRead));
    if (!found) break;
    if (found.type === 'moov') {
      const bytes = new Uint8Array(size - at);
      await file.read(bytes, 0, bytes.byteLength, at);
      if (found.length !== bytes.byteLength) throw new Error('moov is not last');
      return { at, moov: { type: 'moov', bytes, head: found.head } };
    }
    at += found.length === 0 ? size : found.length;
  }
  throw new Error('no moov');
}

/** The movie with tags, and with a track of its chapters' titles where they are. */
function movieWith(moov: Box, { brand, tags, chapters }: Metadata, { texts, offset }: { texts: Uint8Array[]; offset: number }): Uint8Array {
  const mvhd = findChild(moov, 'mvhd');
  const sound = findChild(moov, 'trak');
  if (!mvhd || !sound) throw new Error('no sound in moov');
  const { timescale, duration } = movieTime(mvhd);
  const textId = readTrackId(sound) + 1;
  const others = readChildren(moov).filter(({ type }) => !['mvhd', 'trak', 'udta', 'meta'].includes(type));
  const table = createBox('udta', ...(chapters.length > 1 ? [chapterList(chapters)] : []), createMeta(tags, brand));
  if (texts.length === 0) return createBox('moov', mvhd.bytes, sound.bytes, ...others.map(({ bytes }) => bytes), table);
  const durationMs = (duration * 1000) / timescale;
  const starts = chapters.map(({ startMs }, index) => (index === 0 ? 0 : Math.round(startMs)));
  const lengths = starts.map((start, index) => Math.max(1, Math.round((starts[index + 1] ?? durationMs) - start)));
  return createBox(
    'moov',
    headerOf(mvhd, duration, textId + 1),
    createBox('trak', ...readChildren(sound).map(({ bytes }) => bytes), createBox('tref', createBox('chap', words(textId)))),
    textTrack({ id: textId, duration, lengths, texts, offset }),
    ...others.map(({ bytes }) => bytes),
    table,
  );
}

interface TextTrack {
  id: number;
  /** In the movie's ticks. */
  duration: number;
  /** Of each text, in milliseconds. */
  lengths: readonly number[];
  texts: readonly Uint8Array[];
  /** Of the first text in the file; the others follow it. */
  offset: number;
}

/** QuickTime's text track. It is not shown: the sound's track names it as its chapters. */
function textTrack({ id, duration, lengths, texts, offset }: TextTrack): Uint8Array {
  const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const offsets = new Uint8Array(16);
  const view = new DataView(offsets.buffer);
  view.setUint32(4, 1);
  view.setBigUint64(8, BigInt(offset));
  return createBox(
    'trak',
    createBox('tkhd', words(2, 0, 0, id, 0, Math.min(duration, 0xffffffff), 0, 0, 0, 0), matrix, words(0, 0)),
    createBox(
      'mdia',
      createBox('mdhd', words(0, 0, 0, textTimescale, total), halves(0x55c4, 0)),
      createBox('hdlr', words(0, 0), latin('text'), words(0, 0, 0), latin('\0')),
      createBox(
        'minf',
        createBox('gmhd', createBox('gmin', words(0), halves(0x40, 0x8000, 0x8000, 0x8000, 0, 0)), createBox('text', matrix)),
        createBox('dinf', createBox('dref', words(0, 1), createBox('url ', words(1)))),
        createBox(
          'stbl',
          createBox('stsd', words(0, 1), textDescription()),
          createBox('stts', words(0, lengths.length, ...lengths.flatMap((length) => [1, length]))),
          createBox('stsc', words(0, 1, 1, texts.length, 1)),
          createBox('stsz', words(0, 0, texts.length, ...texts.map(({ byteLength }) => byteLength))),
          createBox('co64', offsets),
        ),
      ),
    ),
  );
}

/** QuickTime File Format, text sample description: centred, in the player's own letters. */
const textDescription = (): Uint8Array =>
  createBox(
    'text',
    halves(0, 0, 0, 1),
    words(0, 1),
    halves(0, 0, 0),
    words(0, 0),
    words(0, 0),
    halves(0, 0),
    latin('\0'),
    halves(0, 0, 0, 0),
    latin('\0'),
  );

/** A title behind its length, and the word that says that it is UTF-8. */
function textSample(title: string): Uint8Array {
  const text = new TextEncoder().encode(title).subarray(0, 0xffff);
  return Buffer.concat([halves(text.byteLength), text, createBox('encd', words(0x100))]);
}

/** Nero's chapter list: starts in units of 100 ns. */
function chapterList(chapters: readonly ChapterStart[]): Uint8Array {
  const listed = chapters.slice(0, mostListed);
  const entries = listed.map(({ title, startMs }, index) => {
    const text = cutUtf8(title, mostTitleBytes);
    const entry = new Uint8Array(9 + text.byteLength);
    new DataView(entry.buffer).setBigUint64(0, BigInt(index === 0 ? 0 : Math.round(startMs)) * 10_000n);
    entry[8] = text.byteLength;
    entry.set(text, 9);
    return entry;
  });
  return createBox('chpl', words(0x01000000, 0), Uint8Array.of(listed.length), ...entries);
}

function cutUtf8(text: string, most: number): Uint8Array {
  const out = new Uint8Array(most);
  return out.subarray(0, new TextEncoder().encodeInto(text, out).written);
}

/** What iTunes reads; https://developer.apple.com/documentation/quicktime-file-format/metadata_item_list_atom */
function createMeta({ title, album, author, narrator, track, cover }: MasterTags, brand: Metadata['brand']): Uint8Array {
  const utf8 = 1;
  const data = (type: number, bytes: Uint8Array): Uint8Array => createBox('data', words(type, 0), bytes);
  const text = (name: string, value: string | undefined): Uint8Array[] =>
    value === undefined ? [] : [createBox(name, data(utf8, new TextEncoder().encode(value)))];
  const named = (name: string, value: string | undefined): Uint8Array[] =>
    value === undefined
      ? []
      : [
          createBox(
            '----',
            createBox('mean', words(0), latin('com.apple.iTunes')),
            createBox('name', words(0), latin(name)),
            data(utf8, new TextEncoder().encode(value)),
          ),
        ];
  const items = [
    ...text('\u00a9nam', title),
    ...text('\u00a9alb', album),
    ...text('\u00a9ART', author),
    ...text('aART', author),
    ...text('\u00a9wrt', narrator),
    ...named('NARRATOR', narrator),
    ...(track ? [createBox('trkn', data(0, halves(0, track.number, track.of, 0)))] : []),
    // 2 is a book that is read aloud.
    ...(brand === 'M4B ' ? [createBox('stik', data(21, Uint8Array.of(2)))] : []),
    ...(cover ? [createBox('covr', data(cover.type === 'image/png' ? 14 : 13, cover.bytes))] : []),
  ];
  const handler = createBox('hdlr', words(0, 0), latin('mdirappl'), words(0, 0), latin('\0'));
  return createBox('meta', words(0), handler, createBox('ilst', ...items));
}

const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

function words(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return new Uint8Array(view.buffer);
}

function halves(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  values.forEach((value, index) => view.setUint16(index * 2, value));
  return new Uint8Array(view.buffer);
}
