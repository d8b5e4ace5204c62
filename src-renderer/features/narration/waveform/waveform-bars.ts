import WaveSurfer from 'wavesurfer.js';
import type { PeakTiles } from '../../../audio/peak-tiles.ts';
import { styleNonce } from '../../../lib/nonce.ts';
import type { WaveColours } from '../../../ui/wave-colours.ts';
import type { Scale } from './waveform-scale.ts';

/** A bar and the gap beside it, in pixels. */
const barWidth = 2;
const barGap = 1;
const step = barWidth + barGap;

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
      media: document.createElement('audio'), // never given a source
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

  /** `before` is the sound that was shown until now: its bars stand where the new ones are still under way. */
  paint(
    peaks: PeakTiles | undefined,
    before: PeakTiles | undefined,
    scale: Scale,
    total: number,
    played: number,
    colours: WaveColours,
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
    }
    const drawn = [peaks?.version, before?.version, first, count, perBar, total, this.element.clientHeight].join(' ');
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#draw(peaks, before, { first, count, perBar, total });
    }
    const share = (played - first * perBar) / (count * perBar);
    this.element.toggleAttribute('data-away', played < start || played > start + width / pixelsPerSecond);
    this.#wave.getRenderer().renderProgress(Math.max(0, Math.min(1, share)));
  }

  destroy(): void {
    this.#wave.destroy();
  }

  #draw(
    peaks: PeakTiles | undefined,
    before: PeakTiles | undefined,
    { first, count, perBar, total }: { first: number; count: number; perBar: number; total: number },
  ): void {
    const above = new Float32Array(count);
    const below = new Float32Array(count);
    let missing = false;
    for (let bar = 0; peaks && bar < count; bar += 1) {
      const from = (first + bar) * perBar;
      if (from >= total) break;
      const newest = peaks.between(from, from + perBar, 1 / perBar);
      missing ||= newest === undefined;
      const found = newest ?? before?.between(from, from + perBar, 1 / perBar) ?? [0, 0];
      below[bar] = found[0];
      above[bar] = found[1];
    }
    this.broken = missing && peaks?.failing === true;
    void this.#wave.getRenderer().render(asAudioBuffer([above, below], count * perBar));
  }
}

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
