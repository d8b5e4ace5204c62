import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import { findSourceType, reachedLimits, type SourceKind, type sourceOperations } from '#shared/operations/sources.ts';
import type { In, Out } from '#shared/rpc.ts';
import type { FileToUpload, SendReachable, TemporaryUploads } from '../bucket/uploads.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { bytesOf } from '../../infra/byte-response.ts';
import type { Exports } from '../../library/exports.ts';
import { KeptFiles } from '../../library/kept-files.ts';
import { dropOld } from './old-files.ts';
import { findFileName } from '../../paid-requests/family.ts';
import type { Log } from '../../infra/platform.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { openLastingAddresses, type LastingAddresses } from '../bucket/reachable.ts';
import { SourceInspector, type InspectionLimits } from './inspector.ts';
import { readSourceOrder } from './order.ts';
import { RemotePlayer } from './player.ts';
import { SourceReach } from './reach.ts';
import { message } from '#shared/messages/message.ts';

const inspectionLimits: InspectionLimits = { milliseconds: 20_000, bytes: 48 * 1024 * 1024 };

interface Options {
  profileDirectory: string;
  connection: ConnectionKeeper;
  ledger: Pick<Ledger, 'entry'>;
  /** Paid results, by their studio address. */
  kept: Pick<KeptFiles, 'path'>;
  exports: Pick<Exports, 'text'>;
  uploadPath: (uploadId: string) => string | undefined;
  /** The studio's own bytes: takes, chapters, results. */
  ownBytes: (request: Request) => Promise<Response | undefined>;
  uploads?: TemporaryUploads;
  log: Log;
  /** For tests. */
  inspectionLimits?: InspectionLimits;
}

/** Videos and sounds for lip sync and dubbing: kept, given addresses, inspected before they are paid for, and played. */
export class MediaSources {
  readonly #options: Options;
  readonly #store: KeptFiles;
  readonly #addresses: LastingAddresses;
  readonly #reach: SourceReach;
  readonly #inspector: SourceInspector;
  readonly #player: RemotePlayer;

  constructor(options: Options) {
    const { profileDirectory, connection, log } = options;
    const directory = join(profileDirectory, 'sources');
    const store = new KeptFiles(profileDirectory, 'sources');
    this.#options = options;
    this.#store = store;
    this.#addresses = openLastingAddresses({ directory, respond: (request, name) => store.respond(request, name), log });
    this.#reach = new SourceReach(connection, store, this.#addresses, options.uploads);
    this.#inspector = new SourceInspector(connection, options.inspectionLimits ?? inspectionLimits);
    this.#player = new RemotePlayer(connection);
    dropOld(directory).catch((thrown: unknown) => log.warn('old files could not be looked at', { kind: toFailure(thrown).kind }));
  }

  readonly services: Pick<Services, keyof typeof sourceOperations> = {
    'source.reach': (_input, { signal }) => this.#readReach(signal),
    'source.keep': (input, { signal }) => this.#keep(input, signal),
    'source.inspect': ({ kind, address }, { signal }) => this.#inspect(kind, address, signal),
    'source.result': async ({ url }) => ({ inspected: await this.#inspector.file('video', this.#resultPath(url)) }),
    'source.save': (order, { signal }) => this.#save(order, signal),
    'source.order': async ({ operationId }) => readSourceOrder(await this.#options.ledger.entry(operationId), this.#addresses),
  };

  /** Sends with addresses that the service can fetch. Fails with `conflict` where that takes a bucket and none is set. */
  readonly sendReachable: SendReachable = (given, call, send) => this.#reach.send(given, call, send);

  /** The file of this machine that an address means; `undefined` for any other address. */
  file(address: string): FileToUpload | undefined {
    const name = this.#addresses.nameIn(address);
    return name === undefined ? undefined : { path: this.#store.path(name), name, called: findFileName(address) };
  }

  /** Answers `/bytes/sources/…` and `/bytes/remote/…`; `undefined` for any other path. */
  async bytes(request: Request): Promise<Response | undefined> {
    const [, kind, name] = /^\/bytes\/(sources|remote)\/([0-9a-z.]+)$/u.exec(new URL(request.url).pathname) ?? [];
    if (name === undefined) return undefined;
    return kind === 'sources' ? this.#store.respond(request, name) : this.#player.respond(request, name);
  }

  close(): Promise<void> {
    return this.#addresses.close();
  }

  async #readReach(signal: AbortSignal): Promise<Out<Operations['source.reach']>> {
    const reason = await this.#reach.reason(signal);
    const isLocal = isOnThisMachine((await this.#options.connection.ready(signal)).origin);
    return { reason, limits: isLocal ? reachedLimits : null, bucket: isLocal ? null : this.#reach.bucketName() };
  }

  async #keep(input: In<Operations['source.keep']>, signal: AbortSignal): Promise<Out<Operations['source.keep']>> {
    const reason = await this.#reach.reason(signal);
    if (reason !== null) throw fail('conflict', reason);
    const type = findSourceType(input.kind, input.name);
    if (type === undefined) throw fail('unsupported-media', message('sources.fileTypeNotTaken', input.name), { field: 'name' });
    const { uploadPath, ownBytes } = this.#options;
    const source = 'uploadId' in input ? uploaded(uploadPath(input.uploadId)) : await copied(ownBytes, input.url);
    const file = await this.#store.keep(source.bytes, type);
    if (source.path !== undefined) await rm(source.path, { force: true });
    const name = file.url.slice(file.url.lastIndexOf('/') + 1);
    return { address: await this.#addresses.of(name, input.name), name: input.name, bytes: file.bytes, url: file.url };
  }

  async #inspect(kind: SourceKind, address: string, signal: AbortSignal): Promise<Out<Operations['source.inspect']>> {
    const name = findFileName(address);
    const keptName = this.#addresses.nameIn(address);
    if (keptName === undefined)
      return { url: this.#player.play(address), name, inspected: await this.#inspector.remote(kind, address, signal) };
    const path = this.#store.path(keptName);
    if (await touched(path)) return { url: `/bytes/sources/${keptName}`, name, inspected: await this.#inspector.file(kind, path) };
    return { url: null, name, inspected: { state: 'refused', stage: 'download', why: message('sources.fileGone') } };
  }

  async #save({ url, path, overwrite }: In<Operations['source.save']>, signal: AbortSignal): Promise<Out<Operations['source.save']>> {
    const wanted = { name: findFileName(url), type: 'application/octet-stream', path, overwrite };
    const { name } = await this.#options.exports.text(wanted, bytesOf(this.#resultPath(url), 0, Number.MAX_SAFE_INTEGER), signal);
    return { name, path };
  }

  #resultPath(url: string): string {
    const name = /^\/bytes\/media\/([0-9a-f]{64}\.[0-9a-z]{2,5})$/u.exec(url)?.[1];
    if (name === undefined) throw fail('invalid-input', message('sources.notAStoredResult'), { field: 'url' });
    return this.#options.kept.path(name);
  }
}

/** Marks a kept file as used now; false where it is not there. */
function touched(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
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
