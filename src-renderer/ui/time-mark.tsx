import classes from './time-mark.module.css';

interface TimeMarkProps {
  /** As it is shown; none where it is not known. */
  time?: string | undefined;
  /** What a press does: `Hear from`, `Go to`. */
  act: string;
  /** Undefined where nothing is to be heard there. */
  onPress: (() => void) | undefined;
}

/** The time before a line; a press on it goes there. */
export function TimeMark({ time, act, onPress }: TimeMarkProps) {
  if (time === undefined || onPress === undefined) return <span className={classes.time}>{time}</span>;
  return (
    <button type="button" className={classes.time} aria-label={`${act} ${time}`} onClick={onPress}>
      {time}
    </button>
  );
}
