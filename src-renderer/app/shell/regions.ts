import { messages } from '#shared/messages/index.ts';

/** What the panel is about comes before its bar: the script, or the segments of a dub, whose keys play and select. */
const panelArea = ['main [role="textbox"][aria-multiline="true"]', 'main [data-segments]', 'main'] as const;

/** A place that its panel names comes before the first thing in it, which may delete. */
const inspectorArea = ['[data-enter]', ''].map((place) => `aside[aria-label="${messages.commands.inspector}"] ${place}`.trim());

/** The areas that F6 goes through, in reading order. Each takes the focus at the first of its places that is there. */
const areas: readonly (readonly string[])[] = [
  [`[aria-label="${messages.window.panels}"] [aria-current="page"]`],
  panelArea,
  inspectorArea,
  ['[data-play]'],
  ['header'],
  ['footer'],
];

/** Of tabs and other radios, the one that is chosen. */
const focusable = 'button:not(:disabled), input:not(:disabled, [type="radio"]:not(:checked)), textarea, select, a[href], [tabindex="0"]';

/** Puts the focus into the next area of the window, or the one before. */
export function goToNextArea(direction: 1 | -1): void {
  const shown = areas.flatMap(
    (places) => places.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found !== null) ?? [],
  );
  const active = document.activeElement;
  const holders = shown.map((element) => element.closest<HTMLElement>('nav, section[aria-label], aside, header, footer, main') ?? element);
  // The innermost of the areas that hold the focus: the waveform lies within the panel.
  const at = holders.reduce((found, holder, index) => {
    const best = found === -1 ? undefined : holders[found];
    return holder.contains(active) && (best === undefined || best.contains(holder)) ? index : found;
  }, -1);
  for (let step = 1; step <= shown.length; step += 1) {
    const next = shown[(Math.max(at, direction < 0 && at < 0 ? 0 : at) + direction * step + 2 * shown.length) % shown.length];
    if (next && enter(next)) return;
  }
}

/** Puts the focus on the element, or on the first thing in it that takes it. */
function enter(element: HTMLElement): boolean {
  const target = element.matches(focusable) || element.isContentEditable ? element : element.querySelector<HTMLElement>(focusable);
  target?.focus();
  return target !== null && document.activeElement === target;
}

/**
 * Puts the focus into the panel, where F6 puts it. A panel that is just drawn keeps a focus that it has taken itself, as Live does in its field; `fromWithin`, the
 * panel was there, and the focus leaves the field that it is in.
 */
export function goToPanelArea({ fromWithin }: { fromWithin: boolean }): void {
  if (!fromWithin && document.activeElement?.closest('main')) return;
  const [found] = panelArea.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  if (found) enter(found);
}

/** Puts the focus into what a selector finds. */
export function goTo(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) enter(element);
}
