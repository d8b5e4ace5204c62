import { withRemedy, type Remedy } from '#shared/dubbing/remedies.ts';
import type { Segment } from '#shared/dubbing/timeline.ts';
import { editDub } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { announce } from '../../../lib/live-region.tsx';
import { seconds } from './words.ts';
import { decimal, fixed } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

export const remedyNames: Record<Remedy['kind'], string> = {
  earlier: messages.dubbing.shortenPause,
  later: messages.dubbing.borrowGap,
  tighten: messages.dubbing.speakFaster,
  speed: messages.dubbing.speakFaster,
  shorter: messages.dubbing.cutWords,
};

/** One step that undo takes back. `isMade`: what it says has a take now. */
export function takeRemedy({ id }: Segment, remedy: Remedy, isMade: boolean): void {
  const name = remedyNames[remedy.kind];
  editDub(name, ({ segments }) => ({ segments: withRemedy(segments, id, remedy) }));
  announce(messages.dubbing.remedyTaken(name, remedyEffect(remedy, isMade)));
}

const paceAfter = (pace: number): string => (pace < 1.005 ? messages.dubbing.thenAsSpoken : messages.dubbing.thenFaster(fixed(pace, 2)));

/** What comes of it, in a sentence. */
export function remedyEffect(remedy: Remedy, isMade: boolean): string {
  const again = isMade ? ` ${messages.dubbing.newTakeCharged}` : '';
  switch (remedy.kind) {
    case 'earlier':
      return messages.dubbing.startsEarlier(seconds(remedy.by), paceAfter(remedy.pace));
    case 'later':
      return messages.dubbing.endsLater(seconds(remedy.by), paceAfter(remedy.pace));
    case 'tighten':
      return messages.dubbing.tightenEffect(remedy.pace > 2 ? messages.dubbing.stillTooLong : paceAfter(remedy.pace));
    case 'speed':
      return messages.dubbing.speedEffect(decimal(remedy.speed), paceAfter(remedy.pace)) + again;
    case 'shorter':
      return messages.dubbing.cutEffect + again;
  }
}
