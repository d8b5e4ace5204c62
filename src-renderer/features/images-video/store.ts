import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { MediaRecord, MediaReference, ReferenceRole } from '#shared/operations/media.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { In } from '#shared/rpc.ts';
import { resolutions, type MediaType } from '#shared/wire/media.ts';
import type { MediaModel } from '#shared/catalogue/media.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { dubFromKept } from '../../core/dubbing-timeline/from-result.ts';
import { showDubbing } from '../../core/hand-over/dubbing-mode.ts';
import { chooseFile, download } from '../../core/files/files.ts';
import { attempt, studio, useHost } from '../../core/host/host.ts';
import { act } from '../../core/jobs/jobs.ts';
import { handOver } from '../../core/hand-over/media.ts';
import { addAddress, chosenModel, mediaProblems, settled, useMediaForm, withRoles, type Reference } from './form-store.ts';
import { onOperation, useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { useWindow } from '../../core/window/window.ts';
import { messages } from '#shared/messages/index.ts';

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
}

const loading = { state: 'loading' } as const;
export const useMedia = create<MediaState>(() => ({
  catalogue: { image: loading, video: loading },
  sending: false,
  failure: undefined,
  gallery: loading,
  items: [],
  next: null,
  search: '',
  kind: 'all',
}));

const set = useMedia.setState;
const now = useMedia.getState;
const none: readonly MediaModel[] = [];

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

let learning = 0;
/** What the service offers; read again when another one is connected. */
export async function loadCatalogues(): Promise<void> {
  const turn = (learning += 1);
  const of = async (mediaType: MediaType): Promise<Catalogue> => {
    const answer = await attempt(() => studio().run('media.models', { mediaType }));
    return answer.ok ? { state: 'ready', ...answer.value } : { state: 'failed', failure: answer.failure };
  };
  const [image, video] = await Promise.all([of('image'), of('video')]);
  if (turn === learning) set({ catalogue: { image, video } });
}

/** Why nothing can be made now, in words; undefined where it can. */
export function whyNotMade(
  state: Pick<MediaState, 'catalogue' | 'sending'> = now(),
  { form }: Pick<ReturnType<typeof useMediaForm.getState>, 'form'> = useMediaForm.getState(),
  studioState: Parameters<typeof whyNotReady>[0] = useStudio.getState(),
): string | undefined {
  const unready = whyNotReady(studioState);
  if (unready !== undefined) return unready;
  if (state.sending) return messages.imagesVideo.sendingNow;
  const known = state.catalogue[form.kind];
  if (known.state === 'loading') return messages.imagesVideo.loadingModels;
  if (known.state === 'failed') return messages.imagesVideo.modelsNotLoaded;
  if (!known.available) return unavailableWords[form.kind];
  const model = chosenModel(form, known.models);
  if (!model) return messages.imagesVideo.noModels;
  return model.available ? undefined : messages.imagesVideo.notAvailable(model.name);
}

export const unavailableWords: Readonly<Record<MediaType, string>> = {
  image: messages.imagesVideo.imagesNotOffered,
  video: messages.imagesVideo.videosNotOffered,
};

/** Sends what is in the form. The answer comes when the service has taken it; the gallery tells the rest. */
export async function makeMedia(): Promise<void> {
  if (now().sending) return;
  useMediaForm.setState({ asked: true });
  // An address that was typed and not added is meant all the same.
  if (useMediaForm.getState().form.typed.trim() === '') useMediaForm.setState({ addressProblem: undefined });
  else addAddress();
  const { form, addressProblem } = useMediaForm.getState();
  if (addressProblem !== undefined) return;
  const model = chosenModel(form, modelsOf(now(), form.kind));
  const problem = Object.values(mediaProblems(useMediaForm.getState(), model))[0] as string | undefined;
  const why = problem ?? whyNotMade();
  if (why !== undefined || !model) {
    announce(why ?? messages.imagesVideo.chooseModel);
    return;
  }
  set({ sending: true, failure: undefined });
  const answer = await attempt(() => studio().run('media.make', orderOf(model)));
  set({ sending: false });
  if (answer.ok) {
    useMediaForm.setState({ asked: false });
    announce(messages.imagesVideo.accepted);
  } else set({ failure: answer.failure });
  await loadGallery();
}

function orderOf(model: MediaModel): In<Operations['media.make']> {
  const { form } = useMediaForm.getState();
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

const referenceOf = ({ from }: Reference): MediaReference =>
  'record' in from ? { operationId: from.record.operation.operationId } : { address: from.address };

const pageSize = 40;
let reading = 0;

/** The gallery from its newest on, as far as it was shown. */
export async function loadGallery(): Promise<void> {
  const turn = (reading += 1);
  const { search, kind, items } = now();
  const limit = Math.min(100, Math.max(pageSize, items.length));
  const answer = await attempt(() => studio().run('media.gallery', { search, limit, ...(kind !== 'all' && { kind }) }));
  if (turn !== reading) return;
  set(
    answer.ok
      ? { gallery: { state: 'ready' }, items: answer.value.items, next: answer.value.next }
      : { gallery: { state: 'failed', failure: answer.failure } },
  );
}

export async function loadMoreMedia(): Promise<void> {
  const { search, kind, next } = now();
  if (next === null) return;
  const turn = reading;
  const answer = await attempt(() =>
    studio().run('media.gallery', { search, before: next, limit: pageSize, ...(kind !== 'all' && { kind }) }),
  );
  if (turn !== reading) return;
  if (answer.ok) set({ items: [...now().items, ...answer.value.items], next: answer.value.next });
  else toastFailure(answer.failure);
}

export function narrowGallery(change: Partial<Pick<MediaState, 'search' | 'kind'>>): void {
  set(change);
  void loadGallery();
}

export const recordOf = (operationId: string): MediaRecord | undefined =>
  now().items.find(({ operation }) => operation.operationId === operationId);

/** What the rules allow by hand: to wait no longer, or to go on. */
export async function actOn(name: 'jobs.retry' | 'jobs.stopWaiting', { operation }: MediaRecord): Promise<void> {
  const failure = await act(name, operation.operationId);
  if (failure) toastFailure(failure);
  else announce(name === 'jobs.retry' ? messages.imagesVideo.waitingAgain : messages.imagesVideo.stoppedWaiting);
  await loadGallery();
}

/** A copy where the person wants it, or a download. `undefined` when the dialog was closed. */
export async function saveMedia({ operation, order }: MediaRecord) {
  return attempt(async () => {
    const { operationId, files } = operation;
    const { host } = useHost.getState();
    if (host?.nativeDialogs !== true || !host.writesToChosenPath) {
      const file = await studio().run('media.save', { operationId });
      if (file.url !== null) download(file.url, file.name);
      return file;
    }
    const extension = /[^.]+$/u.exec(files[0]?.url ?? '')?.[0] ?? 'bin';
    const chosen = await chooseFile({ purpose: 'export', suggestedName: order.prompt.slice(0, 60), extension });
    if (!chosen.ok || chosen.value === null) return undefined;
    // The system's own dialog has asked before a file is written over.
    return studio().run('media.save', { operationId, path: chosen.value, overwrite: true });
  });
}

/** Gives a result to another panel: by the service's address while that lives, and as the file that is on this machine. */
export async function giveTo({ operation, kind, order }: MediaRecord, panel: string): Promise<void> {
  const file = operation.files[0];
  if (!file) return;
  if (panel === 'dubbing') {
    // A dub is of a file: it has its own copy.
    showDubbing('timeline');
    useWindow.setState({ panel });
    await dubFromKept(
      file,
      order.prompt
        .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
        .trim()
        .slice(0, 60),
    );
    return;
  }
  const answer = await attempt(() => studio().run('media.address', { operationId: operation.operationId }));
  handOver({ kind, name: order.prompt.slice(0, 60), address: answer.ok ? answer.value.address : null, fileUrl: file.url }, panel);
}

/** What an operation became. */
function told(operation: PaidOperation): void {
  const { items } = now();
  const at = items.findIndex((item) => item.operation.operationId === operation.operationId);
  const known = items[at];
  if (!known) {
    void loadGallery();
    return;
  }
  set({ items: items.with(at, { ...known, operation }) });
  if (known.operation.state === operation.state) return;
  if (operation.state === 'done')
    announce(
      messages.imagesVideo.ready(
        known.kind === 'image' ? messages.imagesVideo.imageSubject : messages.imagesVideo.videoSubject,
        known.order.prompt.slice(0, 60),
      ),
    );
  if (operation.state === 'failed')
    announce(
      messages.imagesVideo.notCreated(known.kind === 'image' ? messages.imagesVideo.imageSubject : messages.imagesVideo.videoSubject),
    );
}

/** Keeps gallery and catalogue true while the panel is shown. */
export function watchMedia(): () => void {
  void loadGallery();
  if (useStudio.getState().connection?.state === 'ready') void loadCatalogues();
  const stops = [
    onOperation((operation) => {
      if (operation.family === 'image' || operation.family === 'video') told(operation);
    }),
    useStudio.subscribe((after, before) => {
      const isOther = after.connection?.id !== before.connection?.id;
      if (isOther) set({ catalogue: { image: loading, video: loading } });
      if (after.connection?.state === 'ready' && (isOther || before.connection?.state !== 'ready')) void loadCatalogues();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
