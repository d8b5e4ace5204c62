import { cutText } from '#shared/cut-text.ts';
import { create } from 'zustand';
import { firstVoiceOf } from '#shared/catalogue/first-voice.ts';
import { fail, type Failure, readText } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { findCharacter, type Character } from '#shared/narration/cast.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { maximumTitle, withChapters } from '#shared/narration/outline.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import type { Out } from '#shared/rpc.ts';
import { blocksFrom, dubbingCues, hasTimes, type CaptionChoice, type Paragraph, type TranscriptFormat } from '#shared/transcripts/make.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { NewProject } from '../../core/project/new-project.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { ChaptersStore } from '../../core/chapter/chapters-store.ts';
import type { TranscriptEditsStore } from './edits-store.ts';
import type { DubOfRecording, WindowStore } from '../../core/window/window-store.ts';
import type { DubbingModeStore } from '../../core/hand-over/dubbing-mode-store.ts';
import type { DubFilesStore } from '../../core/dubbing-timeline/dub-files-store.ts';
import type { DubsStore } from '../../core/dubbing-timeline/dubs-store.ts';
import type { DubFromResult } from '../../core/dubbing-timeline/dub-from-result.ts';
import type { HostStore } from '../../core/host/host-store.ts';
import type { StudioFiles } from '../../core/files/studio-files.ts';
import type { toast, toastFailure } from '../../lib/toast.tsx';
import { findTextLanguages } from '../../core/voices/text-languages.ts';
import { nearCastColours } from '../../core/voices/speaker-colour.ts';
import { castSpeakers, type CastOfSpeakers } from '#shared/transcripts/cast-speakers.ts';
import { message } from '#shared/messages/message.ts';

export interface TranscriptHandOverDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'updateProject'>;
  newProject: Pick<NewProject, 'beginProject'>;
  studio: Pick<StudioStore, 'store'>;
  chapters: Pick<ChaptersStore, 'whyNoMore'>;
  edits: Pick<TranscriptEditsStore, 'store' | 'saveEdits'>;
  window: Pick<WindowStore, 'goToPanel' | 'store'>;
  dubbingMode: Pick<DubbingModeStore, 'showDubbing'>;
  dubFiles: Pick<DubFilesStore, 'takeLines' | 'awaitVideo'>;
  dubs: Pick<DubsStore, 'store' | 'openDub' | 'closeDub'>;
  dubFromResult: Pick<DubFromResult, 'dubFromKept'>;
  host: Pick<HostStore, 'store'>;
  files: Pick<StudioFiles, 'download' | 'chooseFile'>;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
}

/** Where a transcript goes: to files, Narration and Dubbing. */
export class TranscriptHandOverStore {
  /** What leaves the panel: a chapter of blocks, and files. */

  /** How captions are made of the segments; the same for the checks that are shown and for the file. */
  readonly store = create<CaptionChoice>(() => ({ split: true, speakers: true }));
  readonly #deps: TranscriptHandOverDependencies;

  constructor(dependencies: TranscriptHandOverDependencies) {
    this.#deps = dependencies;
  }

  /** Why the open project takes no chapter, in words; undefined where it does, and where none is open. */
  readonly whyNoChapter = (
    { details }: Pick<ReturnType<ProjectStore['store']['getState']>, 'details'> = this.#deps.project.store.getState(),
  ): string | undefined => details && this.#deps.chapters.whyNoMore();

  /**
   * Who speaks in the chapter, and the cast of its project with them. Who has audio in another voice keeps that voice (`kept`, by the speaker’s
   * name as it is shown): the audio stays up to date.
   */
  readonly castOf = ({
    into,
    by,
    voices,
  }: Pick<NarrationOrder, 'into' | 'by' | 'voices'>): CastOfSpeakers & { kept: ReadonlySet<string> } => {
    const wanted = this.#castWith({ into, by, voices });
    const kept = new Set([...wanted.characterOf].filter(([, character]) => this.#makesStale(character)).map(([speaker]) => speaker));
    if (kept.size === 0) return { ...wanted, kept };
    const others = Object.fromEntries(Object.entries(voices).filter(([speaker]) => !kept.has(speaker)));
    return { ...this.#castWith({ into, by, voices: others }), kept };
  };

  #castWith({ into, by, voices }: Pick<NarrationOrder, 'into' | 'by' | 'voices'>): CastOfSpeakers {
    const { segments, edits } = this.#deps.edits.store.getState();
    const details = into === 'new' ? undefined : this.#deps.project.store.getState().details;
    return castSpeakers(details?.cast ?? [], {
      speakers: speakersOf(segments, by),
      named: Object.values(edits.speakers),
      voices,
      taken: nearCastColours(details?.voiceId ?? null),
    });
  }

  /** Whether audio of the project is out of date once a character of its cast is this one. */
  #makesStale(character: Character): boolean {
    const { details, takes } = this.#deps.project.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    const before = findCharacter(details?.cast ?? [], character.id);
    if (!details || !manuscript || !before || before.voiceId === character.voiceId) return false;
    const after = { ...details, cast: details.cast.map((one) => (one.id === character.id ? character : one)) };
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    return manuscript.chapterIds.some((id) => {
      const document = manuscript.document(id);
      return findNewlyStale({ document, defaults: details }, { document, defaults: after }, { takes, connectionId }).length > 0;
    });
  }

  /**
   * Adds a chapter to the open project, or to one that it begins; a block for each segment or paragraph, and its speakers to the cast. Sends nothing; one
   * undo takes the chapter back. Whether it was added.
   */
  readonly sendToNarration = async (order: NarrationOrder): Promise<boolean> => {
    const blocks = blocksFrom(this.#deps.edits.store.getState().segments, order.by);
    if (blocks.length === 0) return false;
    if (order.into === 'new' && !(await this.#beginProject(order.title.trim(), blocks))) return false;
    return this.#addChapter(order, blocks);
  };

  /** A new project begins with a voice that speaks the language of the text. */
  async #beginProject(title: string, blocks: readonly Paragraph[]): Promise<boolean> {
    const { client, newProject, project, studio, toastFailure } = this.#deps;
    const begun = await newProject.beginProject(title);
    if (!begun.ok) toastFailure(begun.failure);
    if (!begun.ok || begun.value === null) return false;
    const [language] = (await findTextLanguages(client, [blocks.map(({ text }) => text).join(' ')], new AbortController().signal)) ?? [];
    const { voices, models } = studio.store.getState();
    const isKnown = typeof language === 'string' && voices.state === 'ready' && models.state === 'ready';
    const voice = isKnown ? firstVoiceOf(voices.value, models.value, language) : undefined;
    if (voice) await project.updateProject({ voiceId: voice.voiceId });
    return true;
  }

  async #addChapter({ into, title, by, voices }: NarrationOrder, blocks: readonly Paragraph[]): Promise<boolean> {
    const manuscript = this.#deps.project.openManuscript();
    const { details } = this.#deps.project.store.getState();
    if (!manuscript || !details || this.whyNoChapter() !== undefined) return false;
    const { cast, characterOf } = this.castOf({ into: 'open', by, voices });
    const nodes = blocks.map(({ text, speaker }) => {
      const character = speaker === null ? undefined : characterOf.get(speaker);
      const voiceId = (speaker !== null && voices[speaker]) || null;
      // A voice of its own only where the character does not give it.
      return createBlock(text, { characterId: character?.id ?? null, voiceId: character?.voiceId === voiceId ? null : voiceId });
    });
    const isOther = cast.length !== details.cast.length || cast.some((one, index) => one !== details.cast[index]);
    if (isOther) {
      const failure = await this.#deps.project.updateProject({ cast });
      if (failure) this.#deps.toastFailure(failure);
      // Another project may have been opened meanwhile.
      if (failure || this.#deps.project.openManuscript() !== manuscript) return false;
    }
    const { outline, chapterId: at } = this.#deps.project.store.getState();
    const isEmpty = at !== undefined && manuscript.document(at).textContent.trim() === '';
    const chapter = { id: newId(), title: cutText(title.trim(), maximumTitle) };
    manuscript.commit([], {
      source: 'transcript',
      outline: withChapters(outline, [chapter], { at, isEmpty }),
      added: new Map([[chapter.id, schema.node('doc', null, nodes)]]),
      ...(isOther && { aside: { kind: 'project', before: { cast: [...details.cast] }, after: { cast } } }),
    });
    this.#deps.window.goToPanel({ panel: 'narration' });
    const length = messages.transcribe.block(blocks.length);
    // Without its chapter a new project would be empty, which nobody wants back.
    if (into === 'new') this.#deps.toast(messages.transcribe.projectMade(chapter.title, length), '');
    else this.#deps.toast(messages.transcribe.chapterAdded(chapter.title, length), '', manuscript.undoOfLast());
    return true;
  }

  /** Makes lines of a dub. Sends nothing; Dubbing's undo takes it back. */
  readonly sendToDubbing = async (target: DubTarget, name: string, sound: KeptFile | null): Promise<void> => {
    const lines = { name, cues: dubbingCues(this.#deps.edits.store.getState().segments) };
    this.#deps.dubbingMode.showDubbing('timeline');
    this.#deps.window.store.setState({ panel: 'dubbing' });
    if (target === 'open') {
      this.#deps.dubFiles.takeLines(lines);
      return;
    }
    if (this.#deps.dubs.store.getState().dub) await this.#deps.dubs.closeDub();
    this.#deps.dubFiles.awaitVideo(lines);
    if (target === 'own-video' && isVideo(sound)) await this.#deps.dubFromResult.dubFromKept(sound, name);
  };

  /** Makes segments of the dub whose video was transcribed, which is opened where it is not. */
  readonly sendToDub = async ({ id }: DubOfRecording, name: string): Promise<void> => {
    const lines = { name, cues: dubbingCues(this.#deps.edits.store.getState().segments) };
    const { dubs } = this.#deps;
    this.#deps.dubbingMode.showDubbing('timeline');
    this.#deps.window.store.setState({ panel: 'dubbing' });
    if (dubs.store.getState().dub?.id !== id) await dubs.openDub(id);
    // One that is gone is not replaced by the one that is open: why it cannot be opened is shown there.
    if (dubs.store.getState().dub?.id === id) this.#deps.dubFiles.takeLines(lines);
  };

  /** Writes the open transcript to a file that the person chooses, or hands it over as a download. `undefined` when the dialog was closed. */
  readonly exportTranscript = async (
    format: TranscriptFormat,
    name: string,
  ): Promise<{ ok: true; value: TranscriptFile | undefined } | { ok: false; failure: Failure }> => {
    return attempt(async () => {
      await this.#deps.edits.saveEdits();
      const { id, saving } = this.#deps.edits.store.getState();
      if (id === undefined) throw fail('not-found', message('transcribe.noTranscriptOpen'));
      if (saving.state === 'failed') throw fail(saving.failure.kind, readText(saving.failure), { next: saving.failure.next });
      const { split, speakers } = this.store.getState();
      const order = { id, format, split, speakers };
      const { host } = this.#deps.host.store.getState();
      if (host?.nativeDialogs !== true || !host.writesToChosenPath) {
        const file = await this.#deps.client.run('transcripts.export', order);
        if (file.url !== null) this.#deps.files.download(file.url, file.name);
        return file;
      }
      const chosen = await this.#deps.files.chooseFile({ purpose: 'export', suggestedName: cutText(name, 200), extension: format });
      if (!chosen.ok) throw fail(chosen.failure.kind, readText(chosen.failure), { next: chosen.failure.next });
      if (chosen.value === null) return undefined;
      // The system's own dialog has asked before a file is written over.
      return this.#deps.client.run('transcripts.export', { ...order, path: chosen.value, overwrite: true });
    });
  };
}

export interface NarrationOrder {
  /** The open project, or one of its own. */
  into: 'open' | 'new';
  /** Of the chapter, and of the project where that is new. */
  title: string;
  by: 'segment' | 'paragraph';
  /** Voices by the speaker's name as it is shown, where one was chosen. */
  voices: Readonly<Record<string, string>>;
}

/** Those who speak in the chapter, in the order in which they are first heard. */
export const speakersOf = (segments: readonly Segment[], by: NarrationOrder['by']): string[] => [
  ...new Set(blocksFrom(segments, by).flatMap(({ speaker }) => speaker ?? [])),
];

const isVideo = (sound: KeptFile | null): sound is KeptFile => sound?.contentType.startsWith('video/') === true;

/** Why the transcript cannot become the lines of a dub, in words; undefined where it can. */
export const whyNotDubbed = (segments: readonly Segment[]): string | undefined =>
  hasTimes(segments) ? undefined : messages.transcribe.dubNeedsTimes;

/** The dub that is open; a new one of the video that was transcribed; or a new one of a video that is chosen there. */
export type DubTarget = 'open' | 'own-video' | 'other-video';

/** Where the lines can go, the likeliest first. */
export const dubTargets = (sound: KeptFile | null, dubOpen: boolean): DubTarget[] => [
  ...(dubOpen ? (['open'] as const) : []),
  ...(isVideo(sound) ? (['own-video'] as const) : []),
  'other-video',
];

type ListedDub = Out<Operations['dubs.list']>['dubs'][number];

/** Seconds by which a dub and the transcript of its video may differ in length. */
const lengthTolerance = 1;

/** The dubs of the recording: they have its name and its length. A second dub of a video is numbered. */
export const dubsOfRecording = <Listed extends Pick<ListedDub, 'id' | 'title' | 'samples'>>(
  dubs: readonly Listed[],
  { name, seconds }: { name: string; seconds: number | null },
): Listed[] => {
  const called = name.replace(/\.[a-z0-9]{2,4}$/iu, '').trim();
  return dubs.filter(
    ({ title, samples }) =>
      (title === called || title === name || title.replace(/ \(\d+\)$/u, '') === called) &&
      (seconds === null || Math.abs(samples / sampleRate - seconds) <= lengthTolerance),
  );
};

export type TranscriptFile = Out<Operations['transcripts.export']>;
