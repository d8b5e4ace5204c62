import { isChapterLine, isSceneBreak, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { type Item, ItemReader, LeftOut, Row } from './items.ts';
import { decodeMarkup, readHtml, type Attributes, type MarkupHandler } from './markup.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(','));
const ignored = words(
  'style,script,head,title,template,noscript,svg,object,iframe,audio,video,canvas,select,button,textarea,rt,rp,annotation,annotation-xml,datalist,dialog',
);
const breaking = words(
  'p,div,h1,h2,h3,h4,h5,h6,ul,ol,li,dl,dt,dd,table,caption,thead,tbody,tfoot,tr,td,th,blockquote,pre,hr,address,article,aside,body,' +
    'details,summary,figure,figcaption,footer,form,header,hgroup,main,nav,section,fieldset,legend,html,center',
);
const struck = words('del,s,strike');
const emphasis = words('em,i,strong,b');
const frontMatterTypes =
  /\b(?:titlepage|halftitlepage|copyright-page|imprint|imprimatur|colophon|toc|landmarks|loi|lot|dedication|epigraph|cover|other-credits|seriespage)\b/u;
const spokenFrontTypes = /\b(?:preface|foreword|introduction|prologue|preamble)\b/u;
const noteTypes = /\b(?:footnotes?|endnotes?|rearnotes?|doc-footnote|doc-endnotes?)\b/u;
const sceneBreakNames = /scene|break|separator|ornament|asterism|divider|blank|space/iu;

interface Open {
  name: string;
  /** What changes while it is open. */
  isSkipped: boolean;
  isFront: boolean;
  isPre: boolean;
  isNotes: boolean;
  noteId: string | undefined;
  hadText: boolean;
  isCentred: boolean;
  className: string;
}

/** Reads HTML and XHTML into items. */
export class HtmlReader implements MarkupHandler {
  readonly items: Item[] = [];
  /** By id. */
  readonly notes = new Map<string, string>();
  title = '';
  /** As its head names them. */
  readonly authors: string[] = [];
  language = '';
  readonly #leftOut: LeftOut;
  /** Before the ids of notes and anchors. */
  readonly #file: string;
  readonly #anchors: ReadonlySet<string>;
  readonly #stack: Open[] = [];
  #text = '';
  #noteRefs: string[] = [];
  #heading: number | undefined;
  #row: Row | undefined;
  #rows = 0;
  #breaks = 0;
  #inTitle = false;

  constructor(leftOut: LeftOut, file = '', anchors: ReadonlySet<string> = new Set()) {
    this.#leftOut = leftOut;
    this.#file = file;
    this.#anchors = anchors;
  }

  open(name: string, attributes: Attributes): void {
    const above = this.#stack.at(-1);
    const type = `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`;
    const className = attributes['class'] ?? '';
    if (name === 'title' && !this.#stack.some((each) => each.name === 'body' || each.name === 'svg')) this.#inTitle = true;
    if (name === 'html') this.language = attributes['lang'] ?? attributes['xml:lang'] ?? '';
    if (name === 'meta') this.#readMeta(attributes);
    const isSkipped = above?.isSkipped === true || this.#isSkipped(name, attributes, type, className);
    const isNotes = above?.isNotes === true || noteTypes.test(type) || (/\bfootnotes\b/u.test(className) && name !== 'a');
    const { id } = attributes;
    // Headings, paragraphs and the like end what stands before them.
    if (breaking.has(name) && !isSkipped) this.#end();
    if (id !== undefined && this.#anchors.has(id)) this.items.push({ type: 'anchor', id });
    const isOwnFront =
      frontMatterTypes.test(type) || /\btitle-?page\b/u.test(className) || (/\bfrontmatter\b/u.test(type) && !spokenFrontTypes.test(type));
    this.#stack.push({
      name,
      isSkipped,
      isFront:
        (above?.isFront === true && !spokenFrontTypes.test(type)) ||
        isOwnFront ||
        (name === 'header' && attributes['id'] === 'title-block-header'),
      isPre: above?.isPre === true || name === 'pre',
      isNotes,
      noteId: isNotes ? (id ?? above?.noteId) : undefined,
      hadText: false,
      isCentred: above?.isCentred === true || name === 'center' || /text-align:\s*center/iu.test(attributes['style'] ?? ''),
      className,
    });
    if (isSkipped) return;
    if (/^h[1-6]$/u.test(name)) this.#heading = Number(name[1]);
    else if (name === 'br') this.#lineBreak();
    else if (name === 'hr' && !isNotes) this.items.push({ type: 'break' });
    else if (emphasis.has(name) && this.#heading === undefined) this.#leftOut.hasEmphasis = true;
    else if (name === 'img' || name === 'image') this.#leftOut.counts.images += 1;
    else if (name === 'tr') {
      this.#rows += 1;
      this.#row ??= new Row();
    } else if (name === 'td' || name === 'th') {
      if (this.#rows === 1) this.#row?.startCell();
    }
  }

  close(name: string): void {
    const closed = this.#stack.at(-1);
    if (this.#inTitle && name === 'title') this.#inTitle = false;
    if (!closed) return;
    if (!closed.isSkipped) {
      if (breaking.has(name)) this.#end();
      const isParagraph = name === 'p' || name === 'div';
      if (
        isParagraph &&
        !closed.isNotes &&
        !closed.hadText &&
        closed.className !== '' &&
        (name === 'p' || sceneBreakNames.test(closed.className))
      )
        this.items.push({ type: 'break' });
      if (/^h[1-6]$/u.test(name)) this.#heading = undefined;
      if (name === 'tr') this.#endRow();
    }
    this.#stack.pop();
    const above = this.#stack.at(-1);
    if (above && (closed.hadText || name === 'img')) above.hadText = true;
  }

  text(text: string): void {
    if (this.#inTitle) this.title += text;
    const open = this.#stack.at(-1);
    if (!open || open.isSkipped) return;
    if (text.trim() !== '') {
      open.hadText = true;
      this.#breaks = 0;
    }
    this.#text += text;
  }

  #readMeta(attributes: Attributes): void {
    const { name = '', content = '' } = attributes;
    if (/^(?:author|dc(?:terms)?\.creator)$/iu.test(name)) this.authors.push(content);
    else if (/^dc(?:terms)?\.language$/iu.test(name) || /^content-language$/iu.test(attributes['http-equiv'] ?? ''))
      this.language ||= content;
  }

  #isSkipped(name: string, attributes: Attributes, type: string, className: string): boolean {
    if (ignored.has(name)) return true;
    if (struck.has(name)) {
      this.#leftOut.hasStruck = true;
      return true;
    }
    if ('hidden' in attributes || /display:\s*none|visibility:\s*hidden|mso-hide:\s*all/iu.test(attributes['style'] ?? '')) return true;
    if (name === 'pre' || (name === 'div' && /\bsourceCode\b/u.test(className))) {
      this.#leftOut.counts.code += 1;
      return true;
    }
    if (name === 'nav') {
      this.#leftOut.counts.contents += 1;
      return true;
    }
    if (name !== 'a') return false;
    if (/\bbacklink\b|doc-backlink/u.test(type) || /footnote-back/u.test(className)) return true;
    if (!/\bnoteref\b|doc-noteref/u.test(type) && !/\bfootnote-ref\b|\bnoteref\b/u.test(className) && !this.#isRaisedNumber(attributes))
      return false;
    const href = attributes['href'] ?? '';
    this.#noteRefs.push(href.startsWith('#') ? `${this.#file}${href}` : href);
    return true;
  }

  /** `<sup><a href="#note1">1</a></sup>`, as word processors write it. */
  #isRaisedNumber(attributes: Attributes): boolean {
    return this.#stack.at(-1)?.name === 'sup' && /#.*(?:note|fn|ftn)/iu.test(attributes['href'] ?? '');
  }

  /** A line break within a paragraph is a space, and two of them end it. */
  #lineBreak(): void {
    this.#breaks += 1;
    if (this.#breaks > 1 && this.#heading === undefined) this.#end();
    else this.#text += ' ';
  }

  #end(): void {
    const text = this.#text.trim();
    const notes = this.#noteRefs;
    this.#text = '';
    this.#breaks = 0;
    if (text === '') return;
    const open = this.#stack.at(-1);
    const isFrontMatter = open?.isFront === true;
    if (open?.isNotes === true) {
      const id = `${this.#file}#${open.noteId ?? ''}`;
      this.notes.set(id, [this.notes.get(id) ?? '', text].join(' ').trim());
      return;
    }
    this.#noteRefs = [];
    if (this.#row) this.#row.add(text);
    else if (this.#heading !== undefined) this.items.push({ type: 'heading', text, level: this.#heading, isFrontMatter });
    else if (isOrnament(text, open?.isCentred === true)) this.items.push({ type: 'break' });
    else this.items.push({ type: 'block', text, notes, isFrontMatter });
  }

  #endRow(): void {
    this.#rows -= 1;
    if (this.#rows > 0) return;
    const row = this.#row;
    this.#row = undefined;
    const isFrontMatter = this.#stack.at(-1)?.isFront === true;
    for (const text of row?.blocks() ?? []) if (text !== '') this.items.push({ type: 'block', text, notes: [], isFrontMatter });
  }
}

/** A paragraph of signs alone, where it stands in the middle of its line or is one that everybody uses. */
export const isOrnament = (text: string, isCentred: boolean): boolean =>
  isSceneBreak(text) || (isCentred && text.length <= 20 && !/[\p{L}\p{N}?!…]/u.test(text));

/** Reads a page of HTML: a heading of any level starts a chapter, or lines such as `CHAPTER IV` where it has none. */
export function readHtmlManuscript(bytes: Uint8Array, name: string): Manuscript {
  const leftOut = new LeftOut();
  const page = new HtmlReader(leftOut);
  readHtml(decodeMarkup(bytes, name), name, page);
  const items = page.items.flatMap((item) => (item.type === 'anchor' ? [] : [item]));
  const hasHeadings = items.some((item) => item.type === 'heading' && !item.isFrontMatter);
  const reader = new ItemReader(page.notes);
  for (const item of items) {
    const isChapter = !hasHeadings && item.type === 'block' && isChapterLine(item.text);
    if (isChapter) reader.startChapter(item.text, 1);
    else reader.read(item);
  }
  const title = page.title.replaceAll(/\s+/gu, ' ').trim();
  // pandoc names a page without a title after its source: "-" is its standard input.
  if (title !== '' && title !== '-') reader.builder.title ??= title;
  for (const author of page.authors) reader.builder.addAuthor(author);
  reader.builder.language = page.language;
  return reader.finish(leftOut);
}
