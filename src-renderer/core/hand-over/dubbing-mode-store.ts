import { z } from 'zod';
import { create } from 'zustand';
import { keptInWindow } from '../../lib/kept-in-window.ts';

/** The two ways to dub: one text for the whole video, by the service; or segments on a time line. */
export type DubbingWay = 'text' | 'timeline';

/** The mode that was shown last, over a reload. */
const shownWay = keptInWindow('dubbing-way', z.enum(['text', 'timeline']));

/** Which of its two modes Dubbing shows. */
export class DubbingModeStore {
  /** Which of them Dubbing shows. Opening a dub shows the timeline with it. */
  readonly store = create<{ way: DubbingWay }>(() => ({ way: shownWay.get() ?? 'timeline' }));

  readonly showDubbing = (way: DubbingWay): void => {
    shownWay.set(way);
    this.store.setState({ way });
  };
}
