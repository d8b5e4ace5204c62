import { create } from 'zustand';
import { fitOf, paceOf, speechSeconds, type Fit } from '#shared/dubbing/forecast.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { limits } from '#shared/wire/common.ts';
import { announce } from '../../../lib/live-region.tsx';
import { attempt, studio } from '../../../core/host/host.ts';
import { mediaJobs, noJobs, type MediaJobs } from '../../../core/media-jobs/media-jobs.ts';
import { textProblem } from '../../../lib/plain-text.ts';
import { useProject } from '../../../core/project/project.ts';
import { putAddress, slotProblem, useSources } from '../../../core/sources/sources.ts';
import { knownModels, knownVoices, onOperation, useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { sendWithFiles } from '../../../core/sources/uploading.ts';
import { answeringModelId } from '../../../core/voices/voice-facts.ts';
import { messages } from '#shared/messages/index.ts';

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
}

export const useDubbing = create<DubbingState>(() => ({
  ...noJobs,
  draft: { text: '', voiceId: null, modelId: null, speed: 1, language: '', fit: false },
  asked: false,
  salvaged: undefined,
}));

const set = useDubbing.setState;
const now = useDubbing.getState;
const jobs = mediaJobs('dubbing', { get: now, set });
export const { read: readDubbings, readMore: readMoreDubbings } = jobs;

export const changeDubbing = (change: Partial<DubbingDraft>): void => set({ draft: { ...now().draft, ...change } });

/** The model that would speak, as far as the lists are there. */
export function dubbingModel({ voiceId, modelId }: DubbingDraft, studioState = useStudio.getState()): string | undefined {
  const voice = knownVoices(studioState).find((one) => one.voiceId === voiceId);
  return modelId ?? (voice && answeringModelId(voice));
}

/** Characters that may be sent. */
export function dubbingLimit(draft: DubbingDraft, studioState = useStudio.getState()): number {
  const id = dubbingModel(draft, studioState);
  const model = knownModels(studioState).find((one) => one.id === id);
  return Math.min(limits.textCharacters, model?.maxTextLength ?? limits.textCharacters);
}

export function dubbingProblems({ draft, asked }: Pick<DubbingState, 'draft' | 'asked'>): { text?: string; voice?: string } {
  const text = textProblem(draft.text, { subject: messages.dubbing.textSubject, most: dubbingLimit(draft), required: asked });
  return {
    ...(text !== undefined && { text }),
    ...(asked && draft.voiceId === null && { voice: messages.dubbing.chooseVoiceFirst }),
  };
}

/** Why nothing can be sent now, in words. */
export function whyNoDubbing(
  slots: ReturnType<typeof useSources.getState>['slots'] = useSources.getState().slots,
  connection = useStudio.getState().connection,
): string | undefined {
  const unready = whyNotReady({ connection });
  if (unready !== undefined) return unready;
  return slotProblem('dubbing.video', slots['dubbing.video']);
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

/** How long the speech is expected to be against the video; undefined while there is no text. */
export function forecastOf(draft: DubbingDraft, video: number | undefined, takes = useProject.getState().takes): Forecast | undefined {
  if (draft.text.trim() === '') return undefined;
  const pace = paceOf(takes, draft.voiceId, draft.modelId);
  const speech = speechSeconds(draft.text, pace, draft.speed);
  return {
    speech,
    learned: pace.learned,
    video,
    fit: video === undefined ? undefined : fitOf(speech, video),
    billed: video === undefined ? undefined : Math.ceil(draft.fit ? video : Math.min(speech, video)),
  };
}

/** What it would cost, of the prices of the model's characters and of a second of lip sync; null credits while one of them is not known. */
export async function dubbingPrice(
  order: { characters: number; modelId: string | undefined; billed: number },
  signal: AbortSignal,
): Promise<{ credits: number | null; learnedFrom: number } | undefined> {
  const price = (of: { unit: 'character'; modelId: string } | { unit: 'second'; family: 'lip-sync' | 'dubbing' }) =>
    attempt(() => studio().run('jobs.price', of, { signal }));
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
}

/** Sends the draft; answers when the service has taken it: the speech is made by then. */
export async function makeDubbing(): Promise<void> {
  const { draft, sending } = now();
  if (sending) return;
  set({ asked: true });
  const problems = dubbingProblems(now());
  const problem = whyNoDubbing() ?? problems.text ?? problems.voice;
  const { source } = useSources.getState().slots['dubbing.video'];
  if (problem !== undefined || !source || draft.voiceId === null) {
    if (problem !== undefined) announce(problem);
    return;
  }
  set({ sending: true, failure: undefined, asked: false });
  announce(messages.dubbing.dubbingSending);
  const began = Date.now();
  const order = {
    videoUrl: source.address,
    text: draft.text.trim(),
    voiceId: draft.voiceId,
    ...(draft.modelId !== null && { modelId: draft.modelId }),
    ...(draft.speed !== 1 && { speed: draft.speed }),
    ...(draft.language.trim() !== '' && { language: draft.language.trim() }),
    ...(draft.fit && { fitAudioToVideo: true }),
  };
  const answer = await attempt(() => sendWithFiles('dubbing', 'dubbing.create', order));
  set({ sending: false });
  if (answer.ok) {
    announce(messages.dubbing.lipSyncInProgress);
    await openDubbing(answer.value);
  } else {
    const opened = await jobs.openFailed(began);
    if (!opened && answer.failure.kind === 'cancelled') announce(messages.dubbing.stopped);
    else if (!opened) set({ failure: answer.failure });
    await findSalvage();
  }
}

export async function openDubbing(operation: PaidOperation): Promise<void> {
  set({ salvaged: undefined });
  await jobs.open(operation);
  await findSalvage();
}
export function closeDubbing(): void {
  set({ salvaged: undefined });
  jobs.close();
}

/** The lip sync that was made alone of the open dubbing, where there is one. */
async function findSalvage(): Promise<void> {
  const { operation } = now().open ?? {};
  if (!operation || operation.state !== 'failed') return;
  const shown = await attempt(() => studio().run('jobs.show', { operationId: operation.operationId }));
  const noted = shown.ok ? shown.value.events.findLast(({ event }) => event === 'salvaged')?.facts['operationId'] : undefined;
  if (typeof noted !== 'string') return;
  const made = await attempt(() => studio().run('jobs.show', { operationId: noted }));
  if (made.ok && now().open?.operation.operationId === operation.operationId) set({ salvaged: made.value.operation });
}

/** Puts what a dubbing was made of into the form again. */
export async function takeDubbingAgain(): Promise<void> {
  const order = now().open?.order;
  if (!order) return;
  const { text, voiceId, modelId, speed, language, fitAudioToVideo: fit } = order;
  changeDubbing({ text: text ?? '', voiceId, modelId, speed: speed ?? 1, language: language ?? '', fit });
  closeDubbing();
  await putAddress('dubbing.video', order.videoUrl);
}

export function watchDubbings(): () => void {
  const stops = [
    jobs.watch(),
    onOperation((operation) => {
      if (operation.family !== 'lip-sync') return;
      if (operation.operationId === now().salvaged?.operationId) set({ salvaged: operation });
      else if (now().salvaged === undefined) void findSalvage();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
