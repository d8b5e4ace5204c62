import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { isFrontMatterTitle, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { plainText } from '#shared/plain-text.ts';
import { damaged, type Archive } from './archive.ts';
import { readEpubPackage, readNavigation, resolvePath, type NavigationPoint } from './epub-package.ts';
import { HtmlReader } from './html.ts';
import { ItemReader, LeftOut, type Item } from './items.ts';
import { decodeMarkup, readHtml, readXml } from './markup.ts';

/** Reads an EPUB: its spine in order without what is `linear="no"`, chapters by its navigation and, where that names none, by headings. */
export async function readEpubManuscript(archive: Archive, name: string): Promise<Manuscript> {
  if (await isProtected(archive, name)) throw fail('unprocessable', message('manuscript.encrypted', name), { next: 'choose-file' });
  const book = await readEpubPackage(archive, name);
  const points = await readNavigation(archive, name, book);
  const leftOut = new LeftOut();
  leftOut.counts.notLinear = book.notLinear;
  const pages: { path: string; page: HtmlReader; isFront: boolean }[] = [];
  const notes = new Map<string, string>();
  for (const path of book.spine) {
    const bytes = await archive.read(path);
    if (!bytes) throw damaged(name);
    const anchors = new Set(points.filter((point) => point.path === path).map(({ id }) => id));
    const page = new HtmlReader(leftOut, path, anchors);
    readHtml(decodeMarkup(bytes, name), name, page);
    pages.push({ path, page, isFront: book.frontMatter.has(path) });
    for (const [id, text] of page.notes) notes.set(id, text);
  }
  const reader = new ItemReader(notes);
  for (const { path, page, isFront } of pages) {
    const chapters = new PageReader(
      reader,
      points.filter((point) => point.path === path),
      isFront,
    );
    for (const item of page.items) chapters.read(resolveNotes(item, path, name));
  }
  if (book.title !== '') reader.builder.title = book.title;
  for (const author of book.authors) reader.builder.addAuthor(author);
  reader.builder.language = book.language;
  return reader.finish(leftOut);
}

/** Notes may stand in another file of the book. */
function resolveNotes(item: Item, path: string, name: string): Item {
  if (item.type !== 'block' || item.notes.length === 0) return item;
  return { ...item, notes: item.notes.map((href) => (href.startsWith(`${path}#`) ? href : resolvePath(path, href, name).join('#'))) };
}

/** One page of the book: what the navigation leads to starts a chapter under its name, and the heading there is that name once more. */
class PageReader {
  readonly #reader: ItemReader;
  readonly #points: readonly NavigationPoint[];
  readonly #isFront: boolean;
  /** Of the chapter that has no text yet. */
  #named: { title: string; level: number } | undefined;
  #level = 0;

  constructor(reader: ItemReader, points: readonly NavigationPoint[], isFront: boolean) {
    this.#reader = reader;
    this.#points = points;
    this.#isFront = isFront;
    this.#startAt('');
  }

  read(item: Item): void {
    if (item.type === 'anchor') {
      this.#startAt(item.id);
      return;
    }
    if (item.type === 'heading') {
      if (this.#named && isSameTitle(this.#named.title, item.text)) return;
      const level = Math.max(item.level, this.#named ? this.#named.level + 1 : this.#level);
      this.#reader.startChapter(item.text, level, item.isFrontMatter || this.#isFront);
      return;
    }
    if (item.type === 'block') {
      this.#named = undefined;
      this.#reader.read(this.#isFront ? { ...item, isFrontMatter: true } : item);
      return;
    }
    this.#reader.read(item);
  }

  #startAt(id: string): void {
    const point = this.#points.find((each) => each.id === id);
    if (!point || this.#named?.title === point.title) return;
    const { title, level } = point;
    this.#named = { title, level };
    this.#level = level;
    this.#reader.startChapter(title, level, this.#isFront || isFrontMatterTitle(title));
  }
}

const wordsOf = (text: string): string[] => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a heading says nothing that the navigation does not. */
function isSameTitle(title: string, heading: string): boolean {
  const known = new Set(wordsOf(title));
  return wordsOf(heading).every((word) => known.has(word));
}

/** Whether more than its fonts is encrypted. */
async function isProtected(archive: Archive, name: string): Promise<boolean> {
  const bytes = await archive.read('META-INF/encryption.xml');
  if (!bytes) return archive.has('META-INF/rights.xml');
  let found = false;
  let algorithm = '';
  readXml(bytes, name, {
    open: (element, { Algorithm, URI }) => {
      if (element === 'EncryptedData') algorithm = '';
      if (element === 'EncryptionMethod' && algorithm === '') algorithm = Algorithm ?? '';
      // Fonts are only veiled, so that nobody takes them out.
      if (element === 'CipherReference' && !/obfuscation|RC$/iu.test(algorithm) && /\.(?:x?html?|xml|opf|ncx)$/iu.test(URI ?? ''))
        found = true;
    },
    close: () => undefined,
    text: () => undefined,
  });
  return found;
}
