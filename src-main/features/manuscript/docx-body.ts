import { describeStyleId, findStyle, isOn, type DocxStyle, type DocxStyles } from './docx-styles.ts';
import { isOrnament } from './html.ts';
import { LeftOut, Row, type Item } from './items.ts';
import { readXml, type Attributes, type MarkupHandler } from './markup.ts';

/** Elements whose content is not read: what was deleted or moved away, earlier formats, field codes, a second copy of a text box, readings of ruby. */
const skipped = new Set(
  'del,moveFrom,rPrChange,pPrChange,sectPrChange,tblPrChange,tcPrChange,trPrChange,tblGridChange,sectPr,instrText,delText,delInstrText,Fallback,rt'.split(
    ',',
  ),
);

interface Paragraph {
  text: string;
  notes: string[];
  style: DocxStyle | undefined;
  isStyled: boolean;
  level: number | undefined;
  isCentred: boolean;
  hasBorder: boolean;
  hasImage: boolean;
  /** Its end was deleted: what follows belongs to it. */
  isJoined: boolean;
}

/** Reads the body of a Word document, or one of its notes, into items. */
export class DocxBody implements MarkupHandler {
  readonly items: Item[] = [];
  title = '';
  readonly #styles: DocxStyles;
  readonly #leftOut: LeftOut;
  /** Paragraphs that are open: one inside another stands in a text box. */
  readonly #paragraphs: Paragraph[] = [];
  readonly #within: string[] = [];
  /** Depth of elements whose content is left out. */
  #skip = 0;
  #isHiddenRun = false;
  #isStruckRun = false;
  #isText = false;
  #tables = 0;
  #row: Row | undefined;
  #isRowDeleted = false;
  #joined: Paragraph | undefined;
  #wasCode = false;
  /** Depth of content controls, and of the one that is a table of contents. */
  #controls = 0;
  #contentsFrom: number | undefined;
  #hasHeading = false;

  constructor(styles: DocxStyles, leftOut: LeftOut) {
    this.#styles = styles;
    this.#leftOut = leftOut;
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#within.at(-1);
    this.#within.push(name);
    // A mark of its paragraph’s end, not an element around text.
    const isMark = (name === 'del' || name === 'moveFrom') && parent === 'rPr';
    if (name === 'del' && parent === 'trPr') this.#isRowDeleted = true;
    if (this.#skip > 0 || (skipped.has(name) && !isMark)) {
      this.#skip += 1;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    const { val } = attributes;
    switch (name) {
      case 'p':
        this.#paragraphs.push(this.#joined ?? newParagraph());
        this.#joined = undefined;
        break;
      case 'r':
        this.#isHiddenRun = this.#isStruckRun = false;
        break;
      case 't':
        this.#isText = true;
        break;
      case 'tab':
        if (parent === 'r') this.#write(' ');
        break;
      case 'br':
      case 'cr':
        this.#write(' ');
        break;
      case 'noBreakHyphen':
        this.#write('\u2011');
        break;
      case 'tbl':
        this.#tables += 1;
        break;
      case 'tr':
        if (this.#tables === 1) this.#row = new Row();
        break;
      case 'tc':
        if (this.#tables === 1) this.#row?.startCell();
        break;
      case 'sdt':
        this.#controls += 1;
        break;
      case 'docPartGallery':
        if (/table of contents/iu.test(val ?? '')) this.#contentsFrom ??= this.#controls;
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        if (!this.#isHiddenRun) paragraph?.notes.push(`${name.slice(0, -'Reference'.length)}#${attributes['id'] ?? ''}`);
        break;
      case 'drawing':
      case 'pict':
      case 'object':
        if (paragraph) paragraph.hasImage = true;
        break;
      case 'blip':
      case 'imagedata':
        this.#leftOut.counts.images += 1;
        break;
      case 'i':
      case 'b':
        if (parent === 'rPr' && this.#within.at(-3) === 'r' && isOn(val) && paragraph?.level === undefined)
          this.#leftOut.hasEmphasis = true;
        break;
      case 'rect':
        if (paragraph && attributes['hr'] !== undefined) paragraph.hasBorder = true;
        break;
      case 'rStyle':
        if (parent === 'rPr' && this.#within.at(-3) === 'r' && findStyle(this.#styles, val)?.isHidden === true) this.#isHiddenRun = true;
        break;
      case 'vanish':
        if (parent === 'rPr' && this.#within.at(-3) === 'r') this.#isHiddenRun = isOn(val);
        break;
      case 'strike':
      case 'dstrike':
        if (parent === 'rPr' && this.#within.at(-3) === 'r') this.#isStruckRun = isOn(val);
        break;
      default:
        if (paragraph) this.#describe(paragraph, name, parent, val);
    }
  }

  /** What the properties of a paragraph say. */
  #describe(paragraph: Paragraph, name: string, parent: string | undefined, val: string | undefined): void {
    if (name === 'pStyle') {
      paragraph.style = findStyle(this.#styles, val);
      paragraph.isStyled =
        paragraph.style?.isDefault !== true && !/^(?:normal|standard|body ?text|first ?paragraph|compact)$/iu.test(val ?? '');
      paragraph.level = paragraph.style?.level ?? describeStyleId(val ?? '').level;
    } else if (name === 'outlineLvl' && parent === 'pPr') paragraph.level = Number(val) < 9 ? Number(val) + 1 : 0;
    else if (name === 'jc' && parent === 'pPr') paragraph.isCentred = val === 'center';
    else if (parent === 'pBdr' && val !== undefined && !/^(?:nil|none)$/u.test(val)) paragraph.hasBorder = true;
    else if ((name === 'del' || name === 'moveFrom') && parent === 'rPr') paragraph.isJoined = true;
  }

  close(name: string): void {
    this.#within.pop();
    if (this.#skip > 0) {
      this.#skip -= 1;
      return;
    }
    if (name === 't') this.#isText = false;
    else if (name === 'r') this.#isHiddenRun = this.#isStruckRun = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tr' && this.#tables === 1) this.#endRow();
    else if (name === 'tbl') this.#tables -= 1;
    else if (name === 'sdt') {
      if (this.#contentsFrom === this.#controls) {
        this.#contentsFrom = undefined;
        this.#leftOut.counts.contents += 1;
      }
      this.#controls -= 1;
    } else if (name === 'body' && this.#joined) {
      this.#paragraphs.push({ ...this.#joined, isJoined: false });
      this.#endParagraph();
    }
  }

  text(text: string): void {
    if (this.#skip === 0 && this.#isText) this.#write(text);
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#isStruckRun) this.#leftOut.hasStruck ||= text.trim() !== '';
    else if (paragraph && !this.#isHiddenRun && paragraph.style?.isHidden !== true) paragraph.text += text;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph) return;
    if (paragraph.isJoined) {
      this.#joined = { ...paragraph, isJoined: false };
      return;
    }
    const { style, level = 0, notes } = paragraph;
    const text = paragraph.text.trim();
    if (this.#contentsFrom !== undefined) return;
    if (style?.isContents === true) {
      this.#leftOut.counts.contents += 1;
      return;
    }
    const isCode = style?.isCode === true && text !== '';
    if (isCode && !this.#wasCode) this.#leftOut.counts.code += 1;
    this.#wasCode = isCode;
    if (isCode) return;
    if (this.#row) {
      this.#row.add(text);
      return;
    }
    if (text === '') {
      if (paragraph.hasBorder || (paragraph.isStyled && level === 0 && !paragraph.hasImage)) this.items.push({ type: 'break' });
      return;
    }
    const isCentred = paragraph.isCentred || style?.isCentred === true;
    if (style?.isTitle === true && this.title === '') this.title = text;
    else if (level > 0) {
      this.#hasHeading = true;
      this.items.push({ type: 'heading', text, level, isFrontMatter: false });
    } else if (isOrnament(text, isCentred)) this.items.push({ type: 'break' });
    else {
      const isFrontMatter = style?.isTitlePage === true && !this.#hasHeading && this.title !== '';
      this.items.push({ type: 'block', text, notes, isFrontMatter });
    }
  }

  #endRow(): void {
    const row = this.#isRowDeleted ? undefined : this.#row;
    this.#row = undefined;
    this.#isRowDeleted = false;
    for (const text of row?.blocks() ?? []) if (text !== '') this.items.push({ type: 'block', text, notes: [], isFrontMatter: false });
  }
}

const newParagraph = (): Paragraph => ({
  text: '',
  notes: [],
  style: undefined,
  isStyled: false,
  level: undefined,
  isCentred: false,
  hasBorder: false,
  hasImage: false,
  isJoined: false,
});

/** The notes of a document, by what refers to them: `footnote#2`. */
export function readDocxNotes(
  bytes: Uint8Array,
  name: string,
  { styles, kind }: { styles: DocxStyles; kind: 'footnote' | 'endnote' },
): Map<string, string> {
  const notes = new Map<string, string>();
  let id: string | undefined;
  let body = new DocxBody(styles, new LeftOut());
  readXml(bytes, name, {
    open: (element, attributes) => {
      if (element === kind) {
        // Others part the notes from the text.
        id = attributes['type'] === undefined || attributes['type'] === 'normal' ? attributes['id'] : undefined;
        body = new DocxBody(styles, new LeftOut());
      } else body.open(element, attributes);
    },
    close: (element) => {
      if (element !== kind) body.close(element);
      else if (id !== undefined) {
        const text = body.items.flatMap((item) => (item.type === 'block' || item.type === 'heading' ? item.text : [])).join(' ');
        if (text !== '') notes.set(`${kind}#${id}`, text);
      }
    },
    text: (text) => body.text(text),
  });
  return notes;
}
