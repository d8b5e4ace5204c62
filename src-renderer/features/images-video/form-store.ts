import { z } from 'zod';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import { create } from 'zustand';
import { newId } from '#shared/ids.ts';
import { mediaRecordSchema, mostReferences, referenceRoles, type MediaRecord, type ReferenceRole } from '#shared/operations/media.ts';
import { findSourceType } from '#shared/operations/sources.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { importLimits, mediaAddress } from '#shared/wire/media-address.ts';
import { mediaTypes, promptCharacters, type MediaType } from '#shared/wire/media.ts';
import { type MediaModel } from '#shared/catalogue/media.ts';
import { attempt } from '../../core/host/attempt.ts';
import type { StudioClient } from '../../core/host/client.ts';
import { takenInWords, uploadFile } from '../../core/sources/sources-store.ts';
import { size } from '../../lib/format.ts';
import { isPictureFile } from '../../lib/picture-file.ts';
import { textProblem } from '../../lib/plain-text.ts';
import { messages } from '#shared/messages/index.ts';
import type { announce } from '../../lib/live-region.tsx';

/** A picture that the next request refers to: one of the gallery, or an address; `shown` where that is a file of this machine. */
export interface Reference {
  id: string;
  role: ReferenceRole;
  from: { record: MediaRecord } | { address: string; shown?: { name: string; url: string } };
}

export interface MediaForm {
  kind: MediaType;
  prompt: string;
  /** By kind, so that changing to and fro keeps what was chosen. */
  model: Readonly<Record<MediaType, string | null>>;
  aspectRatio: string;
  resolution: string;
  seconds: number;
  size: string;
  references: readonly Reference[];
  /** An address that is being typed. */
  typed: string;
}

interface FormState {
  form: MediaForm;
  /** Somebody has asked for what is in the form; from then on what lacks is said. */
  asked: boolean;
  /** Why what is typed is no address; said when it was to be added. */
  addressProblem: string | undefined;
  /** The file that is being added. */
  adding: string | undefined;
  /** Why a file was not added. */
  fileProblem: string | undefined;
}

export interface MediaFormDependencies {
  client: StudioClient;
  announce: typeof announce;
}

const storedReference = z.object({
  id: z.string(),
  role: z.enum(referenceRoles),
  from: z.union([
    z.object({ record: mediaRecordSchema }),
    z.object({ address: mediaAddress, shown: z.object({ name: z.string(), url: z.string() }).exactOptional() }),
  ]),
});

/** What was written and referred to, over a reload. */
const keptForm = keptInWindow(
  'media-prompt',
  z.object({ kind: z.enum(mediaTypes), prompt: z.string(), references: z.array(storedReference).catch([]) }),
);

/** The form of the next image or video. */
export class MediaFormStore {
  readonly store = create<FormState>(() => ({
    form: {
      kind: 'image',
      prompt: '',
      model: { image: null, video: null },
      references: [],
      typed: '',
      aspectRatio: '16:9',
      resolution: '1k',
      seconds: 4,
      size: '1280x720',
      ...keptForm.get(),
    },
    asked: false,
    addressProblem: undefined,
    adding: undefined,
    fileProblem: undefined,
  }));
  readonly #deps: MediaFormDependencies;
  readonly #now = this.store.getState;

  constructor(dependencies: MediaFormDependencies) {
    this.#deps = dependencies;
    this.store.subscribe(({ form: { kind, prompt, references } }, { form: before }) => {
      if (prompt !== before.prompt || kind !== before.kind || references !== before.references)
        keptForm.set({ kind, prompt, references: [...references] });
    });
  }

  /** Another kind keeps the references: an image becomes a frame of a video by its place. */
  readonly changeMediaForm = (change: Partial<MediaForm>): void => {
    const { form } = this.#now();
    const isOther = change.kind !== undefined && change.kind !== form.kind;
    this.store.setState({ form: { ...form, ...change }, ...(isOther && { addressProblem: undefined }) });
  };

  /** Takes over the address that was typed, or says what is wrong with it. */
  readonly addAddress = (): void => {
    const address = this.#now().form.typed.trim();
    const read = mediaAddress.safeParse(address);
    if (!read.success) {
      const problem =
        address === ''
          ? messages.imagesVideo.urlEmpty
          : messages.imagesVideo.urlProblem(read.error.issues[0]?.message ?? messages.imagesVideo.urlInvalid);
      this.store.setState({ addressProblem: problem });
      this.#deps.announce(problem);
      return;
    }
    this.store.setState({ addressProblem: undefined });
    this.changeMediaForm({
      typed: '',
      references: [...this.#now().form.references, { id: newId(), role: 'reference', from: { address } }],
    });
    this.#deps.announce(messages.imagesVideo.referenceAdded(String(this.#now().form.references.length)));
  };

  readonly addReference = (record: MediaRecord): void => {
    const { references } = this.#now().form;
    if (references.some(({ from }) => 'record' in from && from.record.operation.operationId === record.operation.operationId)) {
      this.#deps.announce(messages.imagesVideo.alreadyReference);
      return;
    }
    this.changeMediaForm({ references: [...references, { id: newId(), role: 'reference', from: { record } }] });
    this.#deps.announce(messages.imagesVideo.referenceAdded(String(references.length + 1)));
  };

  /** Keeps files of this machine where the service can get them, and refers to them; says which cannot be used, and why. */
  readonly addFiles = async (files: readonly File[]): Promise<void> => {
    this.store.setState({ fileProblem: undefined });
    for (const file of files) {
      const problem = fileProblem(file) ?? (await this.#addFile(file));
      if (problem === undefined) continue;
      this.store.setState({ fileProblem: problem });
      this.#deps.announce(problem);
    }
  };

  /** Answers why it could not be kept. */
  async #addFile(file: File): Promise<string | undefined> {
    // What cannot be read is not judged here: handing it over says why.
    if (!(await isPictureFile(file).catch(() => true))) return messages.imagesVideo.notAPicture(file.name);
    this.store.setState({ adding: file.name });
    const kept = await attempt(async () =>
      this.#deps.client.run('source.keep', { kind: 'image', name: file.name.slice(-255), uploadId: await uploadFile(file) }),
    );
    this.store.setState({ adding: undefined });
    if (!kept.ok) return plainFailure(kept.failure);
    const { address, url } = kept.value;
    const { references } = this.#now().form;
    this.changeMediaForm({
      references: [...references, { id: newId(), role: 'reference', from: { address, shown: { name: file.name, url } } }],
    });
    this.#deps.announce(messages.imagesVideo.referenceAdded(String(references.length + 1)));
    return undefined;
  }

  readonly removeReference = (id: string): void => {
    this.changeMediaForm({ references: this.#now().form.references.filter((reference) => reference.id !== id) });
    this.#deps.announce(messages.imagesVideo.referenceRemoved);
  };

  readonly setRole = (id: string, role: ReferenceRole): void =>
    this.changeMediaForm({
      references: this.#now().form.references.map((reference) => (reference.id === id ? { ...reference, role } : reference)),
    });

  /** Moves a reference to a place among the others, from 0. */
  readonly placeReference = (id: string, place: number): void => {
    const { references } = this.#now().form;
    const moved = references.find((reference) => reference.id === id);
    if (!moved || place < 0 || place >= references.length) return;
    this.changeMediaForm({ references: references.filter((reference) => reference !== moved).toSpliced(place, 0, moved) });
    this.#deps.announce(messages.imagesVideo.referenceMoved(String(place + 1), String(references.length)));
  };

  /** Puts what an image or a video was made of into the form, to be changed. `recordOf` finds the gallery's images again. */
  readonly adjust = ({ kind, order }: MediaRecord, recordOf: (operationId: string) => MediaRecord | undefined): void => {
    const { form } = this.#now();
    const references = order.references.map(({ role, address, operationId }): Reference => {
      const record = operationId === null ? undefined : recordOf(operationId);
      return { id: newId(), role, from: record ? { record } : { address } };
    });
    this.store.setState({
      form: {
        kind,
        prompt: order.prompt,
        model: { ...form.model, [kind]: order.model },
        references,
        typed: '',
        aspectRatio: order.aspectRatio ?? form.aspectRatio,
        resolution: order.resolution ?? form.resolution,
        seconds: order.seconds ?? form.seconds,
        size: order.size ?? form.size,
      },
      asked: false,
      addressProblem: undefined,
    });
    this.#deps.announce(messages.imagesVideo.addedToForm);
  };
}

/** Why a file can be no reference; undefined where it can. */
function fileProblem({ name, size: bytes }: File): string | undefined {
  const most = importLimits.bytes.image;
  if (findSourceType('image', name) === undefined)
    return messages.sources.wrongType(name, messages.imagesVideo.aPicture, takenInWords('image'));
  if (bytes === 0) return messages.sources.fileEmpty(name);
  return bytes > most ? messages.imagesVideo.pictureTooLarge(name, size(bytes), size(most)) : undefined;
}

/** The model that is chosen, else the first that can be had. */
export function chosenModel({ kind, model }: Pick<MediaForm, 'kind' | 'model'>, models: readonly MediaModel[]): MediaModel | undefined {
  return models.find(({ id }) => id === model[kind]) ?? models.find(({ available }) => available);
}

const oneOf = <T>(wanted: T, offered: readonly T[] | undefined): T =>
  offered === undefined || offered.includes(wanted) ? wanted : (offered[0] ?? wanted);

/** What a model offers of what is chosen: its first where it does not offer that. */
export function settled(
  form: MediaForm,
  model: MediaModel | undefined,
): Pick<MediaForm, 'aspectRatio' | 'resolution' | 'seconds' | 'size'> {
  return {
    aspectRatio: oneOf(form.aspectRatio, model?.aspectRatios),
    resolution: oneOf<string>(form.resolution, model?.resolutions),
    seconds: oneOf(form.seconds, model?.seconds),
    size: oneOf(form.size, model?.sizes),
  };
}

/** What a reference can be for a model; empty where it takes none. */
export function rolesOf(model: MediaModel | undefined): readonly ReferenceRole[] {
  if (!model || model.references.maximum === 0) return [];
  const { fields } = model.references;
  const roles: ReferenceRole[] = [];
  if (fields.includes('first_frame_url')) roles.push('first-frame');
  if (fields.includes('last_frame_url')) roles.push('last-frame');
  if (fields.some((field) => field.startsWith('image_url') || field === 'reference_image_urls') || roles.length === 0)
    roles.push('reference');
  return roles;
}

/** The role that each reference has with a model: its own where the model knows it, else by its place. A model that takes none is sent none. */
export function withRoles(references: readonly Reference[], model: MediaModel | undefined): readonly Reference[] {
  if (mostOf(model) === 0) return [];
  const roles = rolesOf(model);
  return references.map((reference, place) =>
    roles.length === 0 || roles.includes(reference.role)
      ? reference
      : { ...reference, role: roles[Math.min(place, roles.length - 1)] ?? 'reference' },
  );
}

export const mostOf = (model: MediaModel | undefined): number => Math.min(mostReferences, model?.references.maximum ?? mostReferences);

export interface MediaProblems {
  prompt?: string;
  references?: string;
}

/** What is wrong with the form, by field. What is merely still empty counts once somebody has asked for it. */
export function mediaProblems({ form, asked }: Pick<FormState, 'form' | 'asked'>, model: MediaModel | undefined): MediaProblems {
  const prompt = textProblem(form.prompt, { subject: messages.imagesVideo.promptSubject, most: promptCharacters, required: asked });
  const references = model === undefined ? undefined : referencesProblem(form, model);
  return { ...(prompt !== undefined && { prompt }), ...(references !== undefined && { references }) };
}

function referencesProblem(form: MediaForm, model: MediaModel): string | undefined {
  const { length } = form.references;
  const most = mostOf(model);
  if (length === 0 || most === 0) return undefined;
  if (length > most) return messages.imagesVideo.tooManyReferences(model.name, messages.imagesVideo.reference(most), String(length));
  const { resolutions } = model.references;
  if (resolutions && !(resolutions as readonly string[]).includes(settled(form, model).resolution))
    return messages.imagesVideo.referencesOnlyAt(model.name, resolutions.join(', '));
  const roles = withRoles(form.references, model).map(({ role }) => role);
  for (const [role, words] of [
    ['first-frame', 'first'],
    ['last-frame', 'last'],
  ] as const)
    if (roles.filter((one) => one === role).length > 1) return messages.imagesVideo.duplicateFrame(words);
  return undefined;
}

/** API quota that a request takes, by the catalogue; `null` where that does not say. */
export function quotaOf(form: MediaForm, model: MediaModel | undefined): number | null {
  if (!model) return null;
  const { resolution, seconds } = settled(form, model);
  if (form.kind === 'image') return model.quota[resolution] ?? null;
  const perSecond = model.quota['perSecond'];
  return perSecond === undefined ? null : perSecond * seconds;
}
