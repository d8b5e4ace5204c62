import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fail, toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { Services } from '#shared/operations/index.ts';
import { reachedLimits, sourceTypes, type Inspected, type SourceKind, type sourceOperations } from '#shared/operations/sources.ts';
import { dubbingRequest } from '#shared/wire/dubbing.ts';
import { isSigned, withoutSignatures } from '#shared/signed-address.ts';
import { lipSyncRequest } from '#shared/wire/lip-sync.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { keptNameIn, type Buy, type LendingCall, type Lending } from '../bucket/uploads.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { bytesOf } from '../../infra/byte-response.ts';
import type { Exports } from '../../library/exports.ts';
import { KeptFiles } from '../../library/kept-files.ts';
import { dropOld } from './old-files.ts';
import { factsOf, sourceOfFile, sourceOfRemote } from './inspect.ts';
import { answerOf, judgeRedirect, openRemote, SourceError, type RemoteAccess } from './remote.ts';
import { fileOf } from '../../paid-requests/family.ts';
import type { Log } from '../../infra/platform.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { openLastingAddresses } from '../bucket/reachable.ts';
import { parseJson } from '../../service-client/answers.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** How long one look at an address may take, in milliseconds, and how much may be read for it. */
const looking = { milliseconds: 20_000, bytes: 48 * 1024 * 1024 } as const;
/** Addresses that the window plays, at most; the oldest go first, and are there again when they are looked at again. */
const maximumPlayed = 64;

export interface MediaSources {
  services: Pick<Services, keyof typeof sourceOperations>;
  /**
   * Buys with addresses that the service can fetch: those of files of this machine are of the person's bucket where it is elsewhere. Throws
   * `conflict` where there is no bucket.
   */
  lend<T>(given: readonly string[], call: LendingCall, buy: Buy<T>): Promise<T>;
  /** Answers `/bytes/sources/…` and `/bytes/remote/…`; `undefined` for any other path. */
  bytes(request: Request): Promise<Response | undefined>;
  close(): Promise<void>;
}

/** Videos and sounds that are handed to lip sync and dubbing: kept, given addresses, looked at before they are paid for, and played. */
export function createMediaSources(options: {
  profileDirectory: string;
  connection: ConnectionKeeper;
  ledger: Pick<Ledger, 'entry'>;
  /** Paid results, by their studio address. */
  kept: Pick<KeptFiles, 'path'>;
  exports: Pick<Exports, 'text'>;
  uploadPath: (uploadId: string) => string | undefined;
  /** The studio's own bytes: takes, chapters, results. */
  ownBytes: (request: Request) => Promise<Response | undefined>;
  lending?: Lending;
  log: Log;
  /** How much a look may take; for tests. */
  look?: { milliseconds: number; bytes: number };
}): MediaSources {
  const { connection, ledger, kept, exports, uploadPath, ownBytes, log, look = looking } = options;
  const directory = join(options.profileDirectory, 'sources');
  const store = new KeptFiles(options.profileDirectory, 'sources');
  const addresses = openLastingAddresses({ directory, respond: (request, name) => store.respond(request, name), log });
  const played = new Map<string, string>();
  dropOld(directory).catch((thrown: unknown) => log.warn('old files could not be looked at', { kind: toFailure(thrown).kind }));

  const whyNot = async (signal: AbortSignal): Promise<Message | null> => {
    const { origin } = await connection.ready(signal);
    if (isOnThisMachine(origin) || bucketName() !== null) return null;
    return outOfReach(origin);
  };
  const bucketName = (): string | null => options.lending?.name() ?? null;

  /** Judges where an address leads: this machine only where the service is on it, too. */
  const access = (signal: AbortSignal, origin: string | undefined): RemoteAccess => ({
    signal,
    judge: (place, host, first) => {
      if (first === undefined && place === 'here' && origin !== undefined && !isOnThisMachine(origin))
        throw new SourceError('address', message('sources.leadsToThisMachine', new URL(origin).host), true);
      judgeRedirect(place, host, first);
    },
  });
  const origin = async (signal: AbortSignal): Promise<string | undefined> =>
    connection.ready(signal).then(
      (client) => client.origin,
      () => undefined,
    );

  /** What keeps a service on this machine from taking it, as far as that is known. */
  const checkLimits = (kind: SourceKind, bytes: number, seconds: number): void => {
    const most = reachedLimits[kind];
    if (bytes > most) throw new SourceError('download', message('sources.tooLargeForService', megabytes(most)), true);
    if (seconds > importLimits.seconds)
      throw new SourceError('inspect', message('sources.tooLongForService', importLimits.seconds / 60), true);
  };

  const inspectFile = async (kind: SourceKind, path: string): Promise<Inspected> =>
    told(async () => ({ state: 'known', facts: await factsOf(sourceOfFile(path), kind) }));

  const inspectRemote = async (kind: SourceKind, address: string, signal: AbortSignal): Promise<Inspected> => {
    const at = await origin(signal);
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(look.milliseconds)]);
    return told(async () => {
      const thrown: { error?: unknown } = {};
      try {
        const file = await openRemote(address, access(bounded, at), look.bytes);
        const isHere = at !== undefined && isOnThisMachine(at);
        if (isHere) checkLimits(kind, file.bytes, 0);
        const facts = await factsOf(sourceOfRemote(file, thrown), kind);
        if (isHere) checkLimits(kind, facts.bytes, facts.seconds);
        return { state: 'known', facts };
      } catch (failure) {
        signal.throwIfAborted();
        if (bounded.aborted) throw new SourceError('download', message('sources.lookTimedOut', look.milliseconds / 1000), false);
        // The reader's own error says less than what it met.
        throw thrown.error instanceof SourceError ? thrown.error : failure;
      }
    });
  };

  const play = (address: string): string => {
    for (const [id, known] of played) if (known === address) return `/bytes/remote/${id}`;
    const id = newId();
    played.set(id, address);
    for (const old of played.keys()) {
      if (played.size <= maximumPlayed) break;
      played.delete(old);
    }
    return `/bytes/remote/${id}`;
  };

  const remoteBytes = async (request: Request, address: string): Promise<Response> => {
    const range = request.headers.get('Range') ?? undefined;
    try {
      const answer = await answerOf(address, range, access(request.signal, await origin(request.signal)));
      const headers = new Headers({ 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' });
      for (const name of ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag']) {
        const value = answer.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      // What a stranger's server sends is sound or pictures to the window, or nothing.
      if (!/^(?:video|audio)\//u.test(headers.get('content-type') ?? '')) headers.set('content-type', 'application/octet-stream');
      return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status: answer.statusCode ?? 502, headers });
    } catch (thrown) {
      if (!(thrown instanceof SourceError)) throw thrown;
      return new Response(null, { status: 502 });
    }
  };

  const resultPath = (url: string): string => {
    const name = /^\/bytes\/media\/([0-9a-f]{64}\.[0-9a-z]{2,5})$/u.exec(url)?.[1];
    if (name === undefined) throw fail('invalid-input', message('sources.notAStoredResult'), { field: 'url' });
    return kept.path(name);
  };

  /** The file of this machine that an address of the bucket was made of; another signed address only as far as it may be shown. */
  const ownAddress = async (address: string): Promise<string> => {
    if (!isSigned(address)) return address;
    const name = keptNameIn(address);
    return name === undefined ? withoutSignatures(address) : addresses.of(name, fileOf(address));
  };

  const lend: MediaSources['lend'] = async (given, call, buy) => {
    const { origin } = await connection.ready(call.signal);
    const asTheyAre = (): ReturnType<typeof buy> => buy(given, () => Promise.resolve());
    if (isOnThisMachine(origin)) return asTheyAre();
    const hasBucket = options.lending !== undefined && bucketName() !== null;
    // An address of an earlier upload may be good still: without a bucket it is all there is.
    const nameOfLent = (address: string): string | undefined => (hasBucket ? keptNameIn(address) : undefined);
    const named = given.map((address) => ({ address, name: addresses.nameIn(address) ?? nameOfLent(address) }));
    const files = named.flatMap(({ address, name }) =>
      name === undefined ? [] : [{ path: store.path(name), name, called: fileOf(address) }],
    );
    if (files.length === 0) return asTheyAre();
    if (options.lending === undefined || !hasBucket) throw fail('conflict', outOfReach(origin));
    return options.lending.lend(files, call, (lent, noted) => {
      const left = [...lent];
      return buy(
        named.map(({ address, name }) => (name === undefined ? address : (left.shift() ?? address))),
        noted,
      );
    });
  };

  const services: MediaSources['services'] = {
    'source.reach': async (_input, { signal }) => {
      const reason = await whyNot(signal);
      const isHere = isOnThisMachine((await connection.ready(signal)).origin);
      return { reason, limits: isHere ? reachedLimits : null, bucket: isHere ? null : bucketName() };
    },
    'source.keep': async (input, { signal }) => {
      const reason = await whyNot(signal);
      if (reason !== null) throw fail('conflict', reason);
      const ending = /\.([0-9a-z]+)$/iu.exec(input.name)?.[1]?.toLowerCase() ?? '';
      const type = sourceTypes[input.kind][ending];
      if (type === undefined) throw fail('unsupported-media', message('sources.fileTypeNotTaken', input.name), { field: 'name' });
      const source = 'uploadId' in input ? uploaded(uploadPath(input.uploadId)) : await copied(ownBytes, input.url);
      const file = await store.keep(source.bytes, type);
      if (source.path !== undefined) await rm(source.path, { force: true });
      return { address: await addresses.of(nameOf(file.url), input.name), name: input.name, bytes: file.bytes };
    },
    'source.inspect': async ({ kind, address }, { signal }) => {
      const name = addresses.nameIn(address);
      if (name === undefined) return { url: play(address), name: fileOf(address), inspected: await inspectRemote(kind, address, signal) };
      const path = store.path(name);
      const now = new Date();
      const isThere = await utimes(path, now, now).then(
        () => true,
        () => false,
      );
      if (!isThere) {
        return { url: null, name: fileOf(address), inspected: { state: 'refused', stage: 'download', why: message('sources.fileGone') } };
      }
      return { url: `/bytes/sources/${name}`, name: fileOf(address), inspected: await inspectFile(kind, path) };
    },
    'source.result': async ({ url }) => ({ inspected: await inspectFile('video', resultPath(url)) }),
    'source.save': async ({ url, path, overwrite }, { signal }) => {
      const wanted = { name: fileOf(url), type: 'application/octet-stream', path, overwrite };
      const { name } = await exports.text(wanted, bytesOf(resultPath(url), 0, Number.MAX_SAFE_INTEGER), signal);
      return { name, path };
    },
    'source.order': async ({ operationId }) => {
      const entry = await ledger.entry(operationId);
      const body = parseJson(Buffer.from(entry?.body ?? new Uint8Array()).toString('utf8'));
      const none = { text: null, voiceId: null, modelId: null, speed: null, language: null, fitAudioToVideo: false };
      const lipSync = entry?.family === 'lip-sync' ? lipSyncRequest.safeParse(body).data : undefined;
      if (lipSync) {
        const { video_url: videoUrl, audio_url: audioUrl, video_extension: videoExtension = false } = lipSync;
        return { videoUrl: await ownAddress(videoUrl), audioUrl: await ownAddress(audioUrl), videoExtension, ...none };
      }
      const dubbing = entry?.family === 'dubbing' ? dubbingRequest.safeParse(body).data : undefined;
      if (!dubbing) throw fail('not-found', message('sources.noSuchJob'), { field: 'operationId' });
      const { video_url: videoUrl, text, reference_id: voiceId, fit_audio_to_video: fitAudioToVideo } = dubbing;
      const { model_id: modelId = null, speed = null, language = null } = dubbing;
      const order = { audioUrl: null, videoExtension: false, text, voiceId, modelId, speed, language, fitAudioToVideo };
      return { videoUrl: await ownAddress(videoUrl), ...order };
    },
  };

  return {
    services,
    lend,
    bytes: async (request) => {
      const [, kind, name] = /^\/bytes\/(sources|remote)\/([0-9a-z.]+)$/u.exec(new URL(request.url).pathname) ?? [];
      if (name === undefined) return undefined;
      if (kind === 'sources') return store.respond(request, name);
      const address = played.get(name);
      return address === undefined ? undefined : remoteBytes(request, address);
    },
    close: () => addresses.close(),
  };
}

const outOfReach = (origin: string): Message => message('sources.originCannotReachFiles', new URL(origin).host);

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** What was met, as data. */
async function told(work: () => Promise<Inspected>): Promise<Inspected> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof SourceError) {
      const { stage, why, final } = thrown;
      return { state: final ? 'refused' : 'unknown', stage, why };
    }
    if (thrown instanceof Error && thrown.name === 'AbortError') throw thrown;
    return { state: 'refused', stage: 'inspect', why: message('sources.unreadable') };
  }
}

type Bytes = { bytes: AsyncIterable<Uint8Array>; path?: string };

function uploaded(path: string | undefined): Bytes {
  if (path === undefined) throw fail('invalid-input', message('sources.noSuchUpload'), { field: 'uploadId' });
  return { bytes: bytesOf(path, 0, Number.MAX_SAFE_INTEGER), path };
}

async function copied(ownBytes: (request: Request) => Promise<Response | undefined>, url: string): Promise<Bytes> {
  const answer = await ownBytes(new Request(new URL(url, 'http://studio.invalid')));
  if (answer?.status !== 200 || answer.body === null) throw fail('not-found', message('sources.soundGone'), { field: 'url' });
  return { bytes: answer.body };
}
