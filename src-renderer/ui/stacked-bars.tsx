import classes from './stacked-bars.module.css';

interface StackedBarsProps {
  /** What the chart shows, in a sentence: its name. What it holds in full stands in a table beside it. */
  name: string;
  /** Left to right. `values`: of each series, in their order. */
  bars: readonly { title: string; label: string; values: readonly number[] }[];
  /** What the highest line is worth, in words. */
  top: string;
  /** The value of that line; above 0. */
  most: number;
  /** The colour of each series, from 1 to 8. */
  colours: readonly number[];
}

const height = 100;
/** Labels below the bars: so many at most. */
const maximumLabels = 8;

/** Bars of stacked parts, over the width of their place. Series have colours of characters. */
export function StackedBars({ name, bars, top, most, colours }: StackedBarsProps) {
  const every = Math.max(1, Math.ceil(bars.length / maximumLabels));
  return (
    <figure className={classes.chart} dir="ltr" role="img" aria-label={name}>
      <span className={classes.top} aria-hidden>
        {top}
      </span>
      <svg className={classes.bars} viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none" aria-hidden>
        {bars.map(({ title, values }, place) => {
          const total = values.reduce((sum, value) => sum + value, 0);
          let from = height;
          return (
            <g key={place}>
              <title>{title}</title>
              {/* The whole column is hovered, not only what is filled. */}
              <rect x={place} y={0} width={1} height={height} className={classes.column} />
              {total > 0 &&
                values.map((value, index) => {
                  const tall = (value / most) * height;
                  from -= tall;
                  return (
                    <rect
                      key={index}
                      x={place + 0.15}
                      y={from}
                      width={0.7}
                      height={tall}
                      className={classes.part}
                      data-speaker={`cast-${String(colours[index] ?? 1)}`}
                    />
                  );
                })}
            </g>
          );
        })}
      </svg>
      <div className={classes.labels} aria-hidden>
        {bars.map(({ label }, place) => (
          <span key={place}>{(bars.length - 1 - place) % every === 0 ? label : ''}</span>
        ))}
      </div>
    </figure>
  );
}
