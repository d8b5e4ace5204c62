import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './media-card.module.css';

interface MediaCardProps {
  title: string;
  /** Beside the title: a state, a star, a badge. */
  mark?: ReactNode;
  /** A picture, or a waveform with `shape="wave"`. */
  picture?: ReactNode;
  /** A waveform is a low strip, a picture has the sides of a film. */
  shape?: 'wave' | 'picture';
  /** The button that plays it. */
  play?: ReactNode;
  /** What is known of it, name and value, in order. */
  facts?: readonly (readonly [name: string, value: ReactNode])[];
  /** The values speak for themselves: they are one line, whose names only a screen reader hears. */
  asLine?: boolean;
  actions?: ReactNode;
  /** Chosen among its like, for example the take that is heard. */
  chosen?: boolean;
}

/** Something that can be heard or seen: a take, a voice, a candidate, a video. One form for all of them. */
export function MediaCard({
  title,
  mark,
  picture,
  shape = 'wave',
  play,
  facts = [],
  asLine = false,
  actions,
  chosen = false,
}: MediaCardProps) {
  return (
    <article className={classes.card} aria-label={title} aria-current={chosen ? 'true' : undefined}>
      <header className={classes.head}>
        {play}
        <h3 className={classes.title}>{title}</h3>
        {mark !== undefined && <div className={classes.mark}>{mark}</div>}
      </header>
      {picture !== undefined && <div className={shape === 'wave' ? classes.wave : classes.picture}>{picture}</div>}
      {facts.length > 0 && (
        <dl className={classes.facts} data-line={asLine || undefined}>
          {facts.map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{asLine ? <VisuallyHidden>{name}</VisuallyHidden> : name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </article>
  );
}
