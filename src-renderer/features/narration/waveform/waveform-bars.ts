import WaveSurfer from 'wavesurfer.js';
import type { PeakTiles } from '../../../audio/peak-tiles.ts';
import { styleNonce } from '../../../lib/nonce.ts';
import type { WaveColours } from '../../../ui/wave-colours.ts';
import type { Scale } from './waveform-scale.ts';

/** A bar and the gap beside it, in pixels. */
const barWidth = 2;
const barGap = 1;
const step = barWidth + barGap;

/** Where in the bars in sight another colour begins. */
interface ColourRun {
  bar: number;
  colour: string;
}

/** The bars in sight, on the grid of the chapter. */
interface Grid {
  first: number;
  count: number;
  /** Seconds of a bar. */
  perBar: number;
  /** Seconds of the chapter. */
  total: number;
}

/**
 * One stretch of a sound drawn by wavesurfer. wavesurfer is given the bars in sight and no more, from peaks that main computed:
 * with the peaks of a ten-hour chapter it would hold 36 MB in the window. It draws; the player, which also plays what is still
 * arriving and so has no media element to offer, tells it where the playing is.
 */
export class WaveBars {
  readonly element: HTMLElement;
  readonly #bars = document.createElement('div');
  readonly #wave: WaveSurfer;
  #colours: WaveColours;
  /** What is on screen, by everything that shapes it. */
  #drawn = '';
  /** For which state of who speaks the colours were looked up, and what they were. */
  #tinted: unknown;
  #runs: readonly ColourRun[] = [];
  /** Bars in sight are under way. */
  loading = false;
  /** Bars in sight could not be had; they are asked for again. */
  broken = false;

  constructor(className: string, colours: WaveColours) {
    this.element = document.createElement('div');
    this.element.className = className;
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(this.#bars);
    this.#bars.style.height = '100%';
    this.#colours = colours;
    this.#wave = WaveSurfer.create({
      container: this.#bars,
      // oxlint-disable-next-line eslint-js/no-restricted-syntax -- it is never given a source
      media: document.createElement('audio'),
      height: 'auto',
      barWidth,
      barGap,
      barMinHeight: 1,
      cursorWidth: 1,
      interact: false,
      hideScrollbar: true,
      autoScroll: false,
      autoCenter: false,
      cspNonce: styleNonce,
      ...optionsOf(colours),
    });
  }

  get width(): number {
    return this.element.clientWidth;
  }

  /**
   * `before` is the sound that was shown until now: its bars stand where the new ones are still under way. `tint`: the colour of what was played, by
   * who speaks there; looked up again when its `state` is another.
   */
  paint(
    peaks: PeakTiles | undefined,
    before: PeakTiles | undefined,
    scale: Scale,
    total: number,
    played: number,
    colours: WaveColours,
    tint: { state: unknown; colourAt: (seconds: number) => string | undefined },
  ): void {
    const { width } = this;
    const count = Math.ceil(width / step) + 1;
    const { start, pixelsPerSecond } = scale;
    const perBar = step / pixelsPerSecond;
    // Bars lie on a grid of the chapter, so that they do not shimmer while it scrolls.
    const first = Math.floor(start / perBar);
    this.#bars.style.width = `${String(count * step)}px`;
    this.#bars.style.transform = `translateX(${((first * perBar - start) * pixelsPerSecond).toFixed(2)}px)`;
    if (colours !== this.#colours) {
      this.#colours = colours;
      this.#wave.setOptions(optionsOf(colours));
      this.#drawn = '';
    }
    const grid = { first, count, perBar, total };
    const drawn = [peaks?.version, before?.version, first, count, perBar, total, this.element.clientHeight].join(' ');
    if (drawn !== this.#drawn || tint.state !== this.#tinted) {
      this.#tinted = tint.state;
      const runs = findRuns(grid, (seconds) => tint.colourAt(seconds) ?? colours.played);
      if (drawn !== this.#drawn || !sameRuns(runs, this.#runs)) {
        this.#drawn = drawn;
        this.#runs = runs;
        this.#draw(peaks, before, grid);
      }
    }
    const share = (played - first * perBar) / (count * perBar);
    this.element.toggleAttribute('data-away', played < start || played > start + width / pixelsPerSecond);
    this.#wave.getRenderer().renderProgress(Math.max(0, Math.min(1, share)));
  }

  destroy(): void {
    this.#wave.destroy();
  }

  /** A colour, or several side by side with hard edges. In pixels of the canvas, as wavesurfer fills it. */
  #fillOf(count: number): string | CanvasGradient {
    const [only = { colour: this.#colours.played }, ...more] = this.#runs;
    const context = more.length === 0 ? null : document.createElement('canvas').getContext('2d');
    if (!context) return only.colour;
    const gradient = context.createLinearGradient(0, 0, count * step * Math.max(1, window.devicePixelRatio), 0);
    for (const [index, { bar, colour }] of this.#runs.entries()) {
      gradient.addColorStop(bar / count, colour);
      gradient.addColorStop((this.#runs[index + 1]?.bar ?? count) / count, colour);
    }
    return gradient;
  }

  #draw(peaks: PeakTiles | undefined, before: PeakTiles | undefined, { first, count, perBar, total }: Grid): void {
    const above = new Float32Array(count);
    const below = new Float32Array(count);
    let missing = false;
    this.loading = false;
    for (let bar = 0; peaks && bar < count; bar += 1) {
      const from = (first + bar) * perBar;
      if (from >= total) break;
      const newest = peaks.between(from, from + perBar, 1 / perBar);
      missing ||= newest === undefined;
      const known = newest ?? before?.between(from, from + perBar, 1 / perBar);
      this.loading ||= known === undefined;
      const found = known ?? [0, 0];
      below[bar] = found[0];
      above[bar] = found[1];
    }
    this.broken = missing && peaks?.failing === true;
    // Not by `setOptions`, which would draw the old bars once more.
    Object.assign(this.#wave.options, { progressColor: this.#fillOf(count) });
    void this.#wave.getRenderer().render(asAudioBuffer([above, below], count * perBar));
  }
}

/** The colours of a stretch, one after another; neighbours that are the same are one. */
function findRuns({ first, count, perBar, total }: Grid, colourAt: (seconds: number) => string): ColourRun[] {
  const runs: ColourRun[] = [];
  for (let bar = 0; bar < count && (first + bar) * perBar < total; bar += 1) {
    const colour = colourAt((first + bar + 0.5) * perBar);
    if (runs.at(-1)?.colour !== colour) runs.push({ bar, colour });
  }
  return runs;
}

const sameRuns = (some: readonly ColourRun[], others: readonly ColourRun[]): boolean =>
  some.length === others.length && some.every(({ bar, colour }, index) => bar === others[index]?.bar && colour === others[index].colour);

/** What wavesurfer reads of a decoded sound; ours is one pair a bar. */
function asAudioBuffer(channels: [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>], duration: number): AudioBuffer {
  const { length } = channels[0];
  return {
    duration,
    length,
    sampleRate: length / duration,
    numberOfChannels: channels.length,
    getChannelData: (channel) => channels[channel === 0 ? 0 : 1],
    copyFromChannel: (into, channel) => into.set(channels[channel === 0 ? 0 : 1]),
    copyToChannel: () => undefined,
  };
}

const optionsOf = ({ wave, played, playhead }: WaveColours) => ({ waveColor: wave, progressColor: played, cursorColor: playhead });
