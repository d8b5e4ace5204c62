import { cutText, shortenText } from '#shared/cut-text.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { FailureError, type Failure } from '#shared/failure.ts';
import { attempt } from '../../core/host/attempt.ts';
import { type Slot } from '../../core/sources/sources-store.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { ChaptersStore } from '../../core/chapter/chapters-store.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import type { SourcesStore } from '../../core/sources/sources-store.ts';

/** Sound of the open project, to be handed to another panel's job. */
export interface NarrationChoice {
  id: string;
  /** The chapter's name, or how the take begins. */
  name: string;
  seconds: number;
}

const mostTakes = 12;

export interface NarrationSoundDependencies {
  client: StudioClient;
  chapters: Pick<ChaptersStore, 'progressByChapter'>;
  project: Pick<ProjectStore, 'store' | 'flushProject'>;
  sources: Pick<SourcesStore, 'giveOwn'>;
}

/** Sound of the open project, to be handed to a job. */
export class NarrationSound {
  readonly #deps: NarrationSoundDependencies;

  constructor(dependencies: NarrationSoundDependencies) {
    this.#deps = dependencies;
  }

  readonly chaptersWithSound = (): NarrationChoice[] => {
    const heard = this.#deps.chapters.progressByChapter();
    return this.#deps.project.store.getState().outline.flatMap(({ id, title }) => {
      const seconds = heard.get(id)?.seconds ?? 0;
      return seconds > 0 ? [{ id, name: title, seconds }] : [];
    });
  };

  /** Puts a chapter's sound as it is now into a slot, as one file. */
  readonly giveChapter = async (slot: Slot, { id, name }: NarrationChoice): Promise<Failure | undefined> => {
    const { details } = this.#deps.project.store.getState();
    if (!details) return undefined;
    const answer = await attempt(async () => {
      const unsaved = await this.#deps.project.flushProject();
      if (unsaved) throw new FailureError(unsaved);
      const { projectId } = details;
      return this.#deps.client.run('export.run', { projectId, chapterIds: [id], format: 'mp3' });
    });
    if (!answer.ok) return answer.failure;
    const url = answer.value.first?.url ?? null;
    if (url !== null) await this.#deps.sources.giveOwn(slot, `${name}.mp3`, url);
    return undefined;
  };

  readonly giveTake = async (slot: Slot, { id, name }: NarrationChoice): Promise<undefined> => {
    const { details } = this.#deps.project.store.getState();
    if (details) await this.#deps.sources.giveOwn(slot, `${cutText(name, 48)}.wav`, `/bytes/take/${details.projectId}/${id}.wav`);
  };
}

/** The newest first. */
export function newestTakes(takes: readonly Take[]): NarrationChoice[] {
  return takes
    .filter(({ state, samples }) => state !== 'damaged' && samples > 0)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .slice(0, mostTakes)
    .map(({ id, text, samples }) => ({ id, name: shortenText(text, 48), seconds: samples / sampleRate }));
}
