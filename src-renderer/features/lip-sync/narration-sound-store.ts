import { sampleRate, type Take } from '#shared/narration/take.ts';
import { FailureError, type Failure } from '#shared/failure.ts';
import { attempt } from '../../core/host/attempt.ts';
import { studio } from '../../core/host/host.ts';
import { progressByChapter } from '../../core/chapter/chapters.ts';
import { flushProject, useProject } from '../../core/project/project.ts';
import { giveOwn, type Slot } from '../../core/sources/sources.ts';

/** Sound of the open project, to be handed to another panel's job. */
export interface NarrationChoice {
  id: string;
  /** The chapter's name, or how the take begins. */
  name: string;
  seconds: number;
}

const mostTakes = 12;

export function chaptersWithSound(): NarrationChoice[] {
  const heard = progressByChapter();
  return useProject.getState().outline.flatMap(({ id, title }) => {
    const seconds = heard.get(id)?.seconds ?? 0;
    return seconds > 0 ? [{ id, name: title, seconds }] : [];
  });
}

/** The newest first. */
export function newestTakes(takes: readonly Take[]): NarrationChoice[] {
  return takes
    .filter(({ state, samples }) => state !== 'damaged' && samples > 0)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .slice(0, mostTakes)
    .map(({ id, text, samples }) => ({ id, name: text.length > 48 ? `${text.slice(0, 48)}…` : text, seconds: samples / sampleRate }));
}

/** Puts a chapter's sound as it is now into a slot, as one file. */
export async function giveChapter(slot: Slot, { id, name }: NarrationChoice): Promise<Failure | undefined> {
  const { details } = useProject.getState();
  if (!details) return undefined;
  const answer = await attempt(async () => {
    const unsaved = await flushProject();
    if (unsaved) throw new FailureError(unsaved);
    const { projectId } = details;
    return studio().run('chapter.export', { projectId, chapterId: id, format: 'mp3' });
  });
  if (!answer.ok) return answer.failure;
  if (answer.value.url !== null) await giveOwn(slot, `${name}.mp3`, answer.value.url);
  return undefined;
}

export async function giveTake(slot: Slot, { id, name }: NarrationChoice): Promise<undefined> {
  const { details } = useProject.getState();
  if (details) await giveOwn(slot, `${name.slice(0, 48)}.wav`, `/bytes/take/${details.projectId}/${id}.wav`);
}
