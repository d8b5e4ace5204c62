import type { PlacedPickup } from '#shared/narration/pickups.ts';
import { useProject } from '../../../core/project/project.ts';
import { usePickups } from '../stores.ts';
import classes from './pickups.module.css';

/** Flags in sight at once, at most; more would hide the waveform. */
const maximumFlags = 200;

/** Flags over the waveform at the pickups of the chapter that is shown. Decoration: the list says the same in words. */
export class WaveformFlags {
  readonly element = document.createElement('div');
  readonly #stop: () => void;
  #listed: readonly PlacedPickup[] | undefined;
  #chapterId: string | undefined;
  #here: readonly (PlacedPickup & { chapterMs: number })[] = [];

  /** `onChanged`: they are to be painted again. `onMarked`: a person marked this time of the chapter, in seconds. */
  constructor(onChanged: () => void, onMarked: (seconds: number) => void) {
    this.element.className = classes['flags'] ?? '';
    this.element.setAttribute('aria-hidden', 'true');
    this.#stop = usePickups.subscribe((now, before) => {
      if (now.listed !== before.listed || now.currentKey !== before.currentKey) onChanged();
      const marked = now.lastMarked === before.lastMarked ? undefined : this.#ofChapter().find(({ key }) => key === now.lastMarked);
      if (marked) onMarked(marked.chapterMs / 1000);
    });
  }

  /** `start` is the second at the left edge, `width` that of the stage in pixels. */
  paint({ start, pixelsPerSecond }: { start: number; pixelsPerSecond: number }, width: number): void {
    const { currentKey } = usePickups.getState();
    const leftOf = (ms: number): number => (ms / 1000 - start) * pixelsPerSecond;
    const inSight = this.#ofChapter()
      .filter(({ chapterMs }) => leftOf(chapterMs) <= width && leftOf(chapterMs) > -width)
      .slice(0, maximumFlags);
    while (this.element.childElementCount > inSight.length) this.element.lastElementChild?.remove();
    while (this.element.childElementCount < inSight.length) this.element.append(document.createElement('div'));
    for (const [index, { key, pickup, chapterMs, startMs = 0, endMs = 0 }] of inSight.entries()) {
      const flag = this.element.children[index];
      if (!(flag instanceof HTMLElement)) continue;
      flag.dataset['flag'] = pickup.kind === 'mark' ? 'mark' : 'found';
      flag.dataset['state'] = key === currentKey ? 'current' : pickup.state;
      flag.style.transform = `translateX(${leftOf(chapterMs).toFixed(1)}px)`;
      flag.style.width = `${(((endMs - startMs) / 1000) * pixelsPerSecond).toFixed(1)}px`;
    }
  }

  destroy(): void {
    this.#stop();
  }

  #ofChapter(): readonly (PlacedPickup & { chapterMs: number })[] {
    const { listed } = usePickups.getState();
    const { chapterId } = useProject.getState();
    if (listed !== this.#listed || chapterId !== this.#chapterId) {
      this.#listed = listed;
      this.#chapterId = chapterId;
      this.#here = listed.flatMap((placed) =>
        placed.chapterId === chapterId && placed.chapterMs !== undefined ? [{ ...placed, chapterMs: placed.chapterMs }] : [],
      );
    }
    return this.#here;
  }
}
