import { timecodeAt, type Segment } from '#shared/dubbing/timeline.ts';

/** `00:00:01:00 to 00:00:02:12`: its timecodes. */
export const placeWords = ({ start, end }: Pick<Segment, 'start' | 'end'>, frameRate: number): string =>
  `${timecodeAt(start, frameRate)} to ${timecodeAt(end, frameRate)}`;
