import type { Message } from '#shared/messages/message.ts';
import { ManuscriptBuilder, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { message } from '#shared/messages/message.ts';

/** What a document is, from its start to its end, before its notes are known and its chapters are named. */
export type Item =
  | { type: 'heading'; text: string; level: number; isFrontMatter: boolean }
  | { type: 'block'; text: string; notes: readonly string[]; isFrontMatter: boolean }
  | { type: 'break' }
  /** Where the navigation of a book may lead. */
  | { type: 'anchor'; id: string };

/** What is left out of a document, counted. */
export class LeftOut {
  readonly counts = { code: 0, images: 0, contents: 0, notLinear: 0, unlinkedNotes: 0 };
  /** Text that is struck through. */
  hasStruck = false;
  /** Italics or bold, of which the words are kept. */
  hasEmphasis = false;

  warnings(): Message[] {
    const { code, images, contents, notLinear, unlinkedNotes } = this.counts;
    return [
      ...(code > 0 ? [message('manuscript.codeLeftOut', code)] : []),
      ...(images > 0 ? [message('manuscript.imagesLeftOut', images)] : []),
      ...(contents > 0 ? [message('manuscript.contentsLeftOut')] : []),
      ...(notLinear > 0 ? [message('manuscript.notLinearLeftOut', notLinear)] : []),
      ...(this.hasStruck ? [message('manuscript.struckLeftOut')] : []),
      ...(this.hasEmphasis ? [message('manuscript.emphasisLeftOut')] : []),
      ...(unlinkedNotes > 0 ? [message('manuscript.unlinkedNotesLeftOut', unlinkedNotes)] : []),
    ];
  }
}

/** Cells of a table's row, which are read one after another: as one block, or, of a row with one cell, as its paragraphs. */
export class Row {
  readonly #cells: string[][] = [];

  startCell(): void {
    this.#cells.push([]);
  }

  add(text: string): void {
    if (text.trim() === '') return;
    if (this.#cells.length === 0) this.startCell();
    this.#cells.at(-1)?.push(text.trim());
  }

  blocks(): readonly string[] {
    const cells = this.#cells.filter((cell) => cell.length > 0);
    const [only] = cells;
    return cells.length === 1 && only ? only : [cells.map((cell) => cell.join(' ')).join(', ')];
  }
}

/** Feeds items to a builder; front matter without a heading becomes a chapter of its own. */
export class ItemReader {
  readonly builder = new ManuscriptBuilder();
  readonly #notes: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  #isFront = false;

  constructor(notes: ReadonlyMap<string, string>) {
    this.#notes = notes;
  }

  startChapter(title: string, level: number, isFrontMatter = false): void {
    this.builder.startChapter(title, { level, isFrontMatter });
    this.#isFront = isFrontMatter;
  }

  read(item: Exclude<Item, { type: 'anchor' }>): void {
    if (item.type === 'heading') this.startChapter(item.text, item.level, item.isFrontMatter);
    else if (item.type === 'break') this.builder.addSceneBreak();
    else {
      if (item.isFrontMatter !== this.#isFront) this.startChapter('', 1, item.isFrontMatter);
      for (const id of item.notes) this.#used.add(id);
      this.builder.addBlock(item.text, { notes: item.notes.flatMap((id) => this.#notes.get(id) ?? []) });
    }
  }

  finish(leftOut: LeftOut): Manuscript {
    leftOut.counts.unlinkedNotes += [...this.#notes.keys()].filter((id) => !this.#used.has(id)).length;
    for (const warning of leftOut.warnings()) this.builder.warn(warning);
    return this.builder.finish();
  }
}
