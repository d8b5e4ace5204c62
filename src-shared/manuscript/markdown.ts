import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { message } from '../messages/message.ts';
import { isChapterLine, ManuscriptBuilder, type Manuscript } from './manuscript.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];

/** Nesting of lists and quotes that is read; what lies deeper is left out. */
const deepest = 50;

/**
 * Reads Markdown: a heading of any level starts a chapter; lists and rows of tables are read in order; code, images and HTML are left out with a warning,
 * footnotes without one.
 */
export function readMarkdownManuscript(text: string): Manuscript {
  const { children } = fromMarkdown(text, {
    extensions: [frontmatter(['yaml', 'toml']), gfm()],
    mdastExtensions: [frontmatterFromMarkdown(['yaml', 'toml']), gfmFromMarkdown()],
  });
  return new MarkdownReader(children.some(({ type }) => type === 'heading')).read(children);
}

class MarkdownReader {
  readonly #builder = new ManuscriptBuilder();
  readonly #hasHeadings: boolean;
  /** By the identifiers of their definitions. */
  readonly #notes = new Map<string, string>();
  /** Those that the block at hand refers to. */
  #noteRefs: string[] = [];
  readonly #left = { code: 0, images: 0, html: 0, deep: 0, struck: 0, emphasis: 0 };

  constructor(hasHeadings: boolean) {
    this.#hasHeadings = hasHeadings;
  }

  read(children: readonly Node[]): Manuscript {
    for (const node of children) if (node.type === 'footnoteDefinition') this.#notes.set(node.identifier, this.#noteText(node));
    for (const node of children) this.#block(node, 0);
    const { code, images, html, deep, struck, emphasis } = this.#left;
    if (code > 0) this.#builder.warn(message('manuscript.codeLeftOut', code));
    if (images > 0) this.#builder.warn(message('manuscript.imagesLeftOut', images));
    if (html > 0) this.#builder.warn(message('manuscript.htmlLeftOut', html));
    if (deep > 0) this.#builder.warn(message('manuscript.deepLeftOut', deep));
    if (struck > 0) this.#builder.warn(message('manuscript.struckLeftOut'));
    if (emphasis > 0) this.#builder.warn(message('manuscript.emphasisLeftOut'));
    return this.#builder.finish();
  }

  #block(node: Node, depth: number): void {
    if (depth > deepest) this.#left.deep += 1;
    else if (node.type === 'heading') this.#builder.startChapter(this.#inline(node), { level: node.depth });
    else if (node.type === 'paragraph') this.#paragraph(this.#inline(node));
    else if (node.type === 'tableRow')
      this.#addBlock(
        node.children
          .map((cell) => this.#inline(cell).trim())
          .filter(Boolean)
          .join(', '),
      );
    else if (node.type === 'thematicBreak') this.#builder.addSceneBreak();
    else if (node.type === 'code') this.#left.code += 1;
    else if (node.type === 'html') this.#left.html += isComment(node.value) ? 0 : 1;
    else if (node.type === 'yaml') this.#frontMatter(node.value);
    else if ('children' in node && node.type !== 'footnoteDefinition') for (const child of node.children) this.#block(child, depth + 1);
  }

  #frontMatter(yaml: string): void {
    this.#builder.title = readField(yaml, 'title')[0];
    for (const author of readField(yaml, 'authors?')) this.#builder.addAuthor(author);
    this.#builder.language = readField(yaml, 'lang(?:uage)?')[0];
  }

  #paragraph(text: string): void {
    if (!this.#hasHeadings && isChapterLine(text.trim())) this.#builder.startChapter(text);
    else this.#addBlock(text);
  }

  #addBlock(text: string): void {
    const notes = this.#noteRefs.flatMap((identifier) => this.#notes.get(identifier) ?? []);
    this.#noteRefs = [];
    this.#builder.addBlock(text, { notes });
  }

  #noteText(node: Node): string {
    const text = 'children' in node ? node.children.map((child) => this.#inline(child)).join(' ') : this.#inline(node);
    this.#noteRefs = [];
    return text;
  }

  /** What is read of a line: its words without their marks. */
  #inline(node: Node): string {
    if (node.type === 'text' || node.type === 'inlineCode') return node.value;
    if (node.type === 'break') return ' ';
    if (node.type === 'html') return /^<br\b/iu.test(node.value) ? ' ' : '';
    if (node.type === 'image' || node.type === 'imageReference') {
      this.#left.images += 1;
      return '';
    }
    if (node.type === 'footnoteReference') {
      this.#noteRefs.push(node.identifier);
      return '';
    }
    if (node.type === 'delete') {
      this.#left.struck += 1;
      return '';
    }
    if (!('children' in node)) return '';
    if (node.type === 'emphasis' || node.type === 'strong') this.#left.emphasis += 1;
    return node.children.map((child) => this.#inline(child)).join('');
  }
}

const isComment = (html: string): boolean => /^<!--[\s\S]*-->$/u.test(html.trim());

/** A field of front matter: its value, those of `[one, two]`, or those of a list below it. Without quotation marks, and none that is empty. */
function readField(yaml: string, name: string): string[] {
  const field = new RegExp(String.raw`^${name}:[^\S\n]*(?<value>.*)$(?<list>(?:\n[^\S\n]*-[^\S\n]+.*$)*)`, 'mu').exec(yaml)?.groups;
  const value = field?.['value']?.trim() ?? '';
  const values = value === '' ? (field?.['list'] ?? '').split('\n').map((line) => line.replace(/^\s*-\s+/u, '')) : readInline(value);
  return values.map((each) => each.trim().replace(/^(?<quote>["'])(?<text>.*)\k<quote>$/u, '$<text>')).filter((each) => each !== '');
}

const readInline = (value: string): string[] => /^\[(?<items>.*)\]$/u.exec(value)?.groups?.['items']?.split(',') ?? [value];
