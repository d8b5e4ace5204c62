import { FailureError, toFailure, type Failure } from '#shared/failure.ts';
import type { VoicesStatus } from '#shared/operations/voices.ts';
import type { CatalogueVoice, ListedVoice, Voice } from '#shared/catalogue/voices.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Log } from '../../infra/platform.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import { readPages } from '../../service-client/reading/list.ts';
import type { KeptLists } from './list-store.ts';

interface Listed {
  voices: CatalogueVoice[];
  asOf: number;
  /** Read from the service in this run; a kept list of an earlier one may name what is gone, and lack what is new. */
  fresh: boolean;
}

/** Every voice of the connected service: at once from what is kept, and read again in the background, page by page. */
export interface Catalogue {
  /** Fails only where nothing is kept, or the account may not list voices. */
  list(signal?: AbortSignal): Promise<Listed>;
  /** Reads the list again. Whoever asks meanwhile waits for one that began after they asked. */
  refresh(): Promise<void>;
  /** Reads it again in the background, where anybody has asked for it at all. */
  refreshSoon(): void;
  /** A voice that was made: it is in the list before the list is read again. */
  put(voice: Voice): void;
  drop(voiceId: string): void;
  close(): Promise<void>;
}

/** After this a list is read again when it is asked for, in milliseconds. */
const goodFor = 60_000;
const pageSize = 100;
const pagesAtOnce = 4;
const maximumPages = 500;

export function createCatalogue(options: {
  connection: ConnectionKeeper;
  kept: KeptLists;
  log: Log;
  now: () => number;
  onList: (connectionId: string, voices: readonly CatalogueVoice[]) => void;
  onStatus: (status: VoicesStatus) => void;
}): Catalogue {
  const { connection, kept, log, now, onList, onStatus } = options;
  /** Of the current service; another one's begins anew. */
  let current:
    { connectionId: string; listed: Listed | undefined; json: string; failure: Failure | null; opening?: Promise<void> } | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const closing = new AbortController();

  const here = () => {
    const { id } = connection.current();
    if (current?.connectionId !== id) current = { connectionId: id, listed: undefined, json: '', failure: null };
    return current;
  };
  const tell = (reading: VoicesStatus['reading']): void => {
    const { connectionId, listed, failure } = here();
    onStatus({ connectionId, reading, failure, asOf: listed?.asOf ?? null, fresh: listed?.fresh ?? false });
  };

  const adopt = (connectionId: string, voices: CatalogueVoice[], read = { asOf: now(), fresh: true }): void => {
    const own = here();
    if (own.connectionId !== connectionId) return;
    voices.sort((one, other) => collator.compare(one.name, other.name) || (one.voiceId < other.voiceId ? -1 : 1));
    const json = JSON.stringify(voices);
    const changed = json !== own.json;
    own.listed = { voices, asOf: read.asOf, fresh: read.fresh };
    own.json = json;
    if (changed) {
      kept.write(connectionId, own.listed);
      onList(connectionId, voices);
    } else void kept.touch(connectionId, own.listed.asOf);
  };

  const read = async (): Promise<void> => {
    const { signal } = closing;
    const begun = here();
    tell({ read: 0, total: null });
    try {
      const client = await connection.ready(signal);
      const found = await client.voices(signal, maximumPages, (count, total) => tell({ read: count, total }));
      const known = new Map(begun.listed?.voices.map((voice) => [voice.voiceId, voice]));
      adopt(
        client.connectionId,
        found.map((voice) => withDetails(voice, known.get(voice.voiceId))),
      );
      begun.failure = null;
      log.debug('voices read', { count: found.length });
      const details = await readDetails(client, signal).catch((thrown: unknown) => {
        // The list is whole without what the earlier interface adds to it.
        log.info('the descriptions of voices could not be read', { kind: toFailure(thrown).kind });
        return undefined;
      });
      if (details)
        adopt(
          client.connectionId,
          found.map((voice) => withDetails(voice, detailsOf(details.get(voice.voiceId)))),
        );
    } catch (thrown) {
      begun.failure = toFailure(thrown);
      throw thrown;
    } finally {
      running = undefined;
      if (!signal.aborted) tell(null);
    }
  };

  const refresh = (): Promise<void> => {
    if (!running) return (running = read());
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return (running = read());
      });
    return next;
  };
  const refreshSoon = (): void => {
    if (current?.listed === undefined) return;
    refresh().catch((thrown: unknown) => log.info('the voices could not be read again', { kind: toFailure(thrown).kind }));
  };

  return {
    list: async (signal) => {
      const own = here();
      own.opening ??= kept.read(own.connectionId).then((list) => {
        if (list && own.listed === undefined) {
          own.listed = { ...list, fresh: false };
          own.json = JSON.stringify(list.voices);
          onList(own.connectionId, list.voices);
        }
      });
      await own.opening;
      signal?.throwIfAborted();
      const { listed } = own;
      if (listed === undefined) await refresh();
      else if (running === undefined && (!listed.fresh || now() - listed.asOf >= goodFor)) refreshSoon();
      if (own.failure?.kind === 'forbidden') throw new FailureError(own.failure);
      if (own.listed === undefined) throw new FailureError(own.failure ?? toFailure(undefined));
      return own.listed;
    },
    refresh,
    refreshSoon,
    put: (voice) => {
      const { connectionId, listed } = here();
      if (listed) adopt(connectionId, [...listed.voices.filter(({ voiceId }) => voiceId !== voice.voiceId), voice], listed);
    },
    drop: (voiceId) => {
      const { connectionId, listed } = here();
      if (listed?.voices.some((voice) => voice.voiceId === voiceId))
        adopt(
          connectionId,
          listed.voices.filter((voice) => voice.voiceId !== voiceId),
          listed,
        );
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled([running, next]);
    },
  };
}

const collator = new Intl.Collator('en');

type Details = Pick<CatalogueVoice, 'description' | 'createdAt' | 'updatedAt'>;

/** What the v3 list does not say, from whoever said it. */
function withDetails(voice: Voice, details: Details | undefined): CatalogueVoice {
  const { description, createdAt, updatedAt } = details ?? {};
  return {
    ...voice,
    ...(description !== undefined && { description }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

const detailsOf = (voice: ListedVoice | undefined): Details | undefined =>
  voice && { description: voice.description, createdAt: voice.created_at, updatedAt: voice.updated_at };

/** Interface, "Voice listing (v1)": descriptions and dates. */
async function readDetails({ personalVoices }: ServiceClient, signal: AbortSignal): Promise<Map<string, ListedVoice>> {
  const { items } = await readPages(
    (page) => personalVoices.list({ modelType: 'all', page, pageSize }, signal),
    ({ voiceId }) => voiceId,
    { most: maximumPages, atOnce: pagesAtOnce },
  );
  return new Map(items.map((voice) => [voice.voiceId, voice]));
}
