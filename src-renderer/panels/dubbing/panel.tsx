import { DubbingTimeline } from './timeline/timeline.tsx';

/** Dubbing: videos that speak with other voices. */
export function DubbingPanel() {
  return <DubbingTimeline />;
}
