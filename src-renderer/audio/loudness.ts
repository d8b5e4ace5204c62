import { LoudnessMeter } from '#shared/sound/loudness.ts';

/** Loudness of a mono sound at 48 kHz in LUFS; `undefined` where there is only silence. `samples` are signed 16 bit. */
export function loudnessOf(samples: Int16Array): number | undefined {
  const meter = new LoudnessMeter();
  meter.push(samples, 1 / 32_768);
  return meter.finish();
}

/** How far each of two sounds is turned down, in decibels, so that both are as loud as the softer one. */
export function levelMatch(one: number | undefined, other: number | undefined): [number, number] {
  if (one === undefined || other === undefined) return [0, 0];
  return [Math.min(0, other - one), Math.min(0, one - other)];
}
