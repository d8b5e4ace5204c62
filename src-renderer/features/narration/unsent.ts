import { create } from 'zustand';
import type { ChapterId } from '#shared/ids.ts';
import { useGeneration, type Wanted } from '../../core/generation/generation.ts';
import { attempt } from '../../core/host/attempt.ts';
import { studio } from '../../core/host/host.ts';
import { useProject } from '../../core/project/project.ts';

interface UnsentState {
  /** What an earlier run was asked to generate in the open project and did not send, by chapter. */
  orders: readonly { chapterId: ChapterId; blocks: readonly Wanted[] }[];
}

export const useUnsent = create<UnsentState>(() => ({ orders: [] }));

export async function forgetUnsent(): Promise<void> {
  const projectId = useProject.getState().details?.projectId;
  useUnsent.setState({ orders: [] });
  if (projectId !== undefined) await attempt(() => studio().run('speech.forget-unsent', { projectId }));
}

/** Asks for what is unsent whenever another project is shown. What is being generated is not offered any more. */
export function watchUnsent(): void {
  useProject.subscribe((now, before) => {
    const projectId = now.details?.projectId;
    if (projectId === before.details?.projectId) return;
    useUnsent.setState({ orders: [] });
    if (projectId !== undefined) void load(projectId);
  });
  useGeneration.subscribe(({ phases }, before) => {
    const { orders } = useUnsent.getState();
    if (phases === before.phases || orders.length === 0) return;
    const left = orders.flatMap(({ chapterId, blocks }) => {
      const waiting = blocks.filter(({ id }) => !phases.has(id));
      return waiting.length === 0 ? [] : [{ chapterId, blocks: waiting }];
    });
    useUnsent.setState({ orders: left });
  });
}

async function load(projectId: string): Promise<void> {
  const answer = await attempt(() => studio().run('speech.unsent', { projectId }));
  if (answer.ok && useProject.getState().details?.projectId === projectId) useUnsent.setState({ orders: answer.value.chapters });
}
