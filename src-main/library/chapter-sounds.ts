import { fail } from '#shared/failure.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import type { Log } from '../infra/platform.ts';
import type { OpenProject } from './open-project.ts';
import type { PaidResults } from './paid-results.ts';
import type { PcmCache } from './pcm-cache.ts';
import type { Projects } from './projects.ts';
import { takeSounds } from './take-sounds.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import { toSegment, VirtualSound, type SoundReader } from './virtual-sound.ts';
import { message } from '#shared/messages/message.ts';

/** Chapters that keep their address; asking for the sound again brings one back. */
const maximumPublished = 64;

/** The sound of takes and chapters of open projects, as one virtual file each. */
export class ChapterSounds {
  readonly #projects: Projects;
  readonly #sources: { results: PaidResults; cache: PcmCache; projects: Projects; log: Log };
  readonly #readers = new WeakMap<OpenProject, SoundReader>();
  /** By project and hash; the one used last is last. */
  readonly #published = new Map<string, { sound: VirtualSound; projectId: string }>();

  constructor(sources: { results: PaidResults; cache: PcmCache; projects: Projects; log: Log }) {
    this.#projects = sources.projects;
    this.#sources = sources;
  }

  reader(project: OpenProject): SoundReader {
    const known = this.#readers.get(project);
    if (known) return known;
    const reader = takeSounds(project, this.#sources);
    this.#readers.set(project, reader);
    return reader;
  }

  /** Gives takes one after another an address. Fails with `invalid-input` for a take that the project does not have. */
  publish({ projectId, segments }: Parameters<Services['chapter.sound']>[0]): Out<Operations['chapter.sound']> {
    const project = this.#projects.get(projectId);
    const takes = new Map(project.takes.map((each) => [each.take.id, each]));
    const sound = new VirtualSound(
      segments.map(({ takeId, pauseSamples, edit }, index) => {
        const found = takes.get(takeId);
        if (!found) throw fail('invalid-input', message('library.noSuchTake'), { field: `segments.${index}.takeId` });
        return toSegment(found, pauseSamples, edit, (id) => takes.get(id));
      }),
      this.reader(project),
    );
    const key = `${projectId}/${sound.hash}`;
    this.#use(key, { sound, projectId });
    for (const oldest of this.#published.keys()) {
      if (this.#published.size <= maximumPublished) break;
      this.#published.delete(oldest);
    }
    return { audioUrl: `/bytes/chapter/${key}.wav`, peaksUrl: `/bytes/chapter/${key}.peaks`, samples: sound.samples };
  }

  published(projectId: string, hash: string): VirtualSound | undefined {
    const key = `${projectId}/${hash}`;
    const known = this.#published.get(key);
    if (known) this.#use(key, known);
    return known?.sound;
  }

  /** `undefined` where no open project has such a take. */
  ofTake(projectId: string, takeId: string, edit?: TakeEdit): VirtualSound | undefined {
    const project = this.#projects.find(projectId);
    const found = project?.take(takeId);
    if (!project || !found) return undefined;
    return new VirtualSound([toSegment(found, 0, edit, (id) => project.take(id))], this.reader(project));
  }

  /** The project is closed: its sounds have no address any more. */
  forget(projectId: string): void {
    for (const [key, one] of this.#published) if (one.projectId === projectId) this.#published.delete(key);
  }

  #use(key: string, one: { sound: VirtualSound; projectId: string }): void {
    this.#published.delete(key);
    this.#published.set(key, one);
  }
}
