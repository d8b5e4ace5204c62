import { useCallback } from 'react';
import { useProject } from '../project/project.ts';
import { useStudio } from '../studio/studio.ts';
import { projectInRow } from './row-names.ts';

/**
 * What projects are called that were open here lately; the others are known by the start of their id. `dub`: the name of a dub, which the ledger has.
 */
export function useProjectNames(): (projectId: string, dub?: string) => string {
  const recent = useStudio((state) => state.recent);
  const openId = useProject((state) => state.details?.projectId);
  const openTitle = useProject((state) => state.details?.title);
  return useCallback(
    (projectId, dub) => dub ?? projectInRow(projectId, { recent, open: { projectId: openId, title: openTitle } }),
    [recent, openId, openTitle],
  );
}
