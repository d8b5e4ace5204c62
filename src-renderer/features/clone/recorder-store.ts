import { z } from 'zod';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import { create } from 'zustand';
import { toFailure, type Failure, fail } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { maximumSamples } from '#shared/clone/recordings.ts';
import { readingLanguageOf, type ReadingLanguage } from '#shared/clone/reading-scripts.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { type Recorder, type Microphone } from '../../audio/recorder.ts';
import { sendPiece } from './clone-files.ts';
import { messages, ownLanguage } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { SoundsStore } from '../../core/player/sounds-store.ts';
import type { CloneStore } from './clone-store.ts';
import type { CloneFiles } from './clone-files.ts';
import type { microphones } from '../../audio/recorder.ts';
import type { announce } from '../../lib/live-region.tsx';
import { formatMessage, message } from '#shared/messages/message.ts';

export const countdownFrom = 3;

/** Peaks of the last seconds that are shown while it records, ten a second. */
const shownPeaks = 120;

const tickMs = 1000;

/** A peak over which somebody speaks. */
const voicedPeak = 0.03;

/** A peak that is cut off, or nearly. */
export const hotPeak = 0.98;

interface RecorderState {
  phase: 'idle' | 'asking' | 'counting' | 'recording' | 'ending';
  count: number;
  /** Of the last tenth of a second, 0 to 1. */
  peak: number;
  peaks: number[];
  seconds: number;
  /** Of these, how many somebody spoke. */
  voiced: number;
  /** The language of the text that is read aloud. */
  script: ReadingLanguage;
  /** It was cut off once since it began. */
  hot: boolean;
  devices: Microphone[];
  deviceId: string | undefined;
  failure: Failure | undefined;
  /** What was recorded last, for **Again**. */
  last: string | undefined;
}

/** A microphone that is open; a test gives one without a device. */
type MicrophoneRecorder = Pick<Recorder, keyof Recorder>;

export interface RecorderDependencies {
  client: StudioClient;
  sounds: Pick<SoundsStore, 'stopSounds'>;
  clone: Pick<CloneStore, 'store' | 'removeRecording' | 'putRecording' | 'noteLanguage' | 'changeForm' | 'whenDraftIsRead'>;
  cloneFiles: Pick<CloneFiles, 'finishRecording'>;
  microphones: typeof microphones;
  /** Opens a microphone. */
  openRecorder: (...request: Parameters<typeof Recorder.open>) => Promise<MicrophoneRecorder>;
  announce: typeof announce;
}

/** Records from a microphone into the draft. */
export class RecorderStore {
  readonly store = create<RecorderState>(() => ({
    phase: 'idle',
    count: 0,
    peak: 0,
    peaks: [],
    seconds: 0,
    voiced: 0,
    script: readingLanguageOf(ownLanguage(navigator.language)),
    hot: false,
    devices: [],
    deviceId: undefined,
    failure: undefined,
    last: undefined,
  }));
  readonly #deps: RecorderDependencies;
  readonly #set = this.store.setState;
  #recorder: MicrophoneRecorder | undefined;
  /** Which opening of the microphone is wanted: one that was stopped while the person was asked is let go when it comes. */
  #opening = 0;
  #counting: ReturnType<typeof setInterval> | undefined;
  /** The recording that the samples belong to, and what was handed on of it. */
  #current: { id: string; bytes: number; samples: number; tail: Promise<unknown>; failure: Failure | undefined } | undefined;

  constructor(dependencies: RecorderDependencies) {
    this.#deps = dependencies;
  }

  readonly chooseScript = (script: ReadingLanguage): void => this.#set({ script });

  readonly chooseMicrophone = (deviceId: string | undefined): void => this.#set({ deviceId });

  readonly learnMicrophones = async (): Promise<void> => {
    const devices = await this.#deps.microphones();
    const { deviceId } = this.store.getState();
    this.#set({ devices, deviceId: devices.some(({ id }) => id === deviceId) ? deviceId : undefined });
  };

  /** Opens the microphone, counts down, and records. */
  readonly startRecording = async (): Promise<void> => {
    if (this.store.getState().phase !== 'idle') return;
    this.#deps.sounds.stopSounds();
    this.#set({ phase: 'asking', failure: undefined, peaks: [], peak: 0, seconds: 0, voiced: 0, hot: false });
    const turn = (this.#opening += 1);
    try {
      const opened = await this.#deps.openRecorder(this.store.getState().deviceId, { onSamples: this.#hear, onLost: this.#lost });
      if (turn !== this.#opening) {
        await opened.close();
        return;
      }
      this.#recorder = opened;
    } catch (thrown) {
      if (turn !== this.#opening) return;
      const failure = toFailure(thrown);
      this.#set({ phase: 'idle', failure });
      this.#deps.announce(plainFailure(failure));
      return;
    }
    void this.learnMicrophones();
    this.#set({ phase: 'counting', count: countdownFrom });
    this.#deps.announce(messages.clone.countdown(countdownFrom));
    this.#counting = setInterval(() => {
      const count = this.store.getState().count - 1;
      if (count > 0) this.#set({ count });
      else {
        clearInterval(this.#counting);
        void this.#begin();
      }
    }, tickMs);
  };

  async #begin(): Promise<void> {
    const turn = this.#opening;
    try {
      const { recordings, form } = this.#deps.clone.store.getState();
      const name = messages.clone.recordingName(recordings.filter(({ kind }) => kind === 'recording').length + 1);
      const recording = await this.#deps.client.run('clone.begin', { name: `${name}.wav`, kind: 'recording' });
      // Stopped while main began it; another countdown may be under way by now.
      if (turn !== this.#opening) {
        void this.#deps.clone.removeRecording(recording.id);
        return;
      }
      this.#current = { id: recording.id, bytes: 0, samples: 0, tail: Promise.resolve(), failure: undefined };
      recordingHere.set(recording.id);
      this.#deps.clone.putRecording(recording, true);
      this.#deps.clone.noteLanguage(recording.id, this.store.getState().script);
      if (form.name.trim() === '') this.#deps.clone.changeForm({ name: messages.clone.myVoice });
      this.#set({ phase: 'recording', count: 0, last: recording.id });
      this.#deps.announce(messages.clone.recordingState);
    } catch (thrown) {
      if (turn !== this.#opening) return;
      await this.#letGo();
      this.#set({ phase: 'idle', failure: toFailure(thrown) });
    }
  }

  readonly #hear = (samples: Int16Array<ArrayBuffer>, peak: number): void => {
    const { peaks, hot, voiced } = this.store.getState();
    this.#set({ peak });
    const now = this.#current;
    if (now === undefined) return;
    now.samples += samples.length;
    this.#set({
      peaks: [...peaks.slice(-(shownPeaks - 1)), peak],
      seconds: now.samples / sampleRate,
      voiced: voiced + (peak >= voicedPeak ? samples.length / sampleRate : 0),
      hot: hot || peak >= hotPeak,
    });
    const piece = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    now.tail = now.tail.then(async () => {
      if (now.failure) return;
      try {
        now.bytes = (await sendPiece(now.id, now.bytes, piece)).taken;
      } catch (thrown) {
        now.failure = toFailure(thrown);
        void this.stopRecording();
      }
    });
    if (now.samples >= maximumSamples) void this.stopRecording();
  };

  readonly #lost = (): void => {
    if (this.store.getState().phase === 'idle') return;
    const recorded = this.#current !== undefined;
    void this.stopRecording().then(() => {
      const why = recorded ? message('clone.microphoneLostSaved') : message('clone.microphoneLost');
      this.#set({ failure: fail('file-missing', why, { next: 'retry' }).failure });
      this.#deps.announce(formatMessage(why));
    });
  };

  /** Ends the recording, or the countdown; what was recorded is in the list. */
  readonly stopRecording = async (): Promise<void> => {
    const { phase } = this.store.getState();
    if (phase === 'idle' || phase === 'ending') return;
    clearInterval(this.#counting);
    this.#opening += 1;
    this.#set({ phase: 'ending' });
    await this.#letGo();
    const done = this.#current;
    this.#current = undefined;
    recordingHere.set(undefined);
    if (done) {
      await done.tail;
      if (done.samples > 0) {
        await this.#deps.cloneFiles.finishRecording(done.id);
        this.#deps.clone.store.setState({ selected: done.id });
      } else await this.#deps.clone.removeRecording(done.id);
    }
    this.#set({ phase: 'idle', peak: 0, ...(done?.failure && { failure: done.failure }) });
  };

  /** Ends what this window was recording when it was loaded again: it is there as far as it came. */
  readonly watchLeftRecording = (): (() => void) =>
    this.#deps.clone.whenDraftIsRead(() => {
      const left = recordingHere.get();
      if (left === undefined || left === this.#current?.id) return;
      recordingHere.set(undefined);
      const isLeft = this.#deps.clone.store.getState().recordings.some(({ id, state }) => id === left && state === 'arriving');
      if (isLeft) void this.#deps.cloneFiles.finishRecording(left);
    });

  async #letGo(): Promise<void> {
    const open = this.#recorder;
    this.#recorder = undefined;
    await open?.close().catch(() => undefined); // it is gone either way
  }

  /** Records once more, in the place of the last. */
  readonly recordAgain = async (): Promise<void> => {
    const { last } = this.store.getState();
    if (last !== undefined) await this.#deps.clone.removeRecording(last);
    this.#set({ last: undefined });
    await this.startRecording();
  };
}

/** Peaks of two seconds, ten a second. */
const heldPeaks = 20;

/** The highest level of the last two seconds, so that a short peak can be seen. */
export const heldPeak = ({ peak, peaks }: Pick<RecorderState, 'peak' | 'peaks'>): number => Math.max(peak, ...peaks.slice(-heldPeaks));

/** The microphone takes sound in, also while it only counts down. */
export const hasMicrophoneOpen = ({ phase }: Pick<RecorderState, 'phase'>): boolean => phase !== 'idle' && phase !== 'asking';

/** The recording that this window is making. */
const recordingHere = keptInWindow('voicewright.recording', z.string());
