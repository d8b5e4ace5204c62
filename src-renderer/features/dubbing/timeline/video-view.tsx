import { useEffect, useRef, useState } from 'react';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { codecName } from '#shared/sound/codec-names.ts';
import { attachVideo } from './player.ts';
import classes from './timeline.module.css';

/** The video, silent: its sound is the dub's, and it follows that. */
export function VideoView({ dub }: { dub: Dub }) {
  const element = useRef<HTMLVideoElement>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (element.current) return attachVideo(element.current);
    return undefined;
  }, []);
  return (
    <div className={classes.picture}>
      <video
        ref={element}
        className={classes.video}
        src={`/bytes/dub/${dub.id}/video`}
        aria-label={`Video: ${dub.title}`}
        preload="auto"
        playsInline
        muted
        onError={() => setBroken(true)}
      />
      {broken && (
        <p className={classes.broken}>
          This window cannot show {codecName(dub.video.codec)} pictures. They are kept as they are, and the dub can be heard and exported
          all the same.
        </p>
      )}
    </div>
  );
}
