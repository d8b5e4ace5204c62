import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import type { AddedModel } from '#shared/wire/added-models.ts';
import type { StudioClient } from '../../core/host/client.ts';
import { attempt } from '../../core/host/attempt.ts';
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
  /** Why the list could not be read. */
  failure: Failure | undefined;
  /** What is being added. */
  adding: string | undefined;
  /** Why the last one was not added. */
  refused: Failure | undefined;
}

/** Voices that a person added to the local service. */
export class LocalVoicesStore {
  readonly store = create<LocalVoicesState>(() => ({ voices: undefined, failure: undefined, adding: undefined, refused: undefined }));
  readonly #deps: LocalVoicesDependencies;

  constructor(dependencies: LocalVoicesDependencies) {
    this.#deps = dependencies;
  }

  readonly loadLocalVoices = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('localVoices.list', null));
    this.store.setState(answer.ok ? { voices: answer.value.voices, failure: undefined } : { failure: answer.failure });
  };

  readonly dismissRefused = (): void => this.store.setState({ refused: undefined });

  /** Adds a voice of a file, with what lies beside it, such as its licence. */
  readonly addLocalVoice = async (files: readonly File[]): Promise<void> => {
    const voice = files.find(({ name }) => /\.flitevox$/iu.test(name)) ?? files[0];
    if (voice === undefined || this.store.getState().adding !== undefined) return;
    this.store.setState({ adding: voice.name, refused: undefined });
    this.#deps.announce(messages.localVoices.adding(voice.name));
    const answer = await attempt(async () => {
      const uploaded = [];
      for (const file of files) uploaded.push({ name: file.name, uploadId: await this.#deps.upload(file) });
      return this.#deps.client.run('localVoices.add', { name: voice.name, files: uploaded });
    });
    this.store.setState({ adding: undefined, refused: answer.ok ? undefined : answer.failure });
    if (!answer.ok) return;
    this.#deps.announce(messages.localVoices.added(answer.value.name));
    await this.loadLocalVoices();
  };

  /** Takes a voice out, and offers to put it back. */
  readonly removeLocalVoice = async ({ id, name }: Pick<AddedModel, 'id' | 'name'>): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('localVoices.remove', { id }));
    if (!answer.ok) {
      this.#deps.toastFailure(answer.failure);
      return;
    }
    await this.loadLocalVoices();
    this.#deps.toast(messages.localVoices.removed(name), messages.localVoices.removedNote, () => {
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
