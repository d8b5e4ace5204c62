import { create } from 'zustand';
import { byFrames, timecodeAt, type Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import type { DubsStore } from '../../../core/dubbing-timeline/dubs-store.ts';
import type { announce } from '../../../lib/live-region.tsx';

/** `all`: the whole segment was moved. */
type Edge = 'start' | 'end' | 'all';

/** What keys changed last of the times of the segment that is chosen. */
interface Retimed {
  id: string | undefined;
  edge: Edge;
  /** It stands where it stood: there is no room for more. */
  isAtLimit: boolean;
}

const nothing: Retimed = { id: undefined, edge: 'all', isAtLimit: false };

export interface RetimingDependencies {
  dubs: Pick<DubsStore, 'store' | 'currentSegment' | 'moveSelected' | 'trimEdge'>;
  announce: typeof announce;
}

/** The times of segments, changed by frames; what came of it is said and shown until another segment is chosen. */
export class RetimingStore {
  readonly store = create<Retimed>(() => nothing);
  readonly #deps: RetimingDependencies;

  constructor(dependencies: RetimingDependencies) {
    this.#deps = dependencies;
    this.#deps.dubs.store.subscribe((after, before) => {
      if (after.selected.at(-1) !== before.selected.at(-1)) this.store.setState(nothing);
    });
  }

  /** Moves the chosen segments, or an edge of the one that is shown. */
  readonly retime = (edge: Edge, frames: number): void => {
    const { dubs, announce: say } = this.#deps;
    const { dub } = dubs.store.getState();
    const segment = dubs.currentSegment();
    if (!dub || !segment) return;
    const to = (at: number): number => byFrames(at, frames, dub.video.frameRate);
    if (edge === 'all') dubs.moveSelected(to(segment.start) - segment.start, true);
    else dubs.trimEdge(segment.id, edge, to(segment[edge]), true);
    const moved = dubs.currentSegment();
    const isAtLimit = moved?.start === segment.start && moved.end === segment.end;
    this.store.setState({ id: segment.id, edge, isAtLimit });
    const after = dubs.store.getState().dub;
    if (after) say(retimedWords(after, this.store.getState()));
  };
}

/** `Segment 3 starts at 00:00:04:05.`, as it stands now; empty where keys changed nothing. */
export function retimedWords({ segments, video }: Pick<Dub, 'segments' | 'video'>, { id, edge, isAtLimit }: Retimed): string {
  const place = segments.findIndex((segment) => segment.id === id);
  const segment = segments[place];
  if (!segment) return '';
  const [start, end] = [timecodeAt(segment.start, video.frameRate), timecodeAt(segment.end, video.frameRate)];
  const number = String(place + 1);
  const words = {
    start: () => messages.dubbing.segmentStarts(number, start),
    end: () => messages.dubbing.segmentEnds(number, end),
    all: () => messages.dubbing.segmentAt(number, start),
  }[edge]();
  return isAtLimit ? `${words} ${messages.dubbing.noFurther}` : words;
}
