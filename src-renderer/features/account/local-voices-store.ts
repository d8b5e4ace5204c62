import { create } from 'zustand';
import { fail, type Failure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { addedLimits, type AddedModel, type ModelPackage } from '#shared/wire/added-models.ts';
import type { StudioClient } from '../../core/host/client.ts';
import { attempt } from '../../core/host/attempt.ts';
import type { DroppedFile } from '../../core/files/dropped-files.ts';
import type { uploadFile } from '../../core/files/upload-file.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toast, toastFailure } from '../../lib/toast.tsx';

export interface LocalVoicesDependencies {
  client: StudioClient;
  upload: typeof uploadFile;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
}

interface LocalVoicesState {
  /** Undefined while that is not known. */
  voices: AddedModel[] | undefined;
  /** What model folders need, and whether it is installed. */
  package: ModelPackage | undefined;
  /** Why the list could not be read. */
  failure: Failure | undefined;
  /** What is being added. */
  adding: string | undefined;
  /** Why the last one was not added. */
  refused: Failure | undefined;
}

/** Voices and recognisers that a person added to the local service. */
export class LocalVoicesStore {
  readonly store = create<LocalVoicesState>(() => ({
    voices: undefined,
    package: undefined,
    failure: undefined,
    adding: undefined,
    refused: undefined,
  }));
  readonly #deps: LocalVoicesDependencies;

  constructor(dependencies: LocalVoicesDependencies) {
    this.#deps = dependencies;
  }

  readonly loadLocalVoices = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('localVoices.list', null));
    this.store.setState(answer.ok ? { ...answer.value, failure: undefined } : { failure: answer.failure });
  };

  readonly dismissRefused = (): void => this.store.setState({ refused: undefined });

  /** Adds a voice of a file with what lies beside it, such as its licence, or the voices of a folder. Nothing is copied of what cannot be added. */
  readonly addLocalVoice = async (given: readonly DroppedFile[]): Promise<void> => {
    const files = withoutUnused(given);
    const [first] = files;
    if (first === undefined || this.store.getState().adding !== undefined) return;
    const name = nameOf(files) ?? first.name;
    this.store.setState({ adding: name, refused: undefined });
    this.#deps.announce(messages.localVoices.adding(name));
    const answer = await attempt(async () => {
      await this.#check(files);
      const uploaded = [];
      for (const { name: place, file } of files) uploaded.push({ name: place, uploadId: await this.#deps.upload(file) });
      return this.#deps.client.run('localVoices.add', { name, files: uploaded });
    });
    this.store.setState({ adding: undefined, refused: answer.ok ? undefined : answer.failure });
    if (!answer.ok) return;
    const { kind, name: called } = answer.value;
    this.#deps.announce(kind === 'whisper' ? messages.localVoices.addedRecognizer(called) : messages.localVoices.added(called));
    await this.loadLocalVoices();
  };

  /** Fails for what needs a package that is not there; it may have been installed since the list was read. */
  async #check(files: readonly DroppedFile[]): Promise<void> {
    if (files.length > addedLimits.files)
      throw fail('unprocessable', message('localVoices.tooManyFiles', addedLimits.files), { next: 'none', field: 'files' });
    if (!files.some(({ name }) => modelFile.test(name)) || typeof this.store.getState().package?.version === 'string') return;
    await this.loadLocalVoices();
    const { package: needed } = this.store.getState();
    if (needed?.version === null)
      throw fail('unprocessable', message('localVoices.noPackage', needed.name), { next: 'none', field: 'files' });
  }

  /** Takes a voice out, and offers to put it back. */
  readonly removeLocalVoice = async ({ id, name, kind }: Pick<AddedModel, 'id' | 'name' | 'kind'>): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('localVoices.remove', { id }));
    if (!answer.ok) {
      this.#deps.toastFailure(answer.failure);
      return;
    }
    await this.loadLocalVoices();
    const note = kind === 'whisper' ? messages.localVoices.removedRecognizerNote : messages.localVoices.removedNote;
    this.#deps.toast(messages.localVoices.removed(name), note, () => {
      void this.#restore(id, name);
      return true;
    });
  };

  async #restore(id: string, name: string): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('localVoices.restore', { id }));
    if (!answer.ok) {
      this.#deps.toastFailure(answer.failure);
      return;
    }
    this.#deps.announce(messages.localVoices.restored(name));
    await this.loadLocalVoices();
  }
}

const modelFile = /\.onnx(?:\.json)?$/iu;

/** A folder has more than its voice, such as examples of sound: that stays where it is. With nothing that a voice has, all is shown to the service, which names it. */
function withoutUnused(files: readonly DroppedFile[]): readonly DroppedFile[] {
  const used = files.filter(({ name }) =>
    /(?:^|\/)espeak-ng-data\/|\.(?:flitevox|onnx|json|txt|bin|md|weights|onnx[._]data)$|(?:^|\/)[^./]+$/iu.test(name),
  );
  return used.length > 0 ? used : files;
}

/** Of the folder that all came in, else of the voice. */
function nameOf(files: readonly DroppedFile[]): string | undefined {
  const [top = ''] = files[0]?.name.split('/') ?? [];
  if (files.every(({ name }) => name.startsWith(`${top}/`))) return top;
  return (files.find(({ name }) => /\.flitevox$/iu.test(name)) ?? files.find(({ name }) => modelFile.test(name)))?.name;
}
