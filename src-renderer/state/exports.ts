import { fail, type Failure } from '#shared/failure.ts';
import type { exportFormats } from '#shared/operations.ts';
import { chooseFile } from './files.ts';
import { attempt, studio, useHost } from './host.ts';
import { flushProject, useProject } from './project.ts';

export interface ExportResult {
  name: string;
  /** Where it is, in words. */
  place: string;
  skippedBlocks: number;
}

type Answer = { ok: true; value: ExportResult | undefined } | { ok: false; failure: Failure };

/** Writes the chapter to a file that the person chooses, or hands it over as a download. `undefined` when the dialog was closed. */
export async function exportChapter(
  format: (typeof exportFormats)[number],
  options: { signal: AbortSignal; onFraction: (fraction: number) => void },
): Promise<Answer> {
  const { details, chapterId, outline } = useProject.getState();
  if (!details || chapterId === undefined) return { ok: true, value: undefined };
  const { host } = useHost.getState();
  let path: string | undefined;
  if (host?.nativeDialogs === true && host.writesToChosenPath) {
    const chapterTitle = outline.find(({ id }) => id === chapterId)?.title ?? '';
    const suggestedName = `${details.title} - ${chapterTitle}`.slice(0, 200);
    const chosen = await chooseFile({ purpose: 'export', suggestedName, extension: format });
    if (!chosen.ok) return chosen;
    if (chosen.value === null) return { ok: true, value: undefined };
    path = chosen.value;
  }
  return attempt(async () => {
    const unsaved = await flushProject();
    if (unsaved) throw fail(unsaved.kind, unsaved.message, unsaved);
    // The system's own dialog has asked before a file is written over.
    const place = path === undefined ? {} : { path, overwrite: true };
    const call = studio().call('chapter.export', { projectId: details.projectId, chapterId, format, ...place }, { signal: options.signal });
    for await (const { fraction } of call) options.onFraction(fraction);
    const out = await call.result;
    if (out.url !== null) download(out.url, out.name);
    return {
      name: out.name,
      place: out.path === null ? 'It is among your browser’s downloads.' : `It is at ${out.path}.`,
      skippedBlocks: out.skippedBlocks,
    };
  });
}

function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
