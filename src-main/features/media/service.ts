import { copyFile, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import {
  mediaReference,
  type MediaOrder,
  type mediaOperations,
  type MediaRecord,
  type MediaReference,
  type ReferenceRole,
} from '#shared/operations/media.ts';
import { plainText } from '#shared/plain-text.ts';
import { withoutSignatures } from '#shared/signed-address.ts';
import type { In } from '#shared/rpc.ts';
import { imageRequest, videoRequest } from '#shared/wire/media.ts';
import { z } from 'zod';
import { keptNameIn, type FileToUpload, type TemporaryUploads } from '../bucket/uploads.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { Exports } from '../../library/exports.ts';
import { fileNameOf } from '../../infra/files.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import { checkReferences, imagePayment, imageWork, videoPayment, videoWork } from './generation.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { sendWithFiles } from '../bucket/file-addresses.ts';
import { filesOf } from '../../paid-requests/family.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { message } from '#shared/messages/message.ts';

/** Operations that are read of the ledger at once, and looked through for one answer. */
const page = 100;
const lookedThrough = 2_000;

/** The line of an operation's timeline that names the gallery's images it was made of. */
const referencesEvent = 'references';
const referencesNoted = z.object({ of: z.array(mediaReference) });

type Make = In<(typeof mediaOperations)['media.make']>;

/** Images and videos of the ledger, and new ones that refer to them. */
export function createMediaGallery(options: {
  connection: ConnectionKeeper;
  ledger: Ledger;
  coordinator: PaidCoordinator;
  kept: KeptFiles;
  exports: Pick<Exports, 'file'>;
  /** For a service that is not on this machine. */
  uploads?: TemporaryUploads;
}): Pick<Services, keyof typeof mediaOperations> {
  const { connection, ledger, coordinator, kept, exports } = options;

  const pathOf = ({ url }: KeptFile): string => kept.path(url.slice(url.lastIndexOf('/') + 1));

  const entryOf = async (operationId: string): Promise<LedgerEntry> => {
    const entry = await ledger.entry(operationId);
    if (entry?.family !== 'image' && entry?.family !== 'video')
      throw fail('not-found', message('imagesVideo.noSuchResult'), { field: 'operationId' });
    return entry;
  };

  /** What the service says now of where the result is. */
  const addressOf = async (entry: LedgerEntry, signal: AbortSignal): Promise<string> => {
    const { client } = await coordinator.toolsFor(entry, signal);
    const { images, videos } = client.media;
    const { job } = await (entry.family === 'image' ? images : videos).get(entry.taskId ?? '', signal, entry.body);
    if (job.resultUrl === undefined) throw fail('not-found', message('imagesVideo.resultGone'), { next: 'none' });
    const address = URL.parse(job.resultUrl, client.origin)?.href;
    if (address === undefined) throw fail('bad-response', message('service.resultAddressUnreadable'));
    return address;
  };

  /** Where the service fetches a reference: an address, or a file of this machine. */
  const sourceOf = async (
    reference: MediaReference,
    field: string,
    signal: AbortSignal,
  ): Promise<{ address: string } | { file: FileToUpload }> => {
    if ('address' in reference) return reference;
    const entry = await entryOf(reference.operationId);
    if (entry.family !== 'image') throw fail('invalid-input', message('imagesVideo.referenceNeedsPicture'), { field });
    try {
      return { address: await addressOf(entry, signal) };
    } catch (thrown) {
      if (toFailure(thrown).kind === 'cancelled') throw thrown;
      const file = filesOf(entry)[0];
      const here = file !== undefined && (await kept.has(file));
      const canFetch = isOnThisMachine((await connection.ready(signal)).origin) || (options.uploads?.name() ?? null) !== null;
      if (here && canFetch) return { file: { path: pathOf(file), name: basename(pathOf(file)), called: titleOf(entry) } };
      const words = here ? message('imagesVideo.pictureUnreachable') : message('imagesVideo.pictureGone');
      throw fail('not-found', words, { field, cause: thrown, next: 'fix-input' });
    }
  };

  const make = async (order: Make, signal: AbortSignal): Promise<LedgerEntry> => {
    const frames = order.kind === 'video' ? { firstFrame: order.firstFrame, lastFrame: order.lastFrame } : {};
    const given: readonly { reference: MediaReference; field: string }[] = [
      ...Object.entries(frames).flatMap(([field, reference]) => (reference === undefined ? [] : [{ reference, field }])),
      ...order.references.map((reference, index) => ({ reference, field: `references.${String(index)}` })),
    ];
    const sources: ({ address: string } | { file: FileToUpload })[] = [];
    for (const { reference, field } of given) sources.push(await sourceOf(reference, field, signal));
    const files = sources.flatMap((source) => ('file' in source ? [source.file] : []));
    const uploads = isOnThisMachine((await connection.ready(signal)).origin) ? undefined : options.uploads;
    const { entry } = await sendWithFiles(files, { signal, uploads }, (uploaded, signal, notedUse) => {
      const addresses = sources.map((source) => ('file' in source ? (uploaded[files.indexOf(source.file)] ?? '') : source.address));
      const noted = async (operationId: string): Promise<void> => {
        await notedUse(operationId);
        if (given.some(({ reference }) => 'operationId' in reference))
          await ledger.note(operationId, referencesEvent, { of: given.map(({ reference }) => reference) });
      };
      return send(order, addresses, signal, noted);
    });
    return entry;
  };

  const send = async (order: Make, addresses: readonly string[], signal: AbortSignal, noted: (operationId: string) => Promise<void>) => {
    const connectionId = connection.current().id;
    const { prompt, model } = order;
    if (order.kind === 'image') {
      const { aspectRatio, resolution, asList = false } = order;
      const [one] = addresses;
      const list = addresses.length > 1 || asList;
      const named = one === undefined ? {} : list ? { imageUrls: [...addresses] } : { imageUrl: one };
      return coordinator.send(
        imageWork,
        imagePayment({ prompt, model, aspectRatio, resolution, ...named }, connectionId, order),
        signal,
        noted,
      );
    }
    const { seconds, size, firstFrame, lastFrame, references } = order;
    const left = [...addresses];
    const named = {
      ...(firstFrame !== undefined && { firstFrameUrl: left.shift() }),
      ...(lastFrame !== undefined && { lastFrameUrl: left.shift() }),
      ...(references.length > 0 && { referenceImageUrls: left }),
    };
    const video = { prompt, model, seconds, size, ...named };
    await checkReferences(video, await connection.ready(signal), signal);
    return coordinator.send(videoWork, videoPayment(video, connectionId, order), signal, noted);
  };

  const recordOf = async (entry: LedgerEntry): Promise<MediaRecord | undefined> => {
    const order = orderOf(entry);
    if (order === undefined) return undefined;
    if (order.references.length > 0) {
      const events = await ledger.events(entry.operationId);
      const noted = referencesNoted.safeParse(events.find(({ event }) => event === referencesEvent)?.facts);
      noted.data?.of.forEach((reference, index) => {
        const shown = order.references[index];
        if (shown && 'operationId' in reference) shown.operationId = reference.operationId;
      });
    }
    return { operation: coordinator.shown(entry), kind: entry.family === 'image' ? 'image' : 'video', order, key: entry.idempotencyKey };
  };

  return {
    'media.make': async (order, { signal }) => coordinator.shown(await make(order, signal)),
    'media.gallery': async ({ kind, search = '', before, limit }) => {
      const words = plainText(search).split(/\s+/u).filter(Boolean);
      const items: MediaRecord[] = [];
      let last = before;
      for (let read = 0; read < lookedThrough; read += page) {
        const families = kind === undefined ? (['image', 'video'] as const) : [kind];
        const entries = await ledger.list({ families, limit: page, ...(last !== undefined && { before: last }) });
        for (const entry of entries) {
          last = entry.operationId;
          const record = await recordOf(entry);
          if (record === undefined) continue;
          const text = plainText(`${record.order.prompt}\n${record.order.model}`);
          if (!words.every((word) => text.includes(word))) continue;
          items.push(record);
          if (items.length === limit) return { items, next: last };
        }
        if (entries.length < page) return { items, next: null };
      }
      return { items, next: last ?? null };
    },
    'media.address': async ({ operationId }, { signal }) => ({ address: await addressOf(await entryOf(operationId), signal) }),
    'media.save': async ({ operationId, path, overwrite }) => {
      const entry = await entryOf(operationId);
      const file = filesOf(entry)[0];
      if (file === undefined || !(await kept.has(file))) throw fail('file-missing', message('imagesVideo.resultNotHere'), { next: 'none' });
      const from = pathOf(file);
      const prompt = orderOf(entry)?.prompt ?? entry.summary;
      const name = `${fileNameOf(prompt.slice(0, 60), entry.family)}.${/[^.]+$/u.exec(from)?.[0] ?? 'bin'}`;
      return exports.file({ name, type: file.contentType, path, overwrite }, async (temporary) => {
        await copyFile(from, temporary);
        const copied = await open(temporary, 'r+');
        try {
          await copied.sync();
        } finally {
          await copied.close();
        }
        if ((await stat(temporary)).size !== file.bytes)
          throw fail('file-failed', message('imagesVideo.copyIncomplete'), { next: 'retry' });
      });
    },
  };
}

const titleOf = ({ summary }: LedgerEntry): string => summary.replace(/^Image: /u, '');

/** The permission to fetch a file of the person's bucket is not shown. */
const shownAddress = (address: string): string => (keptNameIn(address) === undefined ? address : withoutSignatures(address));

/** What was asked for, read from what was sent; undefined where that cannot be read. */
function orderOf({ family, body }: LedgerEntry): MediaOrder | undefined {
  let sent: unknown;
  try {
    sent = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
  const named = (role: ReferenceRole, ...addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address === undefined ? [] : [{ role, address: shownAddress(address), operationId: null }]));
  if (family === 'image') {
    const { data } = imageRequest.safeParse(sent);
    if (data === undefined) return undefined;
    const { prompt, model, aspect_ratio: aspectRatio, resolution, image_url, image_urls = [] } = data;
    const references = named('reference', image_url, ...image_urls);
    return { prompt, model, aspectRatio, resolution, seconds: null, size: null, references };
  }
  const { data } = videoRequest.safeParse(sent);
  if (data === undefined) return undefined;
  const { prompt, model, seconds, size, first_frame_url, last_frame_url, reference_image_urls = [] } = data;
  const references = [
    ...named('first-frame', first_frame_url),
    ...named('last-frame', last_frame_url),
    ...named('reference', ...reference_image_urls),
  ];
  return { prompt, model, aspectRatio: null, resolution: null, seconds, size, references };
}
