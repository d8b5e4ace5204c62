import { withRemedy, type Remedy } from '#shared/dubbing/remedies.ts';
import type { Segment } from '#shared/dubbing/timeline.ts';
import { editDub } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { announce } from '../../../lib/live-region.tsx';
import { needsNewTake, remedyEffect, remedyNames } from './remedy-words.ts';
import { messages } from '#shared/messages/index.ts';

/** One step that undo takes back. `isMade`: what it says has a take now. */
export function takeRemedy(segment: Segment, remedy: Remedy, isMade: boolean): void {
  const name = remedyNames[remedy.kind];
  const again = isMade && needsNewTake(remedy) ? ` ${messages.dubbing.generateToPlay}` : '';
  editDub(name, ({ segments }) => ({ segments: withRemedy(segments, segment.id, remedy) }));
  announce(messages.dubbing.remedyTaken(name, remedyEffect(segment, remedy) + again));
}
