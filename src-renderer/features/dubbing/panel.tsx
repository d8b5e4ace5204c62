import { SegmentedControl, Tooltip } from '@mantine/core';
import { useRef, type ComponentType, type ReactNode } from 'react';
import { showDubbing, useDubbingWay, type DubbingWay } from '../../core/hand-over/dubbing-mode.ts';
import { OneText } from './job/one-text.tsx';
import { DubbingTimeline } from './timeline/timeline.tsx';
import { messages } from '#shared/messages/index.ts';

/** The ways to dub, in the order of their tabs. */
const ways: readonly { way: DubbingWay; name: string; note: string; view: ComponentType<{ tabs?: ReactNode }> }[] = [
  { way: 'text', name: messages.dubbing.oneText, note: messages.dubbingTimeline.oneTextNote, view: OneText },
  { way: 'timeline', name: messages.dubbing.timeline, note: messages.dubbingTimeline.timelineNote, view: DubbingTimeline },
];

/** Dubbing: videos that speak with other voices. */
export function DubbingPanel() {
  const way = useDubbingWay((state) => state.way);
  const chosen = useRef(false);
  const View = ways.find((one) => one.way === way)?.view ?? DubbingTimeline;
  return (
    <View
      tabs={
        <Tooltip
          label={ways.map(({ way: one, name, note }) => (
            <div key={one}>
              <strong>{name}</strong>: {note}
            </div>
          ))}
          multiline
          maw="24rem"
          position="bottom-start"
          events={{ hover: true, focus: true, touch: true }}
        >
          <SegmentedControl
            // Each way has it in a bar of its own: the focus of who chose goes along.
            ref={(element) => {
              if (!chosen.current || !element) return;
              chosen.current = false;
              element.querySelector<HTMLElement>('input:checked')?.focus();
            }}
            size="xs"
            aria-label={messages.dubbing.dubbingMode}
            aria-description={ways.map(({ name, note }) => `${name}: ${note}`).join(' ')}
            data={ways.map((one) => ({ value: one.way, label: one.name }))}
            value={way}
            onChange={(wanted) => {
              chosen.current = true;
              showDubbing(wanted);
            }}
          />
        </Tooltip>
      }
    />
  );
}
