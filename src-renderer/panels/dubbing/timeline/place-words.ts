import { timecode, type Segment } from '#shared/dubbing/timeline.ts';

/** `00:01:00 to 00:02:12`, in minutes, seconds and frames. */
export const placeWords = ({ start, end }: Pick<Segment, 'start' | 'end'>, frameRate: number): string =>
  `${timecode(start, frameRate)} to ${timecode(end, frameRate)}`;
