import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { billedSeconds } from '#shared/wire/lip-sync.ts';
import { attempt } from '../../core/host/attempt.ts';
import { type HandedMedia } from '../../core/hand-over/hand-over-store.ts';
import { noJobs, type ElsewhereJob, type MediaJobs } from '../../core/media-jobs/media-jobs-service.ts';
import { secondsOf, slotProblem } from '../../core/sources/sources-store.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { MediaJobsService } from '../../core/media-jobs/media-jobs-service.ts';
import type { SourcesStore } from '../../core/sources/sources-store.ts';
import type { UnknownPriceStore } from '../../core/account/unknown-price-store.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { SpokenStore } from './spoken-store.ts';
import type { UploadingStore } from '../../core/sources/uploading-store.ts';
import type { HandOverStore } from '../../core/hand-over/hand-over-store.ts';
import type { exampleFile } from '../../core/examples/example-files.ts';
import type { announce } from '../../lib/live-region.tsx';
import { message } from '#shared/messages/message.ts';

interface LipSyncState extends MediaJobs {
  /** The video is made as long as the sound. */
  extension: boolean;
  /** What the service lists besides, newest first, as of the last look; `next` is the page of its list that was not read yet, 0 at its end. */
  elsewhere: readonly ElsewhereJob[];
  next: number;
  elsewhereFailure: Failure | undefined;
}

export interface LipSyncDependencies {
  client: StudioClient;
  mediaJobs: Pick<MediaJobsService, 'mediaJobs' | 'secondPrice'>;
  sources: Pick<SourcesStore, 'store' | 'putAddress' | 'learnReach' | 'giveFile' | 'giveOwn' | 'refuse'>;
  exampleFile: typeof exampleFile;
  studio: Pick<StudioStore, 'store' | 'whyNotReady'>;
  spoken: Pick<SpokenStore, 'audioLastsUntil'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuyAgain'>;
  uploading: Pick<UploadingStore, 'sendWithFiles'>;
  handOver: Pick<HandOverStore, 'onHandedOver'>;
  announce: typeof announce;
}

/** Lip syncs: the order that is prepared, and the jobs. */
export class LipSyncStore {
  readonly store = create<LipSyncState>(() => ({
    ...noJobs,
    extension: false,
    elsewhere: [],
    next: 0,
    elsewhereFailure: undefined,
  }));
  readonly #deps: LipSyncDependencies;
  readonly #set = this.store.setState;
  readonly #jobs: ReturnType<MediaJobsService['mediaJobs']>;
  #looking = 0;

  constructor(dependencies: LipSyncDependencies) {
    this.#deps = dependencies;
    this.#jobs = this.#deps.mediaJobs.mediaJobs('lip-sync', { get: this.store.getState, set: this.#set });

    this.#deps.handOver.onHandedOver('lip-sync', (media) => void this.#takeHandedOver(media));
    // The stage shows what the button would send: media that is chosen beside a result takes its place.
    this.#deps.sources.store.subscribe(({ slots }, { slots: before }) => {
      const isChosen = (['lip-sync.video', 'lip-sync.audio'] as const).some(
        (slot) => slots[slot].busy && slots[slot].busy !== before[slot].busy,
      );
      if (isChosen) this.#jobs.close();
    });
  }

  readonly readLipSyncs = (): Promise<void> => this.#jobs.read();

  readonly readMoreLipSyncs = (): Promise<void> => this.#jobs.readMore();

  readonly openLipSync = (operation: PaidOperation): Promise<void> => this.#jobs.open(operation);

  readonly listRemoved = (removed: boolean): Promise<void> => this.#jobs.listRemoved(removed);

  readonly toggleRemoved = (operation: PaidOperation, name: string): Promise<void> => this.#jobs.toggleRemoved(operation, name);

  readonly closeLipSync = (): void => this.#jobs.close();

  /** Why nothing can be sent now, in words. */
  readonly whyNoLipSync = (
    slots: ReturnType<SourcesStore['store']['getState']>['slots'] = this.#deps.sources.store.getState().slots,
    connection = this.#deps.studio.store.getState().connection,
  ): string | undefined => {
    const unready = this.#deps.studio.whyNotReady({ connection });
    if (unready !== undefined) return unready;
    const problem = slotProblem('lip-sync.video', slots['lip-sync.video']) ?? slotProblem('lip-sync.audio', slots['lip-sync.audio']);
    if (problem !== undefined) return problem;
    return Date.now() > (this.#deps.spoken.audioLastsUntil({ slots }) ?? Infinity) ? messages.lipSync.linkExpired : undefined;
  };

  /** The whole seconds that would be billed; undefined while a length is not known. */
  readonly wouldBeBilled = (slots: ReturnType<SourcesStore['store']['getState']>['slots'], extension: boolean): number | undefined => {
    const [video, audio] = [secondsOf(slots['lip-sync.video']), secondsOf(slots['lip-sync.audio'])];
    if (audio === undefined || (video === undefined && !extension)) return undefined;
    return billedSeconds(video ?? audio, audio, extension);
  };

  /** Sends what stands in the slots; answers when the service has taken it. */
  readonly makeLipSync = async (): Promise<void> => {
    const { sending, extension } = this.store.getState();
    const { slots } = this.#deps.sources.store.getState();
    const problem = this.whyNoLipSync();
    const [video, audio] = [slots['lip-sync.video'].source, slots['lip-sync.audio'].source];
    if (sending || problem !== undefined || !video || !audio) {
      if (problem !== undefined) this.#deps.announce(problem);
      return;
    }
    const order = { videoUrl: video.address, audioUrl: audio.address, ...(extension && { videoExtension: true }) };
    const { unknownPrice, client, mediaJobs } = this.#deps;
    const billed = this.wouldBeBilled(slots, extension);
    const price = async (signal: AbortSignal): Promise<number | null> => {
      const second = (await mediaJobs.secondPrice('lip-sync', signal))?.credits;
      return typeof second === 'number' ? (billed ?? 1) * second : null;
    };
    const earlier = () => client.run('lipSync.earlier', order);
    const isWanted = await unknownPrice.mayBuyAgain(messages.lipSync.makeLipSync, earlier, price);
    if (!isWanted || this.store.getState().sending) return;
    this.#set({ sending: true, failure: undefined });
    const began = Date.now();
    void this.#jobs.listRemoved(false);
    this.#deps.announce(messages.lipSync.sending);
    const answer = await attempt(() =>
      this.#deps.uploading.sendWithFiles('lip-sync', 'lipSync.create', {
        ...order,
        ...(billed !== undefined && { expectedSeconds: billed }),
      }),
    );
    this.#set({ sending: false });
    if (answer.ok) {
      this.#deps.announce(messages.lipSync.accepted);
      await this.#jobs.open(answer.value);
    } else if (!(await this.#jobs.openFailed(began))) this.#announceFailure(answer.failure);
  };

  /** Fills the form with the film and the line that come with the studio, and makes the lip sync where that costs nothing. */
  readonly tryExample = async (): Promise<void> => {
    const { sources, exampleFile, studio } = this.#deps;
    const [film, line] = await Promise.all([exampleFile('film'), exampleFile('line')]);
    await Promise.all([sources.giveFile('lip-sync.video', film), sources.giveFile('lip-sync.audio', line)]);
    if (studio.store.getState().connection?.kind === 'local') await this.makeLipSync();
  };

  /** What came before anything was sent. */
  #announceFailure(failure: Failure): void {
    if (failure.kind === 'cancelled') this.#deps.announce(messages.lipSync.stopped);
    else this.#set({ failure });
  }

  /** Puts what a job was made of into the form again. */
  readonly takeAgain = async (): Promise<void> => {
    const order = this.store.getState().open?.order;
    if (!order) return;
    this.#set({ extension: order.videoExtension });
    this.#jobs.close();
    await Promise.all([
      this.#deps.sources.putAddress('lip-sync.video', order.videoUrl),
      order.audioUrl === null ? undefined : this.#deps.sources.putAddress('lip-sync.audio', order.audioUrl),
    ]);
  };

  /** Sends the open job, which failed and cost nothing, as a new one. */
  readonly tryAgain = async (): Promise<void> => {
    await this.takeAgain();
    await this.makeLipSync();
  };

  /** What the service lists and the ledger does not have, from the newest on. */
  readonly readElsewhere = async (): Promise<void> => {
    const own = (this.#looking += 1);
    const page = await this.#pageElsewhere(1);
    if (own === this.#looking) this.#set(page.ok ? { ...page.value, elsewhereFailure: undefined } : { elsewhereFailure: page.failure });
  };

  /** The next page of the service's list. */
  readonly readMoreElsewhere = async (): Promise<void> => {
    const own = this.#looking;
    const { next } = this.store.getState();
    if (next === 0) return;
    const page = await this.#pageElsewhere(next);
    if (own !== this.#looking || this.store.getState().next !== next) return;
    if (!page.ok) {
      this.#set({ elsewhereFailure: page.failure });
      return;
    }
    // What was made in between has moved the others down: a job that is shown already comes once more.
    const { elsewhere } = this.store.getState();
    const shown = new Set(elsewhere.map(({ taskId }) => taskId));
    this.#set({
      elsewhere: [...elsewhere, ...page.value.elsewhere.filter(({ taskId }) => !shown.has(taskId))],
      next: page.value.next,
      elsewhereFailure: undefined,
    });
  };

  async #pageElsewhere(page: number) {
    return attempt(async () => {
      const { jobs: found } = await this.#deps.client.run('jobs.elsewhere', { kind: 'lip-sync', page, limit: elsewherePage });
      return { elsewhere: found.filter(({ operationId }) => operationId === null), next: found.length < elsewherePage ? 0 : page + 1 };
    });
  }

  /** What another panel hands over: the file of this machine where the service can fetch that, else its address. */
  async #takeHandedOver({ kind, name, address, fileUrl }: HandedMedia): Promise<void> {
    if (kind === 'image') return;
    const slot = `lip-sync.${kind}` as const;
    this.#jobs.close();
    await this.#deps.sources.learnReach();
    const ending = /\.[0-9a-z]+$/u.exec(fileUrl)?.[0] ?? '';
    const { whyNoFile, bucket } = this.#deps.sources.store.getState();
    // An address that lasts is better than a file that has to be uploaded for it.
    if (whyNoFile === null && (bucket === null || address === null))
      await this.#deps.sources.giveOwn(slot, name.endsWith(ending) ? name : `${name}${ending}`, fileUrl);
    else if (address !== null) await this.#deps.sources.putAddress(slot, address);
    else this.#deps.sources.refuse(slot, message('lipSync.noLink', name));
  }

  readonly watchLipSync = (): (() => void) => {
    return this.#jobs.watch();
  };
}

const elsewherePage = 100;
