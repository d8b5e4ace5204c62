import { sampleRate } from '#shared/narration/take.ts';
import { Scrubber } from '../../../audio/scrubber.ts';
import { PeakTiles } from '../../../audio/peak-tiles.ts';
import type { Moment } from '../../../audio/player.ts';
import type { Sound } from '../../../audio/sound.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { player, selectSound, usePlayer } from '../../../core/player/player.ts';
import { setBlocks } from '../../../core/project/project.ts';
import { clock, spoken } from '../../../lib/format.ts';
import { waveColours } from '../../../ui/wave-colours.ts';
import { WaveformFlags } from '../pickups/waveform-flags.ts';
import { SpeakerTint } from './speaker-tint.ts';
import { WaveBars } from './waveform-bars.ts';
import { WaveformPointer } from './waveform-pointer.ts';
import { clamped, firstZoom, fitted, following, type Scale, zoomed } from './waveform-scale.ts';
import { WordLane } from './word-lane.ts';
import { messages } from '#shared/messages/index.ts';

export type WaveformClasses = Record<'overview' | 'viewport' | 'stage' | 'wave' | 'lane' | 'selection' | 'pause' | 'note', string>;

/** Another sound takes over the peaks at most this often: while blocks come in quickly, drawing must not hold up the playing. */
const drawEveryMs = 400;
/** Peaks that take longer than this to come are said to be loading: a flat line would be silence. */
const loadsSlowlyAfterMs = 500;
/** What moves further than this between two frames was sent there. */
const jumpSeconds = 1;

/**
 * The chapter in sight: an overview strip and the waveform, both by wavesurfer, and the lane of its words. All of it is drawn for
 * what is in sight alone, from peaks that main gives at the resolution of the screen.
 */
export class WaveformView {
  readonly #place: HTMLElement;
  readonly #overview: WaveBars;
  readonly #wave: WaveBars;
  readonly #viewport: HTMLElement;
  readonly #marked: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #note = document.createElement('p');
  readonly #flags: WaveformFlags;
  readonly #lane: WordLane;
  readonly #pointer: WaveformPointer;
  readonly #scrubber = new Scrubber({ player });
  readonly #offs: (() => void)[] = [];
  #peaks: PeakTiles | undefined;
  /** Of the sound before, until those of the new one are there. */
  #before: PeakTiles | undefined;
  #url: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changedAt = -Infinity;
  #loading: ReturnType<typeof setTimeout> | undefined;
  #loadsSlowly = false;
  #scale: Scale;
  #moment: Moment;
  /** True while a person looks elsewhere than where it plays. */
  #free = false;
  #frame = 0;
  #said = -1;
  #saidMost = -1;
  #colours = waveColours();
  readonly #tint = new SpeakerTint({
    timeline: () => player.sound?.timeline,
    block: (blockId) => useChapter.getState().block(blockId),
  });

  /** `pixelsPerSecond`: how near it is seen to begin with. */
  constructor(place: HTMLElement, classes: WaveformClasses, pixelsPerSecond = firstZoom) {
    this.#scale = { start: 0, pixelsPerSecond };
    this.#place = place;
    this.#moment = player.moment();
    const box = (name: string): HTMLElement => {
      const element = document.createElement('div');
      element.className = name;
      return element;
    };
    const overview = box(classes.overview);
    this.#overview = new WaveBars('', this.#colours);
    this.#viewport = box(classes.viewport);
    overview.append(this.#overview.element, this.#viewport);
    this.#stage = box(classes.stage);
    this.#stage.tabIndex = 0;
    this.#stage.setAttribute('role', 'slider');
    this.#stage.setAttribute('aria-label', messages.narration.playhead);
    this.#stage.setAttribute('aria-valuemin', '0');
    this.#wave = new WaveBars(classes.wave, this.#colours);
    const lane = document.createElement('canvas');
    lane.className = classes.lane;
    this.#marked = box(classes.selection);
    this.#flags = new WaveformFlags(
      () => this.draw(),
      (seconds) => this.#bringIntoSight(seconds),
    );
    this.#stage.append(this.#wave.element, lane, this.#flags.element, this.#marked);
    this.#note.className = classes.note;
    this.#note.setAttribute('role', 'status');
    place.replaceChildren(overview, this.#stage, this.#note);
    this.#lane = new WordLane(lane, {
      view: () => ({ scroll: this.#scale.start * this.#scale.pixelsPerSecond, pixelsPerSecond: this.#scale.pixelsPerSecond }),
      timeline: () => player.sound?.timeline,
      block: (blockId) => useChapter.getState().block(blockId),
      onSeek: (seconds) => player.seek(seconds),
      onChanged: () => this.draw(),
    });
    this.#pointer = new WaveformPointer(this.#stage, overview, classes.pause, {
      scale: () => this.#scale,
      overviewSeconds: (share) => share * this.#total,
      timeline: () => player.sound?.timeline,
      onSeek: (seconds) => {
        this.#free = false;
        player.seek(seconds);
      },
      onSelect: selectSound,
      onScroll: (start) => this.#look({ ...this.#scale, start }),
      onZoom: (factor, x) => this.#look(zoomed(this.#scale, factor, x, this.#wave.width, this.#total)),
      onPause: (blockId, pauseMs) => setBlocks([blockId], () => ({ pauseMs })),
      playhead: () => this.#moment.seconds,
      onScrub: (seconds) => this.#scrubber.to(Math.min(seconds, this.#total)),
      onScrubEnd: () => this.#scrubber.end(),
    });
    const onKey = (event: KeyboardEvent): void => this.#onKey(event);
    this.#stage.addEventListener('keydown', onKey);
    const themes = new MutationObserver(() => {
      this.#colours = waveColours();
      this.#tint.retheme();
      this.#lane.retheme();
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
    const sizes = new ResizeObserver(() => {
      this.#lane.resize();
      this.#scale = clamped(this.#scale, this.#wave.width, this.#total);
      this.draw();
    });
    sizes.observe(place);
    this.#offs.push(
      () => this.#stage.removeEventListener('keydown', onKey),
      () => themes.disconnect(),
      () => sizes.disconnect(),
      useChapter.subscribe(() => {
        if (this.#lane.outdated) this.draw();
      }),
      usePlayer.subscribe((now, before) => {
        if (now.selection !== before.selection) this.draw();
        // Play and Stop show where it plays; that one block follows another does not take a person away from what they look at.
        if ((now.mode === 'stopped') !== (before.mode === 'stopped') || now.paused !== before.paused) this.#free = false;
      }),
      player.onMoment((moment) => this.#follow(moment)),
    );
  }

  /** Pixels a second. */
  get zoomed(): number {
    return this.#scale.pixelsPerSecond;
  }

  get #total(): number {
    return player.sound?.seconds ?? 0;
  }

  /** Shows a sound: its peaks are asked for as they come into sight. */
  show(sound: Sound | undefined): void {
    if (sound?.peaksUrl === this.#url) {
      this.draw();
      return;
    }
    clearTimeout(this.#timer);
    const wait = this.#changedAt + drawEveryMs - performance.now();
    if (sound && wait > 0) {
      this.#timer = setTimeout(() => this.show(sound), wait);
      return;
    }
    this.#changedAt = performance.now();
    this.#url = sound?.peaksUrl;
    this.#before?.close();
    this.#before = this.#peaks;
    this.#before?.retire();
    this.#peaks = sound && new PeakTiles(sound.peaksUrl, () => this.draw());
    // More of the chapter is there: a view that follows the playhead goes on following it. A waveform that is new shows the playhead.
    const { width } = this.#wave;
    const isFirst = this.#before === undefined && !this.#free;
    this.#scale = clamped(isFirst ? following(this.#scale, this.#moment.seconds, width, this.#total) : this.#scale, width, this.#total);
    this.draw();
  }

  /** Shows less (above 1) or more of the chapter, around the playhead where it is in sight. */
  zoom(factor: number): void {
    const { width } = this.#wave;
    const head = (this.#moment.seconds - this.#scale.start) * this.#scale.pixelsPerSecond;
    this.#look(zoomed(this.#scale, factor, head >= 0 && head <= width ? head : width / 2, width, this.#total));
  }
  /** Shows what is selected, or without a selection the whole chapter. */
  fit(what: 'chapter' | 'selection'): void {
    const selected = what === 'selection' ? usePlayer.getState().selection : undefined;
    const { from, to } = selected ?? { from: 0, to: this.#total };
    this.#look(fitted(from, to, this.#wave.width, this.#total));
  }

  /** Shows the stretch after (or with -1 before) the one in sight, a fifth of which stays to be seen. */
  scroll(direction: 1 | -1): void {
    const seen = this.#wave.width / this.#scale.pixelsPerSecond;
    this.#look({ ...this.#scale, start: this.#scale.start + direction * seen * 0.8 });
  }

  draw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#paint);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#loading);
    cancelAnimationFrame(this.#frame);
    for (const off of this.#offs) off();
    this.#pointer.destroy();
    this.#scrubber.end();
    this.#lane.destroy();
    this.#flags.destroy();
    this.#overview.destroy();
    this.#wave.destroy();
    this.#peaks?.close();
    this.#before?.close();
  }

  #look(scale: Scale): void {
    this.#free = true;
    this.#scale = clamped(scale, this.#wave.width, this.#total);
    this.draw();
  }

  /** The playhead stays where it is. */
  #bringIntoSight(seconds: number): void {
    const scale = following(this.#scale, seconds, this.#wave.width, this.#total);
    if (scale !== this.#scale) this.#look(scale);
  }

  #follow(moment: Moment): void {
    const moved = moment.seconds !== this.#moment.seconds || moment.mode !== this.#moment.mode;
    const { mode, paused } = usePlayer.getState();
    const sought = mode === 'stopped' || paused || Math.abs(moment.seconds - this.#moment.seconds) > jumpSeconds;
    if (moved && sought) this.#free = false;
    this.#moment = moment;
    this.#lane.show(moment);
    if (!this.#free && moved) this.#scale = following(this.#scale, moment.seconds, this.#wave.width, this.#total);
    const second = Math.floor(moment.seconds);
    const most = Math.ceil(moment.total);
    if (second !== this.#said || most !== this.#saidMost) {
      this.#said = second;
      this.#saidMost = most;
      this.#stage.setAttribute('aria-valuemax', String(most));
      this.#stage.setAttribute('aria-valuenow', String(second));
      this.#stage.setAttribute('aria-valuetext', messages.narration.positionOf(spoken(moment.seconds), spoken(moment.total)));
    }
    this.draw();
  }

  readonly #paint = (): void => {
    this.#frame = 0;
    const { width } = this.#wave;
    const total = this.#total;
    const { seconds } = this.#moment;
    const { start, pixelsPerSecond } = this.#scale;
    const tint = { state: useChapter.getState().blocks, colourAt: this.#tint.colourAt };
    this.#wave.paint(this.#peaks, this.#before, this.#scale, total, seconds, this.#colours, tint);
    const whole: Scale = { start: 0, pixelsPerSecond: total > 0 ? width / total : 1 };
    this.#overview.paint(this.#peaks, this.#before, whole, total, seconds, this.#colours, tint);
    const isBroken = this.#wave.broken || this.#overview.broken;
    this.#watchLoading(this.#wave.loading && !isBroken);
    const note = isBroken ? messages.narration.waveformNotRead : this.#loadsSlowly ? messages.narration.waveformLoading : '';
    if (this.#note.textContent !== note) this.#note.textContent = note;
    this.#note.toggleAttribute('data-quiet', !isBroken);
    const seen = Math.min(total, width / pixelsPerSecond);
    place(this.#viewport, start * whole.pixelsPerSecond, Math.max(6, seen * whole.pixelsPerSecond));
    const { selection } = usePlayer.getState();
    this.#marked.hidden = selection === undefined;
    if (selection) place(this.#marked, (selection.from - start) * pixelsPerSecond, (selection.to - selection.from) * pixelsPerSecond);
    this.#flags.paint(this.#scale, width);
    this.#lane.paint();
    this.#place.dataset['view'] = messages.narration.timeRange(clock(start), clock(start + seen));
  };

  #watchLoading(isLoading: boolean): void {
    if (!isLoading) {
      clearTimeout(this.#loading);
      this.#loading = undefined;
      this.#loadsSlowly = false;
    } else if (this.#loading === undefined)
      this.#loading = setTimeout(() => {
        this.#loadsSlowly = true;
        this.draw();
      }, loadsSlowlyAfterMs);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { seconds, total } = this.#moment;
    const nudge = event.shiftKey ? 1 : 0.1;
    const places: Partial<Record<string, number>> = {
      ArrowLeft: seconds - nudge,
      ArrowDown: seconds - nudge,
      ArrowRight: seconds + nudge,
      ArrowUp: seconds + nudge,
      PageDown: seconds - 5,
      PageUp: seconds + 5,
      Home: 0,
      End: total,
    };
    const to = places[event.key];
    if (to !== undefined) {
      this.#free = false;
      const place = Math.max(0, Math.min(total, to));
      player.seek(place);
      this.#scrubber.hear(place);
    } else if (event.key === ' ') {
      player.prepare();
      player.toggle();
    } else if (event.key === 'Escape') selectSound(undefined);
    else return;
    event.preventDefault();
  }
}

function place(element: HTMLElement, left: number, width: number): void {
  element.style.transform = `translateX(${left.toFixed(1)}px)`;
  element.style.width = `${width.toFixed(1)}px`;
}

/** Whole words and seconds of a selection, in words. */
export function selectionWords({ from, to }: { from: number; to: number }): string {
  const timeline = player.sound?.timeline;
  let count = 0;
  for (let index = 0; timeline && index < timeline.wordCount; index += 1) {
    const sample = timeline.sampleOfWord(index);
    if (sample !== undefined && sample >= from * sampleRate && sample < to * sampleRate) count += 1;
  }
  return messages.narration.timeRangeWords(clock(from), clock(to), messages.narration.word(count));
}
