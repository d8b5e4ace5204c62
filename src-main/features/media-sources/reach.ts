import { fail } from '#shared/failure.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import { findFileName } from '../../paid-requests/family.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { LastingAddresses } from '../bucket/reachable.ts';
import { keptNameIn, type SendWithAddresses, type TemporaryUploads, type UploadCall } from '../bucket/uploads.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Files of this machine, as the service can reach them: on the loopback where it is here, too, else by way of the person's bucket. */
export class SourceReach {
  readonly #connection: ConnectionKeeper;
  readonly #store: KeptFiles;
  readonly #addresses: LastingAddresses;
  readonly #uploads: TemporaryUploads | undefined;

  constructor(connection: ConnectionKeeper, store: KeptFiles, addresses: LastingAddresses, uploads: TemporaryUploads | undefined) {
    this.#connection = connection;
    this.#store = store;
    this.#addresses = addresses;
    this.#uploads = uploads;
  }

  /** Host and bucket, in words; `null` where none is set. */
  bucketName(): string | null {
    return this.#uploads?.name() ?? null;
  }

  /** Why no file of this machine can be sent to the service; `null` where it can. */
  async reason(signal: AbortSignal): Promise<Message | null> {
    const { origin } = await this.#connection.ready(signal);
    if (isOnThisMachine(origin) || this.bucketName() !== null) return null;
    return outOfReach(origin);
  }

  /** Sends with addresses that the service can fetch. Fails with `conflict` where that takes a bucket and none is set. */
  async send<T>(given: readonly string[], call: UploadCall, send: SendWithAddresses<T>): Promise<T> {
    const { origin } = await this.#connection.ready(call.signal);
    const asTheyAre = (): Promise<T> => send(given, () => Promise.resolve());
    if (isOnThisMachine(origin)) return asTheyAre();
    const uploads = this.bucketName() === null ? undefined : this.#uploads;
    // An address of an earlier upload may be good still: without a bucket it is all there is.
    const findUploaded = (address: string): string | undefined => (uploads === undefined ? undefined : keptNameIn(address));
    const named = given.map((address) => ({ address, name: this.#addresses.nameIn(address) ?? findUploaded(address) }));
    const files = named.flatMap(({ address, name }) =>
      name === undefined ? [] : [{ path: this.#store.path(name), name, called: findFileName(address) }],
    );
    if (files.length === 0) return asTheyAre();
    if (uploads === undefined) throw fail('conflict', outOfReach(origin));
    return uploads.send(files, call, (uploaded, noted) => {
      const left = [...uploaded];
      return send(
        named.map(({ address, name }) => (name === undefined ? address : (left.shift() ?? address))),
        noted,
      );
    });
  }
}

const outOfReach = (origin: string): Message => message('sources.originCannotReachFiles', new URL(origin).host);
