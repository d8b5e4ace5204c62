import classes from './sound-picture.module.css';

interface SoundPictureProps {
  /** How loud each part gets, 0 to 1; empty for a line. */
  peaks: readonly number[];
  /** Bars that it is drawn with. */
  bars: number;
  /** Part of the width that the sound takes, 0 to 1; the rest is still to come, and is dotted. */
  share?: number;
}

/** Of a bar that has no height: a dot. */
const least = 0.03;

/** A sound as a picture that fills its place: bars, as in the waveform. Its colours are those of its place; it says nothing to a screen reader. */
export function SoundPicture({ peaks, bars, share = 1 }: SoundPictureProps) {
  const sounding = peaks.length === 0 ? 0 : Math.round(bars * Math.min(1, Math.max(0, share)));
  const heights = barHeights(peaks, sounding);
  return (
    <svg className={classes.picture} viewBox={`0 0 ${bars} 2`} preserveAspectRatio="none" aria-hidden>
      <path
        className={classes.coming}
        d={barsPath(
          Array.from({ length: bars - sounding }, () => least),
          sounding,
        )}
      />
      <path className={classes.sound} d={barsPath(heights, 0)} />
    </svg>
  );
}

/** The mean of each of as many parts, by the loudest of them, with a dot for silence. */
export function barHeights(peaks: readonly number[], bars: number): number[] {
  const means = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars);
    const part = peaks.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars)));
    return part.reduce((sum, peak) => sum + peak, 0) / Math.max(1, part.length);
  });
  const loudest = Math.max(...means);
  return means.map((mean) => (loudest === 0 ? least : Math.max(least, mean / loudest)));
}

const barsPath = (heights: readonly number[], from: number): string =>
  heights.map((height, index) => `M${from + index + 0.5} ${(1 - height * 0.92).toFixed(3)}V${(1 + height * 0.92).toFixed(3)}`).join('');
