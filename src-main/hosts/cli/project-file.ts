import { resolve } from 'node:path';
import type { Node } from '@tiptap/pm/model';
import type { Step } from '@tiptap/pm/transform';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';
import type { AnyOperation, CallContext, Event } from '#shared/rpc.ts';
import type { LibraryService } from '../../library/library.ts';
import { usageError } from './output.ts';
import { message } from '#shared/messages/message.ts';

/** A chapter of an open project, as it is counted on the command line: from 1. */
export interface ChapterOfProject {
  number: number;
  id: string;
  title: string;
  document: Node;
}

/** A project that this run has opened, and holds until it ends. */
export interface ProjectAtHand {
  project: Project;
  chapters: readonly ChapterOfProject[];
  takes: readonly Take[];
  defaults: ProjectDefaults;
}

/** What a handler of the studio is given besides its input. */
export function callContext<O extends AnyOperation>(
  signal: AbortSignal,
  emit: (event: Event<O>) => void = () => undefined,
): CallContext<O> {
  // oxlint-disable-next-line typescript/require-await -- an empty stream of sends
  const nothing = async function* (): AsyncGenerator<never, void, undefined> {
    yield* [];
  };
  return { signal, emit, sends: nothing() };
}

/** Opens the project of a file. Fails as `project.open` does, with `file-in-use` where it is open elsewhere. */
export async function openProject(library: LibraryService, file: string, signal: AbortSignal): Promise<ProjectAtHand> {
  const project = await library.services['project.open']({ path: resolve(file) }, callContext(signal));
  const chapters = await Promise.all(
    project.chapters.map(async ({ id, title }, index) => {
      const { document } = await library.chapter(project.projectId, id);
      return { number: index + 1, id, title, document };
    }),
  );
  return { project, chapters, takes: project.takes, defaults: project };
}

/** Stores edits of chapters that are as they were when the project was opened, and titles: all of it or nothing. */
export async function storeEdits(
  library: Pick<LibraryService, 'editAll'>,
  { projectId, chapters }: Project,
  edits: readonly { chapterId: string; steps: readonly Step[] }[],
  titles: readonly { id: string; title: string }[] = [],
): Promise<void> {
  const versionOf = new Map(chapters.map(({ id, version }) => [id, version]));
  const changed = edits.map(({ chapterId, steps }) => ({
    chapterId,
    version: versionOf.get(chapterId) ?? 0,
    steps: steps.map((step) => step.toJSON() as unknown),
  }));
  await library.editAll(projectId, { chapters: changed, titles });
}

/** The chapter of `--chapter`, or all of them. Throws bad usage for one that the project does not have. */
export function selectChapters({ chapters }: ProjectAtHand, number: number | undefined): readonly ChapterOfProject[] {
  if (number === undefined) return chapters;
  const chapter = chapters[number - 1];
  if (chapter === undefined) {
    throw usageError(message('cli.projects.noSuchChapter', chapters.length, number), '--chapter');
  }
  return [chapter];
}
