import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { create } from 'zustand';
import { fail, type Failure } from '#shared/failure.ts';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { blocksOf, editProblem, type Block, type BlockAttributes } from '#shared/narration/document.ts';
import { neighbourOf, type Outline } from '#shared/narration/outline.ts';
import { splitBlocks, type SplitRule } from '#shared/narration/split.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import type { HostClient } from '../host/wire.ts';
import { attempt, studio, whenOpened } from '../host/host.ts';
import { Manuscript, type SaveState } from './project-editor.ts';
import { ProjectPlace } from './place.ts';
import { onTake } from '../studio/studio.ts';
import { useWindow } from '../window/window.ts';
import { message } from '#shared/messages/message.ts';

type Details = Pick<Project, 'projectId' | 'path' | 'title' | 'voiceId' | 'modelId'>;

interface ProjectState {
  status: 'opening' | 'open' | 'none';
  details: Details | undefined;
  /** The chapters by name and order. */
  outline: Outline;
  /** The one that is shown. */
  chapterId: ChapterId | undefined;
  /** The current chapter as it is now. */
  document: Node | undefined;
  takes: readonly Take[];
  saving: SaveState;
  canUndo: boolean;
  canRedo: boolean;
  /** Blocks that the selection touches, in order. */
  selected: readonly BlockId[];
  /** Why the project that was asked for is not open. */
  failure: Failure | undefined;
  /** The path that was asked for last, to try again. */
  asked: string | undefined;
}

const nothingOpen = {
  details: undefined,
  outline: [],
  chapterId: undefined,
  document: undefined,
  takes: [],
  saving: { state: 'saved' },
  canUndo: false,
  canRedo: false,
  selected: [],
} satisfies Partial<ProjectState>;

export const useProject = create<ProjectState>(() => ({ status: 'opening', ...nothingOpen, failure: undefined, asked: undefined }));

let manuscript: Manuscript | undefined;
let place: ProjectPlace | undefined;
let playhead = (): number => 0;

/** Where the person is in the open project. */
export function openPlace(): ProjectPlace | undefined {
  return place;
}

/** Reads the playhead, in seconds. */
export function setPlayhead(read: () => number): void {
  playhead = read;
}

/** The open project's documents. Undefined while none is open. */
export function openManuscript(): Manuscript | undefined {
  return manuscript;
}

function later(work: () => void, afterMs: number): () => void {
  const timer = setTimeout(work, afterMs);
  return () => clearTimeout(timer);
}

function adopt(project: Project): void {
  manuscript?.close();
  const { projectId, path } = project;
  const own = new Manuscript({
    stored: project,
    arrange: (change) => studio().run('project.arrange', { projectId, ...change }),
    send: (edit) => studio().run('project.edit', { projectId, ...edit }),
    reload: () => studio().run('project.open', { path }),
    onSaveState: (saving) => {
      if (manuscript === own) useProject.setState({ saving });
    },
    onOutline: (outline) => {
      if (manuscript !== own) return;
      showOutline(outline);
      useProject.setState({ canUndo: own.canUndo, canRedo: own.canRedo });
    },
    onReversed: (touched) => {
      const { chapterId, outline } = useProject.getState();
      if (chapterId !== undefined && touched.includes(chapterId)) return;
      const other = outline.find(({ id }) => touched.includes(id));
      if (other) showChapter(other.id);
    },
    now: () => performance.now(),
    later,
  });
  manuscript = own;
  const { outline } = own;
  const chapterId = (outline.find(({ id }) => id === project.place?.chapterId) ?? outline[0])?.id;
  place?.close();
  place = new ProjectPlace(project.place, chapterId, {
    save: (at) => studio().run('project.update', { projectId, place: at }),
    playhead: () => playhead(),
    later,
  });
  own.subscribe((change) => {
    const { chapterId: current } = useProject.getState();
    useProject.setState({
      canUndo: own.canUndo,
      canRedo: own.canRedo,
      ...(change.chapterId === current ? { document: change.document } : {}),
    });
  });
  useProject.setState({
    ...nothingOpen,
    status: 'open',
    details: { projectId, path, title: project.title, voiceId: project.voiceId, modelId: project.modelId },
    outline,
    chapterId,
    document: chapterId === undefined ? undefined : own.document(chapterId),
    takes: project.takes.map(shown),
    failure: undefined,
    asked: undefined,
  });
}

/** Shows another chapter of the project. */
export function showChapter(chapterId: ChapterId): void {
  const { details, chapterId: shown } = useProject.getState();
  if (!manuscript || !details || chapterId === shown) return;
  useWindow.setState({ focusScript: true });
  useProject.setState({ chapterId, document: manuscript.document(chapterId), selected: [] });
  place?.show(chapterId);
}

/** A chapter that came, or came back, is shown; one that went gives way to its neighbour. */
function showOutline(outline: Outline): void {
  const { outline: before, chapterId } = useProject.getState();
  const known = new Set(before.map(({ id }) => id));
  useProject.setState({ outline });
  const came = outline.find(({ id }) => !known.has(id));
  const isGone = !outline.some(({ id }) => id === chapterId);
  const shown = came?.id ?? (isGone && chapterId !== undefined ? neighbourOf(before, chapterId, outline) : undefined);
  if (shown !== undefined) showChapter(shown);
}

async function replaceOpen(ask: () => Promise<Project>, asked?: string): Promise<Failure | undefined> {
  const before = useProject.getState();
  const saved = await attempt(() => manuscript?.flush() ?? Promise.resolve());
  place?.flush();
  if (!saved.ok) return saved.failure;
  useProject.setState({ status: 'opening', asked });
  const answer = await attempt(ask);
  if (!answer.ok) {
    useProject.setState({ status: before.details ? 'open' : 'none', failure: answer.failure });
    return answer.failure;
  }
  const old = before.details;
  useWindow.setState({ focusScript: old !== undefined });
  adopt(answer.value);
  if (old && old.projectId !== answer.value.projectId) void attempt(() => studio().run('project.close', { projectId: old.projectId }));
  return undefined;
}

export const createProject = (input: { title: string; path?: string; sample?: boolean }): Promise<Failure | undefined> =>
  replaceOpen(() => studio().run('project.create', input));
export const openProject = (path: string): Promise<Failure | undefined> => replaceOpen(() => studio().run('project.open', { path }), path);
export const resumeProject = (): Promise<Failure | undefined> => replaceOpen(() => studio().run('project.resume', null));
export const dismissProjectFailure = (): void => useProject.setState({ failure: undefined });

/** Title, voice and model of the project. */
export async function updateProject(change: Partial<Pick<Details, 'title' | 'voiceId' | 'modelId'>>): Promise<Failure | undefined> {
  const { details } = useProject.getState();
  if (!details) return undefined;
  useProject.setState({ details: { ...details, ...change } });
  const answer = await attempt(() => studio().run('project.update', { projectId: details.projectId, ...change }));
  const now = useProject.getState().details;
  if (answer.ok || now?.projectId !== details.projectId) return undefined;
  // What was changed since stays.
  const fields = (['title', 'voiceId', 'modelId'] as const).filter((field) => field in change && now[field] === change[field]);
  useProject.setState({ details: { ...now, ...Object.fromEntries(fields.map((field) => [field, details[field]])) } });
  return answer.failure;
}

/** A block of any chapter as it is now, the shown chapter's first. */
export function findBlock(blockId: BlockId): { chapterId: ChapterId; block: Block } | undefined {
  const { chapterId: shown, outline } = useProject.getState();
  for (const { id } of outline.toSorted((one, other) => Number(other.id === shown) - Number(one.id === shown))) {
    const block = manuscript && blocksOf(manuscript.document(id)).find((candidate) => candidate.attributes.id === blockId);
    if (block) return { chapterId: id, block };
  }
  return undefined;
}

/** One act on the current chapter that is not made by the editor; undone as one. */
export function edit(change: (transform: Transform) => void, source = 'inspector'): void {
  const { chapterId } = useProject.getState();
  if (!manuscript || chapterId === undefined) return;
  const transform = new Transform(manuscript.document(chapterId));
  change(transform);
  if (transform.steps.length === 0) return;
  const problem = editProblem(transform.before, transform.doc);
  if (problem !== undefined) throw fail('internal', message('project.thatEditWasNotMadeSince', problem));
  manuscript.commit([{ chapterId, steps: transform.steps, before: transform.docs, document: transform.doc }], { source });
}

/** Sets attributes of blocks of the current chapter, as one act. */
export function setBlocks(
  blockIds: readonly BlockId[],
  change: (attributes: BlockAttributes) => Partial<Omit<BlockAttributes, 'id'>>,
): void {
  const wanted = new Set(blockIds);
  edit((transform) => {
    for (const block of blocksOf(transform.doc)) {
      if (!wanted.has(block.attributes.id)) continue;
      for (const [name, value] of Object.entries(change(block.attributes))) transform.setNodeAttribute(block.position, name, value);
    }
  });
}

/** Parts blocks of the current chapter that pass the limit that `ruleOf` names, as one act; answers with the number of blocks that came of them. */
export function splitLongBlocks(ruleOf: (blockId: BlockId) => SplitRule | undefined): number {
  let made = 0;
  edit((transform) => (made = splitBlocks(transform, ruleOf)));
  return made;
}

/** Gives every block of the project that names `voiceId` another voice, in all chapters, as one act; answers with their number. */
export function replaceVoice(voiceId: string, other: string): number {
  const open = manuscript;
  if (!open) return 0;
  let replaced = 0;
  const applied = open.chapterIds.map((chapterId) => {
    const transform = new Transform(open.document(chapterId));
    for (const { attributes, position } of blocksOf(transform.doc)) {
      if (attributes.voiceId !== voiceId) continue;
      replaced += 1;
      transform.setNodeAttribute(position, 'voiceId', other);
      if (attributes.modelId !== null) transform.setNodeAttribute(position, 'modelId', null);
    }
    return { chapterId, steps: transform.steps, before: transform.docs, document: transform.doc };
  });
  open.commit(
    applied.filter((change) => change.steps.length > 0),
    { source: 'inspector' },
  );
  return replaced;
}

export function select(blockIds: readonly BlockId[]): void {
  const { selected } = useProject.getState();
  if (selected.length === blockIds.length && selected.every((id, index) => id === blockIds[index])) return;
  useProject.setState({ selected: blockIds });
}

/** A take as the window shows it: every word has a time in which it is lit. */
function shown(take: Take): Take {
  const words = spreadWords(take.words);
  return words === take.words ? take : { ...take, words: [...words] };
}

/** A take has arrived; it is not an act that can be undone. */
export function addTake(take: Take): void {
  const { takes } = useProject.getState();
  useProject.setState({ takes: [...takes.filter((other) => other.id !== take.id), shown(take)] });
}

/** Everything written so far is with main when this settles. */
export async function flushProject(): Promise<Failure | undefined> {
  place?.flush();
  const answer = await attempt(() => manuscript?.flush() ?? Promise.resolve());
  return answer.ok ? undefined : answer.failure;
}

async function onOpened(client: HostClient): Promise<void> {
  const { details } = useProject.getState();
  if (!details || !manuscript) {
    await resumeProject();
    return;
  }
  const answer = await attempt(() => client.run('project.open', { path: details.path }));
  if (!answer.ok) {
    useProject.setState({ failure: answer.failure, asked: details.path });
    return;
  }
  if (answer.value.projectId === details.projectId) {
    manuscript.reconcile(answer.value);
    useProject.setState({ takes: answer.value.takes.map(shown) });
  } else adopt(answer.value);
}

export function watchProject(): void {
  onTake((projectId, take) => {
    if (useProject.getState().details?.projectId === projectId) addTake(take);
  });
  whenOpened((client) => void onOpened(client));
  window.addEventListener('blur', () => void flushProject());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushProject();
  });
  window.addEventListener('beforeunload', (event) => {
    const { saving } = useProject.getState();
    place?.flush();
    if (saving.state === 'saved' || saving.state === 'reloaded') return;
    void flushProject();
    event.preventDefault();
  });
}
