import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { billedSeconds } from '#shared/wire/lip-sync.ts';
import { announce } from '../ui/live-region.tsx';
import { attempt, studio } from './host.ts';
import { mediaJobs, noJobs, type ElsewhereJob, type MediaJobs } from './media-jobs.ts';
import { secondsOf, slotProblem, putAddress, useSources } from './sources.ts';
import { useStudio } from './studio.ts';

interface LipSyncState extends MediaJobs {
  /** The video is made as long as the sound. */
  extension: boolean;
  /** What the service lists besides, newest first, as of the last look. */
  elsewhere: readonly ElsewhereJob[];
  elsewhereFailure: Failure | undefined;
}

export const useLipSync = create<LipSyncState>(() => ({
  ...noJobs,
  ...{ extension: false, elsewhere: [], elsewhereFailure: undefined },
}));

const set = useLipSync.setState;
const jobs = mediaJobs('lip-sync', { get: useLipSync.getState, set });
export const { read: readLipSyncs, readMore: readMoreLipSyncs, open: openLipSync, close: closeLipSync } = jobs;

/** Why nothing can be sent now, in words. */
export function whyNoLipSync(
  slots: ReturnType<typeof useSources.getState>['slots'] = useSources.getState().slots,
  connection = useStudio.getState().connection,
): string | undefined {
  if (!connection || connection.state === 'starting') return 'The service is still starting.';
  if (connection.state === 'failed') return connection.failure?.message ?? 'The service is not available.';
  return slotProblem('lip-sync.video', slots['lip-sync.video']) ?? slotProblem('lip-sync.audio', slots['lip-sync.audio']);
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
  announce('The lip sync is being sent.');
  const order = { videoUrl: video.address, audioUrl: audio.address, ...(extension && { videoExtension: true }) };
  const answer = await attempt(() => studio().run('lipSync.create', order));
  set({ sending: false });
  if (answer.ok) {
    announce('The service has taken it, and makes it.');
    await jobs.open(answer.value);
  } else if (!(await jobs.openNewest(began))) set({ failure: answer.failure });
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

/** What the service lists and the ledger does not have. */
export async function readElsewhere(): Promise<void> {
  const answer = await attempt(() => studio().run('jobs.elsewhere', { kind: 'lip-sync', page: 1, limit: 100 }));
  if (answer.ok) set({ elsewhere: answer.value.jobs.filter(({ operationId }) => operationId === null), elsewhereFailure: undefined });
  else set({ elsewhereFailure: answer.failure });
}

export function watchLipSync(): () => void {
  return jobs.watch();
}
