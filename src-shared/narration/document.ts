import { Node, Schema } from '@tiptap/pm/model';
import { z } from 'zod';
import { idPattern, newId } from '../ids.ts';
import { message, type Message, formatMessage } from '../messages/message.ts';
import { toLine } from '../plain-text.ts';
import { takeEditsSchema } from './take-edit.ts';

/**
 * A chapter is one document of blocks; a block is a paragraph that is spoken as one take. The same schema checks the
 * document in main and drives the editor in the renderer.
 */

/** The controls of a block. `null` or absent means: the service's default, nothing is sent. Ranges: interface, "v3 request body". */
export const controlsSchema = z.strictObject({
  speed: z.number().min(0.5).max(2).optional(),
  volume: z.number().min(-20).max(20).optional(),
  pitch: z.number().min(-12).max(12).optional(),
  stability: z.number().min(0.5).max(1.5).optional(),
  similarity: z.number().min(0.5).max(1.5).optional(),
  language: z.string().min(1).max(64).optional(),
  emotion: z.string().min(1).max(64).optional(),
  instruction: z.string().max(1600).optional(),
  textNormalization: z.boolean().optional(),
  filterEmoji: z.boolean().optional(),
});
export type Controls = z.infer<typeof controlsSchema>;

/** Silence after a block where it sets none, in milliseconds. */
export const defaultPauseMs = 350;
/** Silence between two blocks of one paragraph where the first sets none, in milliseconds. */
export const pauseInParagraphMs = 120;
export const maximumPauseMs = 60_000;
/** Size of a chapter in ProseMirror positions, nearly its characters: about ten audiobooks. */
export const maximumChapterSize = 6 * 1024 * 1024;

/** UTF-16 units of a note. */
export const maximumNoteCharacters = 2000;

export const blockAttributes = z.object({
  id: z.string().regex(idPattern),
  /** `null`: the project's voice. */
  voiceId: z.string().max(128).nullable(),
  /** `null`: the voice's default model. */
  modelId: z.string().max(128).nullable(),
  controls: controlsSchema,
  /** Silence after the block in milliseconds; `null`: `usualPauseMs`. */
  pauseMs: z.number().min(0).max(maximumPauseMs).nullable(),
  /** A locked block is not made again by "Generate all". */
  locked: z.boolean(),
  /** Of the project's cast: gives voice, model and controls where the block has none. `null`: no character. */
  characterId: z.string().regex(idPattern).nullable(),
  /** The take a person chose; `null`: the newest take of this text and these settings. */
  takeId: z.string().regex(idPattern).nullable(),
  /** What a person wrote down about the block: for people, never spoken. */
  note: z.string().min(1).max(maximumNoteCharacters).nullable(),
  /** How its takes sound here. */
  takeEdits: takeEditsSchema,
  /** Neighbours that share it are one paragraph of the manuscript, split between its speakers. `null`: a paragraph of its own. */
  paragraphId: z.string().regex(idPattern).nullable(),
});
export type BlockAttributes = z.infer<typeof blockAttributes>;

export const schema = new Schema({
  topNode: 'doc',
  nodes: {
    doc: { content: 'block+' },
    block: {
      content: 'text*',
      attrs: {
        id: { default: '' },
        voiceId: { default: null },
        modelId: { default: null },
        controls: { default: {} },
        pauseMs: { default: null },
        locked: { default: false },
        characterId: { default: null },
        takeId: { default: null },
        note: { default: null },
        takeEdits: { default: {} },
        paragraphId: { default: null },
      },
      defining: true,
      parseDOM: [{ tag: 'p' }],
      toDOM: (node) => ['p', { 'data-block': String(node.attrs['id']) }, 0],
    },
    text: {},
  },
  marks: {},
});

export interface Block {
  attributes: BlockAttributes;
  text: string;
  /** Position of the block node in its document. */
  position: number;
}

export function attributesOf(node: Node): BlockAttributes {
  return node.attrs as unknown as BlockAttributes;
}

/** Whether two neighbours are parts of one paragraph. */
export const isOneParagraph = (one: Node | undefined, other: Node | undefined): boolean => {
  const id = one && attributesOf(one).paragraphId;
  return id !== undefined && id !== null && other !== undefined && attributesOf(other).paragraphId === id;
};

/** Blocks of a chapter by their paragraphs, in order. */
export function groupParagraphs(nodes: readonly Node[]): Node[][] {
  const paragraphs: Node[][] = [];
  nodes.forEach((node, index) => {
    const last = isOneParagraph(nodes[index - 1], node) ? paragraphs.at(-1) : undefined;
    if (last) last.push(node);
    else paragraphs.push([node]);
  });
  return paragraphs;
}

/** Silence after a block that sets none, in milliseconds; shorter within a paragraph. */
export const usualPauseMs = (block: Node, next: Node | undefined): number =>
  isOneParagraph(block, next) ? pauseInParagraphMs : defaultPauseMs;

/** The blocks of a chapter, in order. */
export function blocksOf(document: Node): Block[] {
  const blocks: Block[] = [];
  document.forEach((node, position) => {
    blocks.push({ attributes: attributesOf(node), text: node.textContent, position });
  });
  return blocks;
}

/** A block node with `text` (see `toLine`) and the defaults where `attributes` says nothing. */
export function createBlock(text: string, attributes: Partial<BlockAttributes> = {}): Node {
  const line = toLine(text);
  return schema.node('block', { id: newId(), ...attributes }, line === '' ? [] : [schema.text(line)]);
}

/** A chapter of one block a text; of one empty block when there is none. */
export function createDocument(texts: readonly string[], attributes: Partial<BlockAttributes> = {}): Node {
  const blocks = (texts.length === 0 ? [''] : texts).map((text) => createBlock(text, attributes));
  return schema.node('doc', null, blocks);
}

/**
 * What must hold after every edit: the structure of the schema, attributes in their ranges, and block ids that are unique.
 * Returns what is wrong, or undefined.
 */
export function documentProblem(document: Node): Message | undefined {
  try {
    document.check();
  } catch (thrown) {
    return describe(thrown, message('library.notAChapter'));
  }
  const seen = new Set<string>();
  for (const node of document.children) {
    const attributes = attributesOf(node);
    const problem = blockProblem(node);
    if (problem !== undefined) return problem;
    if (seen.has(attributes.id)) return message('library.twoBlocksWithId', attributes.id);
    seen.add(attributes.id);
  }
  return undefined;
}

/**
 * `documentProblem` of `after`, at the cost of what an edit touched: `before` was a chapter, and blocks that both share are not looked at
 * again; only where an id is new is it compared with all others.
 */
export function editProblem(before: Node, after: Node): Message | undefined {
  if (after.childCount === 0) return message('library.noBlockLeft');
  const { old, now, start } = touchedBlocks(before, after);
  const known = new Set(old.map((node) => attributesOf(node).id));
  const mine = new Set<string>();
  let isNew = false;
  for (const node of now) {
    const problem = blockProblem(node);
    if (problem !== undefined) return problem;
    const { id } = attributesOf(node);
    if (mine.has(id)) return message('library.twoBlocksWithId', id);
    mine.add(id);
    isNew ||= !known.has(id);
  }
  if (!isNew) return undefined;
  for (let index = 0; index < after.childCount; index += 1) {
    if (index === start) index += now.length;
    if (index >= after.childCount) break;
    const { id } = attributesOf(after.child(index));
    if (mine.has(id)) return message('library.twoBlocksWithId', id);
  }
  return undefined;
}

/** What lies between the blocks that two documents have in common at their start and at their end. */
export function touchedBlocks(before: Node, after: Node): { old: readonly Node[]; now: readonly Node[]; start: number } {
  const { start, end } = sharedEnds(before.children, after.children);
  const between = ({ children }: Node): readonly Node[] => children.slice(start, children.length - end);
  return { old: between(before), now: between(after), start };
}

/** How many items two lists have in common at their start and, beyond those, at their end. */
export function sharedEnds<T>(before: readonly T[], after: readonly T[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { start, end };
}

/** The editor’s own words for what breaks its schema, where it has some. */
const describe = (thrown: unknown, otherwise: Message): Message =>
  thrown instanceof Error ? message('failures.verbatim', thrown.message.slice(0, 200)) : otherwise;

function blockProblem(node: Node): Message | undefined {
  if (node.type !== schema.nodes['block']) return message('library.onlyBlocks');
  try {
    node.check();
  } catch (thrown) {
    return describe(thrown, message('library.notABlock'));
  }
  const attributes = attributesOf(node);
  const { error } = blockAttributes.safeParse(attributes);
  return error && message('library.blockInvalid', attributes.id, error.issues[0]?.path.join('.') ?? '', error.issues[0]?.message ?? '');
}

/** Reads a stored document. Throws `Error` with the reason when it is not one. */
export function documentFromJson(json: unknown): Node {
  const document = Node.fromJSON(schema, json);
  const problem = documentProblem(document);
  if (problem !== undefined) throw new Error(formatMessage(problem));
  return document;
}

/** The whitespace tokens of a text: the words that the lit word and the word lane count, with their UTF-16 offsets. */
export function wordsOf(text: string): { text: string; start: number; end: number }[] {
  return [...text.matchAll(/\S+/gu)].map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }));
}
