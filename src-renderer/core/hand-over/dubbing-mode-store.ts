import { create } from 'zustand';

/** The two ways to dub: one text for the whole video, by the service; or segments on a time line. */
export type DubbingWay = 'text' | 'timeline';

/** Which of its two modes Dubbing shows. */
export class DubbingModeStore {
  /** Which of them Dubbing shows. Whoever opens a dub shows the time line with it. */
  readonly store = create<{ way: DubbingWay }>(() => ({ way: 'timeline' }));

  readonly showDubbing = (way: DubbingWay): void => this.store.setState({ way });
}
