import { basename } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { MediaReference } from '#shared/operations/media.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { findFiles } from '../../paid-requests/family.ts';
import type { LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { FileToUpload, TemporaryUploads } from '../bucket/uploads.ts';
import type { MediaRecords } from './records.ts';

/** Where the service fetches a reference: an address, or a file of this machine. */
export type ReferenceSource = { address: string } | { file: FileToUpload };

/** Finds where results are: at the service while their addresses live, and on this machine. */
export class MediaSourceFinder {
  readonly #records: MediaRecords;
  readonly #coordinator: PaidCoordinator;
  readonly #connection: ConnectionKeeper;
  readonly #kept: KeptFiles;
  readonly #uploads: TemporaryUploads | undefined;
  readonly #sourceFile: (address: string) => FileToUpload | undefined;

  constructor(options: {
    records: MediaRecords;
    coordinator: PaidCoordinator;
    connection: ConnectionKeeper;
    kept: KeptFiles;
    uploads: TemporaryUploads | undefined;
    sourceFile: (address: string) => FileToUpload | undefined;
  }) {
    this.#records = options.records;
    this.#coordinator = options.coordinator;
    this.#connection = options.connection;
    this.#kept = options.kept;
    this.#uploads = options.uploads;
    this.#sourceFile = options.sourceFile;
  }

  /** Asks the service where the result is now. Fails with `not-found` where it has none any more. */
  async address(entry: LedgerEntry, signal: AbortSignal): Promise<string> {
    const { client } = await this.#coordinator.toolsFor(entry, signal);
    const { images, videos } = client.media;
    const { job } = await (entry.family === 'image' ? images : videos).get(entry.taskId ?? '', signal, entry.body);
    if (job.resultUrl === undefined) throw fail('not-found', message('imagesVideo.resultGone'), { next: 'none' });
    const address = URL.parse(job.resultUrl, client.origin)?.href;
    if (address === undefined) throw fail('bad-response', message('service.resultAddressUnreadable'));
    return address;
  }

  /** The result's file on this machine; `undefined` where it is gone. */
  async file(entry: LedgerEntry): Promise<{ path: string; kept: KeptFile } | undefined> {
    const kept = findFiles(entry)[0];
    if (kept === undefined || !(await this.#kept.has(kept))) return undefined;
    return { path: this.#kept.path(kept.url.slice(kept.url.lastIndexOf('/') + 1)), kept };
  }

  /** Fails with `invalid-input` or `not-found` that names `field` where a reference cannot be fetched. */
  async reference(reference: MediaReference, field: string, signal: AbortSignal): Promise<ReferenceSource> {
    if ('address' in reference) {
      const file = this.#sourceFile(reference.address);
      // A service on this machine fetches it at its address here, which lasts.
      if (file === undefined || isOnThisMachine((await this.#connection.ready(signal)).origin)) return reference;
      if ((this.#uploads?.name() ?? null) === null) throw fail('conflict', message('imagesVideo.fileUnreachable'), { field });
      return { file };
    }
    const entry = await this.#records.find(reference.operationId);
    if (entry.family !== 'image') throw fail('invalid-input', message('imagesVideo.referenceNeedsPicture'), { field });
    try {
      return { address: await this.address(entry, signal) };
    } catch (thrown) {
      if (toFailure(thrown).kind === 'cancelled') throw thrown;
      const file = await this.file(entry);
      const canFetch = isOnThisMachine((await this.#connection.ready(signal)).origin) || (this.#uploads?.name() ?? null) !== null;
      if (file !== undefined && canFetch) return { file: { path: file.path, name: basename(file.path), called: formatTitle(entry) } };
      const text = file === undefined ? message('imagesVideo.pictureGone') : message('imagesVideo.pictureUnreachable');
      throw fail('not-found', text, { field, cause: thrown, next: 'fix-input' });
    }
  }
}

const formatTitle = ({ summary }: LedgerEntry): string => summary.replace(/^Image: /u, '');
