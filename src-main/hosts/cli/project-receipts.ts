import { dirname, join, resolve } from 'node:path';
import { messages } from '#shared/messages/index.ts';
import { PaidOperations } from '../../features/exports/paid-operations.ts';
import { formatReceiptsJson, formatReceiptsPage, receiptsName } from '../../features/exports/receipts-page.ts';
import type { ProjectAtHand } from './project-file.ts';
import type { MasterOptions } from './project-masters.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

interface ReceiptsWork extends Pick<MasterOptions, 'out'> {
  each: MasterOptions['each'] | undefined;
  opened: ProjectAtHand;
  placed: Parameters<PaidOperations['receiptsOf']>[1];
}

/** Receipts of the files that were written, beside them: a page and JSON. Answers with their paths. Fails as the disk and the ledgers do. */
export async function writeReceipts(
  { output, signal }: Work,
  files: ProjectFiles,
  { opened: { project, takes }, out, each, placed }: ReceiptsWork,
): Promise<string[]> {
  const operations = new PaidOperations(project.projectId, files.connectionId);
  const held = await files.readLedgers((ledger) => operations.read(ledger, takes, signal));
  if (held > 0) output.note(messages.cli.masters.ledgersInUse(held));
  const receipts = operations.receiptsOf(project.title, placed, takes);
  const folder = each === undefined ? dirname(resolve(out)) : resolve(out);
  const texts = [
    ['.html', 'text/html; charset=utf-8', formatReceiptsPage(receipts)],
    ['.json', 'application/json', formatReceiptsJson(receipts)],
  ] as const;
  const paths: string[] = [];
  for (const [ending, type, text] of texts) {
    const name = `${receiptsName(project.title)}${ending}`;
    const path = join(folder, name);
    files.allowOutput(path);
    await files.library.exports.text({ name, type, path, overwrite: true }, [new TextEncoder().encode(text)], signal);
    paths.push(path);
  }
  return paths;
}
