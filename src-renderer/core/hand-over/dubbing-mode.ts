import { create } from 'zustand';

/** The two ways to dub: one text for the whole video, by the service; or segments on a time line. */
export type DubbingWay = 'text' | 'timeline';

/** Which of them Dubbing shows. Whoever opens a dub shows the time line with it. */
export const useDubbingWay = create<{ way: DubbingWay }>(() => ({ way: 'timeline' }));

export const showDubbing = (way: DubbingWay): void => useDubbingWay.setState({ way });
