import type { CSSProperties } from 'react';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { useDubView } from '../stores.ts';
import { useSegmentsAtPlayhead } from './use-segments-at-playhead.ts';
import classes from './captions.module.css';

/** What is spoken at the playhead, over the lower edge of the picture. It is not announced: it would be read over what is heard. */
export function Captions({ dub: { segments, video } }: { dub: Dub }) {
  const shown = useDubView((state) => state.captions);
  const spoken = useSegmentsAtPlayhead(segments).filter(({ text }) => text.trim() !== '');
  if (!shown || spoken.length === 0) return null;
  return (
    <div className={classes.captions} style={{ '--ratio': video.width / video.height } as CSSProperties}>
      {spoken.map(({ id, text }) => (
        <p key={id} className={classes.caption} dir="auto" data-caption>
          <span>{text.trim()}</span>
        </p>
      ))}
    </div>
  );
}
