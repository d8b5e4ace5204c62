import WaveSurfer from 'wavesurfer.js';
import RegionsPlugin, { type Region } from 'wavesurfer.js/dist/plugins/regions.js';
import { sampleRate } from '#shared/narration/take.ts';
import { minimumSamples, type Trim } from '#shared/clone/recordings.ts';
import type { Cleaned } from '#shared/clone/clean-up.ts';
import { stopSounds } from '../../core/player/sounds.ts';
import { styleNonce } from '../../lib/nonce.ts';
import { waveColours } from '../../ui/wave-colours.ts';
import { CompareMedia, type Side } from './compare-media.ts';

/** Bars that are drawn of a recording, however long it is. */
const bars = 2_000;

/** The peaks of a recording, brought down to what a screen shows. */
async function readPeaks(url: string): Promise<number[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error('the peaks cannot be read');
  const pairs = new Int8Array(await response.arrayBuffer());
  const count = Math.min(bars, pairs.length / 2);
  return Array.from({ length: count }, (_, bar) => {
    let highest = 0;
    const end = Math.floor(((bar + 1) * pairs.length) / 2 / count);
    for (let at = Math.floor((bar * pairs.length) / 2 / count); at < end; at += 1)
      highest = Math.max(highest, Math.abs(pairs[2 * at] ?? 0), Math.abs(pairs[2 * at + 1] ?? 0));
    return highest / 127;
  });
}

interface Listeners {
  /** The stretch was dragged to other ends. */
  onTrim(trim: Trim): void;
  onPlaying(playing: boolean): void;
  onFailed(): void;
}

/** A recording with the stretch that is kept of it: drawn and played by wavesurfer, from peaks and sound that main has. */
export class TrimWaveform {
  readonly #wave: WaveSurfer;
  readonly #regions = RegionsPlugin.create();
  readonly #themes: MutationObserver;
  readonly #samples: number;
  readonly #media = new CompareMedia();
  readonly #id: string;
  #region: Region | undefined;
  #loop = false;

  constructor(place: HTMLElement, recording: { id: string; samples: number; trim: Trim | null }, listeners: Listeners) {
    this.#samples = recording.samples;
    this.#id = recording.id;
    const { wave, played, playhead } = waveColours();
    this.#wave = WaveSurfer.create({
      container: place,
      height: 'auto',
      barWidth: 2,
      barGap: 1,
      barMinHeight: 1,
      normalize: false,
      hideScrollbar: true,
      cursorWidth: 1,
      dragToSeek: false,
      cspNonce: styleNonce,
      // It has all of an element that wavesurfer touches.
      media: this.#media as unknown as HTMLMediaElement,
      plugins: [this.#regions],
      waveColor: wave,
      progressColor: played,
      cursorColor: playhead,
    });
    readPeaks(`/bytes/clone/${recording.id}.peaks`)
      .then((peaks) => this.#wave.load(`/bytes/clone/${recording.id}.wav`, [peaks], recording.samples / sampleRate))
      .then(() => this.show(recording.trim))
      .catch(() => listeners.onFailed());
    this.#regions.on('region-updated', (region) => {
      const [from, to] = [region.start, region.end].map((seconds) => Math.round(seconds * sampleRate));
      if (from !== undefined && to !== undefined) listeners.onTrim({ from, to });
    });
    for (const event of ['play', 'pause', 'finish'] as const) this.#wave.on(event, () => listeners.onPlaying(this.#wave.isPlaying()));
    this.#wave.on('timeupdate', (seconds) => {
      const region = this.#region;
      if (!region || !this.#wave.isPlaying() || seconds < region.end) return;
      if (this.#loop) this.#wave.setTime(region.start);
      else this.#wave.pause();
    });
    this.#wave.on('finish', () => {
      if (this.#loop && this.#region) void this.play();
    });
    this.#themes = new MutationObserver(() => {
      const colours = waveColours();
      this.#wave.setOptions({ waveColor: colours.wave, progressColor: colours.played, cursorColor: colours.playhead });
    });
    this.#themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
  }

  /** The stretch that is kept, or all of it. */
  show(trim: Trim | null): void {
    if (this.#wave.getDuration() === 0) return;
    const { from, to } = trim ?? { from: 0, to: this.#samples };
    const place = { start: from / sampleRate, end: to / sampleRate };
    if (this.#region) this.#region.setOptions(place);
    else
      this.#region = this.#regions.addRegion({
        ...place,
        minLength: minimumSamples / sampleRate,
        color: getComputedStyle(document.documentElement).getPropertyValue('--accent-tint'),
      });
  }

  /** What cleaning up made of it, to be heard instead. */
  setResult(cleaned: Cleaned | null): void {
    this.#media.setResult(cleaned ?? undefined, `/bytes/clone/${this.#id}.cleaned?of=${cleaned?.revision ?? ''}`);
  }

  hear(side: Side): void {
    this.#media.hear(side);
  }

  set loop(on: boolean) {
    this.#loop = on;
  }

  /** Plays the stretch from its start, or goes silent. To be called in a gesture. */
  async play(): Promise<void> {
    if (this.#wave.isPlaying()) {
      this.#wave.pause();
      return;
    }
    stopSounds();
    this.#wave.setTime(this.#region?.start ?? 0);
    await this.#wave.play().catch(() => undefined); // reported by the element’s own error
  }

  pause(): void {
    this.#wave.pause();
  }

  destroy(): void {
    this.#themes.disconnect();
    this.#wave.destroy();
    this.#media.remove();
  }
}
