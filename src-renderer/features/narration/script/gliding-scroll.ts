interface ScrollView {
  scrollTop: number;
}
interface Frames {
  request(frame: (time: number) => void): number;
  cancel(handle: number): void;
}

const glideMs = 200;
/** A view rounds what it is set to; anything further away is someone else's scroll. */
const roundingPixels = 2;

const animationFrames: Frames = {
  request: (frame) => requestAnimationFrame(frame),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/**
 * Scrolls a view smoothly and gives way at once: a person's scroll in its middle ends it where the person put the view. The browser's own smooth scroll goes
 * on over a wheel that is turned meanwhile.
 */
export class GlidingScroll {
  readonly #view: ScrollView;
  readonly #onInterrupted: () => void;
  readonly #frames: Frames;
  #handle: number | undefined;

  constructor(view: ScrollView, onInterrupted: () => void, frames = animationFrames) {
    this.#view = view;
    this.#onInterrupted = onInterrupted;
    this.#frames = frames;
  }

  /** @param top where the view's top comes to stand, in CSS pixels */
  scrollTo(top: number): void {
    this.stop();
    const from = this.#view.scrollTop;
    let begun: number | undefined;
    let reached = from;
    const step = (time: number): void => {
      this.#handle = undefined;
      if (Math.abs(this.#view.scrollTop - reached) > roundingPixels) {
        this.#onInterrupted();
        return;
      }
      begun ??= time;
      const part = Math.min(1, (time - begun) / glideMs);
      const eased = 1 - (1 - part) ** 3;
      this.#view.scrollTop = from + (top - from) * eased;
      reached = this.#view.scrollTop;
      if (part < 1) this.#handle = this.#frames.request(step);
    };
    this.#handle = this.#frames.request(step);
  }

  stop(): void {
    if (this.#handle !== undefined) this.#frames.cancel(this.#handle);
    this.#handle = undefined;
  }
}
