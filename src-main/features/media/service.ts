import { copyFile, open, stat } from 'node:fs/promises';
import { cutText } from '#shared/cut-text.ts';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { mediaOperations, MediaRecord } from '#shared/operations/media.ts';
import type { Out, Parsed } from '#shared/rpc.ts';
import { formatFileName } from '../../infra/file-name.ts';
import type { Exports } from '../../library/exports.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { RemovedResults } from '../../library/removed-results.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { searchLedger } from '../../paid-requests/ledger/search.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { FileToUpload, TemporaryUploads } from '../bucket/uploads.ts';
import { MediaMaker } from './make.ts';
import { readMediaOrder } from './order.ts';
import { MediaRecords } from './records.ts';
import { MediaSourceFinder } from './sources.ts';

/** Images and videos of the ledger, and new ones that refer to them. */
export function createMediaGallery(options: {
  connection: ConnectionKeeper;
  ledger: Ledger;
  coordinator: PaidCoordinator;
  kept: KeptFiles;
  exports: Pick<Exports, 'file'>;
  /** For a service that is not on this machine. */
  uploads?: TemporaryUploads;
  removed?: Pick<RemovedResults, 'has'>;
  /** The file that a person gave as a reference, by its address. */
  sourceFile?: (address: string) => FileToUpload | undefined;
}): Pick<Services, keyof typeof mediaOperations> {
  const { connection, ledger, coordinator, kept, exports, uploads, removed, sourceFile = () => undefined } = options;
  const records = new MediaRecords(ledger, coordinator);
  const sources = new MediaSourceFinder({ records, coordinator, connection, kept, uploads, sourceFile });
  const maker = new MediaMaker({ coordinator, connection, ledger, records, sources, uploads });
  return {
    'media.make': async (order, { signal }) => coordinator.shown(await maker.make(order, signal)),
    'media.earlier': (order) => maker.earlier(order),
    'media.gallery': (query) => searchGallery({ ledger, records, removed }, query),
    'media.address': async ({ operationId }, { signal }) => ({
      address: await sources.address(await records.find(operationId), signal),
    }),
    'media.save': async ({ operationId, ...place }) => saveCopy(await records.find(operationId), { sources, exports }, place),
  };
}

function searchGallery(
  { ledger, records, removed }: { ledger: Ledger; records: MediaRecords; removed: Pick<RemovedResults, 'has'> | undefined },
  { kind, removed: wantsRemoved, ...query }: Parsed<Operations['media.gallery']>,
): Promise<{ items: MediaRecord[]; next: string | null }> {
  return searchLedger(ledger, { ...query, families: kind === undefined ? ['image', 'video'] : [kind] }, async (entry) => {
    if ((removed?.has(entry.operationId) ?? false) !== wantsRemoved) return undefined;
    const item = await records.toRecord(entry);
    return item && { item, text: `${item.order.prompt}\n${item.order.model}` };
  });
}

/** Copies a result to where a person wants it, named by its prompt. Fails with `file-missing` where it is not on this machine. */
async function saveCopy(
  entry: LedgerEntry,
  { sources, exports }: { sources: MediaSourceFinder; exports: Pick<Exports, 'file'> },
  place: Omit<Parsed<Operations['media.save']>, 'operationId'>,
): Promise<Out<Operations['media.save']>> {
  const file = await sources.file(entry);
  if (file === undefined) throw fail('file-missing', message('imagesVideo.resultNotHere'), { next: 'none' });
  const prompt = readMediaOrder(entry)?.prompt ?? entry.summary;
  const name = `${formatFileName(cutText(prompt, 60), entry.family)}.${/[^.]+$/u.exec(file.path)?.[0] ?? 'bin'}`;
  return exports.file({ name, type: file.kept.contentType, ...place }, (temporary) => copyWhole(file.path, temporary, file.kept.bytes));
}

/** Durable when it returns. Fails with `file-failed` where the copy has not that many bytes. */
async function copyWhole(from: string, to: string, bytes: number): Promise<void> {
  await copyFile(from, to);
  const copied = await open(to, 'r+');
  try {
    await copied.sync();
  } finally {
    await copied.close();
  }
  if ((await stat(to)).size !== bytes) throw fail('file-failed', message('imagesVideo.copyIncomplete'), { next: 'retry' });
}
