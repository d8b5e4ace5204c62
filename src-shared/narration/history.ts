import type { Node } from '@tiptap/pm/model';
import { Mapping, ReplaceStep, type Step } from '@tiptap/pm/transform';
import type { ChapterId } from '../ids.ts';
import type { Message } from '../messages/message.ts';
import { backwards, type Aside } from './aside.ts';
import type { Outline } from './outline.ts';
import { goesOnTyping, type Span, type TextChange } from '../typing.ts';

/**
 * Undo is one stack for the project: an entry holds the inverted steps of every chapter that one act touched, so text,
 * settings, order, take choice and the chapters themselves undo alike. Pure: every function answers with a new history and leaves its input as it was.
 */
export interface History {
  readonly undo: readonly Entry[];
  readonly redo: readonly Entry[];
}

/** What takes one act back (or does it again), chapter by chapter, in the order in which it is to be applied. */
export interface Entry {
  /** One and the same while it is taken back and done again; what joins it makes another act of it. */
  readonly act: object;
  readonly changes: readonly ChapterSteps[];
  /** The chapters by name and order as they are to be again; absent where the act left them alone. */
  readonly outline?: Outline;
  /** What the act changed beside the text. */
  readonly aside?: Aside;
  /** What the act is called, where what it changed does not say it: “restore of version …”. */
  readonly name?: Message;
  /** When its last step was made, Unix milliseconds of the caller's clock. */
  readonly at: number;
  /** What was typed last, where typing may join it; absent on what always stands alone. */
  readonly open?: { chapterId: ChapterId; from: number; to: number };
}

interface ChapterSteps {
  readonly chapterId: ChapterId;
  readonly steps: readonly Step[];
}

/** What is kept; the oldest act is forgotten first. */
export const historyLimits = { entries: 1000, stepsInAnEntry: 500 } as const;

export const emptyHistory: History = { undo: [], redo: [] };

/** Steps that were just applied to a chapter; `before[i]` is the document that `steps[i]` was applied to. */
export interface Applied {
  readonly chapterId: ChapterId;
  readonly steps: readonly Step[];
  readonly before: readonly Node[];
}

/**
 * Records one act; `outline` is the one before it, where it changed the chapters themselves too, `aside` what it changed beside them, and `name` what it is called. With `typing`, it joins the act before it when that was typing too, in the same place, as
 * `goesOnTyping` says. What had been undone can no longer be done again.
 */
export function record(
  history: History,
  applied: readonly Applied[],
  options: {
    at: number;
    typing?: boolean;
    outline?: Outline | undefined;
    aside?: Aside | undefined;
    name?: Message | undefined;
  },
): History {
  const changes = applied.flatMap((change) => (change.steps.length === 0 ? [] : [invert(change)])).reverse();
  const { outline, aside, name } = options;
  if (changes.length === 0 && !outline) return history;
  const only = applied.length === 1 ? applied[0] : undefined;
  const span = options.typing === true && only ? changedSpan(only.steps) : undefined;
  const open = span && only ? { chapterId: only.chapterId, from: span.to.from, to: span.to.to } : undefined;
  const last = history.undo.at(-1);
  if (last && only && span && open && joins(last, only, span.from, options.at)) {
    const joined = [...changes.flatMap((change) => change.steps), ...last.changes.flatMap((change) => change.steps)];
    const entry: Entry = {
      act: {},
      changes: [{ chapterId: only.chapterId, steps: joined }],
      at: options.at,
      open,
    };
    return { undo: [...history.undo.slice(0, -1), entry], redo: [] };
  }
  const entry: Entry = {
    act: {},
    changes,
    at: options.at,
    ...(open && !outline && !aside && !name ? { open } : {}),
    ...(outline ? { outline } : {}),
    ...(aside && { aside }),
    ...(name && { name }),
  };
  return withEntry(history, entry);
}

/** Records an act on the chapters themselves; `before` is the outline that it was done to. */
export function recordOutline(history: History, before: Outline, at: number): History {
  return record(history, [], { at, outline: before });
}

/** Records an act that changed neither text nor chapters, and what it is called. It is one with the act `joins`, where that was the last. */
export function recordAside(
  history: History,
  aside: Aside,
  { at, name, joins }: { at: number; name?: Message | undefined; joins?: object | undefined },
): History {
  const last = history.undo.at(-1);
  if (last && last.act === joins && !last.aside) return withEntry({ undo: history.undo.slice(0, -1) }, { ...last, aside });
  const entry: Entry = { act: {}, changes: [], aside, at, ...(name && { name }) };
  return withEntry(history, entry);
}

/** A project as the history needs it: its outline, and any chapter that it ever knew. */
export interface Present {
  readonly outline: Outline;
  document(chapterId: ChapterId): Node;
}

/** What to apply to which chapter, and the history once that is done. */
export interface Reversal {
  readonly history: History;
  /** The outline to go back to, where the act changed it. */
  readonly outline?: Outline;
  /** What is to be done beside the text: the act again, or the act backwards. */
  readonly aside?: Aside;
  /** What the act is called. */
  readonly name?: Message;
  readonly changes: readonly { chapterId: ChapterId; steps: readonly Step[]; document: Node }[];
}

/** Takes the last act back. `undefined` when there is nothing to take back. Throws when a document is not the one that the history grew on. */
export function undo(history: History, present: Present): Reversal | undefined {
  const entry = history.undo.at(-1);
  if (!entry) return undefined;
  const { reverse, ...rest } = reverseEntry(entry, present);
  return {
    ...rest,
    ...(entry.aside && { aside: backwards(entry.aside) }),
    history: { undo: history.undo.slice(0, -1), redo: [...history.redo, reverse] },
  };
}

/** Does again what was undone last; otherwise as `undo`. */
export function redo(history: History, present: Present): Reversal | undefined {
  const entry = history.redo.at(-1);
  if (!entry) return undefined;
  const { reverse, ...rest } = reverseEntry(entry, present);
  return {
    ...rest,
    ...(entry.aside && { aside: entry.aside }),
    history: { undo: [...history.undo, reverse], redo: history.redo.slice(0, -1) },
  };
}

/** The next keystroke begins an entry of its own: called when the caret leaves, a take is made, a file is saved. */
export function closeEntry(history: History): History {
  const last = history.undo.at(-1);
  if (last?.open === undefined) return history;
  const entry: Entry = { act: last.act, changes: last.changes, at: last.at, ...(last.outline ? { outline: last.outline } : {}) };
  return { undo: [...history.undo.slice(0, -1), entry], redo: history.redo };
}

function invert({ chapterId, steps, before }: Applied): ChapterSteps {
  const inverted: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const document = before[index];
    if (!document) throw new Error('Every step needs the document that it was applied to.');
    inverted.unshift(step.invert(document));
  }
  return { chapterId, steps: inverted };
}

function reverseEntry(entry: Entry, present: Present) {
  const changes: { chapterId: ChapterId; steps: readonly Step[]; document: Node }[] = [];
  const reverse: ChapterSteps[] = [];
  for (const { chapterId, steps } of entry.changes) {
    let document = present.document(chapterId);
    const inverted: Step[] = [];
    for (const step of steps) {
      const before = document;
      document = apply(step, before);
      inverted.unshift(step.invert(before));
    }
    changes.push({ chapterId, steps, document });
    reverse.unshift({ chapterId, steps: inverted });
  }
  const { act, outline, aside, name, at } = entry;
  const rest = { act, changes: reverse, at, ...(aside && { aside }), ...(name && { name }) };
  if (!outline) return { changes, ...(name && { name }), reverse: rest };
  return { changes, outline, ...(name && { name }), reverse: { ...rest, outline: present.outline } };
}

function apply(step: Step, document: Node): Node {
  let failed: string | null;
  try {
    const result = step.apply(document);
    if (result.doc) return result.doc;
    failed = result.failed;
  } catch (thrown) {
    failed = thrown instanceof Error ? thrown.message : null;
  }
  throw new Error(`The history does not fit the chapter: ${failed ?? 'a step failed'}.`);
}

function joins(last: Entry, applied: Applied, from: Span, at: number): boolean {
  if (last.open?.chapterId !== applied.chapterId) return false;
  const steps = last.changes.reduce((count, change) => count + change.steps.length, 0);
  if (steps >= historyLimits.stepsInAnEntry) return false;
  return goesOnTyping(last.open.to, changeOf(applied, from), at - last.at);
}

/** Steps other than one replacement are neither letters typed nor letters taken away. */
function changeOf({ steps, before }: Applied, span: Span): TextChange {
  const [step, ...more] = steps;
  const document = before[0];
  if (!(step instanceof ReplaceStep) || more.length > 0 || !document) return { span, behind: '', removed: '', typed: '' };
  return {
    span,
    behind: document.textBetween(Math.max(0, span.from - 1), span.from),
    removed: document.textBetween(span.from, span.to),
    typed: step.slice.content.textBetween(0, step.slice.content.size),
  };
}

/** The places that steps touched: in the document before the first of them, and in the one after the last. */
function changedSpan(steps: readonly Step[]): { from: Span; to: Span } | undefined {
  const maps = steps.map((step) => step.getMap());
  let before: Span | undefined;
  let after: Span | undefined;
  for (const [index, map] of maps.entries()) {
    const back = new Mapping(maps.slice(0, index)).invert();
    const forth = new Mapping(maps.slice(index + 1));
    map.forEach((oldStart, oldEnd, newStart, newEnd) => {
      before = hull({ from: back.map(oldStart, -1), to: back.map(oldEnd, 1) }, before);
      after = hull({ from: forth.map(newStart, -1), to: forth.map(newEnd, 1) }, after);
    });
  }
  return before && after ? { from: before, to: after } : undefined;
}

function hull(one: Span, other: Span | undefined): Span {
  return other ? { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) } : { from: one.from, to: one.to };
}

/** With one act more that can be taken back; the oldest goes where there are too many. */
function withEntry<Entry>(history: { undo: readonly Entry[] }, entry: Entry): { undo: Entry[]; redo: Entry[] } {
  return { undo: [...history.undo, entry].slice(-historyLimits.entries), redo: [] };
}
