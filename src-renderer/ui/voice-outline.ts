import type { VoiceMeasure } from '#shared/sound/voice-measure.ts';

/** The picture of a measured voice as paths of SVG, in a box from -100 to 100 in both directions. */
export interface VoiceOutline {
  /** The spectrum around a centre: low bands below, high ones above, the same at the left and the right. */
  outline: string;
  /** Lines within it: few and wide apart for a deep voice, many for a high one; they rise where the pitch moves much. */
  rings: string;
}

/** Hertz of the fewest and of the most rings. */
const deepest = 80;
const highest = 300;
const rings = { fewest: 3, most: 7 };
const radius = 94;
/** The part of the radius that a silent band still has. */
const least = 0.34;
/** How far the smallest ring rises with the widest range of pitch, and the range that counts as widest, in semitones. */
const rise = 20;
const widest = 14;

const known = new WeakMap<VoiceMeasure, VoiceOutline>();

/** The same measure has the same picture; it is worked out once. */
export function outlineOfVoice(measure: VoiceMeasure): VoiceOutline {
  let outline = known.get(measure);
  if (outline === undefined) known.set(measure, (outline = draw(measure)));
  return outline;
}

function draw({ pitch, bands }: VoiceMeasure): VoiceOutline {
  const smooth = bands.map((band, at) => ((bands[at - 1] ?? band) + 2 * band + (bands[at + 1] ?? band)) / 4);
  const halved = smooth.filter((_, at) => at % 2 === 0).map((band, at) => (band + (smooth[2 * at + 1] ?? band)) / 2);
  const count = ringsOf(pitch);
  const lift = pitch === null ? 0 : (Math.min(widest, 12 * Math.log2(pitch.high / pitch.low)) / widest) * rise;
  const inner = Array.from({ length: count - 1 }, (_, ring) => {
    const share = (ring + 1) / count;
    return curve(halved, share, -(1 - share) * lift);
  });
  return { outline: curve(smooth, 1, 0), rings: inner.join('') };
}

/** How many lines a voice of this pitch has, its outline among them. */
export function ringsOf(pitch: VoiceMeasure['pitch']): number {
  if (pitch === null) return rings.fewest;
  const place = Math.log(pitch.median / deepest) / Math.log(highest / deepest);
  return Math.round(rings.fewest + Math.min(1, Math.max(0, place)) * (rings.most - rings.fewest));
}

/** A closed curve: `share` of the whole radius, rounder the smaller it is. */
function curve(bands: readonly number[], share: number, up: number): string {
  const right = bands.map((band, at) => {
    const angle = Math.PI * (0.5 - (at + 0.5) / bands.length);
    const reach = radius * share * (1 - (1 - least) * share * (1 - band));
    return { x: reach * Math.cos(angle), y: reach * Math.sin(angle) + up };
  });
  const points = [...right, ...right.toReversed().map(({ x, y }) => ({ x: -x, y }))];
  return through(points);
}

/** Through the middles between points, each point a control: smooth everywhere. */
function through(points: readonly { x: number; y: number }[]): string {
  const middle = (at: number): string => {
    const [one, other] = [points[at % points.length], points[(at + 1) % points.length]];
    return `${place(((one?.x ?? 0) + (other?.x ?? 0)) / 2)} ${place(((one?.y ?? 0) + (other?.y ?? 0)) / 2)}`;
  };
  const parts = points.map(({ x, y }, at) => `Q${place(x)} ${place(y)} ${middle(at)}`);
  return `M${middle(points.length - 1)}${parts.join('')}Z`;
}

const place = (value: number): string => String(Math.round(value));
