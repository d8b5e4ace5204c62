import id3 from 'node-id3';
import type { ChapterStart, MasterTags } from '#shared/masters/formats.ts';

/** An ID3v2.3 tag; with chapters and their table (ID3v2 Chapter Frame Addendum) where one file has several. */
export function createId3Tag(tags: MasterTags, chapters: readonly ChapterStart[], durationMs: number): Uint8Array {
  const { title, album, author, narrator, track, cover } = tags;
  const ids = chapters.map((_, index) => `chp${index}`);
  return id3.create({
    title,
    album,
    ...(author !== undefined && { artist: author, performerInfo: author }),
    ...(narrator !== undefined && { composer: narrator, userDefinedText: [{ description: 'NARRATOR', value: narrator }] }),
    ...(track && { trackNumber: `${track.number}/${track.of}` }),
    ...(cover && { image: { mime: cover.type, type: { id: 3 }, description: '', imageBuffer: Buffer.from(cover.bytes) } }),
    ...(chapters.length > 1 && {
      tableOfContents: [{ elementID: 'toc', isOrdered: true, elements: ids }],
      chapter: chapters.map((chapter, index) => ({
        elementID: ids[index] ?? '',
        startTimeMs: Math.round(chapter.startMs),
        endTimeMs: Math.round(chapters[index + 1]?.startMs ?? durationMs),
        tags: { title: chapter.title },
      })),
    }),
  });
}
