import { useSyncExternalStore } from 'react';

/** Below this many rem (1100 pixels at the usual text size), the inspector has no room beside the stage. Style sheets say it too. */
const narrowBelowRem = 68.75;
/** Below this many (960 pixels), neither has a form: the stage of a panel that needs one is content with less. */
const veryNarrowBelowRem = 60;

const listeners = new Set<() => void>();
let ruler: HTMLElement | undefined;
let narrow = false;
let veryNarrow = false;
let rem = 16;

function measure(): void {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [now, very] = [window.innerWidth < narrowBelowRem * size, window.innerWidth < veryNarrowBelowRem * size];
  if (now === narrow && very === veryNarrow && size === rem) return;
  rem = size;
  narrow = now;
  veryNarrow = very;
  for (const listener of listeners) listener();
}

/** An element of 1 rem tells when the text size changes, which no event does. */
function startMeasuring(): void {
  ruler = document.createElement('div');
  ruler.className = 'ruler';
  ruler.ariaHidden = 'true';
  document.body.append(ruler);
  new ResizeObserver(measure).observe(ruler);
  window.addEventListener('resize', measure);
  measure();
}

function subscribe(listener: () => void): () => void {
  if (!ruler) startMeasuring();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True where the window is narrow for its text size: too narrow for an inspector, or, `forForm`, for one that a request is made in. */
export function useNarrow(forForm = false): boolean {
  return useSyncExternalStore(subscribe, () => {
    if (!ruler) startMeasuring();
    return forForm ? veryNarrow : narrow;
  });
}

/** How many pixels a rem has, which the text size decides: for what is placed past the style sheets. */
export function useRem(): number {
  return useSyncExternalStore(subscribe, () => {
    if (!ruler) startMeasuring();
    return rem;
  });
}
