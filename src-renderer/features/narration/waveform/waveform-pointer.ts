import { sampleRate } from '#shared/narration/take.ts';
import type { Timeline, TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import { draggedPause, type Scale } from './waveform-scale.ts';
import { messages } from '#shared/messages/index.ts';

interface PointerTargets {
  scale(): Scale;
  /** Seconds at a share of the overview's width. */
  overviewSeconds(share: number): number;
  timeline(): Timeline | undefined;
  onSeek(seconds: number): void;
  onSelect(range: { from: number; to: number } | undefined): void;
  onScroll(start: number): void;
  onZoom(factor: number, x: number): void;
  onPause(blockId: string, pauseMs: number): void;
  /** Where the playhead stands, in seconds. */
  playhead(): number;
  /** It is dragged to a place, in seconds. */
  onScrub(seconds: number): void;
  onScrubEnd(): void;
}

/** A press that moves less than this is a click, in pixels. */
const dragAfter = 4;
/** So near to a gap, or to the playhead, it can be taken hold of, in pixels. */
const reach = 4;

interface Drag {
  pointer: number;
  x: number;
  moved: boolean;
  /** What is dragged: the playhead, the pause of `gap`, else a selection. */
  scrubs: boolean;
  gap: TimelineBlock | undefined;
  pauseMs: number;
}

/** What the mouse does on waveform, lane and overview: seek, scrub, select, set a pause, scroll, zoom. */
export class WaveformPointer {
  readonly #stage: HTMLElement;
  readonly #overview: HTMLElement;
  readonly #targets: PointerTargets;
  readonly #preview = document.createElement('div');
  readonly #end = new AbortController();
  #drag: Drag | undefined;

  constructor(stage: HTMLElement, overview: HTMLElement, previewClass: string, targets: PointerTargets) {
    this.#stage = stage;
    this.#overview = overview;
    this.#targets = targets;
    this.#preview.className = previewClass;
    this.#preview.hidden = true;
    stage.append(this.#preview);
    const { signal } = this.#end;
    stage.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    stage.addEventListener('pointermove', (event) => this.#move(event), { signal });
    stage.addEventListener('pointerup', (event) => this.#release(event), { signal });
    stage.addEventListener('pointercancel', () => this.#cancel(), { signal });
    window.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    stage.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    // A drag that ends over the lane is not a click on a word.
    stage.addEventListener('click', (event) => this.#click(event), { signal, capture: true });
    overview.addEventListener('pointerdown', (event) => this.#scrub(event), { signal });
    overview.addEventListener('pointermove', (event) => this.#scrub(event), { signal });
  }

  destroy(): void {
    this.#end.abort();
    this.#preview.remove();
  }

  #x(event: MouseEvent): number {
    return event.clientX - this.#stage.getBoundingClientRect().left;
  }
  #seconds(x: number): number {
    const { start, pixelsPerSecond } = this.#targets.scale();
    return Math.max(0, start + x / pixelsPerSecond);
  }

  #isOnPlayhead(x: number): boolean {
    const { start, pixelsPerSecond } = this.#targets.scale();
    return Math.abs((this.#targets.playhead() - start) * pixelsPerSecond - x) <= reach;
  }

  /** The block whose pause lies at `x`. */
  #gapAt(x: number): TimelineBlock | undefined {
    const timeline = this.#targets.timeline();
    if (!timeline) return undefined;
    const slack = (reach / this.#targets.scale().pixelsPerSecond) * sampleRate;
    const sample = this.#seconds(x) * sampleRate;
    // Zoomed far out everything is near a gap: nothing can be taken hold of there.
    if (slack > sampleRate / 2) return undefined;
    for (const near of [sample, sample - slack, sample + slack]) {
      const block = timeline.blockAt(Math.min(Math.max(0, Math.round(near)), timeline.samples - 1));
      if (!block) continue;
      const end = block.start + block.samples;
      if (sample >= end - slack && sample <= end + block.pauseSamples + slack) return block;
    }
    return undefined;
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const x = this.#x(event);
    const scrubs = event.altKey || this.#isOnPlayhead(x);
    const gap = scrubs ? undefined : this.#gapAt(x);
    const pauseMs = gap ? (gap.pauseSamples * 1000) / sampleRate : 0;
    this.#drag = { pointer: event.pointerId, x, moved: false, scrubs, gap, pauseMs };
    this.#stage.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const x = this.#x(event);
    const drag = this.#drag;
    if (!drag) {
      this.#stage.style.cursor = this.#isOnPlayhead(x) ? 'grab' : this.#gapAt(x) ? 'ew-resize' : '';
      return;
    }
    if (Math.abs(x - drag.x) >= dragAfter) drag.moved = true;
    if (!drag.moved) return;
    if (drag.scrubs) {
      this.#stage.style.cursor = 'grabbing';
      this.#targets.onScrub(this.#seconds(x));
    } else if (drag.gap) this.#showPause(drag.gap, this.#pauseOf(drag, x));
    else {
      const [one, other] = [this.#seconds(drag.x), this.#seconds(x)];
      this.#targets.onSelect({ from: Math.min(one, other), to: Math.max(one, other) });
    }
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    this.#drag = undefined;
    this.#preview.hidden = true;
    this.#dragged = drag.moved;
    if (!drag.moved) return;
    if (drag.scrubs) {
      this.#targets.onScrubEnd();
      return;
    }
    const pauseMs = this.#pauseOf(drag, this.#x(event));
    if (drag.gap && pauseMs !== drag.pauseMs) this.#targets.onPause(drag.gap.blockId, pauseMs);
  }

  #dragged = false;
  #click(event: MouseEvent): void {
    if (this.#dragged) {
      this.#dragged = false;
      event.stopPropagation();
      return;
    }
    this.#targets.onSelect(undefined);
    // The lane seeks to the start of its word.
    if (!(event.target instanceof HTMLCanvasElement)) this.#targets.onSeek(this.#seconds(this.#x(event)));
  }

  #cancel(): void {
    if (this.#drag?.scrubs === true) this.#targets.onScrubEnd();
    this.#drag = undefined;
    this.#preview.hidden = true;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#drag) return;
    this.#cancel();
    this.#dragged = true;
    event.stopPropagation();
  }

  #pauseOf(drag: Drag, x: number): number {
    return draggedPause(drag.pauseMs, x - drag.x, this.#targets.scale().pixelsPerSecond);
  }

  #showPause(gap: TimelineBlock, pauseMs: number): void {
    const { start, pixelsPerSecond } = this.#targets.scale();
    const left = ((gap.start + gap.samples) / sampleRate - start) * pixelsPerSecond;
    this.#preview.hidden = false;
    this.#preview.textContent = messages.narration.ms(String(pauseMs));
    this.#preview.style.transform = `translateX(${left.toFixed(1)}px)`;
    this.#preview.style.width = `${((pauseMs / 1000) * pixelsPerSecond).toFixed(1)}px`;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      this.#targets.onZoom(2 ** (-event.deltaY / 200), this.#x(event));
      return;
    }
    const { start, pixelsPerSecond } = this.#targets.scale();
    const delta = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
    this.#targets.onScroll(start + delta / pixelsPerSecond);
  }

  /** On the overview: what is seen is moved so that the pointer is in its middle. */
  #scrub(event: PointerEvent): void {
    if ((event.buttons & 1) === 0) return;
    const box = this.#overview.getBoundingClientRect();
    if (event.type === 'pointerdown') this.#overview.setPointerCapture(event.pointerId);
    const middle = this.#targets.overviewSeconds((event.clientX - box.left) / box.width);
    this.#targets.onScroll(middle - box.width / this.#targets.scale().pixelsPerSecond / 2);
  }
}
