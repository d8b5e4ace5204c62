import { withRemedy, type Remedy } from '#shared/dubbing/remedies.ts';
import { shortenToLine } from '#shared/cut-text.ts';
import type { Segment } from '#shared/dubbing/timeline.ts';
import { editDub, undoOfLast } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { announce } from '../../../lib/live-region.tsx';
import { toast } from '../../../lib/toast.tsx';
import { needsNewTake, remedyEffect, remedyNames } from './remedy-words.ts';
import { messages } from '#shared/messages/index.ts';

/** One step that undo takes back; what is lost from the text is named, with its Undo. `isMade`: what it says has a take now. */
export function takeRemedy(segment: Segment, remedy: Remedy, isMade: boolean): void {
  const name = remedyNames[remedy.kind];
  const again = isMade && needsNewTake(remedy) ? ` ${messages.dubbing.generateToPlay}` : '';
  editDub(name, ({ segments }) => ({ segments: withRemedy(segments, segment.id, remedy) }));
  if (remedy.kind === 'shorter')
    toast(messages.dubbing.wordsCut, messages.dubbing.removedWords(shortenToLine(remedy.cut)) + again, undoOfLast());
  else announce(messages.dubbing.remedyTaken(name, remedyEffect(segment, remedy) + again));
}
