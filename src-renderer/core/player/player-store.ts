import { wordsOf } from '#shared/narration/document.ts';
import { toWrittenWords } from '#shared/narration/pronunciation.ts';
import { spokenOf } from '#shared/narration/shape.ts';
import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { BlockId } from '#shared/ids.ts';
import { sampleRate, type Word } from '#shared/narration/take.ts';
import { soundSegments, type Timeline } from '#shared/narration/chapter-timeline.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import { type PlayerMode } from '../../audio/playback.ts';
import type { Player } from '../../audio/player.ts';
import { segmentOf, type Sound } from '../../audio/sound.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import { wordTrack } from '../../audio/arriving-words.ts';
import { attempt } from '../host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { ChapterStore } from '../chapter/chapter-store.ts';
import { startScreen, type WindowStore } from '../window/window-store.ts';
import type { GenerationStore } from '../generation/generation-store.ts';

interface PlayerState {
  mode: PlayerMode;
  paused: boolean;
  /** What the waveform draws. */
  sound: Sound | undefined;
  /** What is selected of the chapter, in seconds. */
  selection: { from: number; to: number } | undefined;
  /** The selection, or without one the chapter, plays over and over. */
  loop: boolean;
  failure: Failure | undefined;
  problem: string;
}

/** What plays the chapter's sound; a test gives one that is silent. */
export type ChapterPlayer = Pick<Player, keyof Player>;

export interface PlayerDependencies {
  client: StudioClient;
  studio: Pick<StudioStore, 'updateSettings' | 'store'>;
  project: Pick<ProjectStore, 'store' | 'openPlace'>;
  chapter: Pick<ChapterStore, 'store' | 'currentChapter'>;
  generation: Pick<GenerationStore, 'store' | 'onGenerationSound'>;
  audio: ChapterPlayer;
  window: Pick<WindowStore, 'store'>;
}

/** Plays the chapter that is shown. */
export class PlayerStore {
  /** The slow side of playing; position and lit word come from `player.onMoment`, past React. */
  readonly store = create<PlayerState>(() => ({
    mode: 'stopped',
    paused: false,
    sound: undefined,
    selection: undefined,
    loop: false,
    failure: undefined,
    problem: '',
  }));
  readonly #deps: PlayerDependencies;
  readonly player: ChapterPlayer;
  /** The block whose sound a person waits for after pressing Generate. */
  #awaited: string | undefined;
  /** The block after which that hearing ends. */
  #hearUntil: string | undefined;
  /** A block that came whole and is to be played once the chapter's sound holds it. */
  #startAt: string | undefined;
  /** A block whose sound is not there yet, and that the playhead is to go to. */
  #seekTo: BlockId | undefined;
  #askedFor: Asked | undefined;
  #asking: AbortController | undefined;
  /** Seconds of the place where reading the sound failed last. */
  #failedAt: number | undefined;
  /** What was heard stopped there, and goes on as soon as it can be read. */
  #isInterrupted = false;

  constructor(dependencies: PlayerDependencies) {
    this.#deps = dependencies;
    this.player = dependencies.audio;
  }

  /**
   * Plays the first of these blocks as soon as it sounds, and on: to the end of the chapter, or of the last of them with
   * `alone`. To be called in the gesture that asks for them.
   */
  readonly hearWhenMade = (blockIds: readonly string[], alone: boolean): void => {
    this.player.prepare();
    this.#awaited = this.player.mode === 'stopped' ? blockIds[0] : undefined;
    this.#hearUntil = alone ? blockIds.at(-1) : undefined;
  };

  readonly stopSound = (): void => {
    this.#awaited = undefined;
    this.#startAt = undefined;
    this.#isInterrupted = false;
    this.player.stop();
  };

  /** Holds what is heard, where the transport goes out of sight; what is awaited does not begin there. */
  readonly pauseSound = (): void => {
    this.#awaited = undefined;
    this.#startAt = undefined;
    this.#isInterrupted = false;
    this.player.pause();
  };

  /** Selects a stretch of the chapter's sound, in seconds. */
  readonly selectSound = (range: { from: number; to: number } | undefined): void => {
    const total = this.player.sound?.seconds ?? 0;
    const selection = range && { from: Math.max(0, range.from), to: Math.min(total, range.to) };
    this.store.setState({ selection: selection && selection.to > selection.from ? selection : undefined });
    this.#applyLoop();
  };

  readonly toggleLoop = (): void => {
    this.store.setState({ loop: !this.store.getState().loop });
    this.#applyLoop();
  };

  #applyLoop(): void {
    const { loop, selection } = this.store.getState();
    this.player.setLoop(loop ? (selection ?? 'chapter') : undefined);
  }

  readonly setSpeed = (rate: number): void => {
    void this.#deps.studio.updateSettings({ playbackRate: rate });
  };

  /** To the next faster or slower of the speeds that are offered. */
  readonly stepSpeed = (by: 1 | -1): void => {
    const now = this.#deps.studio.store.getState().settings.playbackRate;
    const next = by > 0 ? speeds.find((speed) => speed > now) : speeds.findLast((speed) => speed < now);
    if (next !== undefined) this.setSpeed(next);
  };

  /** Plays from the start of the block that holds the caret. */
  readonly playFromBlock = (): void => {
    const [blockId] = this.#deps.project.store.getState().selected;
    const start = blockId === undefined ? undefined : segmentOf(this.player.sound, blockId)?.start;
    if (start === undefined) return;
    this.player.prepare();
    this.player.playFrom(start);
  };

  /** Why it cannot be played from the caret's block. */
  readonly whyNotFromBlock = (): string | undefined => {
    const [blockId] = this.#deps.project.store.getState().selected;
    return segmentOf(this.player.sound, blockId) ? undefined : messages.player.placeCaret;
  };

  /** Moves the playhead to a word of the script, where it has a time. */
  readonly seekToWord = (index: number): boolean => {
    const sample = this.player.sound?.timeline.sampleOfWord(index);
    if (sample === undefined) return false;
    this.player.seek(sample / sampleRate);
    return true;
  };

  /** Moves the playhead to the start of a block, now or once the sound of its chapter is there. What plays goes on from there, and nothing starts. */
  readonly seekToBlock = (blockId: BlockId): void => {
    this.#seekTo = this.#deps.chapter.currentChapter().block(blockId)?.take ? blockId : undefined;
    this.#seekWhenThere();
  };

  #seekWhenThere(): void {
    const start = segmentOf(this.player.sound, this.#seekTo)?.start;
    if (start === undefined) return;
    this.#seekTo = undefined;
    this.player.seek(start);
  }

  #isAskedFor(projectId: string | undefined, { blocks }: Timeline): boolean {
    const { segments } = this.#askedFor ?? { segments: [] };
    return (
      this.#askedFor?.projectId === projectId &&
      segments.length === blocks.length &&
      blocks.every(({ take, pauseSamples }, index) => {
        const asked = segments[index];
        return asked?.takeId === take.id && asked.pauseSamples === pauseSamples && isSameEdit(asked.edit, take.edit);
      })
    );
  }

  /** Asks main for the chapter's sound, if what it is made of has changed. */
  async #refreshSound(timeline: Timeline): Promise<void> {
    const { details } = this.#deps.project.store.getState();
    const current = this.player.sound;
    if (this.#isAskedFor(details?.projectId, timeline)) {
      // The same sound; its words may stand elsewhere in the script by now.
      if (current && !this.#asking) this.player.setSound({ ...current, timeline });
      return;
    }
    const segments = soundSegments(timeline);
    this.#askedFor = { projectId: details?.projectId, segments };
    this.#asking?.abort();
    this.#asking = undefined;
    if (!details || segments.length === 0) {
      this.player.setSound(undefined);
      this.store.setState({ sound: undefined, failure: undefined });
      return;
    }
    const controller = new AbortController();
    this.#asking = controller;
    const answer = await attempt(() =>
      this.#deps.client.run('chapter.sound', { projectId: details.projectId, segments }, { signal: controller.signal }),
    );
    if (controller.signal.aborted) return;
    this.#asking = undefined;
    if (!answer.ok) {
      this.#askedFor = undefined;
      this.store.setState({ failure: answer.failure });
      this.#refreshScript();
      return;
    }
    const { audioUrl, peaksUrl, samples } = answer.value;
    // Asked for the segments of `timeline`; typing since then moved no sound, or another question would be under way.
    const sound = { audioUrl, peaksUrl, seconds: samples / sampleRate, timeline: this.#deps.chapter.store.getState().timeline };
    this.player.setSound(sound);
    this.store.setState({ sound, failure: undefined });
    this.#refreshScript();
    const seconds = this.player.mode === 'stopped' ? this.#deps.project.openPlace()?.takePlayhead() : undefined;
    if (seconds !== undefined) this.player.seek(Math.min(seconds, sound.seconds));
    this.#seekWhenThere();
    if (
      this.#startAt !== undefined &&
      this.player.mode === 'stopped' &&
      sound.timeline.blocks.some((block) => block.blockId === this.#startAt)
    ) {
      this.player.playWhenThere(this.#startAt, this.#hearUntil);
      this.#startAt = undefined;
    }
  }

  /** Asks main for the chapter's sound again, because a person asks, and plays on where playing it had failed. */
  readonly retrySound = async (): Promise<void> => {
    if (this.#isInterrupted) this.player.prepare();
    this.#failedAt = undefined;
    await this.#askAgain();
  };

  /** Asks for what was asked for before, and plays on what was interrupted. */
  async #askAgain(): Promise<void> {
    const { chapterId } = this.#deps.project.store.getState();
    this.store.setState({ problem: '' });
    this.#askedFor = undefined;
    await this.#refreshSound(this.#deps.chapter.store.getState().timeline);
    // What changed meanwhile is asked for in place of it.
    while (this.#asking) await this.#nextState();
    const isSame = this.#deps.project.store.getState().chapterId === chapterId;
    if (!this.#isInterrupted || !isSame || this.store.getState().failure !== undefined) return;
    this.#isInterrupted = false;
    if (this.player.mode === 'stopped') this.player.play();
  }

  #nextState(): Promise<void> {
    return new Promise((resolve) => {
      const off = this.store.subscribe(() => {
        off();
        resolve();
      });
    });
  }

  /** A main that was just started has no sound at the address yet: it is asked for it, and playing goes on. What fails at the same place again is shown. */
  async #onReadFailed(problem: string): Promise<void> {
    const { seconds } = this.player.moment();
    const isAgain = this.#failedAt !== undefined && Math.abs(seconds - this.#failedAt) < samePlaceSeconds;
    this.#failedAt = seconds;
    this.#isInterrupted = true;
    if (isAgain) this.store.setState({ problem });
    else await this.#askAgain();
  }

  #refreshScript(): void {
    const chapter = this.#deps.chapter.store.getState();
    const pending = new Set<string>(this.#deps.generation.store.getState().phases.keys());
    if (this.#asking) {
      // A take that is whole, but not yet in the sound that is on its way.
      const sounding = new Set(this.player.sound?.timeline.blocks.map((block) => block.blockId));
      for (const block of chapter.blocks) if (block.take && !sounding.has(block.id)) pending.add(block.id);
    }
    this.player.setScript({
      order: chapter.ids,
      pending,
      pauseAfter: (blockId) => (this.#deps.chapter.store.getState().block(blockId)?.pauseMs ?? 0) / 1000,
    });
  }

  readonly watchPlayer = (): void => {
    this.player.onMode((mode, paused) => {
      if (mode !== 'stopped') {
        this.#isInterrupted = false;
        this.#seekTo = undefined;
      }
      this.store.setState({ mode, paused, problem: '' });
    });
    this.player.onMoment(({ mode, paused }) => {
      if (mode === 'stopped' || paused) this.#deps.project.openPlace()?.moved();
    });
    this.player.onFailure((problem) => void this.#onReadFailed(problem));
    this.#deps.chapter.store.subscribe((chapter) => {
      void this.#refreshSound(chapter.timeline);
      this.#refreshScript();
    });
    this.#deps.project.store.subscribe((now, before) => {
      if (now.reopened !== before.reopened) {
        // Another main has the project open: the sound has no address there yet. Nobody pressed Play for it: the playhead stays, and it is silent.
        this.#failedAt = undefined;
        this.#isInterrupted = false;
        void this.#askAgain();
      }
      if (now.details?.projectId === before.details?.projectId && now.chapterId === before.chapterId) return;
      this.stopSound();
      this.selectSound(undefined);
    });
    this.#deps.window.store.subscribe((now, before) => {
      if (now.panel === startScreen && before.panel !== startScreen) this.pauseSound();
    });
    const applyRate = (): void => this.player.setPlaybackRate(this.#deps.studio.store.getState().settings.playbackRate);
    this.#deps.studio.store.subscribe((now, before) => {
      if (now.settings.playbackRate !== before.settings.playbackRate) applyRate();
    });
    applyRate();
    this.#deps.generation.onGenerationSound({
      receiving: (blockId, liveUrl) => {
        this.player.arriving(blockId, liveUrl);
        if (this.#awaited !== blockId) return;
        this.#awaited = undefined;
        this.#refreshScript();
        this.player.playWhenThere(blockId, this.#hearUntil);
      },
      words: (blockId, words) => {
        const written = spreadWords(this.#toWritten(blockId, words));
        this.player.arrivingWords(blockId, wordTrack(written, this.#deps.chapter.store.getState().firstWord(blockId)));
      },
      settled: (blockId) => {
        if (this.#awaited === blockId) this.#hearSettled(blockId);
        this.player.arrived(blockId);
      },
    });
  };

  /** Words that have arrived of what was sent, up to the last written word that they reach. */
  #toWritten(blockId: string, words: readonly Word[]): readonly Word[] {
    const { details } = this.#deps.project.store.getState();
    const block = this.#deps.chapter.store.getState().block(blockId);
    const speech = block && details && spokenOf(block, details);
    if (!speech || speech.replacements.length === 0) return words;
    const toCome = wordsOf(speech.text).slice(words.length);
    const all = [...words, ...toCome.map(({ text }) => ({ text, startMs: Number.NaN, endMs: Number.NaN }))];
    return toWrittenWords(speech, all).filter(({ startMs }) => !Number.isNaN(startMs));
  }

  /** A block came whole (a job's, or one paid for before) or not at all: it is played from the chapter's sound, or the next is awaited. */
  #hearSettled(blockId: string): void {
    const chapter = this.#deps.chapter.currentChapter();
    const block = chapter.block(blockId);
    this.#awaited = undefined;
    if (block?.take && !block.wanting) {
      this.#startAt = blockId;
      return;
    }
    const { phases } = this.#deps.generation.store.getState();
    this.#awaited = chapter.blocks.find((other) => other.id !== blockId && phases.has(other.id))?.id;
  }
}

/** Failures that are nearer to one another are at the same place. */
const samePlaceSeconds = 0.05;

/** The speeds that are offered; the pitch stays at all of them. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const isSameEdit = (one: TakeEdit | undefined, other: TakeEdit | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** What a chapter's sound is made of; compared past its words at each keystroke. */
interface Asked {
  projectId: string | undefined;
  segments: ReturnType<typeof soundSegments>;
}
