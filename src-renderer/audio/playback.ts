import { feedBackward, feedForward, type Loop, type Way } from './feeder.ts';
import type { Level } from './level.ts';
import { Program } from './program.ts';
import type { Point } from './sound.ts';

/** `late`: a block's own sound comes slower than it is heard; `waiting`: the next block has not begun to come. */
export type PlayerMode = 'stopped' | 'playing' | 'live' | 'late' | 'waiting';

export interface PlaybackOptions {
  start: Point;
  /** What it is until the first sample is heard. */
  mode: PlayerMode;
  back: boolean;
  /** The first block is not waited for where it has a sound. */
  asItIs: boolean;
  rate: number;
  way(program: Program): Way;
  onEnded(): void;
  onFailed(): void;
  onReport(): void;
  onLevel(level: Level): void;
}

/** One run through the sound, from a point on: a program, and what feeds it. Silent about everything once it was closed. */
export class Playback {
  readonly start: Point;
  readonly mode: PlayerMode;
  readonly back: boolean;
  readonly program: Program;
  readonly #options: PlaybackOptions;
  /** Ends what is being pushed. */
  #feeding = new AbortController();
  #closed = false;

  constructor(options: PlaybackOptions) {
    const { start, mode, back, asItIs, rate } = options;
    this.#options = options;
    this.start = start;
    this.mode = mode;
    this.back = back;
    this.program = new Program(rate, {
      onEnded: () => {
        if (!this.#closed) options.onEnded();
      },
      onFailed: () => this.#failed(),
      onReport: () => {
        if (!this.#closed) options.onReport();
      },
      onLevel: (level) => {
        if (!this.#closed) options.onLevel(level);
      },
    });
    this.#feed(start, asItIs);
  }

  /** What has been pushed for later goes another way now: it is taken back, and the sound goes on from what is left of it. */
  async feedAgain(loop: Loop | undefined): Promise<void> {
    if (this.back || this.#closed) return;
    this.#feeding.abort();
    const { signal } = (this.#feeding = new AbortController());
    const left = await this.program.takeBack(loop?.to);
    if (signal.aborted) return;
    if (!left) this.#feed(this.start, this.#options.asItIs);
    else this.#feed(left.atEnd && loop ? loop.from : left.place, !left.place.live);
  }

  /** Silent at once. */
  close(): void {
    this.#closed = true;
    this.#feeding.abort();
    this.program.close();
  }

  #feed(start: Point, asItIs: boolean): void {
    const { signal } = this.#feeding;
    const way = this.#options.way(this.program);
    const fed = this.back ? feedBackward(this.program, way, start, signal) : feedForward(this.program, way, start, signal, asItIs);
    fed.then(
      () => {
        if (!signal.aborted) this.program.end();
      },
      () => {
        if (!signal.aborted) this.#failed();
      },
    );
  }

  #failed(): void {
    if (!this.#closed) this.#options.onFailed();
  }
}
