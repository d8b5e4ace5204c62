import type { mediaOperations, MediaReference } from '#shared/operations/media.ts';
import type { Parsed } from '#shared/rpc.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { findEarlier } from '../../paid-requests/earlier.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { sendWithFiles } from '../bucket/file-addresses.ts';
import type { TemporaryUploads } from '../bucket/uploads.ts';
import { checkReferences, imagePayment, imageWork, videoPayment, videoWork } from './generation.ts';
import type { MediaRecords } from './records.ts';
import type { MediaSourceFinder, ReferenceSource } from './sources.ts';

type Make = Parsed<(typeof mediaOperations)['media.make']>;
type MakeImage = Extract<Make, { kind: 'image' }>;
type MakeVideo = Extract<Make, { kind: 'video' }>;
type Sent = ReturnType<PaidCoordinator['send']>;

interface SendCall {
  signal: AbortSignal;
  /** Called with the operation's id before anything is sent. */
  noted: (operationId: string) => Promise<void>;
}

/** Makes images and videos that may refer to results of the gallery. */
export class MediaMaker {
  readonly #coordinator: PaidCoordinator;
  readonly #connection: ConnectionKeeper;
  readonly #ledger: Pick<Ledger, 'paid' | 'pending'>;
  readonly #records: MediaRecords;
  readonly #sources: MediaSourceFinder;
  readonly #uploads: TemporaryUploads | undefined;

  constructor(options: {
    coordinator: PaidCoordinator;
    connection: ConnectionKeeper;
    ledger: Pick<Ledger, 'paid' | 'pending'>;
    records: MediaRecords;
    sources: MediaSourceFinder;
    uploads: TemporaryUploads | undefined;
  }) {
    this.#coordinator = options.coordinator;
    this.#connection = options.connection;
    this.#ledger = options.ledger;
    this.#records = options.records;
    this.#sources = options.sources;
    this.#uploads = options.uploads;
  }

  async make(order: Make, signal: AbortSignal): Promise<LedgerEntry> {
    const given = listReferences(order);
    const sources: ReferenceSource[] = [];
    for (const { reference, field } of given) sources.push(await this.#sources.reference(reference, field, signal));
    const files = sources.flatMap((source) => ('file' in source ? [source.file] : []));
    const uploads = isOnThisMachine((await this.#connection.ready(signal)).origin) ? undefined : this.#uploads;
    const { entry } = await sendWithFiles(files, { signal, uploads }, (uploaded, sending, notedUse) => {
      const addresses = sources.map((source) => ('file' in source ? (uploaded[files.indexOf(source.file)] ?? '') : source.address));
      const noted = async (operationId: string): Promise<void> => {
        await notedUse(operationId);
        const references = given.map(({ reference }) => reference);
        await this.#records.noteReferences(operationId, references, addresses);
      };
      const call = { signal: sending, noted };
      return order.kind === 'image' ? this.#sendImage(order, addresses, call) : this.#sendVideo(order, addresses, call);
    });
    return entry;
  }

  /** The newest image or video of exactly this that is made or under way at the connected service; `null` where there is none. Sends nothing. */
  earlier(order: Make): Promise<{ operationId: string | null }> {
    const { id } = this.#connection.current();
    return findEarlier(this.#ledger, order.kind === 'image' ? imagePayment(order, id, order) : videoPayment(order, id, order), id);
  }

  #sendImage(order: MakeImage, addresses: readonly string[], { signal, noted }: SendCall): Sent {
    const { prompt, model, aspectRatio, resolution, asList = false } = order;
    const [one] = addresses;
    const isList = addresses.length > 1 || asList;
    const references = one === undefined ? {} : isList ? { imageUrls: [...addresses] } : { imageUrl: one };
    const image = { prompt, model, aspectRatio, resolution, ...references };
    return this.#coordinator.send(imageWork, imagePayment(image, this.#connection.current().id, order), signal, noted);
  }

  /** `addresses` are those of the first frame, the last frame and the references, as far as each is given. */
  async #sendVideo(order: MakeVideo, addresses: readonly string[], { signal, noted }: SendCall): Sent {
    const connectionId = this.#connection.current().id;
    const { prompt, model, seconds, size, firstFrame, lastFrame, references } = order;
    const left = [...addresses];
    const video = {
      prompt,
      model,
      seconds,
      size,
      ...(firstFrame !== undefined && { firstFrameUrl: left.shift() }),
      ...(lastFrame !== undefined && { lastFrameUrl: left.shift() }),
      ...(references.length > 0 && { referenceImageUrls: left }),
    };
    await checkReferences(video, await this.#connection.ready(signal), signal);
    return this.#coordinator.send(videoWork, videoPayment(video, connectionId, order), signal, noted);
  }
}

/** Frames and references in the order in which a request names them, each with the field of the order. */
function listReferences(order: Make): { reference: MediaReference; field: string }[] {
  const frames = order.kind === 'video' ? { firstFrame: order.firstFrame, lastFrame: order.lastFrame } : {};
  return [
    ...Object.entries(frames).flatMap(([field, reference]) => (reference === undefined ? [] : [{ reference, field }])),
    ...order.references.map((reference, index) => ({ reference, field: `references.${String(index)}` })),
  ];
}
