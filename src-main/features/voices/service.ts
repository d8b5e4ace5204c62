import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { VoicesStatus } from '#shared/operations/voices.ts';
import { findDefaultModel, findFamily } from '#shared/wire/models.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { CatalogueVoice, Voice } from '#shared/catalogue/voices.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Log } from '../../infra/platform.ts';
import { AnswerCache } from './answer-cache.ts';
import { VoiceCatalogue } from './catalogue.ts';
import { keepNoLists, openKeptLists } from './list-store.ts';
import { bareVoice, readVoice } from './single.ts';
import { message } from '#shared/messages/message.ts';

/** The voices and models of the connected service, kept for a short while. */
export interface VoiceDirectory {
  services: Pick<Services, 'voices.list' | 'voices.refresh' | 'models.list'>;
  /** Fails with `not-found`, and `choose-voice` as the next step, for a voice that the service does not have. */
  voice(voiceId: string, signal?: AbortSignal): Promise<Voice>;
  /** What was known of a voice last, however long ago. */
  lastKnown(voiceId: string): CatalogueVoice | undefined;
  models(signal?: AbortSignal): Promise<readonly Model[]>;
  /** The same for what is only shown, such as an estimate: what was known last where the service cannot be asked. */
  readonly orLastKnown: Pick<VoiceDirectory, 'voice' | 'models'>;
  /** The next question for models is asked of the service: it said that one is not available. */
  forgetModels(): void;
  /** A voice was made, or deleted: it is in the list, or out of it, at once, and the list is read again in the background. */
  changed(voice: { made: string; name?: string } | { deleted: string }): Promise<void>;
  /** Tells that the list has changed. */
  onChange(listener: () => void): () => void;
  onStatus(listener: (status: VoicesStatus) => void): () => void;
  close(): Promise<void>;
}

/** How long an answer is good for, in milliseconds. */
const goodFor = { voice: 5 * 60_000, models: 60_000 } as const;

interface Options {
  connection: ConnectionKeeper;
  log: Log;
  /** Without a folder of a profile nothing is stored for the next start. */
  profileDirectory?: string;
  now?: () => number;
}

/** The voices and models of the connected service; what they are asked for by names the service, for one's voices are never another's. */
export class ServiceVoices implements VoiceDirectory {
  readonly #connection: ConnectionKeeper;
  readonly #log: Log;
  readonly #single: AnswerCache<CatalogueVoice>;
  readonly #models: AnswerCache<readonly Model[]>;
  readonly #catalogue: VoiceCatalogue;
  readonly #listeners = new Set<() => void>();
  readonly #statusListeners = new Set<(status: VoicesStatus) => void>();
  readonly #stopListening: () => void;

  constructor({ connection, log, profileDirectory, now = Date.now }: Options) {
    this.#connection = connection;
    this.#log = log;
    this.#single = new AnswerCache(goodFor.voice, now);
    this.#models = new AnswerCache(goodFor.models, now);
    this.#catalogue = new VoiceCatalogue({
      connection,
      log,
      now,
      kept: profileDirectory === undefined ? keepNoLists : openKeptLists(profileDirectory, log),
      onList: (connectionId, listed) => this.#putList(connectionId, listed),
      onStatus: (status) => {
        for (const listener of this.#statusListeners) listener(status);
      },
    });
    this.#stopListening = connection.onChange(({ state }) => {
      if (state === 'ready') this.#catalogue.refreshSoon(); // another key may see other voices
    });
  }

  readonly services: VoiceDirectory['services'] = {
    'voices.list': async (_input, { signal }) => this.#catalogue.list(signal),
    'voices.refresh': async () => {
      await this.#catalogue.refresh();
      return null;
    },
    'models.list': async (_input, { signal }) => {
      const { value, asOf } = await this.#readModels(signal);
      return { models: [...value], asOf };
    },
  };

  readonly orLastKnown: VoiceDirectory['orLastKnown'] = {
    voice: (voiceId, signal) => this.#orLast(this.lastKnown(voiceId), () => this.#readVoice(voiceId, signal)),
    models: (signal) => this.#orLast(this.#models.last(this.#nameOf('models')), () => this.#readModels(signal)),
  };

  async voice(voiceId: string, signal?: AbortSignal): Promise<Voice> {
    try {
      return (await this.#readVoice(voiceId, signal)).value;
    } catch (thrown) {
      if (!(thrown instanceof FailureError) || thrown.failure.kind !== 'not-found') throw thrown;
      throw fail('not-found', message('voices.voiceGoneAtService'), {
        ...thrown.failure,
        next: 'choose-voice',
        field: 'voiceId',
      });
    }
  }

  lastKnown(voiceId: string): CatalogueVoice | undefined {
    return this.#single.last(this.#nameOf(voiceId));
  }

  async models(signal?: AbortSignal): Promise<readonly Model[]> {
    return (await this.#readModels(signal)).value;
  }

  forgetModels(): void {
    this.#models.clear();
  }

  async changed(change: { made: string; name?: string } | { deleted: string }): Promise<void> {
    if ('deleted' in change) {
      this.#single.drop(this.#nameOf(change.deleted));
      this.#catalogue.drop(change.deleted);
    } else await this.#putMade(change);
    this.#catalogue.refreshSoon();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onStatus(listener: (status: VoicesStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#catalogue.close();
  }

  #putList(connectionId: string, listed: readonly CatalogueVoice[]): void {
    for (const voice of listed) this.#single.put(`${connectionId} ${voice.voiceId}`, voice);
    for (const listener of this.#listeners) listener();
  }

  async #putMade({ made: voiceId, name }: { made: string; name?: string }): Promise<void> {
    this.#single.drop(this.#nameOf(voiceId));
    const made = { ...bareVoice(voiceId), isPersonal: true, ...(name !== undefined && { name }) };
    const read = async (): Promise<CatalogueVoice> => readVoice(await this.#connection.ready(), voiceId, made);
    await this.#single.get(this.#nameOf(voiceId), read).then(
      ({ value }) => this.#catalogue.put(value),
      (thrown: unknown) => this.#log.info('a new voice could not be read yet', { kind: toFailure(thrown).kind }),
    );
  }

  #nameOf(what: string): string {
    return `${this.#connection.current().id} ${what}`;
  }

  #readModels(signal?: AbortSignal): ReturnType<AnswerCache<readonly Model[]>['get']> {
    return this.#models.get(this.#nameOf('models'), async () => (await (await this.#connection.ready(signal)).capabilities(signal)).models);
  }

  #readVoice(voiceId: string, signal?: AbortSignal): ReturnType<AnswerCache<CatalogueVoice>['get']> {
    return this.#single.get(this.#nameOf(voiceId), async () =>
      readVoice(await this.#connection.ready(signal), voiceId, this.lastKnown(voiceId), signal),
    );
  }

  async #orLast<T>(last: T | undefined, read: () => Promise<{ value: T }>): Promise<T> {
    if (last !== undefined && this.#connection.current().state === 'failed') return last;
    try {
      return (await read()).value;
    } catch (thrown) {
      if (last === undefined || toFailure(thrown).kind === 'not-found') throw thrown;
      return last;
    }
  }
}

/** The id of the model that answers for a voice when none is named: its family's default where the voice has that, else its first. */
export function answeringModel(voice: Voice, modelId: string | null): string | undefined {
  if (modelId !== null) return modelId;
  const first = voice.modelIds[0];
  const family = first === undefined ? undefined : findFamily(first);
  const usual = family === undefined ? undefined : findDefaultModel(family);
  return usual !== undefined && voice.modelIds.includes(usual) ? usual : first;
}
