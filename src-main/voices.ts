import { fail, FailureError } from '#shared/failure.ts';
import type { Services } from '#shared/operations.ts';
import { defaultModelOf, familyOf, type Model } from '#shared/wire/models.ts';
import type { Voice } from '#shared/wire/voices.ts';
import type { ConnectionKeeper } from './connection.ts';
import type { Log } from './platform.ts';

/** The voices and models of the connected service, kept for a short while. */
export interface VoiceBook {
  services: Pick<Services, 'voices.list' | 'models.list'>;
  /** Fails with `not-found`, and `choose-voice` as the next step, for a voice that the service does not have. */
  voice(voiceId: string, signal?: AbortSignal): Promise<Voice>;
  models(signal?: AbortSignal): Promise<readonly Model[]>;
  /** The next question for models is asked of the service: it said that one is not available. */
  forgetModels(): void;
  /** The next question for voices is asked of the service: one was made or deleted. */
  forgetVoices(): void;
  /** Tells that the voices have changed. */
  onChange(listener: () => void): () => void;
}

/** How long an answer is good for, in milliseconds. */
const goodFor = { voices: 30_000, voice: 5 * 60_000, models: 60_000 } as const;

export function createVoices(options: { connection: ConnectionKeeper; log: Log; now?: () => number }): VoiceBook {
  const { connection, log } = options;
  const now = options.now ?? Date.now;
  const voices = createShelf<Voice[]>(goodFor.voices, now);
  const single = createShelf<Voice>(goodFor.voice, now);
  const listeners = new Set<() => void>();
  const models = createShelf<readonly Model[]>(goodFor.models, now);

  /** Who says so is part of the name: one service's voices are never another's. */
  const at = (name: string): string => `${connection.current().id} ${name}`;

  const readVoices = (signal?: AbortSignal) =>
    voices.get(at('voices'), async () => {
      const found = await (await connection.ready(signal)).voices(signal);
      found.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.voiceId < b.voiceId ? -1 : 1));
      for (const voice of found) single.put(at(voice.voiceId), voice);
      log.debug('voices read', { count: found.length });
      return found;
    });
  const readModels = (signal?: AbortSignal) =>
    models.get(at('models'), async () => (await (await connection.ready(signal)).capabilities(signal)).models);

  return {
    services: {
      'voices.list': async (_input, { signal }) => {
        const { value, asOf } = await readVoices(signal);
        return { voices: value, asOf };
      },
      'models.list': async (_input, { signal }) => {
        const { value, asOf } = await readModels(signal);
        return { models: [...value], asOf };
      },
    },
    voice: async (voiceId, signal) => {
      const read = async (): Promise<Voice> => (await connection.ready(signal)).voice(voiceId, signal);
      try {
        return (await single.get(at(voiceId), read)).value;
      } catch (thrown) {
        if (!(thrown instanceof FailureError) || thrown.failure.kind !== 'not-found') throw thrown;
        throw fail('not-found', 'The service does not have the voice of this block any more.', {
          ...thrown.failure,
          next: 'choose-voice',
          field: 'voiceId',
        });
      }
    },
    models: async (signal) => (await readModels(signal)).value,
    forgetModels: () => models.clear(),
    forgetVoices: () => {
      voices.clear();
      single.clear();
      for (const listener of listeners) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
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
  put(name: string, value: T): void;
  clear(): void;
}

/** Answers that are good for a while. Failures are not kept; nobody's cancelled read fails another's. */
function createShelf<T>(goodForMs: number, now: () => number): Shelf<T> {
  const maximumNames = 10_000;
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
    put: (name, value) => void put(name, value),
    clear: () => kept.clear(),
  };
}
