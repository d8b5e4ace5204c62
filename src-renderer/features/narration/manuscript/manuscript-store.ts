import type { Node } from '@tiptap/pm/model';
import { create } from 'zustand';
import { fail, type Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { assignParagraphs, type CastBlock } from '#shared/manuscript/cast.ts';
import type { FootnoteChoice } from '#shared/manuscript/choose.ts';
import { message } from '#shared/messages/message.ts';
import { locale, messages } from '#shared/messages/index.ts';
import { findByName, type Character } from '#shared/narration/cast.ts';
import { firstVoice } from '#shared/catalogue/first-voice.ts';
import { joinParts } from '#shared/narration/speech-parts.ts';
import { createBlock, groupParagraphs, schema } from '#shared/narration/document.ts';
import { maximumChapters, type Outline } from '#shared/narration/outline.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { StudioFiles } from '../../../core/files/studio-files.ts';
import type { HostStore } from '../../../core/host/host-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import type { WindowStore } from '../../../core/window/window-store.ts';
import { nearCastColours } from '../../../core/voices/speaker-colour.ts';
import { uploadFile } from '../../../core/files/upload-file.ts';
import { number } from '../../../lib/format.ts';
import type { toast } from '../../../lib/toast.tsx';
import {
  castDraft,
  chooseAsBefore,
  chooseChapter,
  chooseAttributed,
  createDraft,
  joinWithPrevious,
  keepApart,
  renameChapter,
  splitAt,
  type ManuscriptDraft,
} from './manuscript-draft.ts';
import { acceptedManuscripts } from './manuscript-files.ts';
import {
  castWithVoices,
  chooseScope,
  describeCounts,
  isKnownSource,
  listScopes,
  planUpdate,
  type ProjectNow,
  type UpdatePlan,
  type UpdateScope,
} from './update-plan.ts';

/** What becomes of the files: chapters of the open project, its second version, or a project of their own. */
export type ManuscriptWay = 'add' | 'update' | 'new';

interface Dependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'updateProject' | 'showChapter' | 'createProject' | 'reviseProject'>;
  studio: Pick<StudioStore, 'store'>;
  host: Pick<HostStore, 'store'>;
  files: Pick<StudioFiles, 'chooseFile'>;
  window: Pick<WindowStore, 'goToPanel'>;
  player: Pick<PlayerStore, 'pauseSound'>;
  toast: typeof toast;
}

/** What generating would cost; `null` credits where no price is known. */
export interface DraftPrice {
  characters: number;
  credits: number | null;
  /** Blocks that were paid for before. */
  paid: number;
}

interface ManuscriptState {
  /** The files of the dialog; none while it is closed. */
  names: readonly string[];
  way: ManuscriptWay;
  draft: ManuscriptDraft | undefined;
  /** By the name of a character, where one was chosen here. */
  voices: Readonly<Record<string, string>>;
  /** The title of the project, where it is a new one. */
  title: string;
  /** What an update is compared with, and what it would change. */
  scope: UpdateScope;
  plan: UpdatePlan | undefined;
  /** `undefined` until it is known; `failed` where it cannot be found out. */
  price: DraftPrice | 'failed' | undefined;
  busy: boolean;
  failure: Failure | undefined;
  /** What the choices were before each edit, the last one last, and what was taken back. */
  undo: readonly Choices[];
  redo: readonly Choices[];
}

/** `edit`: changes with the same one are one step, as the letters of a title. */
type Choices = Pick<ManuscriptState, 'draft' | 'voices'> & { edit?: string };

const closed: ManuscriptState = {
  names: [],
  way: 'add',
  draft: undefined,
  voices: {},
  title: '',
  scope: { all: true },
  plan: undefined,
  price: undefined,
  busy: false,
  failure: undefined,
  undo: [],
  redo: [],
};

/** Edits that can be taken back, at most. */
const undoSteps = 200;

/** The least share of blocks that two versions of a text have in common where nobody says that they are. */
const sameText = 0.5;
/** Blocks that are priced in one call. */
const pricedAtOnce = 20_000;

/** Files that become chapters, or the second version of what chapters were, once a person has seen what they hold. */
export class ManuscriptStore {
  readonly store = create<ManuscriptState>(() => closed);
  readonly #deps: Dependencies;
  /** How the files were opened, for those that are chosen in their place. */
  #asked: { way?: ManuscriptWay | undefined; wantedTitle: string } = { wantedTitle: '' };
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
      const names = { untitled: messages.chapter.defaultTitle, frontMatter: messages.manuscript.frontMatter };
      // As audiobooks have them. An update does as its project does.
      const draft = { ...createDraft(read, names), speaksTitles: true };
      if (draft.chapters.length === 0)
        throw fail('unprocessable', message('chapter.fileEmpty', ordered.map(({ name }) => name).join(', ')), { next: 'choose-file' });
      const found = (read[0]?.manuscript.title ?? titleOfFile(ordered[0]?.name ?? '')).slice(0, maximumProjectTitle);
      const book = draft.chapters.filter(({ isChosen }) => isChosen).length > 1 ? read[0]?.manuscript.title : undefined;
      return { draft, title: wantedTitle.trim() || found, book };
    });
    if (signal.aborted) return;
    if (!answer.ok) {
      this.store.setState({ failure: answer.failure });
      return;
    }
    const { draft, title, book } = answer.value;
    this.store.setState({ draft, title });
    this.#begin(way, book);
  };

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
    const other = now && draft && { draft: chooseAsBefore(draft, textsOf(now)), undo: [], redo: [] };
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
      defaults: details,
      takes,
      connectionId: this.#deps.studio.store.getState().connection?.id ?? '',
    };
  }

  /** What the draft would change, and its price. */
  #compare(): void {
    const { way, draft, scope, voices } = this.store.getState();
    const now = way === 'update' ? this.#projectNow() : undefined;
    this.store.setState({ plan: now && draft ? planUpdate(now, draft, { scope, voices }) : undefined });
    this.#price();
  }

  #price(): void {
    this.#pricing?.abort();
    const pricing = new AbortController();
    this.#pricing = pricing;
    this.store.setState({ price: undefined });
    void this.#askPrice(pricing.signal).then((price) => {
      if (!pricing.signal.aborted) this.store.setState({ price });
    });
  }

  async #askPrice(signal: AbortSignal): Promise<DraftPrice | 'failed'> {
    const { way, draft, plan, voices } = this.store.getState();
    const { details, chapterId } = this.#deps.project.store.getState();
    if (!draft || (way !== 'new' && (!details || chapterId === undefined))) return 'failed';
    const ownCast = details?.cast ?? [];
    const sum: DraftPrice = { characters: 0, credits: 0, paid: 0 };
    const { names, chapters } = castDraft(draft, way === 'new' ? [] : ownCast.map(({ name }) => name));
    const cast = way === 'new' ? castWithVoices([], names, voices) : (plan?.cast ?? castWithVoices(ownCast, names, voices));
    const voiceId = way === 'new' ? this.#firstVoice() : (details?.voiceId ?? this.#firstVoice());
    const wanted =
      plan?.toPrice ??
      chapters.flatMap(({ blocks }) =>
        blocks.map(({ text, speaker, voiceId: own = null }) => ({
          text,
          attributes: {
            voiceId: own,
            modelId: null,
            controls: {},
            characterId: speaker === undefined ? null : (findByName(cast, speaker)?.id ?? null),
          },
        })),
      );
    for (let from = 0; from < wanted.length; from += pricedAtOnce) {
      const blocks = wanted
        .slice(from, from + pricedAtOnce)
        .map(({ text, attributes: { voiceId: own, modelId, controls, characterId } }) => ({
          text,
          voiceId: own,
          modelId,
          controls,
          characterId,
        }));
      const changed = {
        voiceId,
        // Who has no voice yet is priced as the narrator.
        cast: cast.map((character) => ({ ...character, voiceId: character.voiceId ?? voiceId })),
        ...(way === 'new' ? { modelId: null, pronunciations: [] } : {}),
      };
      const answer = await attempt(() =>
        this.#deps.client.run(
          'speech.estimate-texts',
          { projectId: details?.projectId ?? null, chapterId: chapterId ?? null, blocks, changed },
          { signal },
        ),
      );
      if (!answer.ok) return 'failed';
      const { characters, credits, paid } = answer.value;
      sum.characters += characters;
      sum.paid += paid;
      sum.credits = sum.credits === null || credits === null ? null : sum.credits + credits;
    }
    // Nothing can be sent without a voice, and so nothing was counted.
    return voiceId === null && wanted.length > 0 && sum.credits === 0 ? { ...sum, credits: null } : sum;
  }

  /** The voice that a project without one is given. */
  #firstVoice(): string | null {
    const { voices, models } = this.#deps.studio.store.getState();
    if (voices.state !== 'ready' || models.state !== 'ready') return null;
    return firstVoice(voices.value, models.value)?.voiceId ?? null;
  }

  /** Lets a person choose other files in place of those that cannot be read. */
  readonly chooseOther = (): void => this.chooseFiles(this.#asked.way, this.#asked.wantedTitle);

  /** Lets a person choose the files. */
  readonly chooseFiles = (way?: ManuscriptWay, wantedTitle = ''): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = acceptedManuscripts;
    input.addEventListener('change', () => void this.openFiles([...(input.files ?? [])], way, wantedTitle));
    input.click();
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

  /** The history with the choices as they are, before an edit. */
  #remember(edit?: string): Pick<ManuscriptState, 'undo' | 'redo'> {
    const { draft, voices, undo } = this.store.getState();
    if (edit !== undefined && undo.at(-1)?.edit === edit) return { undo, redo: [] };
    return { undo: [...undo.slice(-(undoSteps - 1)), { draft, voices, ...(edit !== undefined && { edit }) }], redo: [] };
  }

  /** Takes the last edit of the preview back: a join, a cut, a title, a speaker or another choice. */
  readonly undo = (): void => this.#step('undo', 'redo');
  readonly redo = (): void => this.#step('redo', 'undo');

  #step(from: 'undo' | 'redo', to: 'undo' | 'redo'): void {
    const { draft, voices, busy, [from]: left, [to]: other } = this.store.getState();
    const last = left.at(-1);
    if (!last || busy) return;
    this.store.setState({ draft: last.draft, voices: last.voices, failure: undefined, [from]: left.slice(0, -1), [to]: [...other, { draft, voices }] }); // prettier-ignore
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
  readonly setFootnotes = (footnotes: FootnoteChoice): void => this.#change((draft) => ({ ...draft, footnotes }));
  /** Gives a character its paragraphs of prose. */
  readonly setSpeaksTitles = (speaksTitles: boolean): void => this.#change((draft) => ({ ...draft, speaksTitles }));
  readonly setSplitsSpeech = (splitsSpeech: boolean): void => this.#change((draft) => ({ ...draft, splitsSpeech }));
  readonly chooseSpeaker = (name: string, isChosen: boolean): void => this.#change((draft) => chooseAttributed(draft, name, isChosen));
  readonly keepSpeakerApart = (name: string, isApart: boolean): void => this.#change((draft) => keepApart(draft, name, isApart));
  readonly setVoice = (name: string, voiceId: string): void => {
    this.store.setState(({ voices }) => ({ ...this.#remember(), voices: { ...voices, [name]: voiceId } }));
    this.#compare();
  };

  /** Does what the files were opened for; one at a time. */
  readonly finish = async (): Promise<void> => {
    const { way, busy } = this.store.getState();
    if (busy) return;
    this.store.setState({ busy: true, failure: undefined });
    const work = { add: this.#importDraft, update: this.#applyUpdate, new: this.#createProject }[way];
    await work();
    this.store.setState({ busy: false });
  };

  /** Makes a project of the files. Where the import fails, the project is there and empty, and the dialog stays. */
  readonly #createProject = async (): Promise<void> => {
    const title = this.store.getState().title.trim();
    const { host, files, project } = this.#deps;
    if (title === '') return;
    let path: string | undefined;
    if (host.store.getState().host?.nativeDialogs ?? false) {
      const chosen = await files.chooseFile({ purpose: 'create-project', suggestedName: title, extension: 'voicewright' });
      if (!chosen.ok) this.store.setState({ failure: chosen.failure });
      if (!chosen.ok || chosen.value === null) return;
      path = chosen.value;
    }
    const failure = await project.createProject({ title, ...(path === undefined ? {} : { path }) });
    if (failure) {
      this.store.setState({ failure });
      return;
    }
    this.store.setState({ way: 'add' });
    await this.#importDraft();
  };

  /** Puts the second version in place as one act; one undo takes it back, with the characters that came with it. Sends nothing. */
  readonly #applyUpdate = async (): Promise<void> => {
    const { plan, draft, scope, voices } = this.store.getState();
    const { project, toast } = this.#deps;
    const manuscript = project.openManuscript();
    const now = this.#projectNow();
    if (!plan || !draft || !manuscript || !now) return;
    if (plan.chapters.length > maximumChapters) {
      this.store.setState({ failure: fail('too-large', message('chapter.tooManyChapters', number(maximumChapters))).failure });
      return;
    }
    if (!isPlanOf(plan, now)) {
      this.store.setState({
        plan: planUpdate(now, draft, { scope, voices }),
        failure: fail('conflict', message('manuscript.projectChanged')).failure,
      });
      this.#price();
      return;
    }
    const { details } = project.store.getState();
    if (!details) return;
    const before = { cast: [...details.cast], sources: [...details.sources] };
    const after = { cast: [...plan.cast], sources: [...plan.sources] };
    const known = new Map(now.chapters.map(({ id, document }) => [id, document]));
    const failure = await project.reviseProject({
      ...after,
      outline: plan.chapters.map(({ id, title }) => ({ id, title })),
      documents: new Map(plan.chapters.flatMap(({ id, document }) => (known.get(id) === document ? [] : [[id, document]]))),
      aside: { kind: 'project', before, after },
    });
    if (failure) {
      this.store.setState({ failure });
      return;
    }
    this.close();
    toast(messages.manuscript.updated, describeCounts(plan.counts), project.openManuscript()?.undoOfLast());
  };

  /** Adds the chosen chapters after the one that is shown, or in place of one that is empty; one undo takes them back. Sends nothing. */
  readonly #importDraft = async (): Promise<void> => {
    const { draft, voices, title: found } = this.store.getState();
    const { project, toast } = this.#deps;
    const manuscript = project.openManuscript();
    const now = this.#projectNow();
    const { details, outline, chapterId } = project.store.getState();
    if (!draft || !manuscript || !details || !now) return;
    const { names, chapters, sources } = castDraft(
      draft,
      details.cast.map(({ name }) => name),
    );
    if (chapters.length === 0) return;
    if (outline.length + chapters.length > maximumChapters) {
      this.store.setState({ failure: fail('too-large', message('chapter.tooManyChapters', number(maximumChapters))).failure });
      return;
    }
    const cast = castWithVoices(details.cast, names, voices, nearCastColours(details.voiceId ?? this.#firstVoice()));
    const added = chapters.map(({ title, blocks }, index) => ({
      id: newId(),
      title: title.trim() || messages.chapter.defaultTitle,
      source: sources[index] ?? '',
      document: schema.node('doc', null, createBlocks(blocks, cast)),
    }));
    const at = outline.findIndex(({ id }) => id === chapterId);
    const shown = chapterId === undefined ? undefined : manuscript.document(chapterId);
    const isEmpty = shown?.textContent.trim() === '';
    const grown: Outline = outline.toSpliced(isEmpty ? at : at + 1, isEmpty ? 1 : 0, ...added.map(({ id, title }) => ({ id, title })));
    const before = details.sources.filter(({ name }) => !sources.includes(name));
    const own = [...new Set(sources)].map((name) => ({
      ...details.sources.find((source) => source.name === name),
      ...draft.facts[name],
      name,
      chapterIds: [
        ...(details.sources.find((source) => source.name === name)?.chapterIds ?? []),
        ...added.filter(({ source }) => source === name).map(({ id }) => id),
      ],
    }));
    // A project that was begun empty, and that nobody has given a name, is the one of this text.
    const isUnnamed = details.title === messages.start.newTitle && !hasText(now) && found !== '';
    const failure = await project.updateProject({ cast, sources: [...before, ...own], ...(isUnnamed && { title: found }) });
    if (failure) {
      this.store.setState({ failure });
      return;
    }
    manuscript.arrange(grown, new Map(added.map(({ id, document }) => [id, document])));
    this.close();
    const [first] = added;
    if (first) project.showChapter(first.id);
    const blocks = added.reduce((sum, { document }) => sum + document.childCount, 0);
    toast(
      messages.chapter.chaptersAdded(messages.chapter.chapter(added.length), messages.chapter.block(blocks)),
      '',
      // Without them a new project would be empty, which nobody wants back.
      hasText(now) ? manuscript.undoOfLast() : undefined,
    );
  };
}

const maximumProjectTitle = 200;

function createBlocks(blocks: readonly CastBlock[], cast: readonly Character[]): Node[] {
  const paragraphIds = assignParagraphs(blocks);
  return blocks.map(({ text, pauseMs, speaker, voiceId = null }, index) => {
    const characterId = speaker === undefined ? null : (findByName(cast, speaker)?.id ?? null);
    return createBlock(text, { pauseMs, voiceId, characterId, paragraphId: paragraphIds[index] ?? null });
  });
}

const titleOfFile = (name: string): string => name.replace(/\.[^.]*$/u, '').trim() || messages.chapter.defaultTitle;
const textsOf = ({ chapters }: Pick<ProjectNow, 'chapters'>): string[] =>
  chapters.flatMap(({ document }) =>
    groupParagraphs(document.children).map((paragraph) => joinParts(paragraph.map((node) => node.textContent))),
  );
const hasText = (now: ProjectNow): boolean => textsOf(now).some((text) => text.trim() !== '');

/** Whether the chapters are still those that the plan was made of. */
const isPlanOf = ({ base }: UpdatePlan, { chapters }: ProjectNow): boolean =>
  base.length === chapters.length &&
  base.every(({ id, document }, index) => chapters[index]?.id === id && chapters[index].document === document);
