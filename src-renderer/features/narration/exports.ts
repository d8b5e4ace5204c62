import { fail, type Failure, readText } from '#shared/failure.ts';
import type { exportFormats } from '#shared/operations/speech.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import type { Out } from '#shared/rpc.ts';
import { plural } from '../../lib/format.ts';
import { progressByChapter } from '../../core/chapter/chapters.ts';
import { chooseFile, download } from '../../core/files/files.ts';
import { attempt, studio, useHost } from '../../core/host/host.ts';
import { flushProject, useProject } from '../../core/project/project.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

export interface ExportResult {
  name: string;
  /** Where it is, in words. */
  place: string;
  skippedBlocks: number;
  /** Chapters without any sound, of which no file was made. */
  silentChapters: number;
  /** Of the loudest file; `null` for captions. */
  peak: ExportedPeak | null;
}

type Answer = { ok: true; value: ExportResult | undefined } | { ok: false; failure: Failure };

/** The chapter that is shown; all of them in one file; or each in a file of its own. */
export type ExportScope = 'chapter' | 'project' | 'each';

/** Writes to files that the person chooses, or hands them over as downloads. `undefined` when the dialog was closed. */
export async function exportSound(
  format: (typeof exportFormats)[number],
  scope: ExportScope,
  options: { signal: AbortSignal; onFraction: (fraction: number) => void },
): Promise<Answer> {
  const { details, chapterId, outline } = useProject.getState();
  const shown = outline.find(({ id }) => id === chapterId);
  if (!details || !shown) return { ok: true, value: undefined };
  const { host } = useHost.getState();
  let path: string | undefined;
  if (host?.nativeDialogs === true && host.writesToChosenPath) {
    const suggestedName = (scope === 'chapter' ? `${details.title} - ${shown.title}` : details.title).slice(0, 200);
    const chosen = await chooseFile({ purpose: 'export', suggestedName, extension: format });
    if (!chosen.ok) return chosen;
    if (chosen.value === null) return { ok: true, value: undefined };
    path = chosen.value;
  }
  return attempt(async () => {
    const unsaved = await flushProject();
    if (unsaved) throw fail(unsaved.kind, readText(unsaved), unsaved);
    const heard = progressByChapter(); // of what is saved
    const wanted =
      scope === 'each' ? outline.filter(({ id }) => (heard.get(id)?.seconds ?? 0) > 0) : [scope === 'chapter' ? shown : undefined];
    if (wanted.length === 0) throw fail('invalid-input', message('narration.thereIsNothingToExportYet'));
    // The system's own dialog has asked before a file is written over; of names that it did not show it has not.
    const place = path === undefined ? {} : { path, ...(scope === 'each' ? {} : { overwrite: true }) };
    const files: Out<Operations['chapter.export']>[] = [];
    for (const [index, chapter] of wanted.entries()) {
      const of = chapter === undefined ? {} : { chapterId: chapter.id };
      const input = { projectId: details.projectId, ...of, format, ...place, ...(scope === 'each' ? { numbered: true } : {}) };
      const call = studio().call('chapter.export', input, { signal: options.signal });
      for await (const { fraction } of call) options.onFraction((index + fraction) / wanted.length);
      const out = await call.result;
      if (out.url !== null) download(out.url, out.name);
      files.push(out);
    }
    const silent = scope === 'each' ? outline.length - wanted.length : 0;
    return resultOf(files, silent);
  });
}

function resultOf(files: readonly Out<Operations['chapter.export']>[], silentChapters: number): ExportResult {
  const [first] = files;
  const many = files.length > 1;
  const at = first?.path ?? null;
  return {
    name: many ? plural(files.length, messages.narration.file) : (first?.name ?? ''),
    place:
      at === null
        ? messages.narration.amongYourBrowsersDownloads(many ? messages.narration.theyAre : messages.narration.itIs)
        : many
          ? messages.narration.theyAreBeside(at)
          : messages.narration.itIsAt(at),
    skippedBlocks: files.reduce((sum, { skippedBlocks }) => sum + skippedBlocks, 0),
    silentChapters,
    peak: findLoudest(files.flatMap(({ peak }) => peak ?? [])),
  };
}

function findLoudest(peaks: readonly ExportedPeak[]): ExportedPeak | null {
  if (peaks.length === 0) return null;
  const greatest = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  };
  return {
    truePeakDb: greatest(peaks.map(({ truePeakDb }) => truePeakDb)),
    limitedFromDb: greatest(peaks.map((one) => one.limitedFromDb)),
  };
}
