import type { Node } from '@tiptap/pm/model';
import { create } from 'zustand';
import { fail, type Failure } from '#shared/failure.ts';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { compileQuery, maximumMatches, type FindQuery, type Match } from '#shared/narration/find.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { Manuscript } from '../../../core/project/project-editor.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { WindowStore } from '../../../core/window/window-store.ts';
import { number } from '../../../lib/format.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { toast } from '../../../lib/toast.tsx';
import type { FindApart } from './find-apart.ts';
import { estimateStale, findStaleTexts, isTooLong, planReplace, type ReplaceCost } from './replace-plan.ts';
import { createSection, findInLines, findInSection, sectionsOf, type Line, type Section } from './find-sections.ts';

/** A match in the project. */
export interface FoundMatch {
  chapterId: ChapterId;
  /** `null`: in the chapter’s title. */
  blockId: BlockId | null;
  /** The text that it was found in, and its offsets there. */
  text: string;
  start: number;
  end: number;
  /** Place of that text among all that were searched. */
  line: number;
}

/** A match that the script brings into view; with `select`, it is selected there, and with `focus`, the keyboard goes there. */
interface Reveal {
  chapterId: ChapterId;
  blockId: BlockId;
  start: number;
  end: number;
  select: boolean;
  focus: boolean;
}

interface FindState {
  /** `undefined` while it is closed. */
  mode: 'find' | 'replace' | undefined;
  /** Counts how often it was opened: each time, its field takes the keyboard. */
  opened: number;
  query: FindQuery;
  replacement: string;
  matches: readonly FoundMatch[];
  /** Index of the match that the keys are at; -1 for none. */
  current: number;
  isSearching: boolean;
  /** There are more matches than are searched for. */
  isCut: boolean;
  /** Why nothing is searched for. */
  problem: string | undefined;
  cost: ReplaceCost | undefined;
  reveal: Reveal | undefined;
}

/** From where on the next match is looked for. */
interface Anchor {
  chapterId: ChapterId | undefined;
  blockId: BlockId | null | undefined;
  start: number;
}

export interface FindDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'showChapter' | 'flushProject'>;
  studio: Pick<StudioStore, 'store'>;
  window: Pick<WindowStore, 'store'>;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: (failure: Failure) => void;
  findApart: FindApart;
}

/** Searching for a text goes on for so long at a time, in milliseconds; keys and pictures have their turn in between. */
const sliceMs = 12;
/** Edits of the script are searched when they rest this long, and the cost of replacing is asked for, in milliseconds. */
const restsMs = { search: 150, cost: 400 } as const;

const closed = { matches: [], current: -1, isSearching: false, isCut: false, problem: undefined, cost: undefined, reveal: undefined };

/** Find and replace over all chapters of the open project and their titles. */
export class FindStore {
  readonly store = create<FindState>(() => ({
    mode: undefined,
    opened: 0,
    query: { text: '', matchCase: false, wholeWords: false, isExpression: false },
    replacement: '',
    ...closed,
  }));
  readonly #deps: FindDependencies;
  #anchor: Anchor = { chapterId: undefined, blockId: undefined, start: 0 };
  #search = new AbortController();
  #asking = new AbortController();
  #searched: Promise<void> = Promise.resolve();
  /** What an expression was found to match in a text: it is not run over a text twice. */
  #known = new Map<string, readonly Match[]>();
  /** Documents never change: what was laid out of one holds. */
  readonly #sections = new WeakMap<Node, readonly Section[]>();
  #unfollow: (() => void) | undefined;
  #timers: Record<keyof typeof restsMs, ReturnType<typeof setTimeout> | undefined> = { search: undefined, cost: undefined };

  constructor(dependencies: FindDependencies) {
    this.#deps = dependencies;
  }

  /** Opens it, or brings the keyboard back to it; `text` is what is looked for, where something was selected. */
  readonly openFind = (mode: 'find' | 'replace', text = ''): void => {
    const { opened, mode: before, query } = this.store.getState();
    this.store.setState({ mode: mode === 'find' ? (before ?? 'find') : mode, opened: opened + 1 });
    this.#unfollow ??= this.#deps.project.store.subscribe((now, old) => {
      if (now.details?.projectId !== old.details?.projectId) this.#known.clear();
      if (now.document !== old.document || now.outline !== old.outline || now.details !== old.details)
        this.#later('search', () => void this.#run(false));
      else if (now.takes !== old.takes) this.#askCost();
    });
    this.#anchorAtCaret();
    if (text !== '' && text !== query.text) this.changeQuery({ text, isExpression: false });
    else void this.#run(true);
  };

  readonly closeFind = (): void => {
    this.#search.abort();
    this.#asking.abort();
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#known.clear();
    const { matches, current } = this.store.getState();
    const at = matches[current];
    this.store.setState({ ...closed, mode: undefined });
    if (at) this.#show(at, { select: true, focus: true });
  };

  readonly showReplace = (isShown: boolean): void => {
    this.store.setState({ mode: isShown ? 'replace' : 'find' });
    this.#askCost();
  };

  readonly changeQuery = (change: Partial<FindQuery>): void => {
    this.store.setState({ query: { ...this.store.getState().query, ...change } });
    this.#known.clear();
    this.#anchorAtCaret();
    void this.#run(true);
  };

  readonly changeReplacement = (replacement: string): void => {
    this.store.setState({ replacement });
    this.#askCost();
  };

  /** Goes to the next match or the one before, past an end to the other end. */
  readonly stepFind = (by: 1 | -1): void => {
    const { matches, current } = this.store.getState();
    if (matches.length === 0) return;
    const from = current >= 0 ? current : this.#indexAfterAnchor(matches) - (by > 0 ? 1 : 0);
    const wanted = from + by;
    const index = (wanted + matches.length) % matches.length;
    this.goToMatch(index, { focus: false });
    const position = messages.find.position(number(index + 1), number(matches.length));
    // The place itself is read from the bar.
    if (wanted < 0) this.#deps.announce(messages.find.wrappedBack(position));
    else if (wanted >= matches.length) this.#deps.announce(messages.find.wrapped(position));
  };

  readonly goToMatch = (index: number, { focus }: { focus: boolean }): void => {
    const match = this.store.getState().matches[index];
    if (!match) return;
    this.store.setState({ current: index });
    this.#anchor = match;
    this.#show(match, { select: true, focus });
  };

  /** The script has brought it into view. */
  readonly revealed = (): void => this.store.setState({ reveal: undefined });

  /** Replaces the match that the keys are at, and goes to the next; where they are at none, only goes there. */
  readonly replaceOne = async (): Promise<void> => {
    await this.#searched;
    const { matches, current, replacement } = this.store.getState();
    const match = matches[current];
    if (!match) {
      this.stepFind(1);
      return;
    }
    const lists = await this.#replacements([match.text], replacement, this.#search.signal);
    const one = lists?.get(match.text)?.find(({ start, end }) => start === match.start && end === match.end);
    const manuscript = this.#deps.project.openManuscript();
    if (!one || !manuscript || this.#commit(manuscript, (line) => (isLineOf(match, line) ? [one] : [])) === undefined) {
      void this.#run(false);
      return;
    }
    // What was put in is not searched again; an empty match would be found at the same place forever.
    const isEmpty = one.end === one.start;
    this.#anchor = { ...match, start: one.start + (one.replacement?.length ?? 0) + (isEmpty ? 1 : 0) };
    this.#deps.announce(messages.find.replacedOne);
    await this.#run(true);
  };

  /** Replaces every match, in all chapters, as one act. */
  readonly replaceAll = async (): Promise<void> => {
    await this.#searched;
    const { matches, replacement, isCut } = this.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    if (matches.length === 0 || isCut || !manuscript) return;
    const texts = [...new Set(matches.map(({ text }) => text))];
    const lists = await this.#replacements(texts, replacement, this.#search.signal);
    const done = lists && this.#commit(manuscript, ({ text }) => lists.get(text) ?? []);
    if (done) {
      const words = messages.find.replacedAll(messages.find.match(matches.length), messages.find.block(done.blocks));
      this.#deps.toast(words, '', manuscript.undoOfLast());
    }
    await this.#run(false);
  };

  #anchorAtCaret(): void {
    const { chapterId, selected } = this.#deps.project.store.getState();
    this.#anchor = { chapterId, blockId: selected[0], start: 0 };
  }

  #later(what: keyof typeof restsMs, work: () => void): void {
    clearTimeout(this.#timers[what]);
    this.#timers[what] = setTimeout(work, restsMs[what]);
  }

  /** Every text of the project, in reading order. */
  *#eachSection(): Generator<Section> {
    const manuscript = this.#deps.project.openManuscript();
    if (!manuscript) return;
    for (const { id: chapterId, title } of manuscript.outline) {
      yield createSection([{ chapterId, blockId: null, text: title }]);
      const document = manuscript.document(chapterId);
      const sections = this.#sections.get(document) ?? sectionsOf(chapterId, document);
      this.#sections.set(document, sections);
      yield* sections;
    }
  }

  #run(reveals: boolean): Promise<void> {
    this.#search.abort();
    this.#search = new AbortController();
    return (this.#searched = this.#searchAll(reveals, this.#search.signal));
  }

  async #searchAll(reveals: boolean, signal: AbortSignal): Promise<void> {
    const { mode, query } = this.store.getState();
    if (mode === undefined) return;
    const compiled = query.text === '' ? undefined : compileQuery(query);
    if (!compiled || 'problem' in compiled) {
      this.store.setState({ ...closed, problem: compiled && messages.find.invalidExpression(compiled.problem) });
      return;
    }
    this.store.setState({ isSearching: true, problem: undefined });
    if (query.isExpression && !(await this.#learn(query, signal, reveals))) return;
    const { findIn } = compiled;
    await this.#collect(query.isExpression ? this.#knownIn : (section) => findInSection(section, findIn), signal, reveals);
  }

  /** Runs an expression beside the window over the texts that it was not run over yet. False where it came to no end, or to no good one. */
  async #learn(query: FindQuery, signal: AbortSignal, reveals: boolean): Promise<boolean> {
    const texts = new Set<string>();
    for (const { lines } of this.#eachSection()) for (const { text } of lines) if (!this.#known.has(text)) texts.add(text);
    if (texts.size === 0) return true;
    const rest = texts.values();
    let isFirst = true;
    const ended = await this.#deps.findApart(
      { query, texts: [...texts] },
      {
        signal,
        onPart: (lists) => {
          for (const list of lists) this.#known.set(rest.next().value ?? '', list);
          // The first results are shown at once, all of them at the end.
          if (isFirst) void this.#collect(this.#knownIn, signal, reveals, true);
          isFirst = false;
        },
      },
    );
    if (signal.aborted || ended.end === 'stopped') return false;
    if (ended.end === 'done') return true;
    const problem = ended.end === 'late' ? messages.find.expressionTooSlow : messages.find.invalidExpression(ended.problem ?? '');
    this.store.setState({ ...closed, problem });
    return false;
  }

  readonly #knownIn = (section: Section): ReturnType<typeof findInSection> => findInLines(section, (text) => this.#known.get(text) ?? []);

  /** Gathers the matches of all texts, in slices. */
  async #collect(
    find: (section: Section) => ReturnType<typeof findInSection>,
    signal: AbortSignal,
    reveals: boolean,
    isPart = false,
  ): Promise<void> {
    const found: FoundMatch[] = [];
    let anchorLine = -1;
    let before = 0;
    let until = performance.now() + sliceMs;
    for (const section of this.#eachSection()) {
      const { lines } = section;
      const anchored = this.#lineOfAnchor(lines);
      if (anchored >= 0) anchorLine = before + anchored;
      for (const { line, match } of find(section)) {
        const place = lines[line];
        if (place) found.push({ ...place, start: match.start, end: match.end, line: before + line });
      }
      before += lines.length;
      if (found.length > maximumMatches) break;
      if (performance.now() < until) continue;
      this.#publish(found.slice(), anchorLine, true, reveals);
      await nextTask();
      if (signal.aborted) return;
      until = performance.now() + sliceMs;
    }
    this.#publish(found.slice(0, maximumMatches), anchorLine, isPart, reveals, found.length > maximumMatches);
    if (!isPart) this.#askCost();
  }

  #lineOfAnchor(lines: readonly Line[]): number {
    const { chapterId, blockId } = this.#anchor;
    return lines[0]?.chapterId === chapterId ? lines.findIndex((line) => line.blockId === blockId) : -1;
  }

  #publish(matches: readonly FoundMatch[], anchorLine: number, isSearching: boolean, reveals: boolean, isCut = false): void {
    const { chapterId, start } = this.#anchor;
    const isHere = (match: FoundMatch): boolean => match.chapterId === chapterId;
    const after = matches.findIndex(
      (match) => isHere(match) && (match.line > anchorLine || (match.line === anchorLine && match.start >= start)),
    );
    const current = after >= 0 ? after : matches.findIndex(isHere);
    this.store.setState({ matches, current, isSearching, isCut });
    const match = matches[current];
    if (reveals && match) this.#show(match, { select: false, focus: false });
  }

  /** The first match in the chapter of the anchor or one after it; the first of all where there is none. */
  #indexAfterAnchor(matches: readonly FoundMatch[]): number {
    const { outline } = this.#deps.project.store.getState();
    const places = new Map(outline.map(({ id }, place) => [id, place]));
    const from = places.get(this.#anchor.chapterId ?? '') ?? 0;
    return Math.max(
      0,
      matches.findIndex(({ chapterId }) => (places.get(chapterId) ?? 0) >= from),
    );
  }

  #show({ chapterId, blockId, start, end }: FoundMatch, how: Pick<Reveal, 'select' | 'focus'>): void {
    const { chapterId: shown } = this.#deps.project.store.getState();
    if (chapterId !== shown) {
      this.#deps.project.showChapter(chapterId);
      this.#deps.window.store.setState({ focusScript: how.focus });
    }
    this.store.setState({ reveal: blockId === null ? undefined : { chapterId, blockId, start, end, ...how } });
  }

  /** The matches of each text with what replaces them; `undefined` where the expression does not end. */
  async #replacements(texts: readonly string[], template: string, signal: AbortSignal): Promise<Map<string, readonly Match[]> | undefined> {
    const { query } = this.store.getState();
    if (!query.isExpression) {
      const compiled = compileQuery(query);
      return 'problem' in compiled ? undefined : new Map(texts.map((text) => [text, compiled.findIn(text, template)]));
    }
    const lists: (readonly Match[])[] = [];
    const ended = await this.#deps.findApart({ query, texts, template }, { signal, onPart: (part) => lists.push(...part) });
    return ended.end === 'done' ? new Map(texts.map((text, index) => [text, lists[index] ?? []])) : undefined;
  }

  /** Replaces as one act. `undefined` where nothing changed. */
  #commit(manuscript: Manuscript, matchesOf: (line: Line) => readonly Match[]): { blocks: number } | undefined {
    const { outline, changes } = planReplace(manuscript, matchesOf);
    if (changes.some(({ transform }) => isTooLong(transform))) {
      this.#deps.toastFailure(fail('too-large', message('find.resultTooLong'), { next: 'none' }).failure);
      return undefined;
    }
    if (changes.length === 0 && outline === manuscript.outline) return undefined;
    manuscript.closeEntry();
    manuscript.commit(
      changes.map(({ chapterId, transform: { steps, docs, doc } }) => ({ chapterId, steps, before: docs, document: doc })),
      { source: 'find', outline },
    );
    return { blocks: changes.reduce((blocks, { transform }) => blocks + transform.steps.length, 0) };
  }

  #askCost(): void {
    this.#asking.abort();
    this.store.setState({ cost: undefined });
    const { mode, matches, isCut } = this.store.getState();
    if (mode !== 'replace' || matches.length === 0 || isCut) return;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#later('cost', () => void this.#loadCost(signal));
  }

  async #loadCost(signal: AbortSignal): Promise<void> {
    const { matches, replacement } = this.store.getState();
    const { details, takes } = this.#deps.project.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    const isStopped = (): boolean => signal.aborted;
    if (isStopped() || !manuscript || !details) return;
    const lists =
      takes.length === 0
        ? new Map<string, Match[]>()
        : await this.#replacements([...new Set(matches.map(({ text }) => text))], replacement, signal);
    if (isStopped() || !lists) return;
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const { changes } = planReplace(manuscript, ({ text }) => lists.get(text) ?? []);
    const stale = findStaleTexts(changes, { takes, defaults: details, connectionId });
    const count = stale.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);
    this.store.setState({ cost: { stale: count, estimate: undefined } });
    const estimate = count === 0 ? undefined : await estimateStale(this.#deps, details.projectId, stale, signal);
    if (!isStopped() && estimate) this.store.setState({ cost: { stale: count, estimate } });
  }
}

const isLineOf = (match: FoundMatch, { chapterId, blockId, text }: Line): boolean =>
  match.chapterId === chapterId && match.blockId === blockId && match.text === text;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
