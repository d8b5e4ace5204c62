import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { soundSegments, type Timeline } from '#shared/narration/timeline.ts';
import type { PlayerMode } from '../../audio/playback.ts';
import { Player } from '../../audio/player.ts';
import { segmentOf, type Sound } from '../../audio/sound.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import { wordTrack } from '../../audio/word-track.ts';
import { currentChapter, useChapter } from '../chapter/chapter.ts';
import { onGenerationSound, useGeneration } from '../generation/generation.ts';
import { attempt, studio } from '../host/host.ts';
import { openPlace, setPlayhead, useProject } from '../project/project.ts';
import { updateSettings, useStudio } from '../studio/studio.ts';
import { messages } from '#shared/messages/index.ts';

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

/** The slow side of playing; position and lit word are told by `player.onMoment`, past React. */
export const usePlayer = create<PlayerState>(() => ({
  mode: 'stopped',
  paused: false,
  sound: undefined,
  selection: undefined,
  loop: false,
  failure: undefined,
  problem: '',
}));

export const player = new Player();

/** The block whose sound a person waits for after pressing Generate. */
let awaited: string | undefined;
/** The block after which that hearing ends. */
let hearUntil: string | undefined;

/**
 * Plays the first of these blocks as soon as it sounds, and on: to the end of the chapter, or of the last of them with
 * `alone`. To be called in the gesture that asks for them.
 */
export function hearWhenMade(blockIds: readonly string[], alone: boolean): void {
  player.prepare();
  awaited = player.mode === 'stopped' ? blockIds[0] : undefined;
  hearUntil = alone ? blockIds.at(-1) : undefined;
}

export function stopSound(): void {
  awaited = undefined;
  startAt = undefined;
  player.stop();
}

/** Selects a stretch of the chapter's sound, in seconds. */
export function selectSound(range: { from: number; to: number } | undefined): void {
  const total = player.sound?.seconds ?? 0;
  const selection = range && { from: Math.max(0, range.from), to: Math.min(total, range.to) };
  usePlayer.setState({ selection: selection && selection.to > selection.from ? selection : undefined });
  applyLoop();
}

export function toggleLoop(): void {
  usePlayer.setState({ loop: !usePlayer.getState().loop });
  applyLoop();
}

function applyLoop(): void {
  const { loop, selection } = usePlayer.getState();
  player.setLoop(loop ? (selection ?? 'chapter') : undefined);
}

/** The speeds that are offered; the pitch stays at all of them. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export function setSpeed(rate: number): void {
  void updateSettings({ playbackRate: rate });
}
/** To the next faster or slower of the speeds that are offered. */
export function stepSpeed(by: 1 | -1): void {
  const now = useStudio.getState().settings.playbackRate;
  const next = by > 0 ? speeds.find((speed) => speed > now) : speeds.findLast((speed) => speed < now);
  if (next !== undefined) setSpeed(next);
}

/** Plays from the start of the block that holds the caret. */
export function playFromBlock(): void {
  const [blockId] = useProject.getState().selected;
  const start = blockId === undefined ? undefined : segmentOf(player.sound, blockId)?.start;
  if (start === undefined) return;
  player.prepare();
  player.playFrom(start);
}
/** Why it cannot be played from the caret's block. */
export function whyNotFromBlock(): string | undefined {
  const [blockId] = useProject.getState().selected;
  return segmentOf(player.sound, blockId) ? undefined : messages.player.placeCaret;
}

/** Moves the playhead to a word of the script, where it has a time. */
export function seekToWord(index: number): boolean {
  const sample = player.sound?.timeline.sampleOfWord(index);
  if (sample === undefined) return false;
  player.seek(sample / sampleRate);
  return true;
}

/** A block that came whole and is to be played once the chapter's sound holds it. */
let startAt: string | undefined;
let askedFor: Asked | undefined;
let asking: AbortController | undefined;

/** What a chapter's sound is made of; compared past its words at each keystroke. */
interface Asked {
  projectId: string | undefined;
  segments: readonly { takeId: string; pauseSamples: number }[];
}

function isAskedFor(projectId: string | undefined, { blocks }: Timeline): boolean {
  const { segments } = askedFor ?? { segments: [] };
  return (
    askedFor?.projectId === projectId &&
    segments.length === blocks.length &&
    blocks.every(({ take, pauseSamples }, index) => segments[index]?.takeId === take.id && segments[index].pauseSamples === pauseSamples)
  );
}

/** Asks main for the chapter's sound, if what it is made of has changed. */
async function refreshSound(timeline: Timeline): Promise<void> {
  const { details } = useProject.getState();
  const current = player.sound;
  if (isAskedFor(details?.projectId, timeline)) {
    // The same sound; its words may stand elsewhere in the script by now.
    if (current && !asking) player.setSound({ ...current, timeline });
    return;
  }
  const segments = soundSegments(timeline);
  askedFor = { projectId: details?.projectId, segments };
  asking?.abort();
  asking = undefined;
  if (!details || segments.length === 0) {
    player.setSound(undefined);
    usePlayer.setState({ sound: undefined, failure: undefined });
    return;
  }
  const controller = new AbortController();
  asking = controller;
  const answer = await attempt(() =>
    studio().run('chapter.sound', { projectId: details.projectId, segments }, { signal: controller.signal }),
  );
  if (controller.signal.aborted) return;
  asking = undefined;
  if (!answer.ok) {
    askedFor = undefined;
    usePlayer.setState({ failure: answer.failure });
    refreshScript();
    return;
  }
  const { audioUrl, peaksUrl, samples } = answer.value;
  // Asked for the segments of `timeline`; typing since then moved no sound, or another question would be under way.
  const sound = { audioUrl, peaksUrl, seconds: samples / sampleRate, timeline: useChapter.getState().timeline };
  player.setSound(sound);
  usePlayer.setState({ sound, failure: undefined });
  refreshScript();
  const seconds = player.mode === 'stopped' ? openPlace()?.takePlayhead() : undefined;
  if (seconds !== undefined) player.seek(Math.min(seconds, sound.seconds));
  if (startAt !== undefined && player.mode === 'stopped' && sound.timeline.blocks.some((block) => block.blockId === startAt)) {
    player.playWhenThere(startAt, hearUntil);
    startAt = undefined;
  }
}

function refreshScript(): void {
  const chapter = useChapter.getState();
  const pending = new Set<string>(useGeneration.getState().phases.keys());
  if (asking) {
    // A take that is whole, but not yet in the sound that is on its way.
    const sounding = new Set(player.sound?.timeline.blocks.map((block) => block.blockId));
    for (const block of chapter.blocks) if (block.take && !sounding.has(block.id)) pending.add(block.id);
  }
  player.setScript({
    order: chapter.ids,
    pending,
    pauseAfter: (blockId) => (useChapter.getState().block(blockId)?.pauseMs ?? 0) / 1000,
  });
}

export function watchPlayer(): void {
  player.onMode((mode, paused) => usePlayer.setState({ mode, paused, problem: '' }));
  setPlayhead(() => player.moment().seconds);
  player.onMoment(({ mode, paused }) => {
    if (mode === 'stopped' || paused) openPlace()?.moved();
  });
  player.onFailure((problem) => usePlayer.setState({ problem }));
  useChapter.subscribe((chapter) => {
    void refreshSound(chapter.timeline);
    refreshScript();
  });
  useProject.subscribe((now, before) => {
    if (now.details?.projectId === before.details?.projectId && now.chapterId === before.chapterId) return;
    stopSound();
    selectSound(undefined);
  });
  const applyRate = (): void => player.setPlaybackRate(useStudio.getState().settings.playbackRate);
  useStudio.subscribe((now, before) => {
    if (now.settings.playbackRate !== before.settings.playbackRate) applyRate();
  });
  applyRate();
  onGenerationSound({
    receiving: (blockId, liveUrl) => {
      player.arriving(blockId, liveUrl);
      if (awaited !== blockId) return;
      awaited = undefined;
      refreshScript();
      player.playWhenThere(blockId, hearUntil);
    },
    words: (blockId, words) => {
      player.arrivingWords(blockId, wordTrack(spreadWords(words), useChapter.getState().firstWord(blockId)));
    },
    settled: (blockId) => {
      if (awaited === blockId) hearSettled(blockId);
      player.arrived(blockId);
    },
  });
}

/** A block came whole (a job's, or one paid for before) or not at all: it is played from the chapter's sound, or the next is awaited. */
function hearSettled(blockId: string): void {
  const chapter = currentChapter();
  const block = chapter.block(blockId);
  awaited = undefined;
  if (block?.take && !block.wanting) {
    startAt = blockId;
    return;
  }
  const { phases } = useGeneration.getState();
  awaited = chapter.blocks.find((other) => other.id !== blockId && phases.has(other.id))?.id;
}
