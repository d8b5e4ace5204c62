import { duckingGains, duckedStretches } from '#shared/dubbing/ducking.ts';
import { toFrame, placeOfFrame, timecodeAt, type Dub } from '#shared/dubbing/timeline.ts';
import { peaksPerSecond, sampleRate } from '#shared/narration/take.ts';
import { frameOfSecond } from '#shared/timecode.ts';

/** What the lanes show: scroll place and width in pixels, and pixels for each second. */
export interface View {
  left: number;
  width: number;
  scale: number;
}

/** Between two marks of the ruler, in seconds; the first whose marks stand far enough apart. */
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600];
/** Pixels between a mark's words and the next mark. */
const wordsApart = 16;
const rulerShare = 0.26;
/** Quiet sound is drawn taller than it is, as it is heard. */
const quietShown = 0.6;

/** The ruler and, below it, the original sound as loud as it will be: lowered where the dub is heard. */
export function drawTrack(canvas: HTMLCanvasElement, { dub, peaks, view }: { dub: Dub; peaks: Int8Array | undefined; view: View }): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name);
  const { left, scale } = view;
  const end = (dub.video.samples / sampleRate) * scale - left;

  context.font = style.font;
  context.textBaseline = 'middle';
  const words = context.measureText(timecodeAt(dub.video.samples, dub.video.frameRate));
  const ruler = Math.round(Math.max(height * rulerShare, words.actualBoundingBoxAscent + words.actualBoundingBoxDescent + 8));
  context.fillStyle = colour('--text-faint');
  const step = steps.find((seconds) => seconds * scale >= words.width + wordsApart) ?? 3_600;
  for (let second = Math.floor(left / scale / step) * step; second * scale - left < Math.min(width, end); second += step) {
    const rate = dub.video.frameRate;
    const frame = Number.isInteger(second) ? frameOfSecond(second, rate) : toFrame(second * sampleRate, rate);
    const at = placeOfFrame(frame, rate);
    const x = (at / sampleRate) * scale - left;
    context.fillRect(Math.round(x), ruler - 4, 1, 4);
    // No label is cut by the end of the video; the first says where it begins.
    if (second === 0 || x + 4 + words.width <= end) context.fillText(timecodeAt(at, rate), x + 4, ruler / 2);
  }
  context.fillStyle = colour('--border');
  context.fillRect(0, ruler, width, 1);

  if (peaks && peaks.length > 0)
    drawPeaks(context, {
      dub,
      peaks,
      view,
      from: ruler,
      height: height - ruler,
      until: Math.min(width, end),
      wave: colour('--wave'),
      quiet: colour('--border-strong'),
    });
  // Where the video is over.
  if (end < width) {
    context.fillStyle = colour('--hover');
    context.fillRect(Math.max(0, end), 0, width - Math.max(0, end), height);
    context.fillStyle = colour('--border-strong');
    context.fillRect(Math.max(0, end), 0, 1, height);
  }
}

interface Wave {
  dub: Dub;
  peaks: Int8Array;
  view: View;
  from: number;
  height: number;
  until: number;
  wave: string;
  quiet: string;
}

function drawPeaks(context: CanvasRenderingContext2D, { dub, peaks, view: { left, scale }, from, height, until, wave, quiet }: Wave): void {
  const stretches = duckedStretches(dub);
  const middle = from + height / 2;
  const perPixel = peaksPerSecond / scale;
  const gain = new Float32Array(1);
  for (let x = 0; x < until; x += 1) {
    const first = Math.floor((left + x) * perPixel);
    const last = Math.max(first + 1, Math.floor((left + x + 1) * perPixel));
    let least = 0;
    let most = 0;
    for (let pair = first; pair < last && pair * 2 + 1 < peaks.length; pair += 1) {
      least = Math.min(least, peaks[pair * 2] ?? 0);
      most = Math.max(most, peaks[pair * 2 + 1] ?? 0);
    }
    const loud = (Math.max(-least, most) / 127) ** quietShown;
    duckingGains(stretches, dub.ducking, Math.round(((left + x) / scale) * sampleRate), gain);
    const tall = loud * (height - 6);
    if ((gain[0] ?? 1) < 1) {
      context.fillStyle = quiet;
      context.fillRect(x, middle - tall / 2, 1, Math.max(1, tall));
    }
    const ducked = tall * (gain[0] ?? 1);
    context.fillStyle = wave;
    context.fillRect(x, middle - ducked / 2, 1, Math.max(1, ducked));
  }
}
