import { create } from 'zustand';
import type { ChapterId } from '#shared/ids.ts';
import { type Wanted } from '../../../core/generation/generation-store.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { GenerationStore } from '../../../core/generation/generation-store.ts';

interface UnsentState {
  /** What an earlier run was asked to generate in the open project and did not send, by chapter, in the order of the book. */
  orders: readonly { chapterId: ChapterId; blocks: readonly Wanted[] }[];
}

export interface UnsentDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store'>;
  generation: Pick<GenerationStore, 'store'>;
}

/** What an earlier run did not send. */
export class UnsentStore {
  readonly store = create<UnsentState>(() => ({ orders: [] }));
  readonly #deps: UnsentDependencies;

  constructor(dependencies: UnsentDependencies) {
    this.#deps = dependencies;
  }

  readonly forgetUnsent = async (): Promise<void> => {
    const projectId = this.#deps.project.store.getState().details?.projectId;
    this.store.setState({ orders: [] });
    if (projectId !== undefined) await attempt(() => this.#deps.client.run('speech.forget-unsent', { projectId }));
  };

  /** Asks for what is unsent whenever another project is shown, and when main opens it again. What is being generated is not offered any more. */
  readonly watchUnsent = (): void => {
    this.#deps.project.store.subscribe((now, before) => {
      const projectId = now.details?.projectId;
      if (projectId === before.details?.projectId && now.reopened === before.reopened) return;
      this.store.setState({ orders: [] });
      if (projectId !== undefined) void this.#load(projectId);
    });
    this.#deps.generation.store.subscribe(({ phases }, before) => {
      const { orders } = this.store.getState();
      if (phases === before.phases || orders.length === 0) return;
      const left = orders.flatMap(({ chapterId, blocks }) => {
        const waiting = blocks.filter(({ id }) => !phases.has(id));
        return waiting.length === 0 ? [] : [{ chapterId, blocks: waiting }];
      });
      this.store.setState({ orders: left });
    });
  };

  async #load(projectId: string): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('speech.unsent', { projectId }));
    const { details, outline } = this.#deps.project.store.getState();
    if (!answer.ok || details?.projectId !== projectId) return;
    const place = new Map(outline.map(({ id }, index) => [id, index]));
    const inOrder = answer.value.chapters.toSorted((a, b) => (place.get(a.chapterId) ?? 0) - (place.get(b.chapterId) ?? 0));
    this.store.setState({ orders: inOrder });
  }
}
