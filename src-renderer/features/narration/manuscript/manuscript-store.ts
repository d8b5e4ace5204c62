import { create } from 'zustand';
import { fail, type Failure } from '#shared/failure.ts';
import type { FootnoteChoice } from '#shared/manuscript/choose.ts';
import { importedBySource } from '#shared/manuscript/imported-text.ts';
import { isChapterLine, type Manuscript } from '#shared/manuscript/manuscript.ts';
import type { RowChoices } from '#shared/manuscript/revise.ts';
import { message } from '#shared/messages/message.ts';
import { locale, messages } from '#shared/messages/index.ts';
import { firstVoiceOf } from '#shared/catalogue/first-voice.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import { findTextLanguages } from '../../../core/voices/text-languages.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { NewProject } from '../../../core/project/new-project.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import { startScreen, type WindowStore } from '../../../core/window/window-store.ts';
import { uploadFile } from '../../../core/files/upload-file.ts';
import type { VersionsStore } from '../versions/versions-store.ts';
import { chooseFiles } from '../../../lib/choose-files.ts';
import type { toast } from '../../../lib/toast.tsx';
import { addChapters, applyPlan } from './apply-draft.ts';
import { noHistory, remember, step, type DraftHistory } from './draft-history.ts';
import { priceDraft, type DraftPrice } from './draft-price.ts';
import {
  chooseAsBefore,
  chooseChapter,
  chooseAttributed,
  createDraft,
  sampleOf,
  joinWithPrevious,
  keepApart,
  renameChapter,
  splitAt,
  type ManuscriptDraft,
} from './manuscript-draft.ts';
import { acceptedManuscripts } from './manuscript-files.ts';
import {
  chooseScope,
  describeCounts,
  hasText,
  isKnownSource,
  isEmptyPlan,
  isPlanOf,
  listScopes,
  planUpdate,
  resolveUpdate,
  textsOf,
  type ProjectNow,
  type UpdatePlan,
  type UpdateScope,
} from './update-plan.ts';

/** What becomes of the files: chapters of the open project, its second version, or a project of their own. */
export type ManuscriptWay = 'add' | 'update' | 'new';

interface Dependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'updateProject' | 'showChapter' | 'reviseProject'>;
  newProject: Pick<NewProject, 'beginProject'>;
  studio: Pick<StudioStore, 'store'>;
  window: Pick<WindowStore, 'store' | 'goToPanel'>;
  player: Pick<PlayerStore, 'pauseSound'>;
  versions: Pick<VersionsStore, 'saveBefore'>;
  toast: typeof toast;
}

interface ManuscriptFields {
  /** The files of the dialog; none while it is closed. */
  names: readonly string[];
  way: ManuscriptWay;
  draft: ManuscriptDraft | undefined;
  /** Of the text (`de`), where it is plain. */
  language: string | undefined;
  /** By the name of a character, where one was chosen here. */
  voices: Readonly<Record<string, string>>;
  /** The title of the project, where it is a new one. */
  title: string;
  /** What an update is compared with, and what it would change. */
  scope: UpdateScope;
  plan: UpdatePlan | undefined;
  /** The rows of the update that a person took or left out, by their keys. */
  choices: RowChoices;
  /** `undefined` until it is known; `failed` where it cannot be found out. */
  price: DraftPrice | 'failed' | undefined;
  busy: boolean;
  failure: Failure | undefined;
}

/** What an undo of the preview takes back. */
type Choices = Pick<ManuscriptFields, 'draft' | 'voices' | 'choices'>;
type ManuscriptState = ManuscriptFields & DraftHistory<Choices>;

const closed: ManuscriptState = {
  names: [],
  way: 'add',
  draft: undefined,
  language: undefined,
  voices: {},
  title: '',
  scope: { all: true },
  plan: undefined,
  choices: new Map(),
  price: undefined,
  busy: false,
  failure: undefined,
  ...noHistory,
};

/** The least share of blocks that two versions of a text have in common where nobody says that they are. */
const sameText = 0.5;

/** Files that become chapters, or the second version of what chapters were, once a person has seen what they hold. */
export class ManuscriptStore {
  readonly store = create<ManuscriptState>(() => closed);
  readonly #deps: Dependencies;
  /** How the files were opened, for those that are chosen in their place. */
  #asked: { way?: ManuscriptWay | undefined; wantedTitle: string } = { wantedTitle: '' };
  #imported: ProjectNow['imported'] = new Map();
  #reading: AbortController | undefined;
  #pricing: AbortController | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /**
   * Shows what files hold, in the order of their names. Nothing is changed yet. Without `way`, they update the project where they are another version
   * of its text, and are added where they are not,
   * unless they are a book of another title. `wantedTitle`: of a new project, in place of the text’s own.
   */
  readonly openFiles = async (files: readonly File[], way?: ManuscriptWay, wantedTitle = ''): Promise<void> => {
    if (files.length === 0) return;
    this.close();
    const ordered = [...files].sort((one, other) => one.name.localeCompare(other.name, locale(), { numeric: true }));
    const reading = new AbortController();
    this.#reading = reading;
    this.#asked = { way, wantedTitle };
    this.store.setState({ ...closed, names: ordered.map(({ name }) => name), way: way ?? 'add' });
    // The dialog covers the transport.
    this.#deps.player.pauseSound();
    // The Start screen stays until the project of the files is there: what was open before is none of theirs.
    if (!this.#isFromStart()) this.#deps.window.goToPanel({ panel: 'narration' });
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
      const names = { untitled: messages.chapter.defaultTitle, frontMatter: messages.manuscript.frontMatter };
      // As audiobooks have them. An update does as its project does.
      const draft = { ...createDraft(read, names), speaksTitles: true };
      if (draft.chapters.length === 0)
        throw fail('unprocessable', message('chapter.fileEmpty', ordered.map(({ name }) => name).join(', ')), { next: 'choose-file' });
      const imported = await this.#readImported(signal);
      const [language] = (await findTextLanguages(this.#deps.client, [sampleOf(draft)], signal)) ?? [];
      const own = read[0]?.manuscript.title ?? soleHeading(read.map(({ manuscript }) => manuscript));
      const found = (own ?? titleOfFile(ordered[0]?.name ?? '')).slice(0, maximumProjectTitle);
      const book = draft.chapters.filter(({ isChosen }) => isChosen).length > 1 ? read[0]?.manuscript.title : undefined;
      return { draft, imported, title: wantedTitle.trim() || found, book, language: language ?? undefined };
    });
    if (signal.aborted) return;
    if (!answer.ok) {
      this.store.setState({ failure: answer.failure });
      return;
    }
    const { draft, imported, title, book, language } = answer.value;
    this.#imported = imported;
    this.store.setState({ draft, title, language });
    this.#begin(way, book);
  };

  /** What the sources of the project were imported with. */
  async #readImported(signal: AbortSignal): Promise<ProjectNow['imported']> {
    const { details } = this.#deps.project.store.getState();
    if (details?.sources.some(({ textIds = [] }) => textIds.length > 0) !== true) return new Map();
    const { texts } = await this.#deps.client.run('project.texts', { projectId: details.projectId }, { signal });
    return importedBySource(details.sources, texts);
  }

  /** Decides what the files are for, unless a person did. `book`: the title of a book of several chapters. */
  #begin(way: ManuscriptWay | undefined, book: string | undefined): void {
    const { draft, names } = this.store.getState();
    const now = this.#projectNow();
    if (!draft || !now || way === 'new' || (way === undefined && !hasText(now))) {
      this.#price();
      return;
    }
    const scope = chooseScope(now, names);
    const asBefore = chooseAsBefore(draft, textsOf(now));
    const plan = planUpdate(now, asBefore, { scope, voices: {} });
    const { added, changed, moved, unchanged } = plan.counts;
    const outside = now.chapters.reduce((sum, { document }) => sum + document.childCount, 0) - plan.compared;
    const inText = added + changed + moved + unchanged - outside;
    const isVersion = isKnownSource(now, names) || plan.found >= sameText * Math.min(plan.compared, inText);
    if (way === 'update' || (way === undefined && isVersion)) this.store.setState({ way: 'update', draft: asBefore, scope, plan });
    else {
      const isOther =
        book !== undefined && book.trim().toLowerCase() !== this.#deps.project.store.getState().details?.title.trim().toLowerCase();
      this.store.setState({ scope, ...(way === undefined && isOther && { way: 'new' as const }) });
    }
    this.#price();
  }

  /** Whether the dialog is over the Start screen, and the files are to be a project of their own. */
  #isFromStart(): boolean {
    return this.#asked.way === 'new' && this.#deps.window.store.getState().panel === startScreen;
  }

  /** Whether there is a choice what files are for: a project is in sight that has text. */
  readonly hasChoice = (): boolean => !this.#isFromStart() && this.canUpdate();

  /** Whether the project has text that files could be another version of. */
  readonly canUpdate = (): boolean => {
    const now = this.#projectNow();
    return now !== undefined && hasText(now);
  };

  /** Of the project as it is now. */
  readonly scopes = (): UpdateScope[] => {
    const now = this.#projectNow();
    return now ? listScopes(now) : [];
  };

  readonly setWay = (way: ManuscriptWay): void => {
    const { way: before, draft } = this.store.getState();
    const now = way === 'update' && before !== 'update' ? this.#projectNow() : undefined;
    const other = now && draft && { draft: chooseAsBefore(draft, textsOf(now)), ...noHistory };
    this.store.setState({ way, failure: undefined, ...other });
    this.#compare();
  };
  readonly setScope = (scope: UpdateScope): void => {
    this.store.setState({ scope });
    this.#compare();
  };
  readonly setTitle = (title: string): void => this.store.setState({ title, failure: undefined });

  #projectNow(): ProjectNow | undefined {
    const { details, outline, takes } = this.#deps.project.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    if (!details || !manuscript) return undefined;
    return {
      chapters: outline.map(({ id, title }) => ({ id, title, document: manuscript.document(id) })),
      sources: details.sources,
      imported: this.#imported,
      defaults: details,
      takes,
      connectionId: this.#deps.studio.store.getState().connection?.id ?? '',
    };
  }

  /** What the draft would change, and its price. */
  #compare(): void {
    const { way, draft, scope, voices, choices } = this.store.getState();
    const now = way === 'update' ? this.#projectNow() : undefined;
    this.store.setState({ plan: now && draft ? planUpdate(now, draft, { scope, voices }, choices) : undefined });
    this.#price();
  }

  #price(): void {
    this.#pricing?.abort();
    const pricing = new AbortController();
    this.#pricing = pricing;
    this.store.setState({ price: undefined });
    const { details, chapterId } = this.#deps.project.store.getState();
    const project = details && chapterId !== undefined ? { ...details, chapterId } : undefined;
    const asked = { ...this.store.getState(), project, firstVoice: this.#firstVoice() };
    void priceDraft(this.#deps.client, asked, pricing.signal).then((price) => {
      if (!pricing.signal.aborted) this.store.setState({ price });
    });
  }

  /** The voice that a project without one is given: it speaks the language of the text, where one does. */
  #firstVoice(): string | null {
    const { voices, models } = this.#deps.studio.store.getState();
    if (voices.state !== 'ready' || models.state !== 'ready') return null;
    return firstVoiceOf(voices.value, models.value, this.store.getState().language)?.voiceId ?? null;
  }

  /** Lets a person choose other files in place of those that cannot be read. */
  readonly chooseOther = (): void => this.chooseFiles(this.#asked.way, this.#asked.wantedTitle);

  /** Lets a person choose the files. */
  readonly chooseFiles = (way?: ManuscriptWay, wantedTitle = ''): void => {
    chooseFiles(acceptedManuscripts, (files) => void this.openFiles(files, way, wantedTitle), { multiple: true });
  };

  readonly close = (): void => {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#pricing?.abort();
    this.#pricing = undefined;
    this.store.setState(closed);
  };

  #change(change: (draft: ManuscriptDraft) => ManuscriptDraft): void {
    const { draft } = this.store.getState();
    const changed = draft && change(draft);
    if (!changed || changed === draft) return;
    this.store.setState({ ...this.#remember(), draft: changed, failure: undefined });
    this.#compare();
  }

  /** The history with the choices as they are, before an edit. `edit`: changes with the same one are one step. */
  #remember(edit?: string): DraftHistory<Choices> {
    const { draft, voices, choices, ...state } = this.store.getState();
    return remember(state, { draft, voices, choices }, edit);
  }

  /** Takes the last edit of the preview back: a join, a cut, a title, a speaker or another choice. */
  readonly undo = (): void => this.#step('undo');
  readonly redo = (): void => this.#step('redo');

  #step(direction: 'undo' | 'redo'): void {
    const { draft, voices, choices, busy, ...state } = this.store.getState();
    const stepped = busy ? undefined : step(state, direction, { draft, voices, choices });
    if (!stepped) return;
    this.store.setState({ ...stepped.choices, ...stepped.history, failure: undefined });
    this.#compare();
  }

  readonly choose = (key: string, isChosen: boolean): void => this.#change((draft) => chooseChapter(draft, key, isChosen));
  /** A title costs nothing where it is not read aloud. */
  readonly rename = (key: string, title: string): void => {
    const { draft, way } = this.store.getState();
    if (draft) this.store.setState({ ...this.#remember(`rename-${key}`), draft: renameChapter(draft, key, title), failure: undefined });
    if (way === 'update' || draft?.speaksTitles === true) this.#compare();
  };
  readonly join = (key: string): void => this.#change((draft) => joinWithPrevious(draft, key));
  readonly split = (key: string, block: number): void => this.#change((draft) => splitAt(draft, key, block, messages.chapter.defaultTitle));
  /** Takes rows of the update, or leaves them out; what depends on it follows. */
  readonly takeRows = (keys: readonly string[], isTaken: boolean): void => {
    const { plan, choices, busy } = this.store.getState();
    if (!plan || busy) return;
    const chosen: RowChoices = new Map([...choices, ...keys.map((key) => [key, isTaken] as const)]);
    this.store.setState({ ...this.#remember(), choices: chosen, plan: resolveUpdate(plan.prepared, chosen), failure: undefined });
    this.#price();
  };
  readonly setFootnotes = (footnotes: FootnoteChoice): void => this.#change((draft) => ({ ...draft, footnotes }));
  readonly setSpeaksTitles = (speaksTitles: boolean): void => this.#change((draft) => ({ ...draft, speaksTitles }));
  readonly setSplitsSpeech = (splitsSpeech: boolean): void => this.#change((draft) => ({ ...draft, splitsSpeech }));
  readonly chooseSpeakers = (names: readonly string[], areChosen: boolean): void =>
    this.#change((draft) => chooseAttributed(draft, names, areChosen));
  readonly keepSpeakerApart = (name: string, isApart: boolean): void => this.#change((draft) => keepApart(draft, name, isApart));
  readonly setVoice = (name: string, voiceId: string): void => {
    this.store.setState(({ voices }) => ({ ...this.#remember(), voices: { ...voices, [name]: voiceId } }));
    this.#compare();
  };

  /** Does what the files were opened for; one at a time. True where it is done. */
  readonly finish = async (): Promise<boolean> => {
    const { way, busy } = this.store.getState();
    if (busy) return false;
    this.store.setState({ busy: true, failure: undefined });
    const work = { add: this.#importDraft, update: this.#applyUpdate, new: this.#createProject }[way];
    const isDone = await work();
    this.store.setState({ busy: false });
    return isDone;
  };

  /** Makes a project of the files. Where the import fails, the project is there and empty, and the dialog stays. */
  readonly #createProject = async (): Promise<boolean> => {
    const title = this.store.getState().title.trim();
    const { newProject, project } = this.#deps;
    if (title === '') return false;
    const answer = await newProject.beginProject(title);
    if (!answer.ok) this.store.setState({ failure: answer.failure });
    if (!answer.ok || answer.value === null) return false;
    this.store.setState({ way: 'add' });
    const isVoiced = project.store.getState().details?.voiceId !== null;
    const voiceId = isVoiced && this.store.getState().language === undefined ? null : this.#firstVoice();
    if (voiceId !== null) await project.updateProject({ voiceId });
    return this.#importDraft();
  };

  /** Puts the second version in place; where the project changed meanwhile, the preview is made again. */
  readonly #applyUpdate = async (): Promise<boolean> => {
    const { plan, draft, scope, voices, choices } = this.store.getState();
    const { project, toast } = this.#deps;
    if (!plan || !draft) return false;
    const unsaved = isEmptyPlan(plan) ? undefined : await this.#deps.versions.saveBefore(this.#versionName());
    // Where the project has as many versions as it may, undo is left.
    if (unsaved && unsaved.kind !== 'too-large') {
      this.store.setState({ failure: unsaved });
      return false;
    }
    const now = this.#projectNow();
    if (!now) return false;
    const failure = await applyPlan(project, plan, { now, names: this.#fileNames() });
    if (failure) {
      this.store.setState({ failure });
      if (isPlanOf(plan, now)) return false;
      this.store.setState({ plan: planUpdate(now, draft, { scope, voices }, choices) });
      this.#price();
      return false;
    }
    this.close();
    const counts = describeCounts(plan.counts);
    const words = unsaved ? `${counts} · ${messages.manuscript.noVersionBefore}` : counts;
    toast(messages.manuscript.updated, words, project.openManuscript()?.undoOfLast());
    return true;
  };

  #versionName(): string {
    return messages.manuscript.versionBefore(this.#fileNames());
  }

  #fileNames(): string {
    return this.store.getState().names.join(', ');
  }

  readonly #importDraft = async (): Promise<boolean> => {
    const { draft, voices, title } = this.store.getState();
    const { project, toast } = this.#deps;
    const now = this.#projectNow();
    if (!draft || !now) return false;
    const done = await addChapters(project, now, { draft, voices, title, narrator: this.#firstVoice() });
    if ('failure' in done) {
      this.store.setState({ failure: done.failure });
      return false;
    }
    const [first] = done.added;
    if (!first) return false;
    this.close();
    project.showChapter(first.id);
    const blocks = done.added.reduce((sum, { document }) => sum + document.childCount, 0);
    toast(
      messages.chapter.chaptersAdded(messages.chapter.chapter(done.added.length), messages.chapter.block(blocks)),
      '',
      // Without them a new project would be empty, which nobody wants back.
      hasText(now) ? project.openManuscript()?.undoOfLast() : undefined,
    );
    return true;
  };
}

const maximumProjectTitle = 200;

const titleOfFile = (name: string): string => name.replace(/\.[^.]*$/u, '').trim() || messages.chapter.defaultTitle;

/** The one heading of files without a title, where it says more than which chapter it is. */
function soleHeading(manuscripts: readonly Pick<Manuscript, 'chapters'>[]): string | undefined {
  const [title, ...others] = manuscripts.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.title?.trim() || []));
  return title === undefined || others.length > 0 || isChapterLine(title) || /^[\dIVXLC.\s]+$/u.test(title) ? undefined : title;
}
