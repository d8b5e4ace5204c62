import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { billedSeconds } from '#shared/wire/lip-sync.ts';
import { announce } from '../../lib/live-region.tsx';
import { attempt, studio } from '../../core/host/host.ts';
import { audioLastsUntil } from './sound.ts';
import { onHandedOver, type HandedMedia } from '../../core/hand-over/media.ts';
import { mediaJobs, noJobs, type ElsewhereJob, type MediaJobs } from '../../core/media-jobs/media-jobs.ts';
import { giveOwn, learnReach, putAddress, refuse, secondsOf, slotProblem, useSources } from '../../core/sources/sources.ts';
import { useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { sendWithFiles } from '../../core/sources/uploading.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

interface LipSyncState extends MediaJobs {
  /** The video is made as long as the sound. */
  extension: boolean;
  /** What the service lists besides, newest first, as of the last look; `next` is the page of its list that was not read yet, 0 at its end. */
  elsewhere: readonly ElsewhereJob[];
  next: number;
  elsewhereFailure: Failure | undefined;
}

export const useLipSync = create<LipSyncState>(() => ({
  ...noJobs,
  extension: false,
  elsewhere: [],
  next: 0,
  elsewhereFailure: undefined,
}));

const set = useLipSync.setState;
const jobs = mediaJobs('lip-sync', { get: useLipSync.getState, set });
export const { read: readLipSyncs, readMore: readMoreLipSyncs, open: openLipSync, close: closeLipSync } = jobs;

/** Why nothing can be sent now, in words. */
export function whyNoLipSync(
  slots: ReturnType<typeof useSources.getState>['slots'] = useSources.getState().slots,
  connection = useStudio.getState().connection,
): string | undefined {
  const unready = whyNotReady({ connection });
  if (unready !== undefined) return unready;
  const problem = slotProblem('lip-sync.video', slots['lip-sync.video']) ?? slotProblem('lip-sync.audio', slots['lip-sync.audio']);
  if (problem !== undefined) return problem;
  return Date.now() > (audioLastsUntil({ slots }) ?? Infinity) ? messages.lipSync.theAudioLinkExpired : undefined;
}

/** The whole seconds that would be billed; undefined while a length is not known. */
export function wouldBeBilled(slots: ReturnType<typeof useSources.getState>['slots'], extension: boolean): number | undefined {
  const [video, audio] = [secondsOf(slots['lip-sync.video']), secondsOf(slots['lip-sync.audio'])];
  if (audio === undefined || (video === undefined && !extension)) return undefined;
  return billedSeconds(video ?? audio, audio, extension);
}

/** Sends what stands in the slots; answers when the service has taken it. */
export async function makeLipSync(): Promise<void> {
  const { sending, extension } = useLipSync.getState();
  const { slots } = useSources.getState();
  const problem = whyNoLipSync();
  const [video, audio] = [slots['lip-sync.video'].source, slots['lip-sync.audio'].source];
  if (sending || problem !== undefined || !video || !audio) {
    if (problem !== undefined) announce(problem);
    return;
  }
  set({ sending: true, failure: undefined });
  const began = Date.now();
  announce(messages.lipSync.theLipSyncIsBeingSent);
  const order = { videoUrl: video.address, audioUrl: audio.address, ...(extension && { videoExtension: true }) };
  const answer = await attempt(() => sendWithFiles('lip-sync', 'lipSync.create', order));
  set({ sending: false });
  if (answer.ok) {
    announce(messages.lipSync.theServiceHasTakenItAnd);
    await jobs.open(answer.value);
  } else if (!(await jobs.openFailed(began))) told(answer.failure);
}

/** What came before anything was sent. */
function told(failure: Failure): void {
  if (failure.kind === 'cancelled') announce(messages.lipSync.stoppedNothingWasSent);
  else set({ failure });
}

/** Puts what a job was made of into the form again. */
export async function takeAgain(): Promise<void> {
  const order = useLipSync.getState().open?.order;
  if (!order) return;
  set({ extension: order.videoExtension });
  jobs.close();
  await Promise.all([
    putAddress('lip-sync.video', order.videoUrl),
    order.audioUrl === null ? undefined : putAddress('lip-sync.audio', order.audioUrl),
  ]);
}

const elsewherePage = 100;
let looking = 0;

/** What the service lists and the ledger does not have, from the newest on. */
export async function readElsewhere(): Promise<void> {
  const own = (looking += 1);
  const page = await pageElsewhere(1);
  if (own === looking) set(page.ok ? { ...page.value, elsewhereFailure: undefined } : { elsewhereFailure: page.failure });
}

/** The next page of the service's list. */
export async function readMoreElsewhere(): Promise<void> {
  const own = looking;
  const { next } = useLipSync.getState();
  if (next === 0) return;
  const page = await pageElsewhere(next);
  if (own !== looking || useLipSync.getState().next !== next) return;
  if (!page.ok) {
    set({ elsewhereFailure: page.failure });
    return;
  }
  // What was made in between has moved the others down: a job that is shown already comes once more.
  const { elsewhere } = useLipSync.getState();
  const shown = new Set(elsewhere.map(({ taskId }) => taskId));
  set({
    elsewhere: [...elsewhere, ...page.value.elsewhere.filter(({ taskId }) => !shown.has(taskId))],
    next: page.value.next,
    elsewhereFailure: undefined,
  });
}

async function pageElsewhere(page: number) {
  return attempt(async () => {
    const { jobs: found } = await studio().run('jobs.elsewhere', { kind: 'lip-sync', page, limit: elsewherePage });
    return { elsewhere: found.filter(({ operationId }) => operationId === null), next: found.length < elsewherePage ? 0 : page + 1 };
  });
}

/** What another panel hands over: the file of this machine where the service can fetch that, else its address. */
async function takeHandedOver({ kind, name, address, fileUrl }: HandedMedia): Promise<void> {
  if (kind === 'image') return;
  const slot = `lip-sync.${kind}` as const;
  jobs.close();
  await learnReach();
  const ending = /\.[0-9a-z]+$/u.exec(fileUrl)?.[0] ?? '';
  const { whyNoFile, bucket } = useSources.getState();
  // An address that lasts is better than a file that has to be uploaded for it.
  if (whyNoFile === null && (bucket === null || address === null))
    await giveOwn(slot, name.endsWith(ending) ? name : `${name}${ending}`, fileUrl);
  else if (address !== null) await putAddress(slot, address);
  else refuse(slot, message('lipSync.hasNoAddressAnyMoreThat', name));
}
onHandedOver('lip-sync', (media) => void takeHandedOver(media));

export function watchLipSync(): () => void {
  return jobs.watch();
}
