import { useSyncExternalStore } from 'react';

/** Below this many rem (1100 pixels at the usual text size), the inspector has no room beside the stage. Style sheets say it too. */
const narrowBelowRem = 68.75;

const listeners = new Set<() => void>();
let ruler: HTMLElement | undefined;
let narrow = false;
let rem = 16;

function measure(): void {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const now = window.innerWidth < narrowBelowRem * size;
  if (now === narrow && size === rem) return;
  rem = size;
  narrow = now;
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

/** True where the window is narrow for its text size. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => {
    if (!ruler) startMeasuring();
    return narrow;
  });
}

/** How many pixels a rem has, which the text size decides: for what is placed past the style sheets. */
export function useRem(): number {
  return useSyncExternalStore(subscribe, () => {
    if (!ruler) startMeasuring();
    return rem;
  });
}
