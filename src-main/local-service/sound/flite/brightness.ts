import { fliteRate } from './flite-rate.ts';

/** Where high sounds begin, in hertz. */
const corner = 1_800;

/**
 * In place: `gain` decibels for all, `brightness` more for what is high (a shelf of the second order, Robert Bristow-Johnson's). Half of the
 * brightness is taken from all, so that a bright voice is about as loud as a dark one.
 */
export function brighten(samples: Float32Array, gain: number, brightness: number): void {
  const scale = 10 ** ((gain - brightness / 2) / 20);
  const a = 10 ** (brightness / 40);
  const w = (2 * Math.PI * corner) / fliteRate;
  const cos = Math.cos(w);
  const slope = 2 * Math.sqrt(a) * (Math.sin(w) / Math.SQRT2);
  const a0 = a + 1 - (a - 1) * cos + slope;
  const b0 = (scale * a * (a + 1 + (a - 1) * cos + slope)) / a0;
  const b1 = (scale * -2 * a * (a - 1 + (a + 1) * cos)) / a0;
  const b2 = (scale * a * (a + 1 + (a - 1) * cos - slope)) / a0;
  const a1 = (2 * (a - 1 - (a + 1) * cos)) / a0;
  const a2 = (a + 1 - (a - 1) * cos - slope) / a0;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let at = 0; at < samples.length; at += 1) {
    const x = samples[at] ?? 0;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    samples[at] = y;
  }
}
