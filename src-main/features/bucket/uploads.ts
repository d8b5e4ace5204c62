import { stat } from 'node:fs/promises';
import { fail, FailureError, toFailure, readText, reword } from '#shared/failure.ts';
import type { BucketSettings, Uploading } from '#shared/operations/bucket.ts';
import { signedUntil } from '#shared/signed-address.ts';
import { formatPlace, type OwnBucket } from './own-bucket.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { typeByName } from '../../library/kept-files.ts';
import { isGivenUp } from '../../paid-requests/giving-up.ts';
import type { Log } from '../../infra/platform.ts';
import type { Upload, UploadStore } from './upload-store.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';

/** A file of this machine, kept under `SHA-256.ending`. */
export interface FileToUpload {
  path: string;
  /** The name that it is kept under. */
  name: string;
  /** How a person knows it. */
  called: string;
}

export interface UploadCall {
  /** Stops what is on its way; not what was sent to the service. */
  signal: AbortSignal;
  onProgress: (uploading: Uploading) => void;
}

/** Sends a request with addresses in place of files. It must call `noted` with the operation before it sends. */
export type SendWithAddresses<T> = (addresses: readonly string[], noted: (operationId: string) => Promise<void>) => Promise<T>;

/** Sends a request with addresses that the service can fetch in place of `given`. */
export type SendReachable = <T>(given: readonly string[], call: UploadCall, send: SendWithAddresses<T>) => Promise<T>;

/** Milliseconds that a removal may take: it holds nobody up. */
const removalMs = 60_000;

type Place = Pick<Upload, 'place' | 'key'>;
type OpenBucket = Awaited<ReturnType<OwnBucket['open']>>;

/** Makes files of this machine reachable for a hosted service: each is in the person's bucket while an operation that was begun with it is open. */
export class TemporaryUploads {
  readonly #bucket: Pick<OwnBucket, 'settings' | 'open'>;
  readonly #ledger: Pick<Ledger, 'entry'>;
  readonly #store: UploadStore;
  readonly #log: Log;
  /** Calls that upload or send with a file, by its place and key: it is not removed meanwhile. */
  readonly #senders = new Map<string, number>();
  /** What is done with a file last, by its place and key: the next thing waits for it. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: { bucket: Pick<OwnBucket, 'settings' | 'open'>; ledger: Pick<Ledger, 'entry'>; store: UploadStore; log: Log }) {
    this.#bucket = options.bucket;
    this.#ledger = options.ledger;
    this.#store = options.store;
    this.#log = options.log;
  }

  /** Host and bucket, in words; `null` where none is set. */
  name(): string | null {
    const settings = this.#bucket.settings();
    return settings === null ? null : messages.bucket.bucketAtHost(settings.bucket, new URL(settings.endpoint).host);
  }

  /** Uploads those that are not in the bucket yet, and sends. What `send` begins nothing with is removed again. */
  async send<T>(files: readonly FileToUpload[], call: UploadCall, send: SendWithAddresses<T>): Promise<T> {
    const opened = await this.#bucket.open();
    const uploads = files.map((file) => ({ file, at: this.#place(opened.settings, file) }));
    for (const { at } of uploads) this.#senders.set(idOf(at), (this.#senders.get(idOf(at)) ?? 0) + 1);
    try {
      const addresses: string[] = [];
      for (const { file, at } of uploads) addresses.push(await this.#queued(at, () => this.#upload(opened, file, at, call)));
      return await send(addresses, (operationId) => {
        for (const [index, { at }] of uploads.entries()) this.#use(at, operationId, signedUntil(addresses[index] ?? '') ?? 0);
        return Promise.resolve();
      });
    } finally {
      for (const { at } of uploads) {
        const left = (this.#senders.get(idOf(at)) ?? 1) - 1;
        if (left > 0) this.#senders.set(idOf(at), left);
        else this.#senders.delete(idOf(at));
        void this.#removeUnused(at);
      }
    }
  }

  /** The operation is over: what only it used is removed. */
  async release(operationId: string): Promise<void> {
    await Promise.all(this.#leave(operationId).map((upload) => this.#removeUnused(upload)));
  }

  /** Removes what nothing uses any more, as after a crash; answers at once how many files are in use, or `whole`: when all else is gone. */
  async sweep(whole = false): Promise<number> {
    const uses = new Map(this.#store.all().flatMap(({ users }) => Object.entries(users)));
    for (const [operationId, until] of uses) {
      const entry = await this.#ledger.entry(operationId);
      // One whose outcome is not known may be asked for again, for as long as the address in it is good.
      const mayAsk = entry?.state === 'unknown' && !isGivenUp(entry) && until > Date.now();
      const isOpen = entry?.state === 'sending' || entry?.state === 'waiting' || mayAsk;
      if (!isOpen) this.#leave(operationId);
    }
    const removed = Promise.all(this.#store.all().map((upload) => this.#removeUnused(upload)));
    if (whole) await removed;
    return this.#store.all().filter(({ users }) => Object.keys(users).length > 0).length;
  }

  /** What is in the bucket is the person's to delete from now on. */
  forget(): Promise<void> {
    for (const upload of this.#store.all()) this.#store.remove(upload);
    return Promise.resolve();
  }

  /** Where a file is to be: the same bytes are there once, by whichever name they came first. */
  #place(settings: BucketSettings, { name, called }: FileToUpload): Place {
    const place = formatPlace(settings);
    const start = `${settings.prefix}${name}/`;
    const known = this.#store.all().find((one) => one.place === place && one.key.startsWith(start));
    return { place, key: known?.key ?? `${start}${plainName(called, name)}` };
  }

  /** The address of the file in the bucket, once it is there. */
  async #upload({ settings, store }: OpenBucket, file: FileToUpload, { place, key }: Place, call: UploadCall): Promise<string> {
    const { signal, onProgress } = call;
    signal.throwIfAborted();
    const { size: bytes } = await stat(file.path).catch((cause: unknown) => {
      throw fail('file-missing', message('bucket.fileGone', file.called), { cause, next: 'choose-file' });
    });
    const before = this.#store.find(place, key);
    const isThere = before?.there === true && (await store.bytesOf(key, signal)) === bytes;
    /** Its users may have changed while it was on its way. */
    const note = (there: boolean): void => this.#store.put({ place, key, users: this.#store.find(place, key)?.users ?? {}, there });
    if (!isThere) {
      note(false);
      const report = percentSteps(bytes, (sent) => onProgress({ name: file.called, sent, bytes }));
      report(0);
      // What has left is there only when the bucket says so. Until then it can be stopped.
      const onSent = (sent: number): void => report(Math.min(sent, bytes - 1));
      const stored = { key, body: { path: file.path, bytes }, digest: file.name.slice(0, 64) };
      await store.put({ ...stored, contentType: typeByName(file.name) ?? 'application/octet-stream' }, signal, onSent).catch(inAccount);
      report(bytes);
    }
    note(true);
    return store.address(key, settings.hours * 3600);
  }

  /** Takes it out of the bucket where nobody uses it; a failure is for the next sweep. */
  async #removeUnused(at: Place): Promise<void> {
    const remove = async (): Promise<void> => {
      const upload = this.#store.find(at.place, at.key);
      if (upload === undefined || Object.keys(upload.users).length > 0 || (this.#senders.get(idOf(at)) ?? 0) > 0) return;
      const { settings, store } = await this.#bucket.open();
      if (formatPlace(settings) !== upload.place) return;
      await store.remove(upload.key, AbortSignal.timeout(removalMs));
      this.#store.remove(upload);
    };
    await this.#queued(at, remove).catch((thrown: unknown) =>
      this.#log.warn('a file could not be removed from the bucket yet', { kind: toFailure(thrown).kind }),
    );
  }

  /** Notes the operation as a user of the file, with the end of the address that it is sent with, Unix milliseconds. */
  #use({ place, key }: Place, operationId: string, until: number): void {
    const upload = this.#store.find(place, key);
    if (upload) this.#store.put({ ...upload, users: { ...upload.users, [operationId]: until } });
  }

  /** Answers which files the operation used. */
  #leave(operationId: string): Upload[] {
    const used = this.#store.all().filter(({ users }) => operationId in users);
    for (const upload of used)
      this.#store.put({ ...upload, users: Object.fromEntries(Object.entries(upload.users).filter(([user]) => user !== operationId)) });
    return used;
  }

  /** One thing at a time with a file. */
  async #queued<T>(at: Place, work: () => Promise<T>): Promise<T> {
    const id = idOf(at);
    const mine = (this.#queues.get(id) ?? Promise.resolve()).then(work, work);
    this.#queues.set(id, mine);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(id) === mine) this.#queues.delete(id);
    }
  }
}

const idOf = ({ place, key }: Place): string => `${place}/${key}`;

/** Reports the bytes that were sent whenever another whole percent is. */
function percentSteps(bytes: number, report: (sent: number) => void): (sent: number) => void {
  let percent = -1;
  return (sent) => {
    const at = Math.floor((100 * sent) / bytes);
    if (at !== percent) report(sent);
    percent = at;
  };
}

/** Says where what a refusal names can be changed. */
function inAccount(thrown: unknown): never {
  if (!(thrown instanceof FailureError) || thrown.failure.next !== 'fix-input') throw thrown;
  const { failure } = thrown;
  throw new FailureError(reword(failure, message('bucket.bucketIsSetInAccount', readText(failure)), { next: 'none' }), { cause: thrown });
}

/** A name that stands in a key as it is: what an address would have to escape is a hyphen there. */
function plainName(called: string, name: string): string {
  const ending = /\.[0-9a-z]{2,5}$/u.exec(name)?.[0] ?? '';
  const stem = called
    .replace(/\.[^.]*$/u, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/gu, '')
    .slice(0, 60);
  return `${stem === '' ? 'file' : stem}${ending}`;
}

/** The name that a file is kept under here, of an address of the bucket that was made of it. */
export function keptNameIn(address: string): string | undefined {
  return /\/([0-9a-f]{64}\.[0-9a-z]{2,5})\/[^/?#]+\?/u.exec(address)?.[1];
}
