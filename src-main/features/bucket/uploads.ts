import { stat } from 'node:fs/promises';
import { fail, FailureError, toFailure, readText, reword } from '#shared/failure.ts';
import type { BucketSettings, Uploading } from '#shared/operations/bucket.ts';
import { signedUntil } from '#shared/signed-address.ts';
import type { OwnBucket } from './service.ts';
import { placeOf } from './service.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { typeByName } from '../../library/kept-files.ts';
import { isGivenUp } from '../../paid-requests/failures.ts';
import type { Log } from '../../infra/platform.ts';
import type { LentBook, Lent } from './upload-store.ts';
import type { BucketStore } from './store.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';

/** A file of this machine, kept under `SHA-256.ending`. */
export interface LentFile {
  path: string;
  /** The name that it is kept under. */
  name: string;
  /** How a person knows it. */
  called: string;
}

export interface LendingCall {
  /** Stops what is on its way; not what was sent to the service. */
  signal: AbortSignal;
  tell: (uploading: Uploading) => void;
}

/** Buys with addresses in place of files. `noted` is to be told of the operation before it is sent. */
export type Buy<T> = (addresses: readonly string[], noted: (operationId: string) => Promise<void>) => Promise<T>;

/** Hands files of this machine to a hosted service by way of the person's bucket: a file is there while an operation that was begun with it is. */
export interface Lending {
  /** Host and bucket, in words; `null` where none is set. */
  name(): string | null;
  /** Puts them there, those that are not yet, and buys. What `buy` begins nothing with is removed again. */
  lend<T>(files: readonly LentFile[], call: LendingCall, buy: Buy<T>): Promise<T>;
  /** The operation is over: what only it used is removed. */
  over(operationId: string): Promise<void>;
  /** Removes what nothing uses any more, as after a crash; answers at once how many files are in use, or `whole`: when all else is gone. */
  sweep(whole?: boolean): Promise<number>;
  /** What is in the bucket is the person's to delete from now on. */
  forget(): Promise<void>;
}

/** Milliseconds that a removal may take: it holds nobody up. */
const removing = 60_000;

export function createLending(options: {
  bucket: Pick<OwnBucket, 'settings' | 'open'>;
  ledger: Pick<Ledger, 'entry'>;
  book: LentBook;
  log: Log;
}): Lending {
  const { bucket, ledger, book, log } = options;
  /** Files that are being lent, by place and key: how many buyers are at it, and the last of the turns that each waits for. */
  const held = new Map<string, number>();
  const turns = new Map<string, Promise<unknown>>();
  const nameOf = ({ place, key }: Pick<Lent, 'place' | 'key'>): string => `${place}/${key}`;

  /** One thing at a time with a key. */
  const inTurn = async <T>(of: Pick<Lent, 'place' | 'key'>, work: () => Promise<T>): Promise<T> => {
    const name = nameOf(of);
    const mine = (turns.get(name) ?? Promise.resolve()).then(work, work);
    turns.set(name, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(name) === mine) turns.delete(name);
    }
  };

  const upload = async (
    { settings, store }: { settings: BucketSettings; store: BucketStore },
    file: LentFile,
    key: string,
    { signal, tell }: LendingCall,
  ): Promise<string> => {
    const place = placeOf(settings);
    signal.throwIfAborted();
    const { size: bytes } = await stat(file.path).catch((cause: unknown) => {
      throw fail('file-missing', message('bucket.fileGone', file.called), { cause, next: 'choose-file' });
    });
    const before = book.find(place, key);
    const isThere = before?.there === true && (await store.bytesOf(key, signal)) === bytes;
    /** Who uses it may have changed while it was on its way. */
    const note = (there: boolean): void => book.put({ place, key, users: book.find(place, key)?.users ?? {}, there });
    if (!isThere) {
      note(false);
      let percent = -1;
      const told = (sent: number): void => {
        const at = Math.floor((100 * sent) / bytes);
        if (at !== percent) tell({ name: file.called, sent, bytes });
        percent = at;
      };
      told(0);
      const stored = { key, body: { path: file.path, bytes }, digest: file.name.slice(0, 64) };
      await store.put({ ...stored, contentType: typeByName(file.name) ?? 'application/octet-stream' }, signal, told).catch(inAccount);
    }
    note(true);
    return store.address(key, settings.hours * 3600);
  };

  /** Takes it out of the bucket where nobody uses it; a failure is for the next sweep. */
  const release = (of: Pick<Lent, 'place' | 'key'>): Promise<void> =>
    inTurn(of, async () => {
      const lent = book.find(of.place, of.key);
      if (lent === undefined || Object.keys(lent.users).length > 0 || (held.get(nameOf(of)) ?? 0) > 0) return;
      const { settings, store } = await bucket.open();
      if (placeOf(settings) !== lent.place) return;
      await store.remove(lent.key, AbortSignal.timeout(removing));
      book.drop(lent);
    }).catch((thrown: unknown) => log.warn('a file could not be removed from the bucket yet', { kind: toFailure(thrown).kind }));

  const leave = (operationId: string): Lent[] => {
    const used = book.all().filter(({ users }) => operationId in users);
    for (const lent of used)
      book.put({ ...lent, users: Object.fromEntries(Object.entries(lent.users).filter(([user]) => user !== operationId)) });
    return used;
  };

  return {
    name: () => {
      const settings = bucket.settings();
      return settings === null ? null : messages.bucket.bucketAtHost(settings.bucket, new URL(settings.endpoint).host);
    },
    lend: async (files, call, buy) => {
      const opened = await bucket.open();
      const place = placeOf(opened.settings);
      const keys = files.map(({ name, called }) => `${opened.settings.prefix}${name}/${plainName(called, name)}`);
      // The same bytes are there once, by whichever name they came first.
      const wanted = keys.map((key, at) => {
        const start = `${opened.settings.prefix}${files[at]?.name ?? ''}/`;
        return { place, key: book.all().find((one) => one.place === place && one.key.startsWith(start))?.key ?? key };
      });
      for (const of of wanted) held.set(nameOf(of), (held.get(nameOf(of)) ?? 0) + 1);
      try {
        const addresses: string[] = [];
        for (const [at, file] of files.entries()) {
          const of = wanted[at] ?? { place, key: '' };
          addresses.push(await inTurn(of, () => upload(opened, file, of.key, call)));
        }
        return await buy(addresses, (operationId) => {
          for (const [at, { key }] of wanted.entries()) {
            const lent = book.find(place, key);
            const until = signedUntil(addresses[at] ?? '') ?? 0;
            if (lent) book.put({ ...lent, users: { ...lent.users, [operationId]: until } });
          }
          return Promise.resolve();
        });
      } finally {
        for (const of of wanted) {
          const left = (held.get(nameOf(of)) ?? 1) - 1;
          if (left > 0) held.set(nameOf(of), left);
          else held.delete(nameOf(of));
          void release(of);
        }
      }
    },
    over: async (operationId) => {
      await Promise.all(leave(operationId).map((lent) => release(lent)));
    },
    sweep: async (whole = false) => {
      const uses = new Map(book.all().flatMap(({ users }) => Object.entries(users)));
      for (const [operationId, until] of uses) {
        const entry = await ledger.entry(operationId);
        // One whose outcome is not known may be asked for again, for as long as the address in it is good.
        const mayAsk = entry?.state === 'unknown' && !isGivenUp(entry) && until > Date.now();
        const isOpen = entry?.state === 'sending' || entry?.state === 'waiting' || mayAsk;
        if (!isOpen) leave(operationId);
      }
      const released = Promise.all(book.all().map((lent) => release(lent)));
      if (whole) await released;
      return book.all().filter(({ users }) => Object.keys(users).length > 0).length;
    },
    forget: () => {
      for (const lent of book.all()) book.drop(lent);
      return Promise.resolve();
    },
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
