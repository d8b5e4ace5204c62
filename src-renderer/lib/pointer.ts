export type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** Where the pointer was last moved to. */
let movedTo: Point | undefined;
if (typeof window !== 'undefined') {
  const onMove = ({ clientX, clientY }: MouseEvent): void => {
    movedTo = { clientX, clientY };
  };
  window.addEventListener('mousemove', onMove, { capture: true, passive: true });
}

/** In an event that says that the pointer is on an element: whether it came there. It did not where the element came to the pointer. */
export const hasCome = ({ clientX, clientY }: Point): boolean => movedTo?.clientX !== clientX || movedTo.clientY !== clientY;

/** What a hand moves that rests, in pixels. */
const tremor = 8;

export const isNear = (one: Point, other: Point): boolean => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) <= tremor;
