import { sampleRate } from '#shared/narration/take.ts';
import type { Loop, Script, Way } from './feeder.ts';
import type { Level } from './level.ts';
import { Playback, type PlayerMode } from './playback.ts';
import { type Place, prepareAudio, type Program } from './program.ts';
import { blockOf, pointAt, secondsOf, segmentOf, stretchOf, type Point, type Sound } from './sound.ts';
import { noWords, wordAt, type WordTrack } from './arriving-words.ts';
import { messages } from '#shared/messages/index.ts';

/** What is true at one moment: position, length and lit word come from the same reported time. */
export interface Moment {
  mode: PlayerMode;
  paused: boolean;
  seconds: number;
  total: number;
  /** Index of the lit word among the chapter's whitespace tokens, or -1. */
  word: number;
  blockId: string | undefined;
  /** How fast it plays, or would; below 0 backwards. */
  speed: number;
}

/** Speeds of repeated L and J; the first press of L plays at the person's own speed. */
const faster = [1, 1.5, 2, 3] as const;
const emptyScript: Script = { order: [], pending: new Set(), pauseAfter: () => 0 };

/**
 * Plays a chapter. All of it, the blocks that are still arriving and those that are there, goes through one program in the
 * audio thread, so that one block follows the other to the sample. An `<audio>` element over the chapter's address cannot be
 * started to the sample, nor begin where a live stream ends. No React: listeners are called each frame while it plays.
 */
export class Player {
  #sound: Sound | undefined;
  #script: Script = emptyScript;
  #mode: PlayerMode = 'stopped';
  #paused = false;
  /** Live addresses of blocks that are arriving. */
  readonly #arriving = new Map<string, string>();
  /** Words of blocks whose live sound may be heard. */
  readonly #liveWords = new Map<string, WordTrack>();
  /** Of these blocks, the take that the chapter’s sound had when they began to arrive. */
  readonly #takesBefore = new Map<string, string | undefined>();
  #run: Playback | undefined;
  #waitingFor: string | undefined;
  /** The block after which playing ends; without it, it goes on to the end of the chapter. */
  #until: string | undefined;
  #loop: { from: number; to: number } | 'chapter' | undefined;
  /** Where the playhead stands while nothing plays. */
  #cursor: Point | undefined;
  /** Where Stop goes back to: the place that playing began at. */
  #origin: Point | undefined;
  /** The person's own speed, and the one of J and L. */
  #rate = 1;
  #shuttle: number | undefined;
  #frame = 0;
  readonly #changes = new Set<() => void>();
  readonly #momentListeners = new Set<(moment: Moment) => void>();
  readonly #modeListeners = new Set<(mode: PlayerMode, paused: boolean) => void>();
  readonly #levelListeners = new Set<(level: Level) => void>();
  readonly #failureListeners = new Set<(message: string) => void>();

  get mode(): PlayerMode {
    return this.#mode;
  }
  get paused(): boolean {
    return this.#paused;
  }
  get sound(): Sound | undefined {
    return this.#sound;
  }

  onMoment(listener: (moment: Moment) => void): () => void {
    this.#momentListeners.add(listener);
    listener(this.moment());
    return () => this.#momentListeners.delete(listener);
  }
  onMode(listener: (mode: PlayerMode, paused: boolean) => void): () => void {
    this.#modeListeners.add(listener);
    return () => this.#modeListeners.delete(listener);
  }
  /** The level of what plays, some forty times a second while it does. */
  onLevel(listener: (level: Level) => void): () => void {
    this.#levelListeners.add(listener);
    return () => this.#levelListeners.delete(listener);
  }
  onFailure(listener: (message: string) => void): () => void {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  }

  /** The true peak in levels is that of what plays from now on. */
  resetPeak(): void {
    this.#run?.program.resetPeak();
  }

  setScript(script: Script): void {
    this.#script = script;
    this.#changed();
  }

  setPlaybackRate(rate: number): void {
    this.#rate = rate;
    if (this.#shuttle === undefined && this.#run) this.#run.program.rate = rate;
    this.#tell();
  }

  /** The chapter's sound has changed. What plays goes on; the next block comes from the new one. */
  setSound(sound: Sound | undefined): void {
    this.#sound = sound;
    if (!sound && this.#mode === 'playing') this.stop();
    this.#check();
    this.#changed();
    this.#tell();
  }

  /** Plays a stretch of the chapter over and over, in seconds, or all of it; `undefined` ends that. */
  setLoop(loop: { from: number; to: number } | 'chapter' | undefined): void {
    const before = this.#loop;
    this.#loop = loop;
    const areStretches = typeof before === 'object' && typeof loop === 'object';
    if (areStretches ? before.from === loop.from && before.to === loop.to : before === loop) return;
    void this.#run?.feedAgain(this.#loopPoints());
  }

  /** A block's sound has begun to arrive at this address. */
  arriving(blockId: string, url: string): void {
    this.#arriving.set(blockId, url);
    this.#liveWords.set(blockId, noWords);
    this.#takesBefore.set(blockId, blockOf(this.#sound, blockId)?.take.id);
    this.#changed();
  }

  /** Words of a block that is arriving, timed from its own start; each call replaces the one before. */
  arrivingWords(blockId: string, words: WordTrack): void {
    if (this.#liveWords.has(blockId)) this.#liveWords.set(blockId, words);
  }

  /** A block's take is whole (its sound comes by `setSound`), or it failed. */
  arrived(blockId: string): void {
    this.#arriving.delete(blockId);
    this.#changed();
  }

  /** To be called in the person's gesture, before sound is asked for. */
  prepare(): void {
    prepareAudio();
  }

  /** Waits for this block's sound and plays it as soon as it comes, and on from there, to the end of `until` if it is given. */
  playWhenThere(blockId: string, until?: string): void {
    this.#shuttle = undefined;
    this.#until = until;
    this.#origin = { blockId, offset: 0 };
    this.#begin(this.#origin, { asItIs: false });
  }

  play(): void {
    if (this.#paused) {
      this.#paused = false;
      this.#run?.program.resume();
      this.#notify();
      return;
    }
    if (this.#mode !== 'stopped' || !this.#sound) return;
    const { seconds, total } = this.moment();
    const range = typeof this.#loop === 'object' ? this.#loop : { from: 0, to: total };
    const outside = seconds >= range.to - 0.05 || (typeof this.#loop === 'object' && seconds < range.from);
    const start = outside ? pointAt(this.#sound, range.from) : (this.#cursor ?? pointAt(this.#sound, 0));
    if (!start) return;
    this.#until = undefined;
    this.#origin = start;
    this.#begin(start, { asItIs: true });
  }

  pause(): void {
    if (this.#mode === 'stopped' || this.#paused) return;
    if (this.#mode === 'waiting') {
      this.stop();
      return;
    }
    this.#paused = true;
    this.#shuttle = undefined;
    this.#run?.program.pause();
    if (this.#run?.back === true) this.#halt(this.#here());
    else if (this.#run) this.#run.program.rate = this.#rate;
    this.#notify();
  }

  toggle(): void {
    if (this.#mode === 'stopped' || this.#paused) this.play();
    else this.pause();
  }

  /** J and L: forward at the person's speed, then faster with each press; backwards likewise. */
  shuttle(direction: 1 | -1): void {
    const run = this.#run;
    const back = run?.back === true;
    if (run && !this.#paused && back === direction < 0) {
      const now = Math.abs(this.#shuttle ?? this.#rate);
      this.#shuttle = faster.find((speed) => speed > now) ?? faster[3];
      run.program.rate = this.#shuttle;
      this.#tell();
      return;
    }
    this.#shuttle = undefined;
    if (direction > 0 && !back) {
      this.play();
      return;
    }
    const start = this.#here();
    if (!start || !this.#sound) return;
    this.#until = undefined;
    if (direction < 0) this.#shuttle = 1;
    this.#begin(start, { asItIs: true, back: direction < 0 });
  }

  /** Silence at once; the playhead goes back to where playing began. */
  stop(): void {
    this.#shuttle = undefined;
    this.#until = undefined;
    const wasStopped = this.#mode === 'stopped';
    this.#halt(wasStopped ? undefined : this.#origin);
    if (wasStopped) this.#origin = undefined;
    this.#notify();
  }

  /** Moves the playhead; playing goes on from there. */
  seek(seconds: number): void {
    const point = pointAt(this.#sound, seconds);
    if (!point) return;
    const running = this.#mode !== 'stopped' && !this.#paused;
    this.#until = undefined;
    this.#origin = point;
    if (running) this.#begin(point, { asItIs: true, back: this.#run?.back === true });
    else {
      this.#halt(point);
      this.#notify();
    }
  }

  /** Plays from a place, whatever was being done. */
  playFrom(seconds: number): void {
    this.#shuttle = undefined;
    this.#halt(pointAt(this.#sound, seconds));
    this.play();
  }

  moment(): Moment {
    const place = this.#run?.program.heard();
    const speed = (this.#shuttle ?? this.#rate) * (this.#run?.back === true ? -1 : 1);
    const point = this.#mode === 'waiting' ? { blockId: this.#waitingFor ?? '', offset: 0 } : this.#here(place);
    const seconds = point ? secondsOf(this.#sound, this.#script.order, point) : 0;
    return {
      mode: this.#mode,
      paused: this.#paused,
      seconds,
      total: Math.max(this.#sound?.seconds ?? 0, this.#mode === 'stopped' ? 0 : seconds),
      word: this.#wordAt(place, seconds),
      blockId: point?.blockId,
      speed,
    };
  }

  #wordAt(place: Place | undefined, seconds: number): number {
    if (this.#mode === 'waiting' || this.#mode === 'stopped') return -1;
    if (!(place?.live ?? this.#run?.mode === 'live')) return this.#sound?.timeline.wordAt(Math.round(seconds * sampleRate)) ?? -1;
    if (!place) return -1;
    const words = this.#liveWords.get(place.blockId) ?? noWords;
    const at = wordAt(words, place.offset / sampleRate);
    return at < 0 ? -1 : (words.index[at] ?? -1);
  }

  /** Where the playhead is. */
  #here(place = this.#run?.program.heard()): Point | undefined {
    if (place) return { blockId: place.blockId, offset: place.offset };
    return this.#run?.start ?? this.#cursor;
  }

  // The program

  #begin(start: Point, { asItIs, back = false }: { asItIs: boolean; back?: boolean }): void {
    this.#halt(start);
    const mode = !asItIs && this.#arriving.has(start.blockId) ? 'live' : segmentOf(this.#sound, start.blockId) ? 'playing' : 'waiting';
    this.#mode = mode;
    this.#run = new Playback({
      start,
      mode,
      back,
      asItIs,
      rate: this.#shuttle ?? this.#rate,
      way: (program) => this.#way(program),
      onEnded: () => this.#onEnded(),
      onFailed: () => {
        this.#halt(this.#here());
        this.#notify();
        for (const listener of this.#failureListeners) listener(messages.shapes.chapterAudioNotRead);
      },
      onReport: () => this.#check(),
      onLevel: (level) => {
        for (const listener of this.#levelListeners) listener(level);
      },
    });
    this.#notify();
  }

  #way(program: Program): Way {
    return {
      sound: () => this.#sound,
      script: () => this.#script,
      live: (blockId) => this.#arriving.get(blockId),
      liveFailed: (blockId) => this.#arriving.delete(blockId),
      loop: () => this.#loopPoints(),
      until: this.#until,
      waits: (blockId) => {
        if (this.#run && this.#run.program !== program) return; // one that was ended already
        this.#waitingFor = blockId;
        program.waits = blockId !== undefined;
        this.#check();
      },
      changed: (signal) =>
        new Promise((resolve) => {
          const done = (): void => {
            this.#changes.delete(done);
            resolve();
          };
          this.#changes.add(done);
          signal.addEventListener('abort', done, { once: true });
        }),
    };
  }

  #loopPoints(): Loop | undefined {
    if (this.#loop === undefined) return undefined;
    if (this.#loop !== 'chapter') return stretchOf(this.#sound, this.#loop);
    const from = pointAt(this.#sound, 0);
    return from && { from, to: undefined };
  }

  /** Ends the sound and leaves the playhead at a point; at the start without one. */
  #halt(at: Point | undefined): void {
    const run = this.#run;
    this.#run = undefined;
    this.#waitingFor = undefined;
    this.#paused = false;
    this.#cursor = at;
    this.#mode = 'stopped';
    run?.close();
    for (const blockId of this.#liveWords.keys()) {
      if (this.#arriving.has(blockId)) continue;
      this.#liveWords.delete(blockId);
      this.#takesBefore.delete(blockId);
    }
  }

  #onEnded(): void {
    if (this.#until !== undefined) {
      this.stop();
      return;
    }
    const here = this.#here();
    const back = this.#run?.back === true;
    this.#shuttle = undefined;
    this.#halt(back ? undefined : here);
    this.#notify();
  }

  #changed(): void {
    for (const done of [...this.#changes]) done();
  }

  /** What plays now may be of another kind than a moment ago. */
  #check(): void {
    const run = this.#run;
    if (!run) return;
    const place = run.program.heard();
    const mode = place?.live === true && this.#isInSound(place) ? 'playing' : modeOf(run, place, this.#waitingFor !== undefined);
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#notify();
  }

  /** The chapter’s sound has what is heard of a block that came while it was heard: it is the same, to the sample. */
  #isInSound({ blockId }: Place): boolean {
    const block = blockOf(this.#sound, blockId);
    return block !== undefined && block.take.id !== this.#takesBefore.get(blockId);
  }

  // Telling

  #notify(): void {
    for (const listener of this.#modeListeners) listener(this.#mode, this.#paused);
    if (this.#mode !== 'stopped' && !this.#paused && this.#frame === 0) this.#frame = requestAnimationFrame(this.#onFrame);
    this.#tell();
  }

  readonly #onFrame = (): void => {
    this.#frame = 0;
    this.#check();
    if (this.#mode === 'stopped' || this.#paused) return;
    this.#tell();
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#onFrame);
  };

  #tell(): void {
    const moment = this.moment();
    for (const listener of this.#momentListeners) listener(moment);
  }
}

function modeOf({ program, mode }: { program: Program; mode: PlayerMode }, place: Place | undefined, waits: boolean): PlayerMode {
  if (waits && program.dry) return 'waiting';
  if (!place) return mode;
  if (program.late) return 'late';
  return place.live ? 'live' : 'playing';
}
