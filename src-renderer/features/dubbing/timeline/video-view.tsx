import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { codecName } from '#shared/sound/codec-names.ts';
import { Video } from '../../../ui/video.tsx';
import { attachVideo } from '../stores.ts';
import { Captions } from './captions.tsx';
import classes from './timeline.module.css';
import { messages } from '#shared/messages/index.ts';

/** The video, silent: its sound is the dub's, and it follows that. `children` lie over it. */
export function VideoView({ dub, children }: { dub: Dub; children?: ReactNode }) {
  const element = useRef<HTMLVideoElement>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (element.current) return attachVideo(element.current);
    return undefined;
  }, []);
  return (
    <div className={classes.picture}>
      <Video
        ref={element}
        className={classes.video}
        src={`/bytes/dub/${dub.id}/video`}
        aria-label={messages.dubbing.videoTitle(dub.title)}
        preload="auto"
        playsInline
        muted
        onError={() => setBroken(true)}
      />
      <Captions dub={dub} />
      {broken && <p className={classes.broken}>{messages.dubbing.cannotShowVideo(codecName(dub.video.codec))}</p>}
      {children}
    </div>
  );
}
