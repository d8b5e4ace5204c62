import { basename, dirname, extname, join, resolve } from 'node:path';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import type { EditFormat } from '#shared/masters/formats.ts';
import { formatEditProject, planEditSounds } from '../../features/exports/edit-files.ts';
import { EditSounds } from '../../features/exports/edit-sounds.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { betweenChaptersMs, type FinalPlace } from '../../library/exports.ts';
import type { ChapterOfProject, ProjectAtHand } from './project-file.ts';
import { writeMaster, type MasterOptions } from './project-masters.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

interface EditWork {
  options: Omit<MasterOptions, 'format'> & { format: EditFormat; chapter?: number };
  opened: ProjectAtHand;
  withSound: readonly ChapterOfProject[];
  /** Says what is wrong with the path of a file. */
  explain: (path: string) => (thrown: unknown) => never;
}

/** A project for an audio editor, the first of the answer, and beside it a WAV file of each chapter, which are written before it. */
export async function writeEditProject(work: Work, files: ProjectFiles, { options, opened, withSound, explain }: EditWork) {
  const { format } = options;
  const path = resolve(options.out);
  const { project, chapters, takes, defaults } = opened;
  const spoken = withSound.map((chapter) => ({
    ...chapter,
    timeline: buildTimeline(chapter.document, takes, defaults, files.connectionId),
  }));
  const title = (options.chapter === undefined ? undefined : withSound[0]?.title) ?? project.title;
  const folder = dirname(path);
  const sounds = planEditSounds(formatFileName(basename(path, extname(path))), spoken, chapters.length);
  const beside = await EditSounds.read(
    { folder, name: basename(path) },
    sounds.map(({ name }) => `${name}.wav`),
    files.library.unclaimed,
  );
  const written = [];
  for (const [index, { name, ...sound }] of sounds.entries()) {
    const file = { ...sound, path: join(folder, `${name}.wav`) };
    const onFraction = (fraction: number): void => work.output.progress(`${Math.floor((100 * (index + fraction)) / sounds.length)} %`);
    const wav = { out: options.out, format: 'wav' } as const;
    const choosePlace = async (made: string): Promise<FinalPlace> => {
      const place = await beside.choosePlace(`${name}.wav`, made, true);
      files.allowOutput(join(folder, place.name));
      return place;
    };
    const master = { file, options: wav, cover: undefined, opened, signal: work.signal, onFraction, choosePlace };
    written.push(await writeMaster(files, master).catch(explain(file.path)));
  }
  files.allowOutput(path);
  const fileNames = written.map(({ file }) => basename(file.path));
  const pickups = await files.library.pickups.list(project.projectId);
  const { type, content } = formatEditProject({ format, title, spoken, fileNames, defaults, pickups });
  const wanted = { name: `${formatFileName(title)}.${format}`, type, path, overwrite: true };
  const { bytes } = await files.library.exports.text(wanted, [content], work.signal).catch(explain(path));
  await beside.removeReplaced(fileNames);
  await beside.removeUnclaimed(fileNames);
  const durationMs = sounds.reduce((sum, sound) => sum + sound.durationMs, (sounds.length - 1) * betweenChaptersMs);
  const own = { path, format, chapter: options.chapter ?? null, durationMs, bytes, peak: null, measures: null };
  return [own, ...written.map(({ file }) => file)];
}
