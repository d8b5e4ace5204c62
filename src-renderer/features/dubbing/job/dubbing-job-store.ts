import { z } from 'zod';
import { keptInWindow } from '../../../lib/kept-in-window.ts';
import { create } from 'zustand';
import { withoutNames } from '#shared/narration/named-lines.ts';
import { judgeFit, findPace, speechSeconds, toSpokenText, type Fit, type SpokenText } from '#shared/dubbing/forecast.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { In } from '#shared/rpc.ts';
import { limits } from '#shared/wire/common.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import type { DubTake } from '#shared/dubbing/timeline.ts';
import { attempt } from '../../../core/host/attempt.ts';
import { noJobs, readFacts, type MediaJobs, type OpenJob } from '../../../core/media-jobs/media-jobs-service.ts';
import { textProblem } from '../../../lib/plain-text.ts';
import { secondsOf, slotProblem } from '../../../core/sources/sources-store.ts';
import { answeringModelId } from '../../../core/voices/voice-facts.ts';
import { messages } from '#shared/messages/index.ts';
import type { UnknownPriceStore } from '../../../core/account/unknown-price-store.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import { findTextLanguages } from '../../../core/voices/text-languages.ts';
import type { MediaJobsService } from '../../../core/media-jobs/media-jobs-service.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { SourcesStore } from '../../../core/sources/sources-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { DubsStore } from '../../../core/dubbing-timeline/dubs-store.ts';
import type { UploadingStore } from '../../../core/sources/uploading-store.ts';
import { exampleSeconds, type exampleFile } from '../../../core/examples/example-files.ts';
import type { announce } from '../../../lib/live-region.tsx';

/** What the service's job is made of, besides its video. */
export interface DubbingDraft {
  text: string;
  voiceId: string | null;
  /** Null: the voice's own. */
  modelId: string | null;
  speed: number;
  /** Empty: the voice's own. */
  language: string;
  fit: boolean;
}

interface DubbingState extends MediaJobs {
  draft: DubbingDraft;
  /** Somebody has asked for what is in the draft; from then on what lacks is said. */
  asked: boolean;
  /** The lip sync that was made alone, of the open dubbing's speech. */
  salvaged: PaidOperation | undefined;
  /** The speech of dubbings that were looked at, which tells the pace of its voice. */
  spoken: readonly SpokenText[];
}

export interface DubbingJobDependencies {
  client: StudioClient;
  mediaJobs: Pick<MediaJobsService, 'mediaJobs'>;
  studio: Pick<StudioStore, 'store' | 'knownVoices' | 'knownModels' | 'whyNotReady' | 'onOperation'>;
  sources: Pick<SourcesStore, 'store' | 'putAddress' | 'giveFile'>;
  exampleFile: typeof exampleFile;
  project: Pick<ProjectStore, 'store'>;
  dubs: Pick<DubsStore, 'store'>;
  uploading: Pick<UploadingStore, 'sendWithFiles'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuyAgain'>;
  announce: typeof announce;
}

/** What was written and chosen, over a reload. */
const keptDraft = keptInWindow(
  'dubbing-draft',
  z.object({
    text: z.string(),
    voiceId: z.string().nullable(),
    modelId: z.string().nullable(),
    speed: z.number(),
    language: z.string(),
    fit: z.boolean(),
  }),
);

/** Dubs of a whole video with one text, made by the service. */
export class DubbingJobStore {
  readonly store = create<DubbingState>(() => ({
    ...noJobs,
    draft: keptDraft.get() ?? { text: '', voiceId: null, modelId: null, speed: 1, language: '', fit: false },
    asked: false,
    salvaged: undefined,
    spoken: [],
  }));
  readonly #deps: DubbingJobDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  readonly #jobs: ReturnType<MediaJobsService['mediaJobs']>;

  constructor(dependencies: DubbingJobDependencies) {
    this.#deps = dependencies;
    this.store.subscribe(({ draft }, before) => {
      if (draft !== before.draft) keptDraft.set(draft);
    });
    this.store.subscribe(({ open, spoken }, before) => {
      const found = open && open !== before.open ? spokenIn(open) : undefined;
      const isNew = found && !spoken.some((one) => isSame(found, one));
      if (found && isNew) this.#set({ spoken: [...spoken, found] });
    });
    this.#jobs = this.#deps.mediaJobs.mediaJobs('dubbing', { get: this.#now, set: this.#set });
    // The stage shows what the button would send: a video that is chosen beside a result takes its place.
    this.#deps.sources.store.subscribe(({ slots: { 'dubbing.video': video } }, { slots: { 'dubbing.video': before } }) => {
      if (video.busy && video.busy !== before.busy) this.closeDubbing();
    });
  }

  readonly readDubbings = (): Promise<void> => this.#jobs.read();

  readonly listRemoved = (removed: boolean): Promise<void> => this.#jobs.listRemoved(removed);

  readonly toggleRemoved = (operation: PaidOperation, name: string): Promise<void> => this.#jobs.toggleRemoved(operation, name);

  readonly readMoreDubbings = (): Promise<void> => this.#jobs.readMore();

  readonly changeDubbing = (change: Partial<DubbingDraft>): void => this.#set({ draft: { ...this.#now().draft, ...change } });

  /** Takes the names of speakers out of the text; what it answers puts them back, unless the text was changed since. */
  readonly removeNames = (): (() => boolean) => {
    const before = this.#now().draft.text;
    const text = withoutNames(before);
    this.changeDubbing({ text });
    return () => {
      const isThere = this.#now().draft.text === text;
      if (isThere) this.changeDubbing({ text: before });
      return isThere;
    };
  };

  /** The model that would speak, as far as the lists are there. */
  readonly dubbingModel = ({ voiceId, modelId }: DubbingDraft, studioState = this.#deps.studio.store.getState()): string | undefined => {
    const voice = this.#deps.studio.knownVoices(studioState).find((one) => one.voiceId === voiceId);
    return modelId ?? (voice && answeringModelId(voice));
  };

  /** Characters that may be sent. */
  readonly dubbingLimit = (draft: DubbingDraft, studioState = this.#deps.studio.store.getState()): number => {
    const id = this.dubbingModel(draft, studioState);
    const model = this.#deps.studio.knownModels(studioState).find((one) => one.id === id);
    return Math.min(limits.textCharacters, model?.maxTextLength ?? limits.textCharacters);
  };

  readonly dubbingProblems = ({ draft, asked }: Pick<DubbingState, 'draft' | 'asked'>): { text?: string; voice?: string } => {
    const text = textProblem(draft.text, { subject: messages.dubbing.textSubject, most: this.dubbingLimit(draft), required: asked });
    return {
      ...(text !== undefined && { text }),
      ...(asked && draft.voiceId === null && { voice: messages.dubbing.chooseVoiceFirst }),
    };
  };

  /** Why nothing can be sent now, in words. */
  readonly whyNoDubbing = (
    slots: ReturnType<SourcesStore['store']['getState']>['slots'] = this.#deps.sources.store.getState().slots,
    connection = this.#deps.studio.store.getState().connection,
  ): string | undefined => {
    const unready = this.#deps.studio.whyNotReady({ connection });
    if (unready !== undefined) return unready;
    return slotProblem('dubbing.video', slots['dubbing.video']);
  };

  /** How long the speech is expected to be against the video; undefined while there is no text. */
  readonly forecastOf = (
    draft: DubbingDraft,
    video: number | undefined,
    known: readonly SpokenText[] = allSpoken(
      this.#deps.project.store.getState().takes,
      this.#deps.dubs.store.getState().dub?.takes,
      this.#now().spoken,
    ),
  ): Forecast | undefined => {
    if (draft.text.trim() === '') return undefined;
    const pace = findPace(known, draft.voiceId, draft.modelId);
    const speech = speechSeconds(draft.text, pace, draft.speed);
    return {
      speech,
      learned: pace.learned,
      video,
      fit: video === undefined ? undefined : judgeFit(speech, video),
      billed: video === undefined ? undefined : Math.ceil(draft.fit ? video : Math.min(speech, video)),
    };
  };

  /** The language of a text (`de`), where that is plain. */
  readonly findTextLanguage = async (text: string, signal: AbortSignal): Promise<string | undefined> => {
    const [language] = (await findTextLanguages(this.#deps.client, [text], signal)) ?? [];
    return language ?? undefined;
  };

  /** What it would cost, of the prices of the model's characters and of a second of lip sync; null credits while one of them is not known. */
  readonly dubbingPrice = async (
    order: { characters: number; modelId: string | undefined; billed: number },
    signal: AbortSignal,
  ): Promise<{ credits: number | null; learnedFrom: number } | undefined> => {
    const price = (of: { unit: 'character'; modelId: string } | { unit: 'second'; family: 'lip-sync' | 'dubbing' }) =>
      attempt(() => this.#deps.client.run('jobs.price', of, { signal }));
    const [speech, second, whole] = await Promise.all([
      order.modelId === undefined ? undefined : price({ unit: 'character', modelId: order.modelId }),
      price({ unit: 'second', family: 'lip-sync' }),
      price({ unit: 'second', family: 'dubbing' }),
    ]);
    if (speech?.ok === true && speech.value && second.ok && second.value)
      return {
        credits: order.characters * speech.value.creditsPerUnit + order.billed * second.value.creditsPerUnit,
        learnedFrom: speech.value.samples + second.value.samples,
      };
    if (whole.ok && whole.value) return { credits: order.billed * whole.value.creditsPerUnit, learnedFrom: whole.value.samples };
    return whole.ok ? { credits: null, learnedFrom: 0 } : undefined;
  };

  /** Sends the draft; answers when the service has taken it: the speech is made by then. */
  readonly makeDubbing = async (): Promise<void> => {
    const { draft, sending } = this.#now();
    if (sending) return;
    this.#set({ asked: true });
    const problems = this.dubbingProblems(this.#now());
    const problem = this.whyNoDubbing() ?? problems.text ?? problems.voice;
    const { source } = this.#deps.sources.store.getState().slots['dubbing.video'];
    if (problem !== undefined || !source || draft.voiceId === null) {
      if (problem !== undefined) this.#deps.announce(problem);
      return;
    }
    const order = {
      videoUrl: source.address,
      text: draft.text.trim(),
      voiceId: draft.voiceId,
      ...(draft.modelId !== null && { modelId: draft.modelId }),
      ...(draft.speed !== 1 && { speed: draft.speed }),
      ...(draft.language.trim() !== '' && { language: draft.language.trim() }),
      ...(draft.fit && { fitAudioToVideo: true }),
    };
    if (!(await this.#isWanted(draft, order)) || this.#now().sending) return;
    void this.#jobs.listRemoved(false);
    this.#set({ sending: true, failure: undefined, asked: false });
    this.#deps.announce(messages.dubbing.dubbingSending);
    const began = Date.now();
    const billed = this.#billed(draft);
    const expected = billed === undefined ? {} : { expectedSeconds: billed };
    const answer = await attempt(() => this.#deps.uploading.sendWithFiles('dubbing', 'dubbing.create', { ...order, ...expected }));
    this.#set({ sending: false });
    if (answer.ok) {
      this.#deps.announce(messages.dubbing.lipSyncInProgress);
      await this.openDubbing(answer.value);
    } else {
      const opened = await this.#jobs.openFailed(began);
      if (!opened && answer.failure.kind === 'cancelled') this.#deps.announce(messages.dubbing.stopped);
      else if (!opened) this.#set({ failure: answer.failure });
      await this.#findSalvage();
    }
  };

  /** The whole seconds that would be billed; undefined while the video's length is not known. */
  #billed(draft: DubbingDraft): number | undefined {
    return this.forecastOf(draft, secondsOf(this.#deps.sources.store.getState().slots['dubbing.video']))?.billed;
  }

  #isWanted(draft: DubbingDraft, order: In<Operations['dubbing.earlier']>): Promise<boolean> {
    const { unknownPrice, client } = this.#deps;
    const priced = { characters: order.text.length, modelId: this.dubbingModel(draft), billed: this.#billed(draft) ?? 1 };
    const earlier = () => client.run('dubbing.earlier', order);
    return unknownPrice.mayBuyAgain(messages.dubbing.dub, earlier, async (signal) => (await this.dubbingPrice(priced, signal))?.credits);
  }

  #exampleDraft(): DubbingDraft {
    const voices = this.#deps.studio.knownVoices();
    const voice = voices.find(({ primaryLanguage }) => primaryLanguage.startsWith(messages.dubbing.exampleLanguage)) ?? voices[0];
    const text = messages.dubbing.exampleText;
    return { text, voiceId: voice?.voiceId ?? null, modelId: null, speed: 1, language: '', fit: true };
  }

  /** What the example would cost. */
  readonly examplePrice = async (signal: AbortSignal): Promise<number | null | undefined> => {
    const draft = this.#exampleDraft();
    const billed = this.forecastOf(draft, exampleSeconds.film)?.billed ?? 0;
    return (await this.dubbingPrice({ characters: draft.text.length, modelId: this.dubbingModel(draft), billed }, signal))?.credits;
  };

  /** Fills the form with the film that comes with the studio and a text in a voice, and dubs it where that costs nothing. */
  readonly tryExample = async (): Promise<void> => {
    const { sources, exampleFile, studio } = this.#deps;
    await sources.giveFile('dubbing.video', await exampleFile('film'));
    this.changeDubbing(this.#exampleDraft());
    if (studio.store.getState().connection?.kind === 'local') await this.makeDubbing();
  };

  readonly openDubbing = async (operation: PaidOperation): Promise<void> => {
    this.#set({ salvaged: undefined });
    await this.#jobs.open(operation);
    await this.#findSalvage();
  };

  readonly closeDubbing = (): void => {
    this.#set({ salvaged: undefined });
    this.#jobs.close();
  };

  /** The lip sync that was made alone of the open dubbing, where there is one. */
  async #findSalvage(): Promise<void> {
    const { operation } = this.#now().open ?? {};
    if (!operation || operation.state !== 'failed') return;
    const shown = await attempt(() => this.#deps.client.run('jobs.show', { operationId: operation.operationId }));
    const noted = shown.ok ? shown.value.events.findLast(({ event }) => event === 'salvaged')?.facts['operationId'] : undefined;
    if (typeof noted !== 'string') return;
    const made = await attempt(() => this.#deps.client.run('jobs.show', { operationId: noted }));
    if (made.ok && this.#now().open?.operation.operationId === operation.operationId) this.#set({ salvaged: made.value.operation });
  }

  /** Puts what a dubbing was made of into the form again. */
  readonly takeDubbingAgain = async (): Promise<void> => {
    const order = this.#now().open?.order;
    if (!order) return;
    const { text, voiceId, modelId, speed, language, fitAudioToVideo: fit } = order;
    this.changeDubbing({ text: text ?? '', voiceId, modelId, speed: speed ?? 1, language: language ?? '', fit });
    this.closeDubbing();
    await this.#deps.sources.putAddress('dubbing.video', order.videoUrl);
  };

  /** Sends the open job, which failed and cost nothing, as a new one. */
  readonly tryDubbingAgain = async (): Promise<void> => {
    await this.takeDubbingAgain();
    await this.makeDubbing();
  };

  readonly watchDubbings = (): (() => void) => {
    const stops = [
      this.#jobs.watch(),
      this.#deps.studio.onOperation((operation) => {
        if (operation.family !== 'lip-sync') return;
        if (operation.operationId === this.#now().salvaged?.operationId) this.#set({ salvaged: operation });
        else if (this.#now().salvaged === undefined) void this.#findSalvage();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

export interface Forecast {
  /** Of the speech as it comes. */
  speech: number;
  /** The pace was learned from takes of this voice. */
  learned: boolean;
  video: number | undefined;
  fit: Fit | undefined;
  /** Seconds that would be billed for the lip sync. */
  billed: number | undefined;
}

/** What a pace is learned from: takes of the project and of the dub on the timeline, and the speech of dubbings. */
export const allSpoken = (takes: readonly Take[], ofDub: readonly DubTake[] = [], spoken: readonly SpokenText[] = []): SpokenText[] => [
  ...takes,
  ...ofDub.map(toSpokenText),
  ...spoken,
];

/** Of one that was fitted to its video, the length says nothing of the voice. */
function spokenIn({ operation, order }: OpenJob): SpokenText | undefined {
  const { audio } = readFacts(operation);
  const { text, voiceId, modelId, speed, fitAudioToVideo } = order ?? {};
  if (audio === null || typeof text !== 'string' || typeof voiceId !== 'string' || fitAudioToVideo === true) return undefined;
  return toSpokenText({ text, voiceId, modelId: modelId ?? null, speed: speed ?? 1, samples: Math.round(audio * sampleRate) });
}

const isSame = (one: Pick<SpokenText, 'text' | 'voiceId' | 'samples'>, other: Pick<SpokenText, 'text' | 'voiceId' | 'samples'>): boolean =>
  one.text === other.text && one.voiceId === other.voiceId && one.samples === other.samples;
