import { useEffect } from 'react';
import { watchMedia } from '../../state/media.ts';
import { PanelFrame } from '../../ui/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { addMediaCommands } from './commands.ts';
import { MediaFailures } from './failures.tsx';
import { MediaFormView } from './form.tsx';
import { Gallery } from './gallery.tsx';
import { MakeAction } from './make-action.tsx';
import { References } from './references.tsx';
import classes from './panel.module.css';

/** Images & video: made of a prompt and of other pictures, by what the service's catalogue offers, and kept in a gallery. */
export function ImagesVideoPanel() {
  useEffect(() => {
    const stops = [watchMedia(), addMediaCommands()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <PanelFrame title="Images & video" heading={<PanelHeading title="Images & video" />} actions={<MakeAction />}>
      <div className={classes.stage}>
        <section className={classes.form} aria-label="New image or video">
          <MediaFormView />
          <References />
        </section>
        <div className={classes.body}>
          <MediaFailures />
          <Gallery />
        </div>
      </div>
    </PanelFrame>
  );
}
