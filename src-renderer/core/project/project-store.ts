import { Transform } from '@tiptap/pm/transform';
import { create } from 'zustand';
import { fail, type Failure } from '#shared/failure.ts';
import type { BlockId, ChapterId, TakeId } from '#shared/ids.ts';
import { editProblem, type Block, type BlockAttributes } from '#shared/narration/document.ts';
import type { ManuscriptText } from '#shared/manuscript/imported-text.ts';
import type { Aside } from '#shared/narration/aside.ts';
import { replayCast } from '#shared/narration/cast.ts';
import { neighbourOf, type Outline } from '#shared/narration/outline.ts';
import { replayPronunciations } from '#shared/narration/pronunciation.ts';
import { splitBlocks, type SplitRule } from '#shared/narration/split.ts';
import { repairedToName, takeToName, withGenerated } from '#shared/narration/named-take.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Project, ProjectChange } from '#shared/operations/project.ts';
import { type HostClient } from '../host/wire.ts';
import { attempt } from '../host/attempt.ts';
import { appliedTo, changeBlocks, findBlock, withTakes, withVoice } from './block-edits.ts';
import { describeBlockSettings, describeCastChange, describeOutlineChange } from './describe-change.ts';
import { Manuscript, type Replay } from './project-editor.ts';
import { detailsOf, nothingOpen, withLitWords, type Details, type DetailsChange, type ProjectState } from './project-state.ts';
import { planRevision, type RevisedProject } from './revision.ts';
import { ProjectPlace } from './place.ts';
import { UndoSaver } from './undo-saver.ts';
import type { StudioClient } from '../host/client.ts';
import type { WindowStore } from '../window/window-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { HostStore } from '../host/host-store.ts';
import { formatMessage, message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toast, toastFailure, toastReplay, withdrawReplay } from '../../lib/toast.tsx';

export interface ProjectDependencies {
  client: StudioClient;
  window: Pick<WindowStore, 'store' | 'showStart' | 'leaveStart' | 'showNarration'>;
  studio: Pick<StudioStore, 'onTake' | 'onProjectChange' | 'store'>;
  host: Pick<HostStore, 'whenOpened'>;
  /** Seconds of the playhead. */
  playhead: () => number;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
  toastReplay: typeof toastReplay;
  withdrawReplay: typeof withdrawReplay;
  withdrawUndo: () => void;
}

/** The open project: its documents, what is shown of them, and what is saved. */
export class ProjectStore {
  readonly store = create<ProjectState>(() => ({
    status: 'opening',
    ...nothingOpen,
    failure: undefined,
    asked: undefined,
    reopened: 0,
    edits: 0,
  }));
  readonly #deps: ProjectDependencies;
  #manuscript: Manuscript | undefined;
  #place: ProjectPlace | undefined;
  #undo: UndoSaver | undefined;
  readonly #replayed = new Set<(aside: Aside, how: Replay) => void>();
  /** Changes of the project's facts that main has not confirmed. */
  #updating = 0;

  constructor(dependencies: ProjectDependencies) {
    this.#deps = dependencies;
  }

  /** Where the person is in the open project. */
  readonly openPlace = (): ProjectPlace | undefined => {
    return this.#place;
  };

  /** The open project's documents. Undefined while none is open. */
  readonly openManuscript = (): Manuscript | undefined => {
    return this.#manuscript;
  };

  #adopt(project: Project): void {
    this.#manuscript?.close();
    const { projectId } = project;
    const own = new Manuscript({
      stored: project,
      arrange: (change) => this.#deps.client.run('project.arrange', { projectId, ...change }),
      send: (edit) => this.#deps.client.run('project.edit', { projectId, ...edit }),
      reload: () => this.#deps.client.run('project.read', { projectId }),
      onSaveState: (saving) => {
        if (this.#manuscript !== own) return;
        this.store.setState({ saving });
        if (saving.state === 'saved') this.#undo?.note();
      },
      onOutline: (outline, isElsewhere) => {
        if (this.#manuscript !== own) return;
        this.#showOutline(outline, isElsewhere);
        this.store.setState({ canUndo: own.canUndo, canRedo: own.canRedo });
        this.#undo?.note();
      },
      onBothWritten: (count) => {
        if (this.#manuscript === own)
          this.#deps.toast(messages.window.bothWritten, messages.window.bothTexts(messages.narration.block(count)));
      },
      onAside: (aside, how, name) => void this.#replay(aside, how, { isNamed: name !== undefined }),
      onReversed: (touched, how, { before, name, changes, aside }) => {
        this.#deps.withdrawUndo();
        // Of an act with an aside, `#replay` said what there is to say.
        if (!aside) this.#deps.withdrawReplay();
        const { chapterId, outline } = this.store.getState();
        const act = how === 'undone' ? ([outline, before] as const) : ([before, outline] as const);
        const what = name ? formatMessage(name) : describeOutlineChange(...act, { alone: touched.length === 0 });
        this.sayReplay(how, what);
        if (what === undefined && touched.length > 0) this.#announceText(how, describeBlockSettings(changes));
        if (chapterId !== undefined && touched.includes(chapterId)) return;
        const other = outline.find(({ id }) => touched.includes(id));
        if (other) this.showChapter(other.id);
      },
      now: () => performance.now(),
      later,
    });
    this.#manuscript = own;
    this.#undo?.close();
    this.#undo = new UndoSaver({ projectId, client: this.#deps.client, manuscript: own, later });
    const { outline } = own;
    const chapterId = (outline.find(({ id }) => id === project.place?.chapterId) ?? outline[0])?.id;
    this.#place?.close();
    this.#place = new ProjectPlace(project.place, chapterId, {
      save: (at) => this.#deps.client.run('project.update', { projectId, place: at }),
      playhead: this.#deps.playhead,
      later,
    });
    own.subscribe((change) => {
      const { chapterId: current, edits } = this.store.getState();
      this.store.setState({
        edits: edits + 1,
        canUndo: own.canUndo,
        canRedo: own.canRedo,
        ...(change.chapterId === current ? { document: change.document } : {}),
      });
    });
    this.store.setState({
      ...nothingOpen,
      status: 'open',
      details: detailsOf(project),
      outline,
      chapterId,
      document: chapterId === undefined ? undefined : own.document(chapterId),
      takes: project.takes.map(withLitWords),
      failure: undefined,
      asked: undefined,
    });
    void this.#undo.restore().then(() => {
      if (this.#manuscript === own) this.store.setState({ canUndo: own.canUndo, canRedo: own.canRedo });
    });
  }

  /** Shows another chapter of the project. */
  readonly showChapter = (chapterId: ChapterId): void => {
    const { details, chapterId: shown } = this.store.getState();
    if (!this.#manuscript || !details || chapterId === shown) return;
    this.#deps.window.store.setState({ focusScript: true });
    this.store.setState({ chapterId, document: this.#manuscript.document(chapterId), selected: [] });
    this.#place?.show(chapterId);
  };

  /** A chapter that came, or came back, is shown, unless it came in another window; one that went gives way to its neighbour. */
  #showOutline(outline: Outline, isElsewhere: boolean): void {
    const { outline: before, chapterId } = this.store.getState();
    const known = new Set(before.map(({ id }) => id));
    this.store.setState({ outline });
    const came = isElsewhere ? undefined : outline.find(({ id }) => !known.has(id));
    const isGone = !outline.some(({ id }) => id === chapterId);
    const shown = came?.id ?? (isGone && chapterId !== undefined ? neighbourOf(before, chapterId, outline) : undefined);
    if (shown !== undefined) this.showChapter(shown);
  }

  /**
   * `ask` answers with `null` where there is nothing to open: then what is open stays, if anything is. `isChosen`: a person asked for this project,
   * and goes on in its script.
   */
  async #replaceOpen(
    ask: () => Promise<Project | null>,
    { asked, isChosen }: { asked?: string; isChosen: boolean },
  ): Promise<Failure | undefined> {
    const before = this.store.getState();
    const unsaved = await this.settleProject();
    if (unsaved) return unsaved;
    this.store.setState({ status: 'opening', asked });
    const answer = await attempt(ask);
    if (!answer.ok) {
      this.store.setState({ status: before.details ? 'open' : 'none', failure: answer.failure });
      return answer.failure;
    }
    const old = before.details;
    if (answer.value === null) {
      this.store.setState({ status: old ? 'open' : 'none', asked: undefined });
      return undefined;
    }
    if (isChosen) this.#deps.window.showNarration();
    else this.#deps.window.leaveStart();
    this.#deps.window.store.setState({ focusScript: isChosen || old !== undefined || before.status === 'none' });
    this.#adopt(answer.value);
    if (old && old.projectId !== answer.value.projectId)
      void attempt(() => this.#deps.client.run('project.close', { projectId: old.projectId }));
    return undefined;
  }

  readonly createProject = (input: { title: string; path?: string; sample?: boolean }): Promise<Failure | undefined> =>
    this.#replaceOpen(() => this.#deps.client.run('project.create', input), { isChosen: true });

  readonly openProject = (path: string): Promise<Failure | undefined> =>
    this.#replaceOpen(() => this.#deps.client.run('project.open', { path }), { asked: path, isChosen: true });

  readonly resumeProject = (): Promise<Failure | undefined> =>
    this.#replaceOpen(() => this.#deps.client.run('project.resume', null), { isChosen: false });

  /** Saves and closes what is open. Nothing is open after it. */
  readonly closeProject = async (): Promise<Failure | undefined> => {
    const open = this.#manuscript;
    const { details } = this.store.getState();
    if (!open || !details) return undefined;
    const failure = await this.settleProject();
    if (failure) return failure;
    if (this.#manuscript !== open) return undefined; // another one was opened meanwhile
    open.close();
    this.#place?.close();
    this.#undo?.close();
    this.#manuscript = undefined;
    this.#place = undefined;
    this.#undo = undefined;
    this.store.setState({ ...nothingOpen, status: 'none', failure: undefined, asked: undefined });
    this.#deps.window.showStart();
    const answer = await attempt(() => this.#deps.client.run('project.close', { projectId: details.projectId }));
    return answer.ok ? undefined : answer.failure;
  };

  readonly dismissProjectFailure = (): void => this.store.setState({ failure: undefined });

  /** Title, voice, model, cast and pronunciations of the project. `texts`: what manuscripts of its sources say. */
  readonly updateProject = async (change: DetailsChange, texts?: ManuscriptText[]): Promise<Failure | undefined> => {
    const { details } = this.store.getState();
    if (!details) return undefined;
    this.store.setState({ details: { ...details, ...change } });
    this.#updating += 1;
    const answer = await attempt(() =>
      this.#deps.client.run('project.update', { projectId: details.projectId, ...change, ...(texts && { texts }) }),
    );
    this.#updating -= 1;
    const now = this.store.getState().details;
    if (answer.ok || now?.projectId !== details.projectId) return undefined;
    // What was changed since stays.
    const fields = (['title', 'voiceId', 'modelId', 'cast', 'pronunciations', 'sources'] as const).filter(
      (field) => field in change && now[field] === change[field],
    );
    this.store.setState({ details: { ...now, ...Object.fromEntries(fields.map((field) => [field, details[field]])) } });
    return answer.failure;
  };

  /** Shows which act, that may be out of sight, was taken back or done again; what was announced of the one before goes. */
  readonly sayReplay = (how: Replay, what: string | undefined): void => {
    if (what === undefined) return;
    this.#deps.announce('');
    this.#deps.toastReplay(how === 'undone' ? messages.voicing.undone(what) : messages.voicing.redone(what));
  };

  /** What shows in the script is announced and no more. */
  #announceText(how: Replay, what: string | undefined): void {
    const { undone, redone, textUndone, textRedone } = messages.voicing;
    if (what !== undefined) this.#deps.announce(how === 'undone' ? undone(what) : redone(what));
    else this.#deps.announce(how === 'undone' ? textUndone : textRedone);
  }

  /** Does what an act changed beside the text. What was changed of other characters since stays. */
  async #replay(aside: Aside, how: Replay, { isNamed }: { isNamed: boolean }): Promise<void> {
    this.#deps.withdrawReplay();
    for (const listener of this.#replayed) listener(aside, how);
    const { details } = this.store.getState();
    if (aside.kind !== 'project' || !details) return;
    const { before, after } = aside;
    // The cast may be out of sight, and nothing else shows that it changed.
    const what = how === 'undone' ? describeCastChange(after.cast, before.cast) : describeCastChange(before.cast, after.cast);
    if (!isNamed) this.sayReplay(how, what);
    const { sources, voiceId, modelId, pronunciations } = after;
    const failure = await this.updateProject({
      cast: replayCast(details.cast, before.cast, after.cast),
      ...(sources && { sources }),
      ...(voiceId !== undefined && { voiceId }),
      ...(modelId !== undefined && { modelId }),
      ...(pronunciations && {
        pronunciations: replayPronunciations(details.pronunciations, { before: before.pronunciations ?? [], after: pronunciations }),
      }),
    });
    if (failure) this.#deps.toastFailure(failure);
  }

  /** Gets what acts that are taken back, or done again, change beside the text and the project. */
  readonly onReplay = (listener: (aside: Aside, how: Replay) => void): (() => void) => {
    this.#replayed.add(listener);
    return () => this.#replayed.delete(listener);
  };

  /** Puts revised chapters in place, with the cast and the sources; durable, all or nothing, and one act that undo takes back. */
  readonly reviseProject = async ({
    outline,
    documents,
    cast,
    sources,
    texts = [],
    aside,
    name,
  }: RevisedProject): Promise<Failure | undefined> => {
    const { details } = this.store.getState();
    const open = this.#manuscript;
    if (!details || !open) return undefined;
    const answer = await attempt(async () => {
      await open.flush();
      const { before, applied, chapters } = planRevision(open, outline, documents);
      const { projectId, path } = details;
      await this.#deps.client.run('project.revise', { projectId, before, chapters, cast: [...cast], sources: [...sources], texts });
      if (this.#manuscript !== open) return;
      this.store.setState(({ details: now }) => ({ details: now && { ...now, cast: [...cast], sources: [...sources] } }));
      const added = new Map([...documents].filter(([id]) => !open.knows(id)));
      if (!open.commitStored(applied, { source: 'revision', outline, added, aside, name }))
        open.reconcile(await this.#deps.client.run('project.open', { path }));
    });
    return answer.ok ? undefined : answer.failure;
  };

  /** A block of any chapter as it is now, the shown chapter's first. */
  readonly findBlock = (blockId: BlockId): { chapterId: ChapterId; block: Block } | undefined =>
    this.#manuscript && findBlock(this.#manuscript, blockId, this.store.getState().chapterId);

  /** One act on the current chapter that is not made by the editor; undone as one, with what it changed beside the text. */
  readonly edit = (change: (transform: Transform) => void, source = 'inspector', aside?: Aside): void => {
    const { chapterId } = this.store.getState();
    if (!this.#manuscript || chapterId === undefined) return;
    const transform = new Transform(this.#manuscript.document(chapterId));
    change(transform);
    if (transform.steps.length === 0) {
      if (aside) this.#manuscript.recordAside(aside);
      return;
    }
    const problem = editProblem(transform.before, transform.doc);
    if (problem !== undefined) throw fail('internal', message('project.editRejected', problem));
    this.#manuscript.commit([appliedTo(chapterId, transform)], { source, ...(aside && { aside }) });
  };

  /** Sets attributes of blocks of the current chapter, as one act, with what it changed beside the text. */
  readonly setBlocks = (
    blockIds: readonly BlockId[],
    change: (attributes: BlockAttributes) => Partial<Omit<BlockAttributes, 'id'>>,
    aside?: Aside,
  ): void => {
    const wanted = new Set(blockIds);
    this.edit(
      (transform) => changeBlocks(transform, ({ attributes }) => (wanted.has(attributes.id) ? change(attributes) : undefined)),
      'inspector',
      aside,
    );
  };

  /** Parts blocks of the current chapter that pass the limit that `ruleOf` names, as one act; answers with the number of blocks that came of them. */
  readonly splitLongBlocks = (ruleOf: (blockId: BlockId) => SplitRule | undefined): number => {
    let made = 0;
    this.edit((transform) => (made = splitBlocks(transform, ruleOf)));
    return made;
  };

  /** Chooses takes for blocks of any chapter, as one act. `takeIds`: by block. */
  readonly chooseTakes = (takeIds: ReadonlyMap<string, string>): void => {
    const open = this.#manuscript;
    if (!open) return;
    const applied = withTakes(open, takeIds);
    if (applied.length > 0) open.commit(applied, { source: 'inspector' });
  };

  /** Audio was generated for a block, and what it names follows, as one act. `anotherId`: another take that was asked for, which undo puts out of use. */
  readonly useGenerated = (blockId: BlockId, anotherId?: TakeId): void => {
    const { details, takes } = this.store.getState();
    const found = this.findBlock(blockId);
    if (!this.#manuscript || !details || !found) return;
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const document = this.#manuscript.document(found.chapterId);
    const transform = withGenerated(document, blockId, anotherId, { takes, defaults: details, connectionId });
    if (transform.steps.length > 0) this.#manuscript.commit([appliedTo(found.chapterId, transform)], { source: 'inspector' });
  };

  /** The take that a block with these attributes and this text must name to be spoken by what is made of it already; `null` where it need not. */
  readonly takeToName = (block: Pick<Block, 'attributes' | 'text'>): string | null => {
    const { details, takes } = this.store.getState();
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    return details ? takeToName(block, { takes, defaults: details, connectionId }) : null;
  };

  /** The repaired take that a block of the project has and does not name, though no other is of what it is now; `null` where there is none. */
  readonly repairedToName = (blockId: BlockId): TakeId | null => {
    const { details, takes } = this.store.getState();
    const found = this.findBlock(blockId);
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    return details && found ? repairedToName(found.block, { takes, defaults: details, connectionId }) : null;
  };

  /** Gives every block of the project that names `voiceId` another voice, in all chapters, as one act; answers with their number. */
  readonly replaceVoice = (voiceId: string, other: string): number => {
    const open = this.#manuscript;
    if (!open) return 0;
    const { applied, blocks } = withVoice(open, voiceId, other);
    open.commit(applied, { source: 'inspector' });
    return blocks;
  };

  readonly select = (blockIds: readonly BlockId[]): void => {
    const { selected } = this.store.getState();
    if (selected.length === blockIds.length && selected.every((id, index) => id === blockIds[index])) return;
    this.store.setState({ selected: blockIds });
  };

  /** A take has arrived; it is not an act that can be undone. */
  readonly addTake = (take: Take): void => {
    const { takes } = this.store.getState();
    this.store.setState({ takes: [...takes.filter((other) => other.id !== take.id), withLitWords(take)] });
  };

  /** Everything written so far is with main when this settles. */
  readonly flushProject = async (): Promise<Failure | undefined> => {
    this.#place?.flush();
    const answer = await attempt(() => this.#manuscript?.flush() ?? Promise.resolve());
    return answer.ok ? undefined : answer.failure;
  };

  /** The same with the history of undo: for leaving the project. */
  readonly settleProject = async (): Promise<Failure | undefined> => {
    const failure = await this.flushProject();
    if (!failure) await this.#undo?.flush();
    return failure;
  };

  async #onOpened(client: HostClient): Promise<void> {
    const { details, status, failure } = this.store.getState();
    if (!details || !this.#manuscript) {
      // Closed by the person: it stays closed.
      if (status !== 'none' || failure) await this.resumeProject();
      return;
    }
    const answer = await attempt(() => client.run('project.open', { path: details.path }));
    if (!answer.ok) {
      this.store.setState({ failure: answer.failure, asked: details.path });
      return;
    }
    if (answer.value.projectId === details.projectId) {
      this.#manuscript.reconcile(answer.value);
      this.store.setState(({ reopened }) => ({ takes: answer.value.takes.map(withLitWords), reopened: reopened + 1 }));
    } else this.#adopt(answer.value);
  }

  /** Takes in what a window changed, this one or another. */
  #follow(projectId: string, { chapters, outline, details: changed }: ProjectChange): void {
    const { details } = this.store.getState();
    if (details?.projectId !== projectId || !this.#manuscript) return;
    // What this window changes now is newer.
    if (changed && this.#updating === 0) {
      const news = Object.entries(changed).filter(
        ([name, value]) => JSON.stringify(details[name as keyof Details]) !== JSON.stringify(value),
      );
      if (news.length > 0) this.store.setState({ details: { ...details, ...Object.fromEntries(news) } });
    }
    this.#manuscript.follow(chapters, outline);
  }

  readonly watchProject = (): void => {
    this.#deps.studio.onProjectChange((projectId, change) => this.#follow(projectId, change));
    this.#deps.studio.onTake((projectId, take) => {
      if (this.store.getState().details?.projectId === projectId) this.addTake(take);
    });
    this.#deps.studio.store.subscribe((now, before) => {
      const sharedPronunciations = now.settings.pronunciations;
      const { details } = this.store.getState();
      if (!details || sharedPronunciations === before.settings.pronunciations) return;
      // Two empty lists are the same to everyone.
      if (sharedPronunciations.length + details.sharedPronunciations.length > 0)
        this.store.setState({ details: { ...details, sharedPronunciations } });
    });
    this.#deps.host.whenOpened((client) => void this.#onOpened(client));
    window.addEventListener('blur', () => void this.settleProject());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.settleProject();
    });
    window.addEventListener('beforeunload', (event) => {
      const { saving } = this.store.getState();
      this.#place?.flush();
      if (saving.state === 'saved') {
        void this.#undo?.flush();
        return;
      }
      void this.flushProject();
      event.preventDefault();
    });
  };
}

function later(work: () => void, afterMs: number): () => void {
  const timer = setTimeout(work, afterMs);
  return () => clearTimeout(timer);
}
