interface Place {
  left: number;
  top: number;
}
interface Size {
  width: number;
  height: number;
}
type Area = Place & { right: number; bottom: number };

/** Between what is placed and everything else, in pixels. */
const gap = 4;
/** In what steps, and how far from its usual place, room is looked for, in pixels. */
const step = 5;
const farthest = { across: 480, along: 200 };

const steps = (most: number): number[] => Array.from({ length: 2 * Math.floor(most / step) + 1 }, (_, index) => index * step - most);

/** Ways away from the usual place, the shortest first; made when they are needed first. */
let ways: readonly Place[] | undefined;
const sortWays = (): readonly Place[] =>
  steps(farthest.across)
    .flatMap((left) => steps(farthest.along).map((top): Place => ({ left, top })))
    .sort((one, other) => Math.hypot(one.left, one.top) - Math.hypot(other.left, other.top));

/** Where a box of this size covers nothing of what is taken and is inside the window, as near to its usual place as can be; `undefined` where nothing is free. */
export function findFreePlace(usual: Place, { width, height }: Size, taken: readonly Area[], inside: Size): Place | undefined {
  const near = taken.filter(
    (area) =>
      area.right > usual.left - farthest.across - gap &&
      area.left < usual.left + width + farthest.across + gap &&
      area.bottom > usual.top - farthest.along - gap &&
      area.top < usual.top + height + farthest.along + gap,
  );
  for (const way of (ways ??= sortWays())) {
    const [left, top] = [usual.left + way.left, usual.top + way.top];
    const [right, bottom] = [left + width, top + height];
    if (left < gap || top < gap || right > inside.width - gap || bottom > inside.height - gap) continue;
    const isFree = !near.some(
      (area) => area.right > left - gap && area.left < right + gap && area.bottom > top - gap && area.top < bottom + gap,
    );
    if (isFree) return { left, top };
  }
  return undefined;
}
