import { cutText } from '#shared/cut-text.ts';
import { z } from 'zod';
import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';
import { wordsOf } from '#shared/narration/document.ts';
import type { Outline } from '#shared/narration/outline.ts';
import { knownTextCharacters, type KnownText } from '#shared/operations/transcripts.ts';
import { piecesOfManuscript } from '#shared/transcripts/known-text.ts';
import { attempt } from '../../core/host/attempt.ts';
import type { StudioClient } from '../../core/host/client.ts';
import { uploadFile } from '../../core/files/upload-file.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import type { announce } from '../../lib/live-region.tsx';

/** Where the text comes from that a recording is known to say. */
export type TextKind = 'file' | 'pasted' | 'chapter';

export interface TextFile {
  name: string;
  state: { step: 'uploading' } | { step: 'ready'; uploadId: string; words: number } | { step: 'failed'; failure: Failure };
}

interface KnownTextState {
  kind: TextKind;
  file: TextFile | undefined;
  pasted: string;
  /** Of the open project; undefined for the one that is shown in Narration. */
  chapterId: string | undefined;
}

type Project = Pick<ReturnType<ProjectStore['store']['getState']>, 'details' | 'outline' | 'chapterId'>;

/** What was chosen and pasted, over a reload. */
const keptText = keptInWindow(
  'transcribe-text',
  z.object({ kind: z.enum(['file', 'pasted', 'chapter']), pasted: z.string().max(knownTextCharacters) }),
);

export interface KnownTextDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store'>;
  announce: typeof announce;
}

/** The text that a recording is known to say, as it stands in the form. */
export class KnownTextStore {
  readonly store = create<KnownTextState>(() => ({ kind: 'file', file: undefined, pasted: '', chapterId: undefined, ...keptText.get() }));
  readonly #deps: KnownTextDependencies;
  readonly #set = this.store.setState;
  #choosing: AbortController | undefined;

  constructor(dependencies: KnownTextDependencies) {
    this.#deps = dependencies;
    this.store.subscribe(({ kind, pasted }, before) => {
      if (kind !== before.kind || pasted !== before.pasted) keptText.set({ kind, pasted });
    });
  }

  readonly changeText = (change: Partial<Omit<KnownTextState, 'file'>>): void => this.#set(change);

  /** Takes a script or captions: main reads it at once, so that what holds no text is said before anything is aligned. */
  readonly chooseTextFile = async (file: File): Promise<void> => {
    this.#choosing?.abort();
    const controller = new AbortController();
    this.#choosing = controller;
    const name = cutText(file.name, 255);
    const show = (state: TextFile['state']): void => this.#set({ file: { name, state } });
    // Once: who chooses another text while the file is read has the last word.
    this.#set({ kind: 'file' });
    show({ step: 'uploading' });
    const answer = await attempt(async () => {
      const uploadId = await uploadFile(file, controller.signal);
      const manuscript = await this.#deps.client.run('manuscript.read', { uploadId, name }, { signal: controller.signal });
      return { uploadId, words: piecesOfManuscript(manuscript).reduce((sum, { text }) => sum + wordsOf(text).length, 0) };
    });
    if (controller.signal.aborted) return;
    show(answer.ok ? { step: 'ready', ...answer.value } : { step: 'failed', failure: answer.failure });
    this.#deps.announce(answer.ok ? messages.transcribe.fileReady(name) : `${name}: ${plainFailure(answer.failure)}`);
  };

  readonly dropTextFile = (): void => {
    this.#choosing?.abort();
    this.#set({ file: undefined });
  };

  /** What is asked of main; undefined while there is no text. */
  readonly order = (): KnownText | undefined => {
    const { kind, file, pasted } = this.store.getState();
    if (kind === 'file') return file?.state.step === 'ready' ? { uploadId: file.state.uploadId, name: file.name } : undefined;
    if (kind === 'pasted') return pasted.trim() === '' ? undefined : { text: pasted };
    const project = this.#deps.project.store.getState();
    const chapter = findChapter(this.store.getState(), project);
    if (chapter === undefined || project.details === undefined) return undefined;
    return { projectId: project.details.projectId, chapterId: chapter.id, name: cutText(chapter.name, 255) };
  };
}

/** Whether there is a text to align: a file that was read, what was pasted, or a chapter. */
export const hasText = ({ kind, file, pasted }: KnownTextState): boolean =>
  kind === 'chapter' || (kind === 'file' ? file?.state.step === 'ready' && file.state.words > 0 : pasted.trim() !== '');

/** The chapter of the open project that is chosen, and what it is called. */
export function findChapter(
  { chapterId }: Pick<KnownTextState, 'chapterId'>,
  { outline, chapterId: shown }: Pick<Project, 'outline' | 'chapterId'>,
): { id: string; name: string } | undefined {
  const chapters = namedChapters(outline);
  return chapters.find(({ id }) => id === chapterId) ?? chapters.find(({ id }) => id === shown) ?? chapters[0];
}

export const namedChapters = (outline: Outline): { id: string; name: string }[] =>
  outline.map(({ id, title }, index) => ({ id, name: title.trim() === '' ? messages.transcribe.chapterNumber(index + 1) : title }));

/** Why there is no text to align, in words; what is merely still empty counts once somebody has asked for it. */
export function whyNoText(
  { kind, file, pasted }: KnownTextState,
  { details }: Pick<Project, 'details'>,
  asked: boolean,
): string | undefined {
  if (kind === 'file') {
    if (file?.state.step === 'failed') return plainFailure(file.state.failure);
    if (file?.state.step === 'uploading') return messages.transcribe.fileLoading;
    if (file?.state.step === 'ready' && file.state.words === 0) return messages.transcribe.textEmpty;
    return file === undefined && asked ? messages.transcribe.chooseText : undefined;
  }
  if (kind === 'pasted') return pasted.trim() === '' && asked ? messages.transcribe.pasteText : undefined;
  return details === undefined ? messages.transcribe.openProjectFirst : undefined;
}
