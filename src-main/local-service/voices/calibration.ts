import { type Measured } from './measure.ts';
import { type VoiceSound } from './voices.ts';

/** Measured on the engine: what it sounds like at each setting. Both columns rise. */
type Scale = readonly (readonly [setting: number, sound: number])[];

/** Hertz of each variant by the engine's pitch. Together they cover a deep man to a child without a gap. */
const hertzByPitch = {
  m3: [[0, 69], [20, 80], [35, 91], [50, 106], [65, 120], [80, 141], [99, 173]],
  f2: [[0, 133], [20, 152], [35, 171], [50, 195], [65, 226], [80, 263], [99, 324]],
  linda: [[0, 136], [20, 166], [35, 193], [50, 229], [65, 273], [80, 326], [99, 412]],
} as const satisfies Record<string, Scale>; // prettier-ignore

/** Syllables a second by words a minute, as `measure` counts them. */
const syllablesByRate: Scale = [[90, 3.0], [110, 3.55], [140, 4.5], [165, 5.1], [200, 5.9], [240, 7.05], [300, 8.3], [350, 8.9]]; // prettier-ignore

/** Semitones between the quartiles of the pitch by the engine's range. */
const spreadByRange: Scale = [[0, 0.15], [20, 1.2], [40, 2.25], [50, 2.75], [60, 3.15], [80, 4.0], [99, 4.6]]; // prettier-ignore

/** Words a minute that a voice may have: slower or faster, it is hard to follow. */
export const slowest = 90;
export const fastest = 300;

/** The setting for a sound; the nearest end for one beyond the scale. */
function settingFor(scale: Scale, sound: number): number {
  const next = scale.findIndex(([, value]) => value >= sound);
  const [setting, value] = scale.at(next) ?? [0, 0];
  const below = next > 0 ? scale[next - 1] : undefined;
  return below === undefined ? setting : below[0] + ((setting - below[0]) * (sound - below[1])) / (value - below[1]);
}

/** Variant and pitch that sound at this many hertz, as near as the engine comes (69 to 412 Hz). */
function pitchFor(hertz: number): Pick<VoiceSound, 'variant' | 'pitch'> {
  const variant = hertz < 155 ? 'm3' : hertz <= 320 ? 'f2' : 'linda';
  return { variant, pitch: Math.round(settingFor(hertzByPitch[variant], hertz)) };
}

/** The engine's settings that come nearest to what was measured. `rate` in words a minute, where it is known better than by counting. */
export function soundLike(heard: Measured & { hertz: number }, rate?: number): VoiceSound {
  const words = rate ?? settingFor(syllablesByRate, heard.syllablesPerSecond);
  return {
    ...pitchFor(heard.hertz),
    rate: Math.round(Math.min(fastest, Math.max(slowest, words))),
    range: Math.round(settingFor(spreadByRange, heard.spreadSemitones)),
  };
}
