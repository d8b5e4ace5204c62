import { clamp, dubLimits, placeOfFrame, toFrame, type Segment } from '#shared/dubbing/timeline.ts';

export interface DragWay {
  /** Where the edge is that is dragged: the start, where the whole segment is moved. */
  edge: number;
  /** How far the pointer has gone to the side, in samples. */
  pointer: number;
  /** An edge of another segment this near draws it there, in samples. */
  near: number;
  /** The segment itself. */
  except: string;
}

/** How far a drag takes an edge: to a frame, or to an edge of another segment where that is near. A pointer that did not go to the side takes it nowhere. */
export function dragDistance({ edge, pointer, near, except }: DragWay, segments: readonly Segment[], frameRate: number): number {
  if (pointer === 0) return 0;
  const wanted = placeOfFrame(toFrame(snapped(edge + pointer, segments, except, near), frameRate), frameRate);
  // No more than a rounded frame.
  return Math.abs(wanted - edge) < 2 ? 0 : wanted - edge;
}

/** The place itself, or an edge of another segment or the start where that is near. */
function snapped(at: number, segments: readonly Segment[], except: string, near: number): number {
  const edges = [0, ...segments.flatMap(({ id, start, end }) => (id === except ? [] : [start, end]))];
  const nearest = edges.reduce((best, edge) => (Math.abs(edge - at) < Math.abs(best - at) ? edge : best), Infinity);
  return clamp(Math.abs(nearest - at) <= near ? nearest : at, 0, dubLimits.longestSamples);
}
