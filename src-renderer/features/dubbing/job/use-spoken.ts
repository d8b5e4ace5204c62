import { useMemo } from 'react';
import type { SpokenText } from '#shared/dubbing/forecast.ts';
import { useDubs } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { useProject } from '../../../core/project/project.ts';
import { useDubbing } from '../stores.ts';
import { allSpoken } from './dubbing-job-store.ts';

/** What the pace of a voice is learned from. */
export function useSpoken(): readonly SpokenText[] {
  const takes = useProject((state) => state.takes);
  const ofDub = useDubs((state) => state.dub?.takes);
  const spoken = useDubbing((state) => state.spoken);
  return useMemo(() => allSpoken(takes, ofDub, spoken), [takes, ofDub, spoken]);
}
