/** Where high sounds begin, in hertz. */
const corner = 1_800;

/** Five numbers of a filter of the second order: what goes in now and twice before, and what came out twice before. */
type Filter = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/**
 * `gain` decibels for all, `brightness` more for what is high (a shelf of the second order, Robert Bristow-Johnson's). Half of the brightness is
 * taken from all, so that a bright voice is about as loud as a dark one.
 */
function shelf(rate: number, gain: number, brightness: number): Filter {
  const scale = 10 ** ((gain - brightness / 2) / 20);
  const a = 10 ** (brightness / 40);
  const w = (2 * Math.PI * corner) / rate;
  const cos = Math.cos(w);
  const slope = 2 * Math.sqrt(a) * (Math.sin(w) / Math.SQRT2);
  const a0 = a + 1 - (a - 1) * cos + slope;
  return [
    (scale * a * (a + 1 + (a - 1) * cos + slope)) / a0,
    (scale * -2 * a * (a - 1 + (a + 1) * cos)) / a0,
    (scale * a * (a + 1 + (a - 1) * cos - slope)) / a0,
    (2 * (a - 1 - (a + 1) * cos)) / a0,
    (a + 1 - (a - 1) * cos - slope) / a0,
  ];
}

/** Brightens sound that comes in pieces of any size; each sound needs one of its own. */
export class Brightness {
  readonly #filter: Filter;
  #before = [0, 0, 0, 0];

  constructor(rate: number, gain: number, brightness: number) {
    this.#filter = shelf(rate, gain, brightness);
  }

  /** In place. */
  apply(samples: Float32Array): void {
    const [b0, b1, b2, a1, a2] = this.#filter;
    let [x1 = 0, x2 = 0, y1 = 0, y2 = 0] = this.#before;
    for (let at = 0; at < samples.length; at += 1) {
      const x = samples[at] ?? 0;
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      samples[at] = y;
    }
    this.#before = [x1, x2, y1, y2];
  }
}

/** Decibels that a brightness of 1 gives to a sound of so many hertz, that of the deepest sounds taken out. */
export function brightnessAt(hertz: number): number {
  const rate = 48_000;
  const [b0, b1, b2, a1, a2] = shelf(rate, 0, 1);
  const size = (turn: number, ...[first, second, third]: readonly [number, number, number]): number =>
    (first + second * Math.cos(turn) + third * Math.cos(2 * turn)) ** 2 + (second * Math.sin(turn) + third * Math.sin(2 * turn)) ** 2;
  const turn = (2 * Math.PI * hertz) / rate;
  return 10 * Math.log10(size(turn, b0, b1, b2) / size(turn, 1, a1, a2)) + 1 / 2;
}
