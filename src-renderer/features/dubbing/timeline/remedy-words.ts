import type { Remedy } from '#shared/dubbing/remedies.ts';
import { paceRange, type Fit, type Segment } from '#shared/dubbing/timeline.ts';
import { decimal } from '#shared/messages/figures.ts';
import { judgedFactor, judgedPace, seconds } from './words.ts';
import { messages } from '#shared/messages/index.ts';

export const remedyNames: Record<Remedy['kind'], string> = {
  earlier: messages.dubbing.shortenPause,
  later: messages.dubbing.borrowGap,
  tighten: messages.dubbing.speakFaster,
  speed: messages.dubbing.speakFaster,
  shorter: messages.dubbing.cutWords,
};

/** True where the take that is there does not say it any more. */
export const needsNewTake = ({ kind }: Remedy): boolean => kind === 'speed' || kind === 'shorter';

/** What it does, and what is left after it, in sentences. */
export function remedyEffect(segment: Segment, remedy: Remedy): string {
  const room = segment.end - segment.start;
  switch (remedy.kind) {
    case 'earlier':
      return `${messages.dubbing.startsEarlier(seconds(remedy.by))} ${leftAfter(segment.fit, remedy.pace, room + remedy.by)}`;
    case 'later':
      return `${messages.dubbing.endsLater(seconds(remedy.by))} ${leftAfter(segment.fit, remedy.pace, room + remedy.by)}`;
    case 'tighten':
      return `${messages.dubbing.tightenEffect} ${leftAfter('tighten', remedy.pace, room)}`;
    case 'speed':
      // What is left plays faster than the voice spoke it: the two factors are of one another.
      return segment.fit !== 'natural' && segment.fit !== 'cut' && remedy.pace >= 1.005 && remedy.pace <= paceRange.fastest
        ? `${messages.dubbing.speedEffect(decimal(remedy.speed))} ${messages.dubbing.thenSpedUp(judgedFactor(remedy.pace))}`
        : `${messages.dubbing.speedEffect(decimal(remedy.speed))} ${leftAfter(segment.fit, remedy.pace, room)}`;
    case 'shorter':
      return messages.dubbing.cutEffect;
  }
}

/** How words are heard that need this pace in a room of so many samples. */
function leftAfter(fit: Fit, pace: number, room: number): string {
  const { dubbing } = messages;
  if (pace < 1.005) return dubbing.thenAsSpoken;
  const over = seconds((pace - 1) * room);
  if (fit === 'natural') return dubbing.thenRunsOver(over);
  if (fit === 'cut') return dubbing.thenCut(over);
  if (pace > paceRange.fastest) return dubbing.thenTooLong(seconds((pace / paceRange.fastest - 1) * room));
  return dubbing.thenAtPace(judgedPace(pace));
}
