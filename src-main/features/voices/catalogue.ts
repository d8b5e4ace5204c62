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

/** After this a list is read again when it is asked for, in milliseconds. */
const goodFor = 60_000;
const pageSize = 100;
const pagesAtOnce = 4;
const maximumPages = 500;

/** The list of one service, while it is connected. */
interface Current {
  connectionId: string;
  listed: Listed | undefined;
  /** The voices as JSON: whether a list says anything new. */
  json: string;
  failure: Failure | null;
  opening?: Promise<void>;
}

interface Options {
  connection: ConnectionKeeper;
  kept: KeptLists;
  log: Log;
  now: () => number;
  onList: (connectionId: string, voices: readonly CatalogueVoice[]) => void;
  onStatus: (status: VoicesStatus) => void;
}

/** Every voice of the connected service: at once from what is stored, and read again in the background, page by page. */
export class VoiceCatalogue {
  readonly #options: Options;
  readonly #closing = new AbortController();
  /** Of the current service; another one's begins empty. */
  #current: Current | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Fails only where nothing is stored, or the account may not list voices. */
  async list(signal?: AbortSignal): Promise<Listed> {
    const own = this.#here();
    own.opening ??= this.#openStored(own);
    await own.opening;
    signal?.throwIfAborted();
    const { listed } = own;
    if (listed === undefined) await this.refresh();
    else if (this.#running === undefined && (!listed.fresh || this.#options.now() - listed.asOf >= goodFor)) this.refreshSoon();
    if (own.failure?.kind === 'forbidden') throw new FailureError(own.failure);
    if (own.listed === undefined) throw new FailureError(own.failure ?? toFailure(undefined));
    return own.listed;
  }

  /** Reads the list again. A caller that asks meanwhile waits for a reading that began after its question. */
  refresh(): Promise<void> {
    if (!this.#running) return (this.#running = this.#read());
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return (this.#running = this.#read());
      });
    return this.#next;
  }

  /** Reads it again in the background, where anybody has asked for it at all. */
  refreshSoon(): void {
    if (this.#current?.listed === undefined) return;
    this.refresh().catch((thrown: unknown) =>
      this.#options.log.info('the voices could not be read again', { kind: toFailure(thrown).kind }),
    );
  }

  /** A voice that was made: it is in the list before the list is read again. */
  put(voice: Voice): void {
    const { connectionId, listed } = this.#here();
    if (listed) this.#adopt(connectionId, [...listed.voices.filter(({ voiceId }) => voiceId !== voice.voiceId), voice], listed);
  }

  drop(voiceId: string): void {
    const { connectionId, listed } = this.#here();
    if (!listed?.voices.some((voice) => voice.voiceId === voiceId)) return;
    const others = listed.voices.filter((voice) => voice.voiceId !== voiceId);
    this.#adopt(connectionId, others, listed);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([this.#running, this.#next]);
  }

  #here(): Current {
    const { id } = this.#options.connection.current();
    if (this.#current?.connectionId !== id) this.#current = { connectionId: id, listed: undefined, json: '', failure: null };
    return this.#current;
  }

  async #openStored(own: Current): Promise<void> {
    const { kept, onList } = this.#options;
    const list = await kept.read(own.connectionId);
    if (list === undefined || own.listed !== undefined) return;
    own.listed = { ...list, fresh: false };
    own.json = JSON.stringify(list.voices);
    onList(own.connectionId, list.voices);
  }

  async #read(): Promise<void> {
    const { connection, log } = this.#options;
    const { signal } = this.#closing;
    const begun = this.#here();
    this.#reportStatus({ read: 0, total: null });
    try {
      const client = await connection.ready(signal);
      const found = await client.voices(signal, maximumPages, (count, total) => this.#reportStatus({ read: count, total }));
      const known = new Map(begun.listed?.voices.map((voice) => [voice.voiceId, voice]));
      const withKnown = found.map((voice) => withDetails(voice, known.get(voice.voiceId)));
      this.#adopt(client.connectionId, withKnown);
      begun.failure = null;
      log.debug('voices read', { count: found.length });
      await this.#addDetails(client, found);
    } catch (thrown) {
      begun.failure = toFailure(thrown);
      throw thrown;
    } finally {
      this.#running = undefined;
      if (!signal.aborted) this.#reportStatus(null);
    }
  }

  /** Descriptions and dates, which the earlier interface has; the list is whole without them. */
  async #addDetails(client: ServiceClient, found: readonly Voice[]): Promise<void> {
    const details = await readDetails(client, this.#closing.signal).catch((thrown: unknown) => {
      this.#options.log.info('the descriptions of voices could not be read', { kind: toFailure(thrown).kind });
      return undefined;
    });
    if (details === undefined) return;
    const detailed = found.map((voice) => withDetails(voice, toDetails(details.get(voice.voiceId))));
    this.#adopt(client.connectionId, detailed);
  }

  #adopt(connectionId: string, voices: CatalogueVoice[], read = { asOf: this.#options.now(), fresh: true }): void {
    const { kept, onList } = this.#options;
    const own = this.#here();
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
  }

  #reportStatus(reading: VoicesStatus['reading']): void {
    const { connectionId, listed, failure } = this.#here();
    this.#options.onStatus({ connectionId, reading, failure, asOf: listed?.asOf ?? null, fresh: listed?.fresh ?? false });
  }
}

const collator = new Intl.Collator('en');

type Details = Pick<CatalogueVoice, 'description' | 'createdAt' | 'updatedAt'>;

/** What the v3 list does not say, from the service that said it. */
function withDetails(voice: Voice, details: Details | undefined): CatalogueVoice {
  const { description, createdAt, updatedAt } = details ?? {};
  return {
    ...voice,
    ...(description !== undefined && { description }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

const toDetails = (voice: ListedVoice | undefined): Details | undefined =>
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
