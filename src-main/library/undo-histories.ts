import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Node } from '@tiptap/pm/model';
import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { maximumSavedHistory } from '#shared/narration/saved-history.ts';
import { sameOutline } from '#shared/narration/outline.ts';
import type { In } from '#shared/rpc.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import { errorCode, fileFailure } from '../infra/files.ts';
import type { OpenProject } from './open-project.ts';
import { chapterAt } from './project-edits.ts';
import type { Projects } from './projects.ts';

/** Projects whose history is saved; that of the one that was edited longest ago goes first. */
const maximumProjects = 100;

const savedSchema = z.strictObject({
  /** Digest of the outline that the history fits. */
  outline: z.string(),
  /** By chapter that the history changes, the digest of the document that it fits. */
  documents: z.record(z.string(), z.string()),
  history: z.string().max(maximumSavedHistory),
});

/**
 * The history of undo of each project, in a file of the profile. It is saved with digests of what it fits: a project that was changed by another
 * program, or is a copy, has none.
 */
export class UndoHistories {
  readonly #directory: string;
  readonly #projects: Pick<Projects, 'get'>;
  readonly #digests = new WeakMap<Node, string>();
  readonly #known = new Set<string>();

  constructor(directory: string, projects: Pick<Projects, 'get'>) {
    this.#directory = directory;
    this.#projects = projects;
  }

  get services(): Pick<Services, 'project.saveUndo' | 'project.readUndo'> {
    return {
      'project.saveUndo': async ({ projectId, ...saved }) => {
        const project = this.#projects.get(projectId);
        await project.inOrder(() => this.#save(project, saved));
        return null;
      },
      'project.readUndo': ({ projectId }) => {
        const project = this.#projects.get(projectId);
        return project.inOrder(async () => ({ history: (await this.#read(project)) ?? null }));
      },
    };
  }

  async #save(project: OpenProject, { outline, versions, history }: Omit<In<Operations['project.saveUndo']>, 'projectId'>): Promise<void> {
    if (!sameOutline(project.outline, outline)) throw fail('conflict', message('library.chaptersChangedElsewhere'), { field: 'outline' });
    const documents: Record<string, string> = {};
    for (const { chapterId, version } of versions) documents[chapterId] = this.#digest(chapterAt(project, chapterId, version).document);
    const path = this.#path(project);
    const saved: z.infer<typeof savedSchema> = { outline: digest(project.outline), documents, history };
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, JSON.stringify(saved), { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (thrown) {
      throw fileFailure(thrown, message('library.undoHistory'));
    }
    if (!this.#known.has(path)) await this.#forgetOldest();
    this.#known.add(path);
  }

  async #read(project: OpenProject): Promise<string | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path(project), 'utf8');
    } catch (thrown) {
      if (errorCode(thrown) === 'ENOENT') return undefined;
      throw fileFailure(thrown, message('library.undoHistory'));
    }
    const saved = parse(text);
    if (saved?.outline !== digest(project.outline)) return undefined;
    const fits = Object.entries(saved.documents).every(([chapterId, expected]) => {
      const chapter = project.chapters.get(chapterId);
      return chapter !== undefined && this.#digest(chapter.document) === expected;
    });
    return fits ? saved.history : undefined;
  }

  async #forgetOldest(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.#directory)).map(async (name) => {
        const path = join(this.#directory, name);
        return { path, changed: await stat(path).then(({ mtimeMs }) => mtimeMs, () => 0) }; // prettier-ignore
      }),
    );
    const old = files.toSorted((one, other) => other.changed - one.changed).slice(maximumProjects);
    for (const { path } of old) await rm(path, { force: true });
  }

  #path(project: OpenProject): string {
    return join(this.#directory, `${project.projectId}.json`);
  }

  /** A document never changes: it is read once. */
  #digest(document: Node): string {
    let known = this.#digests.get(document);
    if (known === undefined) this.#digests.set(document, (known = digest(document.toJSON())));
    return known;
  }
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

function parse(text: string): z.infer<typeof savedSchema> | undefined {
  try {
    return savedSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // cut off by a power cut, or of another version
  }
}
