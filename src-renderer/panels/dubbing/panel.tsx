import { SegmentedControl } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { showDubbing, useDubbingWay, type DubbingWay } from '../../state/dubbing-way.ts';
import { DubbingTimeline } from './timeline/timeline.tsx';

/** The ways to dub, in the order of their tabs. One that is not built is not here. */
const ways: readonly { way: DubbingWay; name: string; view: ComponentType<{ tabs?: ReactNode }> }[] = [
  { way: 'timeline', name: 'Timeline', view: DubbingTimeline },
];

/** Dubbing: videos that speak with other voices. */
export function DubbingPanel() {
  const way = useDubbingWay((state) => state.way);
  const View = ways.find((one) => one.way === way)?.view ?? DubbingTimeline;
  return (
    <View
      tabs={
        ways.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Way to dub"
            data={ways.map((one) => ({ value: one.way, label: one.name }))}
            value={way}
            onChange={showDubbing}
          />
        )
      }
    />
  );
}
