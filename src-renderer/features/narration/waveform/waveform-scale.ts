/** What stretch of a chapter is seen. Pure: seconds and pixels in, seconds and pixels out. */
export interface Scale {
  /** Seconds of the chapter at the left edge. */
  start: number;
  pixelsPerSecond: number;
}

/** A word fills a hand's width at the closest; to begin with, words can be read. */
export const closestZoom = 800;
export const firstZoom = 112;

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** Never past the chapter's ends, never further out than the whole of it. `width` in pixels, `total` in seconds. */
export function clamped(scale: Scale, width: number, total: number): Scale {
  const whole = total > 0 ? width / total : firstZoom;
  const pixelsPerSecond = between(Math.min(whole, closestZoom), scale.pixelsPerSecond, closestZoom);
  return { pixelsPerSecond, start: between(0, scale.start, Math.max(0, total - width / pixelsPerSecond)) };
}

/** Closer (above 1) or further; what is at `x` stays there. */
export function zoomed(scale: Scale, factor: number, x: number, width: number, total: number): Scale {
  const at = scale.start + x / scale.pixelsPerSecond;
  const { pixelsPerSecond } = clamped({ ...scale, pixelsPerSecond: scale.pixelsPerSecond * factor }, width, total);
  return clamped({ pixelsPerSecond, start: at - x / pixelsPerSecond }, width, total);
}

/** A stretch of the chapter over the whole width, with a little room beside it. */
export function fitted(from: number, to: number, width: number, total: number): Scale {
  const room = (to - from) * 0.03;
  const pixelsPerSecond = width / Math.max(0.01, to - from + 2 * room);
  return clamped({ pixelsPerSecond, start: from - room }, width, total);
}

/** The same stretch while a time is in sight; else moved so that it is, a tenth from the edge that it comes in at. */
export function following(scale: Scale, seconds: number, width: number, total: number): Scale {
  const seen = width / scale.pixelsPerSecond;
  if (seconds >= scale.start && seconds <= scale.start + seen) return scale;
  const start = seconds > scale.start ? seconds - seen * 0.1 : seconds - seen * 0.9;
  return clamped({ ...scale, start }, width, total);
}

/** A pause that is longer (or below 0 shorter) by so much, within what a pause may be; all in milliseconds. */
export function steppedPause(pauseMs: number, byMs: number): number {
  return between(0, Math.round((pauseMs + byMs) / 10) * 10, 10_000);
}

/** The pause that a drag over `pixels` makes of one of `pauseMs`: in steps of 10 ms, from 0 to 10 s. */
export function draggedPause(pauseMs: number, pixels: number, pixelsPerSecond: number): number {
  return steppedPause(pauseMs, (pixels / pixelsPerSecond) * 1000);
}
