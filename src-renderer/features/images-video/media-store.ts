import { cutText } from '#shared/cut-text.ts';
import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { MediaRecord, MediaReference, ReferenceRole } from '#shared/operations/media.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { In } from '#shared/rpc.ts';
import { resolutions, type MediaType } from '#shared/wire/media.ts';
import type { MediaModel } from '#shared/catalogue/media.ts';
import { attempt } from '../../core/host/attempt.ts';
import { chosenModel, mostOf, quotaOf, mediaProblems, settled, withRoles, type Reference } from './form-store.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { MediaFormStore } from './form-store.ts';
import type { UnknownPriceStore } from '../../core/account/unknown-price-store.ts';
import type { ResultRemoval } from '../../core/removal/result-removal.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { JobsStore } from '../../core/jobs/jobs-store.ts';
import type { HostStore } from '../../core/host/host-store.ts';
import type { StudioFiles } from '../../core/files/studio-files.ts';
import type { DubbingModeStore } from '../../core/hand-over/dubbing-mode-store.ts';
import type { WindowStore } from '../../core/window/window-store.ts';
import type { DubFromResult } from '../../core/dubbing-timeline/dub-from-result.ts';
import type { HandOverStore } from '../../core/hand-over/hand-over-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toastFailure } from '../../lib/toast.tsx';

type Catalogue =
  | { state: 'loading' }
  | { state: 'ready'; models: readonly MediaModel[]; notUnderstood: readonly string[]; available: boolean }
  | { state: 'failed'; failure: Failure };

interface MediaState {
  catalogue: Readonly<Record<MediaType, Catalogue>>;
  /** A request is on its way; once it is taken, the gallery shows how far it is. */
  sending: boolean;
  failure: Failure | undefined;
  gallery: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  items: readonly MediaRecord[];
  /** Where the next page begins; null on the last. */
  next: string | null;
  search: string;
  kind: MediaType | 'all';
  /** Those that were removed from the gallery are shown, in place of the others. */
  showRemoved: boolean;
}

const loading = { state: 'loading' } as const;

export interface MediaDependencies {
  client: StudioClient;
  form: Pick<MediaFormStore, 'store' | 'addAddress' | 'changeMediaForm'>;
  studio: Pick<StudioStore, 'whyNotReady' | 'store' | 'onOperation'>;
  jobs: Pick<JobsStore, 'act'>;
  host: Pick<HostStore, 'store' | 'whenOpenedLater'>;
  files: Pick<StudioFiles, 'download' | 'chooseFile'>;
  dubbingMode: Pick<DubbingModeStore, 'showDubbing'>;
  window: Pick<WindowStore, 'store'>;
  dubFromResult: Pick<DubFromResult, 'dubFromKept'>;
  handOver: Pick<HandOverStore, 'handOver'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuyAgain'>;
  removal: Pick<ResultRemoval, 'removeResult' | 'restoreResult'>;
  announce: typeof announce;
  toastFailure: typeof toastFailure;
}

/** The gallery of images and videos, and what the service offers. */
export class MediaStore {
  readonly store = create<MediaState>(() => ({
    catalogue: { image: loading, video: loading },
    sending: false,
    failure: undefined,
    gallery: loading,
    items: [],
    next: null,
    search: '',
    kind: 'all',
    showRemoved: false,
  }));
  readonly #deps: MediaDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  #learning = 0;
  #reading = 0;

  constructor(dependencies: MediaDependencies) {
    this.#deps = dependencies;
  }

  /** What the service offers; read again when another one is connected. */
  readonly loadCatalogues = async (): Promise<void> => {
    const turn = (this.#learning += 1);
    const of = async (mediaType: MediaType): Promise<Catalogue> => {
      const answer = await attempt(() => this.#deps.client.run('media.models', { mediaType }));
      return answer.ok ? { state: 'ready', ...answer.value } : { state: 'failed', failure: answer.failure };
    };
    const [image, video] = await Promise.all([of('image'), of('video')]);
    if (turn === this.#learning) this.#set({ catalogue: { image, video } });
  };

  /** Why nothing can be made now, in words; undefined where it can. */
  readonly whyNotMade = (
    state: Pick<MediaState, 'catalogue' | 'sending'> = this.#now(),
    { form }: Pick<ReturnType<MediaFormStore['store']['getState']>, 'form'> = this.#deps.form.store.getState(),
    studioState: Parameters<StudioStore['whyNotReady']>[0] = this.#deps.studio.store.getState(),
  ): string | undefined => {
    const unready = this.#deps.studio.whyNotReady(studioState);
    if (unready !== undefined) return unready;
    if (state.sending) return messages.imagesVideo.sendingNow;
    const known = state.catalogue[form.kind];
    if (known.state === 'loading') return messages.imagesVideo.loadingModels;
    if (known.state === 'failed') return messages.imagesVideo.modelsNotLoaded;
    if (!known.available) return unavailableWords[form.kind];
    const model = chosenModel(form, known.models);
    if (!model) return messages.imagesVideo.noModels;
    return model.available ? undefined : messages.imagesVideo.notAvailable(model.name);
  };

  /** Sends what is in the form. The answer comes when the service has taken it; the gallery tells the rest. */
  readonly makeMedia = async (): Promise<void> => {
    if (this.#now().sending) return;
    this.#deps.form.store.setState({ asked: true });
    // An address that was typed and not added is meant too, where the model takes one.
    const { form: typedForm } = this.#deps.form.store.getState();
    const takesNone = mostOf(chosenModel(typedForm, modelsOf(this.#now(), typedForm.kind))) === 0;
    if (takesNone || typedForm.typed.trim() === '') this.#deps.form.store.setState({ addressProblem: undefined });
    else this.#deps.form.addAddress();
    const { form, addressProblem } = this.#deps.form.store.getState();
    if (addressProblem !== undefined) return;
    const model = chosenModel(form, modelsOf(this.#now(), form.kind));
    const problem = Object.values(mediaProblems(this.#deps.form.store.getState(), model))[0] as string | undefined;
    const why = problem ?? this.whyNotMade();
    if (why !== undefined || !model) {
      this.#deps.announce(why ?? messages.imagesVideo.chooseModel);
      return;
    }
    const name = form.kind === 'image' ? messages.imagesVideo.makeImage : messages.imagesVideo.makeVideo;
    const { unknownPrice, client } = this.#deps;
    const order = this.#orderOf(model);
    const price = () => Promise.resolve(quotaOf(form, model));
    const isWanted = await unknownPrice.mayBuyAgain(name, () => client.run('media.earlier', order), price, { takes: 'quota' });
    if (!isWanted || this.#now().sending) return;
    this.#set({ sending: true, failure: undefined, showRemoved: false });
    const answer = await attempt(() => client.run('media.make', order));
    this.#set({ sending: false });
    if (answer.ok) {
      this.#deps.form.store.setState({ asked: false });
      this.#deps.announce(messages.imagesVideo.accepted);
    } else this.#set({ failure: answer.failure });
    await this.loadGallery();
  };

  /** Puts an example prompt into the form, and makes its image where that costs nothing. */
  readonly tryExample = async (): Promise<void> => {
    const { form, studio } = this.#deps;
    form.changeMediaForm({ kind: 'image', prompt: messages.imagesVideo.examplePrompt });
    if (studio.store.getState().connection?.kind === 'local') await this.makeMedia();
  };

  #orderOf(model: MediaModel): In<Operations['media.make']> {
    const { form } = this.#deps.form.store.getState();
    const { aspectRatio, resolution, seconds, size } = settled(form, model);
    const given = withRoles(form.references, model);
    const of = (role: ReferenceRole): MediaReference[] => given.filter((reference) => reference.role === role).map(referenceOf);
    const common = { prompt: form.prompt.trim(), model: model.id };
    if (form.kind === 'image') {
      const offered = resolutions.find((one) => one === resolution && model.resolutions?.includes(one) === true);
      const asList = !model.references.fields.includes('image_url');
      return { kind: 'image', ...common, aspectRatio, ...(offered && { resolution: offered }), references: of('reference'), asList };
    }
    const [firstFrame, lastFrame] = [of('first-frame')[0], of('last-frame')[0]];
    return {
      kind: 'video',
      ...common,
      seconds,
      size,
      ...(firstFrame && { firstFrame }),
      ...(lastFrame && { lastFrame }),
      references: of('reference'),
    };
  }

  /** The gallery from its newest on, as far as it was shown. */
  readonly loadGallery = async (): Promise<void> => {
    const turn = (this.#reading += 1);
    const { search, kind, showRemoved: removed, items } = this.#now();
    const limit = Math.min(100, Math.max(pageSize, items.length));
    const answer = await attempt(() => this.#deps.client.run('media.gallery', { search, removed, limit, ...(kind !== 'all' && { kind }) }));
    if (turn !== this.#reading) return;
    this.#set(
      answer.ok
        ? { gallery: { state: 'ready' }, items: answer.value.items, next: answer.value.next }
        : { gallery: { state: 'failed', failure: answer.failure } },
    );
  };

  readonly loadMoreMedia = async (): Promise<void> => {
    const { search, kind, showRemoved: removed, next } = this.#now();
    if (next === null) return;
    const turn = this.#reading;
    const answer = await attempt(() =>
      this.#deps.client.run('media.gallery', { search, removed, before: next, limit: pageSize, ...(kind !== 'all' && { kind }) }),
    );
    if (turn !== this.#reading) return;
    if (answer.ok) this.#set({ items: [...this.#now().items, ...answer.value.items], next: answer.value.next });
    else this.#deps.toastFailure(answer.failure);
  };

  readonly narrowGallery = (change: Partial<Pick<MediaState, 'search' | 'kind' | 'showRemoved'>>): void => {
    const isOther = change.showRemoved !== undefined && change.showRemoved !== this.#now().showRemoved;
    this.#set({ ...change, ...(isOther && { items: [], next: null, gallery: loading }) });
    void this.loadGallery();
  };

  /** Takes one out of the gallery, or puts it back, as what is shown says. */
  readonly toggleRemoved = async ({ operation: { operationId: id }, order }: MediaRecord): Promise<void> => {
    const { removeResult, restoreResult } = this.#deps.removal;
    const onChanged = (removed: boolean): void => {
      const { items, showRemoved } = this.#now();
      if (showRemoved !== removed) this.#set({ items: items.filter(({ operation }) => operation.operationId !== id) });
      void this.loadGallery();
    };
    await (this.#now().showRemoved ? restoreResult : removeResult)({ id, name: cutText(order.prompt, 60), onChanged });
  };

  readonly recordOf = (operationId: string): MediaRecord | undefined =>
    this.#now().items.find(({ operation }) => operation.operationId === operationId);

  /** What the rules allow a person to do: to wait no longer, or to go on. */
  readonly actOn = async (name: 'jobs.retry' | 'jobs.stopWaiting', { operation }: MediaRecord): Promise<void> => {
    const failure = await this.#deps.jobs.act(name, operation.operationId);
    if (failure) this.#deps.toastFailure(failure);
    else this.#deps.announce(name === 'jobs.retry' ? messages.imagesVideo.waitingAgain : messages.imagesVideo.stoppedWaiting);
    await this.loadGallery();
  };

  /** A copy where the person wants it, or a download. `undefined` when the dialog was closed. */
  readonly saveMedia = async ({ operation, order }: MediaRecord) => {
    return attempt(async () => {
      const { operationId, files } = operation;
      const { host } = this.#deps.host.store.getState();
      if (host?.nativeDialogs !== true || !host.writesToChosenPath) {
        const file = await this.#deps.client.run('media.save', { operationId });
        if (file.url !== null) this.#deps.files.download(file.url, file.name);
        return file;
      }
      const extension = /[^.]+$/u.exec(files[0]?.url ?? '')?.[0] ?? 'bin';
      const chosen = await this.#deps.files.chooseFile({ purpose: 'export', suggestedName: cutText(order.prompt, 60), extension });
      if (!chosen.ok || chosen.value === null) return undefined;
      // The system's own dialog has asked before a file is written over.
      return this.#deps.client.run('media.save', { operationId, path: chosen.value, overwrite: true });
    });
  };

  /** Gives a result to another panel: by the service's address while that lives, and as the file that is on this machine. */
  readonly giveTo = async ({ operation, kind, order }: MediaRecord, panel: string): Promise<void> => {
    const file = operation.files[0];
    if (!file) return;
    if (panel === 'dubbing') {
      // A dub is of a file: it has its own copy.
      this.#deps.dubbingMode.showDubbing('timeline');
      this.#deps.window.store.setState({ panel });
      const words = order.prompt.replaceAll(/[^\p{L}\p{N} ]+/gu, ' ').trim();
      await this.#deps.dubFromResult.dubFromKept(file, cutText(words, 60));
      return;
    }
    const answer = await attempt(() => this.#deps.client.run('media.address', { operationId: operation.operationId }));
    this.#deps.handOver.handOver(
      { kind, name: cutText(order.prompt, 60), address: answer.ok ? answer.value.address : null, fileUrl: file.url },
      panel,
    );
  };

  /** What an operation became. */
  #takeOver(operation: PaidOperation): void {
    const { items } = this.#now();
    const at = items.findIndex((item) => item.operation.operationId === operation.operationId);
    const known = items[at];
    if (!known) {
      void this.loadGallery();
      return;
    }
    this.#set({ items: items.with(at, { ...known, operation }) });
    if (known.operation.state === operation.state) return;
    if (operation.state === 'done')
      this.#deps.announce(
        messages.imagesVideo.ready(
          known.kind === 'image' ? messages.imagesVideo.imageSubject : messages.imagesVideo.videoSubject,
          cutText(known.order.prompt, 60),
        ),
      );
    if (operation.state === 'failed')
      this.#deps.announce(
        messages.imagesVideo.notCreated(known.kind === 'image' ? messages.imagesVideo.imageSubject : messages.imagesVideo.videoSubject),
      );
  }

  /** Keeps gallery and catalogue true while the panel is shown. */
  readonly watchMedia = (): (() => void) => {
    if (this.#deps.studio.store.getState().connection?.state === 'ready') void this.loadCatalogues();
    void this.loadGallery();
    const stops = [
      this.#deps.host.whenOpenedLater(() => void this.loadGallery()),
      this.#deps.studio.onOperation((operation) => {
        if (operation.family === 'image' || operation.family === 'video') this.#takeOver(operation);
      }),
      this.#deps.studio.store.subscribe((after, before) => {
        const isOther = after.connection?.id !== before.connection?.id;
        if (isOther) this.#set({ catalogue: { image: loading, video: loading } });
        if (after.connection?.state === 'ready' && (isOther || before.connection?.state !== 'ready')) void this.loadCatalogues();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

const none: readonly MediaModel[] = [];

/** There is no picture yet, and none that was removed or that a search hides. */
export const hasNothing = ({ gallery, items, search, kind, showRemoved }: MediaState): boolean =>
  gallery.state === 'ready' && items.length === 0 && search.trim() === '' && kind === 'all' && !showRemoved;

export const modelsOf = ({ catalogue }: Pick<MediaState, 'catalogue'>, kind: MediaType): readonly MediaModel[] => {
  const known = catalogue[kind];
  return known.state === 'ready' ? known.models : none;
};

const noNames: readonly string[] = [];

/** Entries of the catalogue that are no models as far as the studio can tell, by name. */
export const notUnderstoodOf = ({ catalogue }: Pick<MediaState, 'catalogue'>, kind: MediaType): readonly string[] => {
  const known = catalogue[kind];
  return known.state === 'ready' ? known.notUnderstood : noNames;
};

export const unavailableWords: Readonly<Record<MediaType, string>> = {
  image: messages.imagesVideo.imagesNotOffered,
  video: messages.imagesVideo.videosNotOffered,
};

const referenceOf = ({ from }: Reference): MediaReference =>
  'record' in from ? { operationId: from.record.operation.operationId } : { address: from.address };

const pageSize = 40;
