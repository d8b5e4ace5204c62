import { fail, type Failure, readText } from '#shared/failure.ts';
import type { exportFormats } from '#shared/operations/speech.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import type { Out } from '#shared/rpc.ts';
import { plural } from '../../lib/format.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import type { HostStore } from '../../core/host/host-store.ts';
import type { StudioFiles } from '../../core/files/studio-files.ts';
import type { ChaptersStore } from '../../core/chapter/chapters-store.ts';
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

export interface SoundExportsDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'flushProject'>;
  host: Pick<HostStore, 'store'>;
  files: Pick<StudioFiles, 'chooseFile' | 'download'>;
  chapters: Pick<ChaptersStore, 'progressByChapter'>;
}

/** Writes the sound of chapters to files. */
export class SoundExports {
  readonly #deps: SoundExportsDependencies;

  constructor(dependencies: SoundExportsDependencies) {
    this.#deps = dependencies;
  }

  /** Writes to files that the person chooses, or hands them over as downloads. `undefined` when the dialog was closed. */
  readonly exportSound = async (
    format: (typeof exportFormats)[number],
    scope: ExportScope,
    options: { signal: AbortSignal; onFraction: (fraction: number) => void },
  ): Promise<Answer> => {
    const { details, chapterId, outline } = this.#deps.project.store.getState();
    const shown = outline.find(({ id }) => id === chapterId);
    if (!details || !shown) return { ok: true, value: undefined };
    const { host } = this.#deps.host.store.getState();
    let path: string | undefined;
    if (host?.nativeDialogs === true && host.writesToChosenPath) {
      const suggestedName = (scope === 'chapter' ? `${details.title} - ${shown.title}` : details.title).slice(0, 200);
      const chosen = await this.#deps.files.chooseFile({ purpose: 'export', suggestedName, extension: format });
      if (!chosen.ok) return chosen;
      if (chosen.value === null) return { ok: true, value: undefined };
      path = chosen.value;
    }
    return attempt(async () => {
      const unsaved = await this.#deps.project.flushProject();
      if (unsaved) throw fail(unsaved.kind, readText(unsaved), unsaved);
      const heard = this.#deps.chapters.progressByChapter(); // of what is saved
      const wanted =
        scope === 'each' ? outline.filter(({ id }) => (heard.get(id)?.seconds ?? 0) > 0) : [scope === 'chapter' ? shown : undefined];
      if (wanted.length === 0) throw fail('invalid-input', message('narration.nothingToExportYet'));
      // The system's own dialog has asked before a file is written over; of names that it did not show it has not.
      const place = path === undefined ? {} : { path, ...(scope === 'each' ? {} : { overwrite: true }) };
      const files: Out<Operations['chapter.export']>[] = [];
      for (const [index, chapter] of wanted.entries()) {
        const of = chapter === undefined ? {} : { chapterId: chapter.id };
        const input = { projectId: details.projectId, ...of, format, ...place, ...(scope === 'each' ? { numbered: true } : {}) };
        const call = this.#deps.client.call('chapter.export', input, { signal: options.signal });
        for await (const { fraction } of call) options.onFraction((index + fraction) / wanted.length);
        const out = await call.result;
        if (out.url !== null) this.#deps.files.download(out.url, out.name);
        files.push(out);
      }
      const silent = scope === 'each' ? outline.length - wanted.length : 0;
      return resultOf(files, silent);
    });
  };
}

function resultOf(files: readonly Out<Operations['chapter.export']>[], silentChapters: number): ExportResult {
  const [first] = files;
  const many = files.length > 1;
  const at = first?.path ?? null;
  return {
    name: many ? plural(files.length, messages.narration.file) : (first?.name ?? ''),
    place:
      at === null
        ? messages.narration.savedToDownloads(many ? messages.narration.downloadsMany : messages.narration.downloadsOne)
        : many
          ? messages.narration.savedBeside(at)
          : messages.narration.savedAt(at),
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
