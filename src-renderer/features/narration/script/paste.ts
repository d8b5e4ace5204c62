import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { z } from 'zod';
import { newId } from '#shared/ids.ts';
import { attributesOf, blockAttributes, createBlock, schema } from '#shared/narration/document.ts';
import { paragraphsOf } from '#shared/narration/paragraphs.ts';
import { coversWholeBlocks } from './block-selection.ts';
import { message, type Message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';

/** What comes from the clipboard or by a drop, made into blocks; nothing of its styles, scripts or addresses is kept. */

/** A paste of more is refused: it is a file to be imported, not a paste. The HTML of a word processor is much longer than its text. */
export const pasteLimits = { characters: 1_000_000, blocks: 5000, htmlCharacters: 32_000_000, depth: 400 } as const;

/** Carries a copied block's settings through the clipboard, as JSON. */
const settingsAttribute = 'data-voicewright';
const settingsSchema = z
  .object(blockAttributes.shape)
  .pick({ voiceId: true, modelId: true, controls: true, pauseMs: true, locked: true })
  .extend({
    note: blockAttributes.shape.note.default(null),
    characterId: blockAttributes.shape.characterId.default(null),
    paragraphId: blockAttributes.shape.paragraphId.default(null),
  });
type Settings = z.infer<typeof settingsSchema>;

/** A paragraph that was pasted; `settings` where it was a block of ours. */
interface Pasted {
  text: string;
  settings?: Settings;
}

/** What is to be put in: text within a block, or blocks; `whole` where they were copied as blocks and not as a stretch of text. */
export type Paste = { text: string } | { blocks: readonly Pasted[]; whole: boolean } | { refused: Message };

export function readPaste(text: string, html: string): Paste {
  if (text.length > pasteLimits.characters) return tooLong(text.length);
  const rich = html === '' || html.length > pasteLimits.htmlCharacters ? undefined : readHtml(html);
  if (rich === undefined && !/[\r\n\u2028\u2029]/u.test(text)) return { text };
  const blocks = rich?.blocks ?? paragraphsOf(text).map((paragraph) => ({ text: paragraph }));
  const characters = blocks.reduce((sum, block) => sum + block.text.length, 0);
  if (characters > pasteLimits.characters) return tooLong(characters);
  if (blocks.length > pasteLimits.blocks)
    return {
      refused: message('narration.pasteTooManyParagraphs', String(blocks.length), String(pasteLimits.blocks)),
    };
  const [only] = blocks;
  // One paragraph is text to go where the caret is; a plain one keeps the white space at its ends.
  if (blocks.length === 1 && only && !(rich?.whole ?? false)) return { text: text === '' || /[\r\n]/u.test(text) ? only.text : text };
  return { blocks, whole: rich?.whole ?? false };
}

/**
 * A paste that is a manuscript, as a file to be imported: it is too long to be a paste, or it goes into an empty chapter and has the headings of several.
 * Not what was copied here.
 */
export function manuscriptOf(text: string, html: string, isEmpty: boolean): File | undefined {
  if (html.includes(settingsAttribute)) return undefined;
  const isLong = 'refused' in readPaste(text, html);
  const headings = isEmpty && html !== '' ? (html.match(/<h[1-3][\s>]/giu)?.length ?? 0) : 0;
  if (!isLong && headings < 2) return undefined;
  return html === '' ? new File([text], messages.manuscript.pastedText) : new File([html], messages.manuscript.pastedHtml);
}

function tooLong(characters: number): Paste {
  return {
    refused: message('narration.pasteTooLong', String(Math.round(characters / 1000)), String(pasteLimits.characters / 1000)),
  };
}

/** Puts a paste where the selection is, the caret at its end; `undefined` where there is nothing to put in. */
export function insertPaste(state: EditorState, paste: Exclude<Paste, { refused: Message }>): Transaction | undefined {
  if ('text' in paste) {
    const text = paste.text.replaceAll(/[\r\n\u2028\u2029]+/gu, ' ');
    return text === '' ? undefined : insertSlice(state, new Slice(Fragment.from(schema.text(text)), 0, 0));
  }
  if (paste.blocks.length === 0) return undefined;
  const { $from } = state.selection;
  const here = state.doc.child(Math.min($from.index(0), state.doc.childCount - 1));
  const { voiceId, modelId, controls, pauseMs, characterId } = attributesOf(here);
  // What comes is not part of a paragraph that is here, though it may be copied from it.
  const paragraphIds = new Map<string, string>();
  const nodes = paste.blocks.map(({ text, settings }) => {
    const old = settings?.paragraphId ?? null;
    const paragraphId = old === null ? null : (paragraphIds.get(old) ?? newId());
    if (old !== null && paragraphId !== null) paragraphIds.set(old, paragraphId);
    return createBlock(text, settings ? { ...settings, paragraphId } : { voiceId, modelId, controls, pauseMs, characterId });
  });
  const replaced = wholeBlocks(state);
  // Blocks in place of blocks, or of an empty one: each comes as it was.
  if (replaced) return caretAtEnd(state.tr.replaceWith(replaced.from, replaced.to, nodes), replaced.from, nodes);
  if (paste.whole && nodes.length === 1) return insertSlice(state, new Slice(nodes[0]?.content ?? Fragment.empty, 0, 0));
  if (paste.whole && state.selection.empty && $from.depth > 0) {
    const isAtStart = $from.parentOffset === 0;
    const isAtEnd = $from.parentOffset === $from.parent.content.size;
    if (isAtStart || isAtEnd) {
      const place = isAtStart ? $from.before() : $from.after();
      return caretAtEnd(state.tr.insert(place, nodes), place, nodes);
    }
  }
  return insertSlice(state, new Slice(Fragment.from(nodes), paste.whole ? 0 : 1, paste.whole ? 0 : 1));
}

/** The places around the blocks that a paste of blocks stands in for. */
function wholeBlocks(state: EditorState): { from: number; to: number } | undefined {
  const { $from, $to, empty } = state.selection;
  if ($from.depth === 0) return { from: $from.pos, to: $to.pos };
  const standsFor = empty ? $from.parent.content.size === 0 : coversWholeBlocks(state.selection);
  return standsFor ? { from: $from.before(1), to: $to.after(1) } : undefined;
}

function caretAtEnd(tr: Transaction, from: number, nodes: readonly Node[]): Transaction {
  const end = from + nodes.reduce((size, node) => size + node.nodeSize, 0);
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView();
}

/** Puts a slice where the selection is, the caret at its end. */
function insertSlice(state: EditorState, slice: Slice): Transaction {
  const { tr } = state;
  tr.replaceSelection(slice);
  return tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(state.selection.to)), -1)).scrollIntoView();
}

/** What a copied block is in HTML: a paragraph for others, its settings for us. Its id and take stay where they are. */
export function copiedAttributes(node: Node): Record<string, string> {
  const { voiceId, modelId, controls, pauseMs, locked, note, characterId, paragraphId } = attributesOf(node);
  return { [settingsAttribute]: JSON.stringify({ voiceId, modelId, controls, pauseMs, locked, note, characterId, paragraphId }) };
}

function readHtml(html: string): { blocks: Pasted[]; whole: boolean } | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const own = body.querySelector(`[${settingsAttribute}]`);
  const blocks = own ? ownBlocks(body) : new Reader().read(body);
  if (blocks.length === 0) return undefined;
  return { blocks, whole: own !== null && (body.querySelector('[data-pm-slice]')?.getAttribute('data-pm-slice') ?? '').startsWith('0 0') };
}

function ownBlocks(body: HTMLElement): Pasted[] {
  return [...body.querySelectorAll(`[${settingsAttribute}]`)].map((element) => {
    const text = element.textContent.replaceAll(/[\r\n\u2028\u2029]+/gu, ' ');
    const settings = settingsSchema.safeParse(parsed(element.getAttribute(settingsAttribute) ?? ''));
    return settings.success ? { text, settings: settings.data } : { text };
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const ignored = new Set(
  'STYLE,SCRIPT,HEAD,META,TITLE,LINK,TEMPLATE,NOSCRIPT,SVG,OBJECT,IFRAME,AUDIO,VIDEO,CANVAS,MATH,SELECT,BUTTON,TEXTAREA,DEL'.split(','),
);
const breaking = new Set(
  (
    'P,DIV,H1,H2,H3,H4,H5,H6,UL,OL,LI,DL,DT,DD,TABLE,CAPTION,THEAD,TBODY,TFOOT,TR,TD,TH,BLOCKQUOTE,PRE,HR,ADDRESS,ARTICLE,ASIDE,' +
    'DETAILS,SUMMARY,FIGURE,FIGCAPTION,FOOTER,FORM,HEADER,HGROUP,MAIN,NAV,SECTION,FIELDSET,LEGEND'
  ).split(','),
);

/**
 * Reads paragraphs out of somebody's HTML: every block element ends one, a line break within one is a space, two of them end it, a table's
 * cells and a list's items are paragraphs. Word's list numbers, hidden text and deleted text are left out.
 */
class Reader {
  readonly #paragraphs: Pasted[] = [];
  #text = '';
  #breaks = 0;

  read(body: Element): Pasted[] {
    this.#children(body, 0, false);
    this.#end();
    return this.#paragraphs;
  }

  #children(parent: globalThis.Node, depth: number, preformatted: boolean): void {
    if (depth > pasteLimits.depth) {
      this.#write(parent.textContent ?? '', preformatted);
      return;
    }
    for (let child = parent.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3) this.#write(child.nodeValue ?? '', preformatted);
      else if (child.nodeType === 1) this.#element(child as Element, depth, preformatted);
    }
  }

  #element(element: Element, depth: number, preformatted: boolean): void {
    const name = element.nodeName.toUpperCase();
    if (ignored.has(name) || isHidden(element)) return;
    if (name === 'BR') {
      this.#break();
      return;
    }
    const ends = breaking.has(name);
    if (ends) this.#end();
    this.#children(element, depth + 1, preformatted || name === 'PRE');
    if (ends) this.#end();
  }

  #write(text: string, preformatted: boolean): void {
    if (preformatted) {
      for (const [index, line] of text.split(/\r\n?|\n/u).entries()) {
        if (index > 0) this.#end();
        this.#text += line;
      }
      return;
    }
    if (text.trim() !== '') this.#breaks = 0;
    this.#text += text;
  }

  #break(): void {
    this.#breaks += 1;
    if (this.#breaks > 1) this.#end();
    else this.#text += ' ';
  }

  #end(): void {
    const text = clean(this.#text);
    this.#text = '';
    this.#breaks = 0;
    if (text !== '') this.#paragraphs.push({ text });
  }
}

/** White space as one plain space each, and none of the marks that only a page needs (zero width space, byte order mark, soft hyphen). */
function clean(text: string): string {
  return text
    .replaceAll(/[\u200b\ufeff\u00ad]/gu, '')
    .replaceAll(/[^\S\u202f\u3000]+/gu, ' ')
    .trim();
}

function isHidden(element: Element): boolean {
  const style = element.getAttribute('style');
  if (element.hasAttribute('hidden')) return true;
  return style !== null && /display:\s*none|mso-hide:\s*all|mso-list:\s*ignore/iu.test(style);
}
