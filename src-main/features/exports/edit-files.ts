import { editProjectOf } from '#shared/editing/edit-project.ts';
import { toOpenTimeline } from '#shared/editing/open-timeline.ts';
import { toReaper } from '#shared/editing/reaper.ts';
import type { EditFormat } from '#shared/masters/formats.ts';
import { messages } from '#shared/messages/index.ts';
import type { Pickup } from '#shared/narration/pickups.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { betweenChaptersMs, numberedName } from '../../library/exports.ts';
import type { PlannedFile, SpokenChapter } from './plan.ts';

const writers = {
  rpp: { type: 'application/x-reaper-project', write: toReaper },
  otio: { type: 'application/vnd.opentimelineio+json', write: toOpenTimeline },
} as const;

/** The sounds beside a project of this name: a WAV file of each chapter, named so that no other export has its name. */
export function planEditSounds(
  project: string,
  spoken: readonly SpokenChapter[],
  chapterCount: number,
): (PlannedFile & { name: string })[] {
  return spoken.map(({ id, title, number, timeline }) => ({
    name: `${project} - ${messages.exports.editSound} ${numberedName(title, number, chapterCount)}`,
    title,
    chapter: number,
    chapterIds: [id],
    durationMs: Math.round((timeline.samples * 1000) / sampleRate),
  }));
}

interface EditOrder {
  format: EditFormat;
  title: string;
  spoken: readonly SpokenChapter[];
  /** Of the sounds of these chapters, with their ending. */
  fileNames: readonly string[];
  defaults: ProjectDefaults;
  pickups: readonly Pickup[];
}

/** The file of a project; what it refers to stands beside it. */
export function formatEditProject({ format, title, spoken, fileNames, defaults, pickups }: EditOrder): {
  type: string;
  content: Uint8Array;
} {
  const chapters = spoken.map(({ id, title: name, timeline }, index) => ({ id, title: name, timeline, fileName: fileNames[index] ?? '' }));
  const between = (betweenChaptersMs * sampleRate) / 1000;
  const project = editProjectOf({
    title,
    chapters,
    pickups,
    kindNames: messages.pickups.kinds,
    defaults,
    between,
    narration: messages.exports.narration,
  });
  const { type, write } = writers[format];
  return { type, content: new TextEncoder().encode(write(project)) };
}
