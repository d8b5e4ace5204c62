import { realpath, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Node } from '@tiptap/pm/model';
import { fail, FailureError } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { ManuscriptText } from '#shared/manuscript/imported-text.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Outline, OutlineEntry } from '#shared/narration/outline.ts';
import type { Pronunciation } from '#shared/narration/pronunciation.ts';
import { sampleText } from '#shared/narration/sample.ts';
import type { Take, Word } from '#shared/narration/take.ts';
import type { Log } from '../infra/platform.ts';
import { formatFileName } from '../infra/file-name.ts';
import { errorCode, errorText, fileFailure } from '../infra/files.ts';
import { OpenProject } from './open-project.ts';
import type { PaidResults } from './paid-results.ts';
import { projectSubject } from './project-checks.ts';
import { compactProject, ProjectEdits, type WindowRevision } from './project-edits.ts';
import type { ProjectChange } from './project-file.ts';
import type { NewProject } from './project-schema.ts';
import { ProjectTakes } from './project-takes.ts';
import { doesNotAnswer, type ProjectThreads } from './project-threads.ts';
import type { ResultsThread } from './results-thread.ts';
import type { ThreadClient } from '../infra/thread-call.ts';
import type { MadeTake, PaidResult, ProjectEdit } from './types.ts';
import { checkAbsolute, projectExtension, type OutputFiles, type WritablePath } from './writable-path.ts';
import type { ProjectChange as AnnouncedChange } from '#shared/operations/project.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** Numbered names that are tried for a new project: "Title", "Title 2", … */
const maximumNumber = 1000;
const subject = message('library.theProject');
/** Projects that are open at once, each with a thread of its own. */
const maximumOpen = 64;

export interface RecentProjects {
  /** Newest first. */
  list(): readonly { path: string; title: string }[];
  opened(path: string, title: string, projectId: string): void;
}

interface Parts {
  projectsDirectory: string;
  threads: ProjectThreads;
  outputs: OutputFiles;
  index: ThreadClient<ResultsThread>;
  results: PaidResults;
  recent: RecentProjects;
  log: Log;
  /** The pronunciations of all projects as they are now; the same list until they change. */
  sharedPronunciations: () => readonly Pronunciation[];
  onFocus?: ((projectId: string) => void) | undefined;
  onTake?: ((projectId: string, take: Take) => void) | undefined;
  onProject?: ((projectId: string, change: AnnouncedChange) => void) | undefined;
}

/** The projects that are open in this process. */
export class Projects {
  readonly #parts: Parts;
  readonly #edits: ProjectEdits;
  readonly #takes: ProjectTakes;
  readonly #open = new Map<string, OpenProject>();
  /** By real path: an open file is opened once, however often and however fast it is asked for. */
  readonly #byPath = new Map<string, Promise<OpenProject>>();
  /** Paths, by id, of projects whose thread ended while they were open. What asks for one opens it again. */
  readonly #lost = new Map<string, string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#edits = new ProjectEdits(parts);
    this.#takes = new ProjectTakes(parts);
  }

  get(projectId: string): OpenProject {
    const project = this.#open.get(projectId);
    if (!project) throw fail('not-found', message('library.projectNotOpen'), { field: 'projectId' });
    return project;
  }

  /** As `get`; a project whose thread ended is opened again. */
  async #reopened(projectId: string): Promise<OpenProject> {
    const path = this.#lost.get(projectId);
    if (path === undefined) return this.get(projectId);
    await this.open(path);
    return this.get(projectId);
  }

  find(projectId: string): OpenProject | undefined {
    return this.#open.get(projectId);
  }

  /** Writes a project with all its content, closed. There is nothing where it fails. */
  async createWith(path: string, content: Omit<NewProject, 'projectId' | 'modelId' | 'createdAt'>): Promise<void> {
    await this.#createAt(await this.#chosen(path), { ...content, projectId: newId(), modelId: null, createdAt: Date.now() });
  }

  async create(input: { path?: string | undefined; title: string; sample?: boolean | undefined }): Promise<OpenProject> {
    const content: NewProject = {
      projectId: newId(),
      title: input.title,
      voiceId: null,
      modelId: null,
      createdAt: Date.now(),
      chapters: [
        {
          id: newId(),
          title: input.sample === true ? sampleText().title : messages.chapter.firstTitle,
          document: JSON.stringify(createDocument(input.sample === true ? sampleText().paragraphs : []).toJSON()),
        },
      ],
    };
    const path =
      input.path === undefined
        ? await this.#numbered(content.title, (target) => this.#createAt(target, content))
        : await this.#createAt(await this.#chosen(input.path), content);
    return this.open(path);
  }

  /** A whole copy of an open project, under an id of its own: both can be open at once. Answers with its path. */
  async saveCopy(projectId: string, path?: string): Promise<string> {
    const project = this.#open.get(projectId) ?? (await this.#reopened(projectId));
    if (path !== undefined) return this.#copyTo(project, await this.#chosen(path));
    return this.#numbered(messages.library.copyName(project.title), (target) => this.#copyTo(project, target));
  }

  #copyTo(project: OpenProject, target: WritablePath): Promise<string> {
    const { temporary } = target;
    return this.#publish(target, async () => {
      await project.inOrder(async () => {
        await project.thread.call('beginCopy', temporary);
        while (!(await project.thread.call('copied')));
      });
      await this.#parts.threads.use(target.path, (thread) => thread.call('nameCopy', temporary, newId()));
    });
  }

  #chosen(path: string): Promise<WritablePath> {
    return this.#parts.outputs.judge({ path: withExtension(path), ending: projectExtension, subject });
  }

  /** In the folder of projects, by the first name that is free. */
  async #numbered(title: string, write: (target: WritablePath) => Promise<string>): Promise<string> {
    const name = formatFileName(title);
    for (let number = 1; number <= maximumNumber; number += 1) {
      const path = join(this.#parts.projectsDirectory, `${name}${number === 1 ? '' : ` ${number}`}${projectExtension}`);
      try {
        return await write(await this.#parts.outputs.ownProject(path));
      } catch (thrown) {
        if (!(thrown instanceof FailureError && thrown.failure.kind === 'file-exists')) throw thrown;
      }
    }
    throw fail('file-exists', message('library.nameUsedTooOften'), { field: 'title', next: 'fix-input' });
  }

  #createAt(target: WritablePath, content: NewProject): Promise<string> {
    return this.#publish(target, () => this.#parts.threads.use(target.path, (thread) => thread.call('create', target.temporary, content)));
  }

  /** The file appears under its name when it is complete, and never in place of another. `write` makes it under the temporary one. */
  async #publish(target: WritablePath, write: () => Promise<void>): Promise<string> {
    const { temporary } = target;
    try {
      await write();
      await target.publish();
      return target.path;
    } catch (thrown) {
      throw fileFailure(thrown, subject);
    } finally {
      await target.discard();
      for (const beside of ['-journal', '-wal', '-shm']) await rm(`${temporary}${beside}`, { force: true });
    }
  }

  async open(path: string): Promise<OpenProject> {
    checkAbsolute(path);
    const real = await realFile(path);
    const known = this.#byPath.get(real);
    if (known) {
      const project = await known;
      if (project.closed) {
        await project.closed.catch(() => undefined);
        return this.open(path);
      }
      this.#parts.onFocus?.(project.projectId);
      this.#parts.recent.opened(real, project.title, project.projectId);
      return project;
    }
    const opening = this.#openFile(real);
    this.#byPath.set(real, opening);
    try {
      const project = await opening;
      this.#parts.recent.opened(real, project.title, project.projectId);
      return project;
    } catch (thrown) {
      this.#byPath.delete(real);
      throw thrown;
    }
  }

  /** The project of a file, where that is open. */
  async openAt(path: string): Promise<OpenProject | undefined> {
    const project = await this.#byPath.get(path)?.catch(() => undefined);
    return project?.closed ? undefined : project;
  }

  async #openFile(path: string): Promise<OpenProject> {
    if (this.#open.size >= maximumOpen)
      throw fail('overloaded', message('library.tooManyOpen', maximumOpen), { next: 'close-other-window' });
    const { threads } = this.#parts;
    const thread = threads.acquire();
    let project: OpenProject;
    try {
      const stored = await thread.call('open', path);
      if (this.#open.has(stored.projectId)) throw fail('file-in-use', message('library.copyIsOpen'), { next: 'close-other-window' });
      project = new OpenProject(path, thread, stored, this.#parts.sharedPronunciations);
    } catch (thrown) {
      const isLost = !thread.alive;
      await thread.call('close').catch(() => undefined);
      await threads.release(thread);
      throw isLost ? doesNotAnswer(path, thrown) : thrown;
    }
    this.#open.set(project.projectId, project);
    this.#lost.delete(project.projectId);
    void thread.lost.then(() => this.#onLost(project));
    await this.#takeInbox(project);
    return project;
  }

  /** Its thread ended by itself or was ended because it hung: the other projects have theirs. */
  #onLost(project: OpenProject): void {
    const { projectId, path } = project;
    if (project.closed || this.#open.get(projectId) !== project) return;
    this.#parts.log.error('the thread of a project ended', { projectId });
    project.closed = Promise.resolve();
    this.#open.delete(projectId);
    this.#byPath.delete(path);
    this.#lost.set(projectId, path);
  }

  /** What was paid for while the project was closed. What cannot be taken in now waits on. */
  async #takeInbox(project: OpenProject): Promise<void> {
    const { index, log } = this.#parts;
    const waiting = await index.call('inbox', project.projectId).catch((thrown: unknown) => {
      log.error('the inbox could not be read', { error: errorText(thrown) });
      return [];
    });
    for (const result of waiting)
      await this.#takes.addPaid(project, result).catch((thrown: unknown) =>
        log.warn('a result that waits could not be taken into its project', {
          operationId: result.operationId,
          error: errorText(thrown),
        }),
      );
  }

  /** Opens what was open last and still exists; `undefined` where there is none. */
  async resume(): Promise<OpenProject | undefined> {
    for (const { path } of this.#parts.recent.list()) {
      try {
        return await this.open(path);
      } catch (thrown) {
        if (!(thrown instanceof FailureError && thrown.failure.kind === 'file-missing')) throw thrown;
      }
    }
    return undefined;
  }

  /** Begins to open what `resume` opens, while the window that will ask for it still loads. The caller gets the failure. */
  openAhead(): void {
    const [last] = this.#parts.recent.list();
    if (last && this.#byPath.size === 0) this.open(last.path).catch(() => undefined);
  }

  close(projectId: string): Promise<void> {
    if (this.#lost.delete(projectId)) return Promise.resolve();
    const project = this.get(projectId);
    if (project.closed) return project.closed;
    const { thread } = project;
    const closed = project.inOrder(async () => {
      try {
        await compactProject(project);
      } catch (thrown) {
        this.#parts.log.warn('a project could not be compacted', { error: errorText(thrown) });
      }
      try {
        await thread.call('close');
      } finally {
        this.#open.delete(projectId);
        this.#byPath.delete(project.path);
        await this.#parts.threads.release(thread);
      }
    });
    project.closed = closed;
    return closed;
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#byPath.values());
    for (const project of [...this.#open.values()])
      await this.close(project.projectId).catch((thrown: unknown) =>
        this.#parts.log.warn('a project did not close cleanly', { error: errorText(thrown) }),
      );
  }

  /** Title, voice, model, cast, pronunciations, sources and place. Durable when it settles. */
  async update(projectId: string, change: ProjectChange): Promise<void> {
    return this.#edits.update(this.#open.get(projectId) ?? (await this.#reopened(projectId)), change);
  }

  /** The texts of the manuscripts that the project was made of. */
  texts(projectId: string): Promise<ManuscriptText[]> {
    const project = this.get(projectId);
    return project.inOrder(() => project.thread.call('texts'));
  }

  /** Puts the chapters of a revised manuscript in place, with what the project says beside them, in one write. */
  async revise(projectId: string, wanted: readonly (OutlineEntry & { document: Node })[], change: ProjectChange): Promise<void> {
    return this.#edits.revise(this.get(projectId), wanted, change);
  }

  /** The same for an outline and versions that somebody else may have changed; see `project.revise`. Durable when it settles. */
  async reviseFromWindow(projectId: string, revision: WindowRevision, change: ProjectChange): Promise<void> {
    return this.#edits.reviseFromWindow(this.#open.get(projectId) ?? (await this.#reopened(projectId)), revision, change);
  }

  /** Durable when it settles, with the chapter's new version. */
  async edit(projectId: string, chapterId: string, version: number, steps: readonly unknown[]): Promise<number> {
    return this.#edits.edit(this.#open.get(projectId) ?? (await this.#reopened(projectId)), chapterId, version, steps);
  }

  /** Edits several chapters, and names some: all of it or nothing. Durable when it settles. */
  async editAll(projectId: string, edit: ProjectEdit): Promise<void> {
    return this.#edits.editAll(this.get(projectId), edit);
  }

  /** Puts the chapters in order, with new ones among them; see `project.arrange`. Durable when it settles. */
  async arrange(projectId: string, before: Outline, wanted: readonly (OutlineEntry & { document?: unknown })[]): Promise<void> {
    return this.#edits.arrange(this.#open.get(projectId) ?? (await this.#reopened(projectId)), before, wanted);
  }

  async addTake(result: PaidResult): Promise<Take | undefined> {
    const project = this.#open.get(result.purpose.projectId);
    if (project && !project.closed) return this.#takes.addPaid(project, result);
    await this.#parts.index.call('putInbox', result);
    return undefined;
  }

  /** Durable when it settles. The sound is the project's alone: it can be made again of what was paid for. */
  async addMade(made: MadeTake): Promise<Take> {
    return this.#takes.addMade(this.get(made.projectId), made);
  }

  /** Durable when it settles. */
  async star(projectId: string, takeId: string, starred: boolean): Promise<void> {
    const project = this.#open.get(projectId) ?? (await this.#reopened(projectId));
    await this.#takes.star(project, takeId, starred);
  }

  /** Words that were found on this machine, for a take that has none of its service. Durable when it settles. */
  async timeWords(projectId: string, takeId: string, words: Word[]): Promise<void> {
    await this.#takes.timeWords(this.get(projectId), takeId, words);
  }

  markDamaged(project: OpenProject, contentHash: string): Promise<void> {
    return this.#takes.markDamaged(project, contentHash);
  }
}

/** Where a project's file really is. Fails unless that is a regular file: a read from a pipe or a device may wait forever. */
async function realFile(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isFile()) return real;
  } catch (thrown) {
    const code = errorCode(thrown);
    throw code === 'ENOENT' || code === 'ENOTDIR'
      ? fail('file-missing', message('library.projectGone', basename(path)))
      : fileFailure(thrown, projectSubject(path));
  }
  throw fail('file-not-a-project', message('library.notAFile', basename(path)));
}

function withExtension(path: string): string {
  checkAbsolute(path);
  return path.toLowerCase().endsWith(projectExtension) ? path : `${path}${projectExtension}`;
}
