import { join } from 'node:path';
import type { PlacedBlock } from '#shared/masters/receipts.ts';
import type { Take } from '#shared/narration/take.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import type { LibraryService } from '../../library/library.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { PaidOperations } from './paid-operations.ts';
import { formatReceiptsJson, formatReceiptsPage, receiptsName } from './receipts-page.ts';
import { formatReportJson, formatReportPage, reportName, type ReportNotes } from './report-page.ts';

/** A file of sound, and what it is made of. */
export interface PlacedFile {
  name: string;
  durationMs: number;
  blocks: readonly PlacedBlock[];
}

type Exports = Pick<LibraryService['exports'], 'text'>;

/** What is written about, and where to: without a folder they are downloads. */
interface About<File> {
  files: readonly File[];
  folder: string | undefined;
  signal: AbortSignal;
}

interface PageFile {
  kind: 'report' | 'receipts';
  name: string;
  path: string | null;
  url: string | null;
}

/** Writes how the files of an export were measured, how many pickups are open in them and which blocks changed since, as a page and as JSON. */
export function writeReports(
  exports: Exports,
  { title, ...notes }: { title: string } & ReportNotes,
  { files, ...place }: About<ExportedFile>,
): Promise<PageFile[]> {
  const page = formatReportPage(title, files, notes);
  const json = formatReportJson(title, files, notes);
  return writePages(exports, { kind: 'report', name: reportName(title, files), page, json, ...place });
}

interface ReceiptParts {
  exports: Exports;
  connectionId: string;
  /** Hands over one ledger after another: the window has one, a run of the command line those of the profile. */
  readLedgers: (read: (ledger: Pick<Ledger, 'list' | 'sum' | 'paid'>) => Promise<void>) => Promise<unknown>;
  nameOfVoice: (voiceId: string) => string | undefined;
}

/** Writes where each second of the files comes from and what was paid for it, as a page and as JSON. Fails as the ledgers and the disk do. */
export async function writeReceipts(
  { exports, connectionId, readLedgers, nameOfVoice }: ReceiptParts,
  { projectId, title, takes }: { projectId: string; title: string; takes: readonly Take[] },
  { files, ...place }: About<PlacedFile>,
): Promise<PageFile[]> {
  const operations = new PaidOperations(projectId, connectionId);
  await readLedgers((ledger) => operations.read(ledger, takes, place.signal));
  const receipts = operations.receiptsOf(title, files, { takes, nameOfVoice });
  const page = formatReceiptsPage(receipts);
  return writePages(exports, { kind: 'receipts', name: receiptsName(title, files), page, json: formatReceiptsJson(receipts), ...place });
}

async function writePages(
  exports: Exports,
  {
    kind,
    name: named,
    page,
    json,
    folder,
    signal,
  }: Pick<PageFile, 'kind' | 'name'> & Omit<About<never>, 'files'> & { page: string; json: string },
): Promise<PageFile[]> {
  const texts = [
    ['.html', 'text/html; charset=utf-8', page],
    ['.json', 'application/json', json],
  ] as const;
  const written: PageFile[] = [];
  for (const [ending, type, text] of texts) {
    const name = `${named}${ending}`;
    const target = { name, type, overwrite: true, ...(folder !== undefined && { path: join(folder, name) }) };
    const file = await exports.text(target, [new TextEncoder().encode(text)], signal);
    written.push({ kind, name: file.name, path: file.path, url: file.url });
  }
  return written;
}
