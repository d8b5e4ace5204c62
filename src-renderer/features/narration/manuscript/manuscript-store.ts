import { create } from 'zustand';
import { fail, type Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { FootnoteChoice } from '#shared/manuscript/choose.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { findByName, withCharacters } from '#shared/narration/cast.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { maximumChapters, type Outline } from '#shared/narration/outline.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { WindowStore } from '../../../core/window/window-store.ts';
import { uploadFile } from '../../../core/files/upload-file.ts';
import { number, plural } from '../../../lib/format.ts';
import type { announce } from '../../../lib/live-region.tsx';
import {
  castDraft,
  chooseChapter,
  createDraft,
  joinWithPrevious,
  renameChapter,
  splitAt,
  type ManuscriptDraft,
} from './manuscript-draft.ts';

interface Dependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'updateProject' | 'showChapter'>;
  window: Pick<WindowStore, 'goToPanel'>;
  announce: typeof announce;
}

interface ManuscriptState {
  /** The files of the dialog; none while it is closed. */
  names: readonly string[];
  draft: ManuscriptDraft | undefined;
  /** By the name of a character, where one was chosen here. */
  voices: Readonly<Record<string, string>>;
  failure: Failure | undefined;
}

const closed: ManuscriptState = { names: [], draft: undefined, voices: {}, failure: undefined };

/** Files that become chapters, once a person has seen what they hold. */
export class ManuscriptStore {
  readonly store = create<ManuscriptState>(() => closed);
  readonly #deps: Dependencies;
  #reading: AbortController | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Shows what files hold, in the order of their names. Nothing is changed yet. */
  readonly openFiles = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    this.close();
    const ordered = [...files].sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
    const reading = new AbortController();
    this.#reading = reading;
    this.store.setState({ ...closed, names: ordered.map(({ name }) => name) });
    this.#deps.window.goToPanel({ panel: 'narration' });
    const { signal } = reading;
    const answer = await attempt(async () => {
      const read = [];
      for (const file of ordered) {
        const uploadId = await uploadFile(file, signal);
        read.push({
          name: file.name,
          manuscript: await this.#deps.client.run('manuscript.read', { uploadId, name: file.name }, { signal }),
        });
      }
      const draft = createDraft(read, messages.chapter.defaultTitle);
      if (draft.chapters.length === 0)
        throw fail('unprocessable', message('chapter.fileEmpty', ordered.map(({ name }) => name).join(', ')), { next: 'choose-file' });
      return draft;
    });
    if (signal.aborted) return;
    this.store.setState(answer.ok ? { draft: answer.value } : { failure: answer.failure });
  };

  /** Lets a person choose the files. */
  readonly chooseFiles = (): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = '.docx,.epub,.html,.htm,.md,.markdown,.txt,.text,.srt,.vtt,.csv';
    input.addEventListener('change', () => void this.openFiles([...(input.files ?? [])]));
    input.click();
  };

  readonly close = (): void => {
    this.#reading?.abort();
    this.#reading = undefined;
    this.store.setState(closed);
  };

  #change(change: (draft: ManuscriptDraft) => ManuscriptDraft): void {
    const { draft } = this.store.getState();
    if (draft) this.store.setState({ draft: change(draft), failure: undefined });
  }

  readonly choose = (key: string, isChosen: boolean): void => this.#change((draft) => chooseChapter(draft, key, isChosen));
  readonly rename = (key: string, title: string): void => this.#change((draft) => renameChapter(draft, key, title));
  readonly join = (key: string): void => this.#change((draft) => joinWithPrevious(draft, key));
  readonly split = (key: string, block: number): void => this.#change((draft) => splitAt(draft, key, block, messages.chapter.defaultTitle));
  readonly setFootnotes = (footnotes: FootnoteChoice): void => this.#change((draft) => ({ ...draft, footnotes }));
  readonly setVoice = (name: string, voiceId: string): void =>
    this.store.setState(({ voices }) => ({ voices: { ...voices, [name]: voiceId } }));

  /** Adds the chosen chapters after the one that is shown, or in place of one that is empty; one undo takes them back. Sends nothing. */
  readonly importDraft = async (): Promise<void> => {
    const { draft, voices } = this.store.getState();
    const { project, announce } = this.#deps;
    const manuscript = project.openManuscript();
    const { details, outline, chapterId } = project.store.getState();
    if (!draft || !manuscript || !details) return;
    const { names, chapters, sources } = castDraft(
      draft,
      details.cast.map(({ name }) => name),
    );
    if (chapters.length === 0) return;
    if (outline.length + chapters.length > maximumChapters) {
      this.store.setState({ failure: fail('too-large', message('chapter.tooManyChapters', number(maximumChapters))).failure });
      return;
    }
    const cast = withCharacters(details.cast, names).map((character) => {
      const chosen = Object.entries(voices).find(([name]) => findByName([character], name))?.[1];
      return chosen === undefined ? character : { ...character, voiceId: chosen, modelId: null };
    });
    const added = chapters.map(({ title, blocks }, index) => ({
      id: newId(),
      title: title.trim() || messages.chapter.defaultTitle,
      source: sources[index] ?? '',
      document: schema.node(
        'doc',
        null,
        blocks.map(({ text, pauseMs, speaker, voiceId = null }) =>
          createBlock(text, { pauseMs, voiceId, characterId: speaker === undefined ? null : (findByName(cast, speaker)?.id ?? null) }),
        ),
      ),
    }));
    const at = outline.findIndex(({ id }) => id === chapterId);
    const shown = chapterId === undefined ? undefined : manuscript.document(chapterId);
    const isEmpty = shown !== undefined && shown.childCount === 1 && shown.child(0).content.size === 0;
    const grown: Outline = outline.toSpliced(isEmpty ? at : at + 1, isEmpty ? 1 : 0, ...added.map(({ id, title }) => ({ id, title })));
    const before = details.sources.filter(({ name }) => !sources.includes(name));
    const own = [...new Set(sources)].map((name) => ({
      name,
      chapterIds: [
        ...(details.sources.find((source) => source.name === name)?.chapterIds ?? []),
        ...added.filter(({ source }) => source === name).map(({ id }) => id),
      ],
    }));
    const failure = await project.updateProject({ cast, sources: [...before, ...own] });
    if (failure) {
      this.store.setState({ failure });
      return;
    }
    manuscript.arrange(grown, new Map(added.map(({ id, document }) => [id, document])));
    this.close();
    const [first] = added;
    if (first) project.showChapter(first.id);
    const blocks = added.reduce((sum, { document }) => sum + document.childCount, 0);
    announce(
      messages.chapter.chaptersAdded(
        plural(added.length, messages.chapter.chapter),
        plural(blocks, messages.chapter.block),
        added.length === 1 ? 'it' : 'them',
      ),
    );
  };
}
