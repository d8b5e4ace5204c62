/** A place in the window, in pixels from its upper left. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** Between the callout and what it is about, and to the edges of the window. */
const gap = 12;

/** The part of it that is in the window, with room for a ring around it. */
export function clipToWindow({ left, top, width, height }: Box, window: Size): Box {
  const from = { left: Math.max(ringRoom, left), top: Math.max(ringRoom, top) };
  return {
    ...from,
    width: Math.max(0, Math.min(window.width - ringRoom, left + width) - from.left),
    height: Math.max(0, Math.min(window.height - ringRoom, top + height) - from.top),
  };
}
const ringRoom = 6;

/**
 * Where a callout stands: in the lower corner of what it is about, where that is as large as a script, so that it covers nothing else; else below it, else above, else beside it, as far as it fits, and wholly within the window. Without anything to
 * be about, or where it fits nowhere, at the lower right.
 */
export function placeCallout(anchor: Box | undefined, callout: Size, window: Size): { left: number; top: number } {
  const most = { left: window.width - callout.width - gap, top: window.height - callout.height - gap };
  const within = (value: number, end: number): number => Math.max(gap, Math.min(end, value));
  if (!anchor) return { left: Math.max(gap, most.left), top: Math.max(gap, most.top) };
  const [right, bottom] = [anchor.left + anchor.width, anchor.top + anchor.height];
  const inside = { left: right - gap - callout.width, top: bottom - gap - callout.height };
  if (anchor.height >= 2 * callout.height && anchor.width >= 2 * callout.width) return inside;
  const alongX = within(anchor.left, most.left);
  const alongY = within(anchor.top, most.top);
  if (bottom + gap <= most.top) return { left: alongX, top: bottom + gap };
  if (anchor.top - gap - callout.height >= gap) return { left: alongX, top: anchor.top - gap - callout.height };
  if (right + gap <= most.left) return { left: right + gap, top: alongY };
  if (anchor.left - gap - callout.width >= gap) return { left: anchor.left - gap - callout.width, top: alongY };
  return { left: Math.max(gap, most.left), top: Math.max(gap, most.top) };
}
