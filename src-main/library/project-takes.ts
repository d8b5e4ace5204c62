import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { message } from '#shared/messages/message.ts';
import type { Take, Word } from '#shared/narration/take.ts';
import type { ThreadClient } from '../infra/thread-call.ts';
import type { OpenProject } from './open-project.ts';
import type { PaidResults } from './paid-results.ts';
import type { StoredTake } from './project-rows.ts';
import type { ResultsThread } from './results-thread.ts';
import type { MadeTake, PaidResult } from './types.ts';

interface Parts {
  index: ThreadClient<ResultsThread>;
  results: PaidResults;
  onTake?: ((projectId: string, take: Take) => void) | undefined;
}

/** The takes of open projects: what is added to them and changed. Everything is durable when it settles. */
export class ProjectTakes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A take that a project has of this operation already is added once. */
  addPaid(project: OpenProject, result: PaidResult): Promise<Take> {
    const { index, results } = this.#parts;
    return project.inOrder(async () => {
      const { blockId, chapterId } = result.purpose;
      const known = project.takes.find(({ operationId, take }) => operationId === result.operationId && take.blockId === blockId);
      const take = known?.take ?? takeOf(result, newestOf(project.takes));
      if (!known) {
        const stored: StoredTake = { take, operationId: result.operationId, contentHash: result.contentHash };
        await project.thread.call('addTake', stored, chapterId, {
          path: results.path(result.contentHash),
          format: result.format,
        });
        project.takes = [...project.takes, stored];
        this.#parts.onTake?.(project.projectId, take);
      }
      await index.call('takeFromInbox', result);
      return take;
    });
  }

  /** The sound is the project’s alone: it can be made again of what was paid for. */
  addMade(project: OpenProject, { chapterId, take: made, sound }: MadeTake): Promise<Take> {
    return project.inOrder(async () => {
      const createdAt = Math.max(Date.now(), newestOf(project.takes) + 1);
      const take: Take = { ...made, id: newId(), createdAt, state: 'complete', starred: false };
      const stored: StoredTake = { take, operationId: newId(), contentHash: sound.contentHash };
      await project.thread.call('addTake', stored, chapterId, { path: sound.path, format: 'wav' });
      project.takes = [...project.takes, stored];
      this.#parts.onTake?.(project.projectId, take);
      return take;
    });
  }

  /** Fails with `not-found` for a take that the project does not have. */
  star(project: OpenProject, takeId: string, starred: boolean): Promise<void> {
    return project.inOrder(async () => {
      const known = project.take(takeId);
      if (!known) throw fail('not-found', message('library.noSuchTake'), { field: 'takeId' });
      if (known.take.starred === starred) return;
      await project.thread.call('starTake', takeId, starred);
      this.#replaceTake(project, { ...known.take, starred });
    });
  }

  /** A take that has words of its service is left as it is. */
  timeWords(project: OpenProject, takeId: string, words: Word[]): Promise<void> {
    return project.inOrder(async () => {
      const known = project.take(takeId);
      if (known?.take.alignment !== 'none') return;
      await project.thread.call('timeWords', takeId, words);
      this.#replaceTake(project, { ...known.take, alignment: 'estimated', words });
    });
  }

  markDamaged(project: OpenProject, contentHash: string): Promise<void> {
    return project.inOrder(async () => {
      await project.thread.call('markDamaged', contentHash);
      project.takes = project.takes.map((each) =>
        each.contentHash === contentHash ? { ...each, take: { ...each.take, state: 'damaged' } } : each,
      );
      for (const { contentHash: hash, take } of project.takes) if (hash === contentHash) this.#parts.onTake?.(project.projectId, take);
    });
  }

  #replaceTake(project: OpenProject, take: Take): void {
    project.takes = project.takes.map((each) => (each.take.id === take.id ? { ...each, take } : each));
    this.#parts.onTake?.(project.projectId, take);
  }
}

const newestOf = (takes: readonly StoredTake[]): number => takes.reduce((newest, { take }) => Math.max(newest, take.createdAt), 0);

/** A take comes after those that the project has, whatever a clock says: the newest one is heard, and a project may come from another machine. */
function takeOf(result: PaidResult, newest: number): Take {
  const { fingerprint, text, voiceId, modelId, alignment, words, creditsUsed, requestId, ignoredParameters } = result;
  const { controls, variant, source, fileName } = result;
  return {
    id: newId(),
    blockId: result.purpose.blockId,
    fingerprint,
    createdAt: Math.max(result.createdAt, newest + 1),
    text,
    voiceId,
    modelId,
    samples: result.samples,
    state: result.state,
    alignment,
    words,
    creditsUsed,
    requestId,
    ignoredParameters,
    starred: false,
    ...(controls === undefined ? {} : { controls }),
    ...(variant === undefined ? {} : { variant }),
    ...(source === undefined ? {} : { source }),
    ...(fileName === undefined ? {} : { fileName }),
  };
}
