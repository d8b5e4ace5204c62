import { useCallback } from 'react';
import { useProject } from '../project/project.ts';
import { useStudio } from '../studio/studio.ts';
import { messages } from '#shared/messages/index.ts';

/**
 * What projects are called that were open here lately; the others are known by the start of their id. `dub`: the name of a dub, which the ledger has.
 */
export function useProjectNames(): (projectId: string, dub?: string) => string {
  const recent = useStudio((state) => state.recent);
  const openId = useProject((state) => state.details?.projectId);
  const openTitle = useProject((state) => state.details?.title);
  return useCallback(
    (projectId, dub) =>
      dub ??
      (projectId === openId ? openTitle : recent.find((one) => one.projectId === projectId)?.title) ??
      messages.jobs.projectName(projectId.slice(0, 6)),
    [recent, openId, openTitle],
  );
}
