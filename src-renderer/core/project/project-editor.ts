import type { Node } from '@tiptap/pm/model';
import type { Step } from '@tiptap/pm/transform';
import { toFailure, type Failure } from '#shared/failure.ts';
import type { ChapterId } from '#shared/ids.ts';
import { documentFromJson } from '#shared/narration/document.ts';
import {
  closeEntry,
  emptyHistory,
  historyLimits,
  record,
  recordAside,
  recordOutline,
  redo,
  undo,
  type Applied,
  type History,
  type Reversal,
} from '#shared/narration/history.ts';
import type { Aside } from '#shared/narration/aside.ts';
import type { Message } from '#shared/messages/message.ts';
import { mergeDocuments, mergeOutlines, replaceBlocks } from './merge.ts';
import { packHistory, unpackHistory } from '#shared/narration/saved-history.ts';
import { sameOutline, type Outline } from '#shared/narration/outline.ts';
import type { In, Out } from '#shared/rpc.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Project } from '#shared/operations/project.ts';

/**
 * At most this often steps are sent, in milliseconds, counted from the beginning of one save to that of the next: what was typed just
 * after a save began is durable when the one after it ends, so saves of up to half a second lose at most a second of typing.
 */
export const saveEveryMs = 300;
/** Steps in one call; the contract's bound. */
const stepsInACall = 2000;
/** What another window changed is read at most this often, in milliseconds. */
const followAfterMs = 500;
const retryAfterMs = [1000, 2000, 5000, 10_000] as const;

type Chapter = Project['chapters'][number];
/** The chapters as main has them. */
export type Stored = Pick<Project, 'chapters' | 'removedChapters'>;
type Json = In<Operations['project.edit']>['steps'][number];
export type SaveState = { state: 'saved' } | { state: 'pending' } | { state: 'saving' } | { state: 'failed'; failure: Failure };

/** How an act comes about that was done before. */
export type Replay = 'undone' | 'redone';

/**
 * What was taken back or done again: the outline before that, what was applied to chapters, what changed beside the text, and what the act is called,
 * where it has a name.
 */
type ReversedAct = Pick<Reversal, 'changes' | 'name' | 'aside'> & { before: Outline };

export interface ManuscriptOptions {
  stored: Stored;
  arrange(change: Omit<In<Operations['project.arrange']>, 'projectId'>): Promise<unknown>;
  send(edit: Omit<In<Operations['project.edit']>, 'projectId'>): Promise<Out<Operations['project.edit']>>;
  /** As main has them now. */
  reload(): Promise<Stored>;
  onSaveState(state: SaveState): void;
  /** `isElsewhere`: another window changed it. */
  onOutline(outline: Outline, isElsewhere: boolean): void;
  /** So many blocks were written here and in another window: both texts are there. */
  onBothWritten(count: number): void;
  /** What an act that is taken back or done again changes beside the text. `name`: what the act is called, where it has a name. */
  onAside(aside: Aside, how: Replay, name: Message | undefined): void;
  /** An act was taken back or done again; it touched the text of these chapters. */
  onReversed(touched: readonly ChapterId[], how: Replay, act: ReversedAct): void;
  /** Milliseconds of a clock that is not set while the studio runs. */
  now(): number;
  /** As `setTimeout`; answers with what cancels it. */
  later(work: () => void, afterMs: number): () => void;
}

/** Steps that happened to a chapter. */
export interface ManuscriptChange {
  chapterId: ChapterId;
  steps: readonly Step[];
  document: Node;
  /** Who made it, so that an editor leaves its own work alone; `elsewhere`: another window. */
  source: string;
}

interface Held {
  document: Node;
  /** As main has it at `version`; what `unsent` stands on. */
  stored: Node;
  /** Version of main that the unsent steps stand on. */
  version: number;
  unsent: Step[];
  /** Of a chapter that main does not have: the document that the unsent steps stand on. */
  fresh: Node | undefined;
}

/**
 * The chapters of the open project: their order and names, their documents, the one history, and saving. Steps leave in batches and stay
 * here until main has them durably; a failure keeps them and tries again. A chapter that is taken out is kept, for undo.
 */
export class Manuscript {
  readonly #options: ManuscriptOptions;
  readonly #chapters = new Map<ChapterId, Held>();
  readonly #listeners = new Set<(change: ManuscriptChange) => void>();
  #history: History = emptyHistory;
  #outline: Outline;
  /** The outline that main has, and the one that it was asked for last. */
  #storedOutline: Outline;
  #askedOutline: Outline;
  #cancelTimer: (() => void) | undefined;
  #cancelFollowing: (() => void) | undefined;
  #saving: Promise<void> | undefined;
  #failures = 0;
  #closed = false;

  constructor(options: ManuscriptOptions) {
    this.#options = options;
    for (const chapter of everyChapter(options.stored)) this.#chapters.set(chapter.id, held(chapter));
    this.#outline = this.#storedOutline = this.#askedOutline = outlineOf(options.stored);
  }

  get outline(): Outline {
    return this.#outline;
  }

  document(chapterId: ChapterId): Node {
    const chapter = this.#chapters.get(chapterId);
    if (!chapter) throw new Error(`No chapter ${chapterId} is open.`);
    return chapter.document;
  }

  /** Whether it has a chapter, or had one that undo can bring back. */
  knows(chapterId: ChapterId): boolean {
    return this.#chapters.has(chapterId);
  }

  /** Every chapter, in order. */
  get chapterIds(): ChapterId[] {
    return this.#outline.map(({ id }) => id);
  }

  get canUndo(): boolean {
    return this.#history.undo.length > 0;
  }
  get canRedo(): boolean {
    return this.#history.redo.length > 0;
  }

  subscribe(listener: (change: ManuscriptChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes in one act: steps that were made on the documents as they stand here, and the chapters by name and order where it changed them, with
   * the documents of those that are new. `aside`: what it changed beside them. `name`: what it is called when it is undone.
   */
  commit(
    applied: readonly (Applied & { document: Node })[],
    options: {
      source: string;
      typing?: boolean;
      outline?: Outline | undefined;
      added?: ReadonlyMap<ChapterId, Node>;
      aside?: Aside;
      name?: Message;
    },
  ): void {
    const { source, typing = false, outline = this.#outline, aside, name } = options;
    const before = sameOutline(outline, this.#outline) ? undefined : this.#outline;
    if (options.added) this.#add(options.added);
    this.#history = record(this.#history, applied, { at: this.#options.now(), typing, outline: before, aside, name });
    for (const { chapterId, steps, document } of applied) this.#advance(chapterId, steps, document, source);
    if (before) this.#setOutline(outline);
  }

  /** The version of a chapter that main has; everything must be with main. */
  storedVersion(chapterId: ChapterId): number | undefined {
    return this.#chapters.get(chapterId)?.version;
  }

  /** Takes in an act that main has stored already, as one more version of each chapter. False where something was not with main: see `reconcile`. */
  commitStored(...act: Parameters<Manuscript['commit']>): boolean {
    if (this.#dirty()) return false;
    this.commit(...act);
    const [applied, { added }] = act;
    for (const { chapterId } of applied) {
      const chapter = this.#chapters.get(chapterId);
      if (!chapter) continue;
      chapter.unsent = [];
      chapter.stored = chapter.document;
      chapter.version += 1;
    }
    for (const id of added?.keys() ?? []) {
      const chapter = this.#chapters.get(id);
      if (chapter) chapter.fresh = undefined;
    }
    this.#storedOutline = this.#askedOutline = this.#outline;
    // Nothing of it is left to send.
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#options.onSaveState({ state: 'saved' });
    return true;
  }

  /** Takes in one act on the chapters themselves: another outline, and the documents of those that are new in it. */
  arrange(outline: Outline, added: ReadonlyMap<ChapterId, Node> = new Map()): void {
    if (sameOutline(outline, this.#outline)) return;
    this.#add(added);
    this.#history = recordOutline(this.#history, this.#outline, this.#options.now());
    this.#setOutline(outline);
  }

  /** Takes in an act that changed neither text nor chapters, so that undo takes it back in its turn: called `name`, and with the act `joins` where that is the last. */
  recordAside(aside: Aside, name?: Message, joins?: object): void {
    this.#history = recordAside(this.#history, aside, { at: this.#options.now(), name, joins });
    this.#options.onOutline(this.#outline, false);
  }

  #add(added: ReadonlyMap<ChapterId, Node>): void {
    for (const [id, document] of added) this.#chapters.set(id, freshChapter(document));
  }

  undo(): boolean {
    return this.#reverse(undo(this.#history, this), 'undone');
  }
  redo(): boolean {
    return this.#reverse(redo(this.#history, this), 'redone');
  }
  /** The chapters that Redo would bring back. */
  get chaptersToRedo(): Outline {
    return (this.#history.redo.at(-1)?.outline ?? []).filter(({ id }) => !this.#outline.some((chapter) => chapter.id === id));
  }
  /** The act that Undo would take back. */
  get lastAct(): object | undefined {
    return this.#history.undo.at(-1)?.act;
  }
  /** What takes the last act back, as long as it is the last; it answers with whether it is taken back now, by this or by Undo before. */
  undoOfLast(): (() => boolean) | undefined {
    const act = this.#history.undo.at(-1)?.act;
    if (!act) return undefined;
    return () => {
      const { undo, redo } = this.#history;
      return undo.at(-1)?.act === act ? this.undo() : redo.some((entry) => entry.act === act);
    };
  }
  /** The history as it is to be saved, with the version of each chapter that it fits. Undefined while something is not with main. */
  packHistory(): Omit<In<Operations['project.saveUndo']>, 'projectId'> | undefined {
    if (this.#dirty()) return undefined;
    const { text, chapterIds } = packHistory(this.#history, { outline: this.#outline, document: (id) => this.document(id) });
    const versions = chapterIds.map((chapterId) => ({ chapterId, version: this.#chapters.get(chapterId)?.version ?? 0 }));
    return { history: text, outline: [...this.#outline], versions };
  }

  /** Puts a history that was saved, and fits the chapters as they were opened, under what was done since. What is no history is ignored. */
  restoreHistory(text: string): void {
    let saved: ReturnType<typeof unpackHistory>;
    try {
      saved = unpackHistory(text);
    } catch {
      return;
    }
    for (const [id, document] of saved.absent) if (!this.#chapters.has(id)) this.#add(new Map([[id, document]]));
    const { undo, redo } = this.#history;
    const isUntouched = undo.length === 0 && redo.length === 0;
    this.#history = { undo: [...saved.history.undo, ...undo].slice(-historyLimits.entries), redo: isUntouched ? saved.history.redo : redo };
  }

  closeEntry(): void {
    this.#history = closeEntry(this.#history);
  }

  /** Settles when main holds everything that was written so far; rejects with the failure that stands in the way. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await this.#saving?.catch(() => undefined);
    while (!this.#closed && this.#dirty()) await this.#save();
  }

  /**
   * Takes in the chapters as main has them, after the wire was lost or another window changed them. Steps that main has not seen are sent; where
   * another window changed the same chapter, they are merged into what that wrote.
   */
  reconcile(stored: Stored): void {
    const chapters = everyChapter(stored);
    const known = new Set(chapters.map(({ id }) => id));
    // Main let go of them for good; undo can still bring them back.
    for (const [id, mine] of this.#chapters) if (!known.has(id)) this.#chapters.set(id, freshChapter(mine.document));
    let both = 0;
    for (const chapter of chapters) {
      const mine = this.#chapters.get(chapter.id);
      if (!mine) {
        this.#chapters.set(chapter.id, held(chapter));
        continue;
      }
      mine.fresh = undefined;
      both += this.#reconcileChapter(mine, chapter);
    }
    const outline = outlineOf(stored);
    const isOurs = sameOutline(outline, this.#storedOutline) || sameOutline(outline, this.#askedOutline);
    const merged = isOurs ? this.#outline : mergeOutlines(this.#storedOutline, this.#outline, outline);
    this.#storedOutline = this.#askedOutline = outline;
    if (!isOurs) this.#history = emptyHistory;
    if (!sameOutline(merged, this.#outline)) {
      this.#outline = merged;
      this.#options.onOutline(merged, true);
    }
    this.#failures = 0;
    if (both > 0) this.#options.onBothWritten(both);
    this.#options.onSaveState(this.#dirty() ? { state: 'pending' } : { state: 'saved' });
    if (this.#dirty()) this.#schedule(0);
  }

  /** Another window, or this one, brought chapters to these versions, and the chapters into this order: what is not known here is read. */
  follow(versions: readonly { chapterId: ChapterId; version: number }[], outline: Outline | undefined): void {
    const isNews = (): boolean =>
      versions.some(({ chapterId, version }) => (this.#chapters.get(chapterId)?.version ?? -1) < version) ||
      (outline !== undefined && !sameOutline(outline, this.#storedOutline));
    const look = (): void => {
      this.#cancelFollowing = undefined;
      // The answer to what is being saved says what of it is ours.
      if (this.#saving) void this.#saving.catch(() => undefined).then(look);
      else if (!this.#closed && isNews()) void this.#whileNothingIsSent(() => this.#reload());
    };
    if (!isNews() || this.#cancelFollowing) return;
    this.#cancelFollowing = this.#options.later(look, followAfterMs);
  }

  /** Nothing is sent any more. Call `flush` first. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#cancelFollowing?.();
    this.#listeners.clear();
  }

  #reverse(reversal: Reversal | undefined, how: Replay): boolean {
    if (!reversal) return false;
    const before = this.#outline;
    this.#history = reversal.history;
    if (reversal.outline) this.#setOutline(reversal.outline);
    for (const { chapterId, steps, document } of reversal.changes) this.#advance(chapterId, steps, document, 'history');
    if (reversal.aside) {
      this.#options.onAside(reversal.aside, how, reversal.name);
      this.#options.onOutline(this.#outline, false);
    }
    this.#options.onReversed(
      reversal.changes.map(({ chapterId }) => chapterId),
      how,
      { ...reversal, before },
    );
    return true;
  }

  #setOutline(outline: Outline): void {
    this.#outline = outline;
    this.#options.onOutline(outline, false);
    this.#wantsSaving();
  }

  #advance(chapterId: ChapterId, steps: readonly Step[], document: Node, source: string): void {
    const chapter = this.#chapters.get(chapterId);
    if (!chapter || steps.length === 0) return;
    chapter.document = document;
    chapter.unsent.push(...steps);
    this.#tell({ chapterId, steps, document, source });
    this.#wantsSaving();
  }

  #wantsSaving(): void {
    if (this.#failures === 0) this.#options.onSaveState({ state: 'pending' });
    this.#schedule(saveEveryMs);
  }

  /** Answers with how many blocks were written in both windows. */
  #reconcileChapter(mine: Held, chapter: Chapter): number {
    const theirs = documentFromJson(chapter.document);
    const ahead = chapter.version - mine.version;
    const sent = ahead >= 0 && ahead <= mine.unsent.length ? applyAll(mine.stored, mine.unsent.slice(0, ahead)) : undefined;
    if (sent?.eq(theirs)) {
      // The answer was lost, not the steps: those that main counted are saved.
      mine.unsent.splice(0, ahead);
      mine.version = chapter.version;
      mine.stored = sent;
      return 0;
    }
    const { document, both } = mergeDocuments(mine.stored, mine.document, theirs);
    const { steps } = replaceBlocks(mine.document, document);
    const own = replaceBlocks(theirs, document);
    this.#chapters.set(chapter.id, { document, version: chapter.version, stored: theirs, unsent: own.steps, fresh: undefined });
    this.#history = emptyHistory;
    if (own.steps.length > 0)
      this.#history = record(this.#history, [{ chapterId: chapter.id, ...own }], { at: this.#options.now(), typing: false });
    this.#tell({ chapterId: chapter.id, steps, document, source: 'elsewhere' });
    return both;
  }

  #tell(change: ManuscriptChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  #dirty(): boolean {
    if (!sameOutline(this.#outline, this.#storedOutline)) return true;
    // What main never got is of no concern to it: it was undone before it was saved.
    for (const chapter of this.#chapters.values()) if (chapter.unsent.length > 0 && !chapter.fresh) return true;
    return false;
  }

  #schedule(afterMs: number): void {
    if (this.#cancelTimer || this.#saving || this.#closed) return;
    this.#cancelTimer = this.#options.later(() => {
      this.#cancelTimer = undefined;
      this.#save().catch(() => undefined); // reported by `onSaveState`
    }, afterMs);
  }

  #save(): Promise<void> {
    return this.#saving ?? this.#whileNothingIsSent(() => this.#sendAll());
  }

  #whileNothingIsSent(work: () => Promise<unknown>): Promise<void> {
    const begun = this.#options.now();
    const running = work().then(() => undefined);
    this.#saving = running.finally(() => {
      this.#saving = undefined;
      if (!this.#dirty()) return;
      const left = begun + saveEveryMs - this.#options.now();
      const wait = left > 0 && left <= saveEveryMs ? left : 0; // whatever the clock did in the meantime
      this.#schedule(this.#failures === 0 ? wait : (retryAfterMs[Math.min(this.#failures, retryAfterMs.length) - 1] ?? 10_000));
    });
    return this.#saving;
  }

  async #sendAll(): Promise<void> {
    this.#options.onSaveState({ state: 'saving' });
    try {
      await this.#sendOutline();
      for (const [chapterId, chapter] of this.#chapters) {
        if (chapter.unsent.length === 0 || chapter.fresh) continue;
        const batch = chapter.unsent.slice(0, stepsInACall);
        const answer = await this.#options.send({ chapterId, version: chapter.version, steps: batch.map((step) => step.toJSON() as Json) });
        // Another window's change was taken in meanwhile.
        if (this.#chapters.get(chapterId) !== chapter || chapter.unsent[0] !== batch[0]) continue;
        chapter.unsent.splice(0, batch.length);
        chapter.stored = chapter.unsent.length === 0 ? chapter.document : (applyAll(chapter.stored, batch) ?? chapter.document);
        chapter.version = answer.version;
      }
      this.#failures = 0;
      this.#options.onSaveState(this.#dirty() ? { state: 'pending' } : { state: 'saved' });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind === 'conflict' && (await this.#reload())) return;
      this.#failures += 1;
      this.#options.onSaveState({ state: 'failed', failure });
      throw thrown;
    }
  }

  async #sendOutline(): Promise<void> {
    const outline = this.#outline;
    if (sameOutline(outline, this.#storedOutline)) return;
    this.#askedOutline = outline;
    const chapters = outline.map((entry) => {
      const fresh = this.#chapters.get(entry.id)?.fresh;
      return fresh ? { ...entry, document: fresh.toJSON() as Json } : entry;
    });
    await this.#options.arrange({ before: [...this.#storedOutline], chapters });
    this.#storedOutline = outline;
    for (const { id } of outline) {
      const chapter = this.#chapters.get(id);
      if (chapter) chapter.fresh = undefined;
    }
  }

  async #reload(): Promise<boolean> {
    try {
      const stored = await this.#options.reload();
      if (!this.#closed) this.reconcile(stored);
      return true;
    } catch {
      return false;
    }
  }
}

/** `undefined` where a step does not fit. */
function applyAll(document: Node, steps: readonly Step[]): Node | undefined {
  let now: Node | undefined = document;
  for (const step of steps) now = now && (step.apply(now).doc ?? undefined);
  return now;
}

function held(chapter: Chapter): Held {
  const document = documentFromJson(chapter.document);
  return { document, version: chapter.version, stored: document, unsent: [], fresh: undefined };
}

const freshChapter = (document: Node): Held => ({ document, version: 0, stored: document, unsent: [], fresh: document });

const everyChapter = ({ chapters, removedChapters }: Stored): Chapter[] => [...chapters, ...removedChapters];
const outlineOf = ({ chapters }: Stored): Outline => chapters.map(({ id, title }) => ({ id, title }));
