import { timecodeAt, type Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';

/** `00:00:01:00 to 00:00:02:12`: its timecodes. */
export const placeWords = ({ start, end }: Pick<Segment, 'start' | 'end'>, frameRate: number): string =>
  messages.dubbing.timeRange(timecodeAt(start, frameRate), timecodeAt(end, frameRate));
