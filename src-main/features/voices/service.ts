import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { VoicesStatus } from '#shared/operations/voices.ts';
import { defaultModelOf, familyOf } from '#shared/wire/models.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { CatalogueVoice, Voice } from '#shared/catalogue/voices.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Log } from '../../infra/platform.ts';
import { createCatalogue } from './catalogue.ts';
import { keepNoLists, openKeptLists } from './list-store.ts';
import { bareVoice, readVoice } from './single.ts';
import { message } from '#shared/messages/message.ts';

/** The voices and models of the connected service, kept for a short while. */
export interface VoiceBook {
  services: Pick<Services, 'voices.list' | 'voices.refresh' | 'models.list'>;
  /** Fails with `not-found`, and `choose-voice` as the next step, for a voice that the service does not have. */
  voice(voiceId: string, signal?: AbortSignal): Promise<Voice>;
  /** What was known of a voice last, however long ago. */
  lastKnown(voiceId: string): CatalogueVoice | undefined;
  models(signal?: AbortSignal): Promise<readonly Model[]>;
  /** The same for what is only shown, such as an estimate: what was known last where the service cannot be asked. */
  readonly orLastKnown: Pick<VoiceBook, 'voice' | 'models'>;
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

/** Without a folder of a profile nothing is kept for the next start. */
export function createVoices(options: {
  connection: ConnectionKeeper;
  log: Log;
  profileDirectory?: string;
  now?: () => number;
}): VoiceBook {
  const { connection, log } = options;
  const now = options.now ?? Date.now;
  const single = createShelf<CatalogueVoice>(goodFor.voice, now);
  const listeners = new Set<() => void>();
  const models = createShelf<readonly Model[]>(goodFor.models, now);

  /** Who says so is part of the name: one service's voices are never another's. */
  const at = (name: string): string => `${connection.current().id} ${name}`;

  const statusListeners = new Set<(status: VoicesStatus) => void>();
  const catalogue = createCatalogue({
    connection,
    log,
    now,
    kept: options.profileDirectory === undefined ? keepNoLists : openKeptLists(options.profileDirectory, log),
    onList: (connectionId, listed) => {
      for (const voice of listed) single.put(`${connectionId} ${voice.voiceId}`, voice);
      for (const listener of listeners) listener();
    },
    onStatus: (status) => {
      for (const listener of statusListeners) listener(status);
    },
  });
  const stopListening = connection.onChange(({ state }) => {
    if (state === 'ready') catalogue.refreshSoon(); // another key may see other voices
  });
  const readModels = (signal?: AbortSignal) =>
    models.get(at('models'), async () => (await (await connection.ready(signal)).capabilities(signal)).models);
  const readKnown = (voiceId: string, signal?: AbortSignal) =>
    single.get(at(voiceId), async () => readVoice(await connection.ready(signal), voiceId, single.last(at(voiceId)), signal));
  const orLast = async <T>(last: T | undefined, read: () => Promise<{ value: T }>): Promise<T> => {
    if (last !== undefined && connection.current().state === 'failed') return last;
    try {
      return (await read()).value;
    } catch (thrown) {
      if (last === undefined || toFailure(thrown).kind === 'not-found') throw thrown;
      return last;
    }
  };

  return {
    services: {
      'voices.list': async (_input, { signal }) => catalogue.list(signal),
      'voices.refresh': async () => {
        await catalogue.refresh();
        return null;
      },
      'models.list': async (_input, { signal }) => {
        const { value, asOf } = await readModels(signal);
        return { models: [...value], asOf };
      },
    },
    voice: async (voiceId, signal) => {
      try {
        return (await readKnown(voiceId, signal)).value;
      } catch (thrown) {
        if (!(thrown instanceof FailureError) || thrown.failure.kind !== 'not-found') throw thrown;
        throw fail('not-found', message('voices.voiceOfBlockGone'), {
          ...thrown.failure,
          next: 'choose-voice',
          field: 'voiceId',
        });
      }
    },
    lastKnown: (voiceId) => single.last(at(voiceId)),
    models: async (signal) => (await readModels(signal)).value,
    orLastKnown: {
      voice: (voiceId, signal) => orLast(single.last(at(voiceId)), () => readKnown(voiceId, signal)),
      models: (signal) => orLast(models.last(at('models')), () => readModels(signal)),
    },
    forgetModels: () => models.clear(),
    changed: async (change) => {
      if ('deleted' in change) {
        single.drop(at(change.deleted));
        catalogue.drop(change.deleted);
      } else {
        single.drop(at(change.made));
        const made = { ...bareVoice(change.made), isPersonal: true, ...(change.name !== undefined && { name: change.name }) };
        const read = async () => readVoice(await connection.ready(), change.made, made);
        await single.get(at(change.made), read).then(
          ({ value }) => catalogue.put(value),
          (thrown: unknown) => log.info('a new voice could not be read yet', { kind: toFailure(thrown).kind }),
        );
      }
      catalogue.refreshSoon();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStatus: (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    close: async () => {
      stopListening();
      await catalogue.close();
    },
  };
}

/** The id of the model that answers for a voice when none is named: its family's default where the voice has that, else its first. */
export function answeringModel(voice: Voice, modelId: string | null): string | undefined {
  if (modelId !== null) return modelId;
  const first = voice.modelIds[0];
  const family = first === undefined ? undefined : familyOf(first);
  const usual = family === undefined ? undefined : defaultModelOf(family);
  return usual !== undefined && voice.modelIds.includes(usual) ? usual : first;
}

interface Shelf<T> {
  get(name: string, read: () => Promise<T>): Promise<{ value: T; asOf: number }>;
  /** Whatever its age. */
  last(name: string): T | undefined;
  put(name: string, value: T): void;
  drop(name: string): void;
  clear(): void;
}

/** Answers that are good for a while. Failures are not kept; nobody's cancelled read fails another's. */
function createShelf<T>(goodForMs: number, now: () => number): Shelf<T> {
  const maximumNames = 60_000;
  const kept = new Map<string, { value: T; asOf: number }>();
  const put = (name: string, value: T): { value: T; asOf: number } => {
    if (kept.size >= maximumNames) kept.clear();
    const entry = { value, asOf: now() };
    kept.set(name, entry);
    return entry;
  };
  return {
    get: async (name, read) => {
      const entry = kept.get(name);
      if (entry !== undefined && now() - entry.asOf < goodForMs) return entry;
      return put(name, await read());
    },
    last: (name) => kept.get(name)?.value,
    put: (name, value) => void put(name, value),
    drop: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}
