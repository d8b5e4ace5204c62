import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LibraryService } from '#main/library/library.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import { context, type Fixture } from './helpers.ts';

/** Exports all chapters over what is there in a process of its own, and kills that. */
export async function killExport(
  { directory }: Fixture,
  { path }: Project,
  folder: string,
  format: string,
  at: 'middle' | 'whole',
): Promise<void> {
  const script = join(import.meta.dirname, 'killed-export-child.ts');
  const child = spawn(process.execPath, [script, directory, path, folder, format, at]);
  await once(child.stdout, 'data');
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** A second chapter before the first, with one block. */
export async function addChapter(
  library: LibraryService,
  project: Project,
  title = 'The: Storm',
): Promise<{ id: string; arranged: Project }> {
  const [first] = project.chapters;
  if (!first) throw new Error('no chapter');
  const before = [{ id: first.id, title: first.title }];
  const document = createDocument(['The other one.']).toJSON() as never;
  const { projectId } = project;
  const chapters = [{ id: 'chapter00002', title, document }, ...before];
  await library.services['project.arrange']({ projectId, before, chapters }, context());
  return { id: 'chapter00002', arranged: await library.services['project.open']({ path: project.path }, context()) };
}
