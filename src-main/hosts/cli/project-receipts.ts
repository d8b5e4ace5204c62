import { dirname, join, resolve } from 'node:path';
import { messages } from '#shared/messages/index.ts';
import { writeReceipts as writeFiles, type PlacedFile } from '../../features/exports/report-files.ts';
import { receiptsName } from '../../features/exports/receipts-page.ts';
import type { ProjectAtHand } from './project-file.ts';
import type { MasterOptions } from './project-masters.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

interface ReceiptsWork extends Pick<MasterOptions, 'out'> {
  each: MasterOptions['each'] | undefined;
  opened: ProjectAtHand;
  placed: readonly PlacedFile[];
}

/** Receipts of the files that were written, beside them: a page and JSON. Answers with their paths. Fails as the disk and the ledgers do. */
export async function writeReceipts(
  { output, signal }: Work,
  files: ProjectFiles,
  { opened: { project, takes }, out, each, placed }: ReceiptsWork,
): Promise<string[]> {
  const names = await files.readVoiceNames();
  const folder = each === undefined ? dirname(resolve(out)) : resolve(out);
  for (const ending of ['.html', '.json']) files.allowOutput(join(folder, `${receiptsName(project.title, placed)}${ending}`));
  const parts = {
    exports: files.library.exports,
    connectionId: files.connectionId,
    nameOfVoice: (voiceId: string) => names.get(voiceId),
    readLedgers: async (read: Parameters<ProjectFiles['readLedgers']>[0]) => {
      const held = await files.readLedgers(read);
      if (held > 0) output.note(messages.cli.masters.ledgersInUse(held));
    },
  };
  const { projectId, title } = project;
  const written = await writeFiles(parts, { projectId, title, takes }, { files: placed, folder, signal });
  return written.flatMap(({ path }) => path ?? []);
}
