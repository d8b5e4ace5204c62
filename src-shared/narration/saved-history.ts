import { Step } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';
import { z } from 'zod';
import { idPattern, type ChapterId } from '../ids.ts';
import { messageSchema } from '../messages/message.ts';
import { asideSchema } from './aside.ts';
import { documentFromJson, schema } from './document.ts';
import type { Entry, History } from './history.ts';
import { maximumChapters, outlineEntry, type Outline } from './outline.ts';

/**
 * The history as text, to be saved in a file, and read again by another window. It fits the documents that it was saved with and no others. Pure.
 */

/** UTF-16 units of it, at most. A day of edits has some hundred thousand; what would pass is forgotten, the oldest first. */
export const maximumSavedHistory = 1024 * 1024;

const id = z.string().regex(idPattern);
const entrySchema = z.strictObject({
  changes: z.array(z.strictObject({ chapterId: id, steps: z.array(z.unknown()) })),
  outline: z.array(outlineEntry).max(maximumChapters).optional(),
  aside: asideSchema.optional(),
  name: messageSchema.optional(),
});
const savedSchema = z.strictObject({
  undo: z.array(entrySchema),
  redo: z.array(entrySchema),
  /** Documents of chapters that the project does not have now, and that an act brings back. */
  absent: z.array(z.strictObject({ id, document: z.unknown() })),
});

/** What a history is saved with. */
export interface SavedWith {
  readonly outline: Outline;
  /** Of any chapter that the history names. */
  readonly document: (chapterId: ChapterId) => Node;
}

export interface PackedHistory {
  text: string;
  /** The chapters of the project that it changes: it fits them as they are now. */
  chapterIds: readonly ChapterId[];
}

/** The acts next to now, as many as fit `maximumSavedHistory`. */
export function packHistory({ undo, redo }: History, { outline, document }: SavedWith): PackedHistory {
  const present = new Set(outline.map(({ id }) => id));
  const absent = new Map<ChapterId, string>();
  const touched = new Set<ChapterId>();
  let left = maximumSavedHistory - 100;
  const pack = (entries: readonly Entry[]): string[] => {
    const packed: string[] = [];
    for (const entry of entries.toReversed()) {
      const text = textOf(entry);
      const needed = [...chaptersOf(entry)].filter((chapterId) => !present.has(chapterId) && !absent.has(chapterId));
      const documents = needed.map((id) => [id, JSON.stringify({ id, document: document(id).toJSON() as unknown })] as const);
      const cost = text.length + 1 + documents.reduce((sum, [, json]) => sum + json.length + 1, 0);
      if (cost > left) break;
      left -= cost;
      packed.unshift(text);
      for (const [chapterId, json] of documents) absent.set(chapterId, json);
      for (const { chapterId } of entry.changes) if (present.has(chapterId)) touched.add(chapterId);
    }
    return packed;
  };
  const [undoText, redoText] = [pack(undo).join(), pack(redo).join()];
  return { text: `{"undo":[${undoText}],"redo":[${redoText}],"absent":[${[...absent.values()].join()}]}`, chapterIds: [...touched] };
}

/** A saved history, and the documents of chapters that the project does not have now. Throws where it is not what `packHistory` made. */
export function unpackHistory(text: string): { history: History; absent: ReadonlyMap<ChapterId, Node> } {
  const { undo, redo, absent } = savedSchema.parse(JSON.parse(text));
  const entry = ({ changes, outline, aside, name }: z.infer<typeof entrySchema>): Entry => ({
    act: {},
    changes: changes.map(({ chapterId, steps }) => ({ chapterId, steps: steps.map((step) => Step.fromJSON(schema, step)) })),
    at: 0,
    ...(outline && { outline }),
    ...(aside && { aside }),
    ...(name && { name }),
  });
  return {
    history: { undo: undo.map(entry), redo: redo.map(entry) },
    absent: new Map(absent.map(({ id, document }) => [id, documentFromJson(document)])),
  };
}

const texts = new WeakMap<Entry, string>();

/** An entry never changes: its text is made once. */
function textOf(entry: Entry): string {
  let text = texts.get(entry);
  if (text === undefined) {
    const { changes, outline, aside, name } = entry;
    text = JSON.stringify({
      changes: changes.map(({ chapterId, steps }) => ({ chapterId, steps: steps.map((step) => step.toJSON() as unknown) })),
      ...(outline && { outline }),
      ...(aside && { aside }),
      ...(name && { name }),
    });
    texts.set(entry, text);
  }
  return text;
}

function chaptersOf({ changes, outline = [] }: Entry): Set<ChapterId> {
  return new Set([...changes.map(({ chapterId }) => chapterId), ...outline.map(({ id }) => id)]);
}
