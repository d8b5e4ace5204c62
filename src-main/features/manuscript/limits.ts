/** Bounds of a manuscript. Each is far above what people write, and far below what would fill the memory of a small machine. */
export const manuscriptLimits = {
  /** Of a text, HTML, caption or CSV file: ten times the longest novels. */
  textBytes: 32e6,
  /** Of a Word or EPUB file, pictures included; only its text is read. */
  archiveBytes: 1e9,
  /** Files in it: an encyclopedia has a few thousand. */
  archiveEntries: 20_000,
  /** Of one file of text in it, unpacked: the document of a Word file is about twenty times its text. */
  partBytes: 64e6,
  /** Of all that is read of it. */
  unpackedBytes: 256e6,
  /** Unpacked to packed size of a part of more than a megabyte: XML reaches 50, a zip bomb 1,000. */
  packingRatio: 250,
  /** Elements in elements; what people and their programs write stays below 100. */
  depth: 1000,
  /** Blocks of a whole manuscript: the Bible has 31,000 verses. */
  blocks: 100_000,
  /** Time for all of it, in milliseconds: on a slow machine an archive of the largest size takes half of that. */
  patienceMs: 120_000,
  /** Megabytes of JavaScript values of the thread that reads. */
  memoryMegabytes: 1024,
} as const;
