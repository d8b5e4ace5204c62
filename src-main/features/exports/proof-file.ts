import { createReadStream } from 'node:fs';
import { formatProofPage } from '#shared/books/proof-page.ts';
import { spokenBookOf, type SpokenBook } from '#shared/books/spoken-book.ts';
import { messages } from '#shared/messages/index.ts';
import { formatFileName } from '../../infra/file-name.ts';
import type { LibraryService } from '../../library/library.ts';
import type { MasterRun } from '../../media/masters/make-master.ts';
import { durationOf, encodeSounds } from './book-sounds.ts';
import { identify, type BookOrder, type WrittenBook } from './epub-file.ts';

/** Writes a page with its sound in it, MP3 for each chapter. It appears whole or not at all. Fails as `Masters.write` does. */
export async function writeProofPage(
  library: Pick<LibraryService, 'exports' | 'masters' | 'temporaryPath'>,
  order: BookOrder,
  run: MasterRun,
): Promise<WrittenBook> {
  const book = spokenBookOf(order);
  const wanted = { ...order.file, type: 'text/html; charset=utf-8' };
  const written = await library.exports.text(wanted, piecesOf(library, { order, book }, run), run.signal);
  return { ...written, durationMs: durationOf(book) };
}

async function* piecesOf(
  library: Pick<LibraryService, 'masters' | 'temporaryPath'>,
  { order, book }: { order: BookOrder; book: SpokenBook },
  run: MasterRun,
): AsyncGenerator<Uint8Array, void> {
  const { cover, projectId, chapters } = order;
  const { head, sound, end } = formatProofPage({
    book,
    identifier: identify(projectId, chapters),
    cover: cover && { type: cover.type, base64: Buffer.from(cover.bytes).toString('base64') },
    csvName: `${formatFileName(messages.exports.proofCsv(book.title))}.csv`,
    words: messages.exports.proof,
  });
  yield Buffer.from(head);
  for await (const { chapter, path } of encodeSounds(library, { projectId, book }, run)) {
    const [open, close] = sound(chapter);
    yield Buffer.from(open);
    yield* inBase64(createReadStream(path, { signal: run.signal }));
    yield Buffer.from(close);
  }
  yield Buffer.from(end);
}

/** Pieces that join to one text: each but the last is of whole groups of three bytes. */
async function* inBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.byteLength - (bytes.byteLength % 3);
    rest = bytes.subarray(whole);
    yield Buffer.from(bytes.toString('base64', 0, whole));
  }
  yield Buffer.from(rest.toString('base64'));
}
