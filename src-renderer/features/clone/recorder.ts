import { create } from 'zustand';
import { toFailure, type Failure, formatFailure, fail } from '#shared/failure.ts';
import { maximumSamples } from '#shared/clone/recordings.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { microphones, Recorder, type Microphone } from '../../audio/recorder.ts';
import { announce } from '../../lib/live-region.tsx';
import { changeForm, putRecording, removeRecording, useClone } from './store.ts';
import { finishRecording, sendPiece } from './files.ts';
import { studio } from '../../core/host/host.ts';
import { stopSounds } from '../../core/player/sounds.ts';
import { messages } from '#shared/messages/index.ts';
import { formatMessage, message } from '#shared/messages/message.ts';

export const countdownFrom = 3;
/** Peaks of the last seconds that are shown while it records, ten a second. */
const shownPeaks = 120;
const tickMs = 1000;
/** A peak that is cut off, or nearly. */
export const hotPeak = 0.98;

interface RecorderState {
  phase: 'idle' | 'asking' | 'counting' | 'recording' | 'ending';
  count: number;
  /** Of the last tenth of a second, 0 to 1. */
  peak: number;
  peaks: number[];
  seconds: number;
  /** It was cut off once since it began. */
  hot: boolean;
  devices: Microphone[];
  deviceId: string | undefined;
  failure: Failure | undefined;
  /** What was recorded last, for **Again**. */
  last: string | undefined;
}

export const useRecorder = create<RecorderState>(() => ({
  phase: 'idle',
  count: 0,
  peak: 0,
  peaks: [],
  seconds: 0,
  hot: false,
  devices: [],
  deviceId: undefined,
  failure: undefined,
  last: undefined,
}));
const set = useRecorder.setState;

let recorder: Recorder | undefined;
/** Which opening of the microphone is wanted: one that was stopped while the person was asked is let go when it comes. */
let opening = 0;
let counting: ReturnType<typeof setInterval> | undefined;
/** The recording that the samples belong to, and what was handed on of it. */
let current: { id: string; bytes: number; samples: number; tail: Promise<unknown>; failure: Failure | undefined } | undefined;

export const chooseMicrophone = (deviceId: string | undefined): void => set({ deviceId });

export async function learnMicrophones(): Promise<void> {
  const devices = await microphones();
  const { deviceId } = useRecorder.getState();
  set({ devices, deviceId: devices.some(({ id }) => id === deviceId) ? deviceId : undefined });
}

/** Opens the microphone, counts down, and records. */
export async function startRecording(): Promise<void> {
  if (useRecorder.getState().phase !== 'idle') return;
  stopSounds();
  set({ phase: 'asking', failure: undefined, peaks: [], peak: 0, seconds: 0, hot: false });
  const turn = (opening += 1);
  try {
    const opened = await Recorder.open(useRecorder.getState().deviceId, { onSamples: hear, onLost: lost });
    if (turn !== opening) {
      await opened.close();
      return;
    }
    recorder = opened;
  } catch (thrown) {
    if (turn !== opening) return;
    const failure = toFailure(thrown);
    set({ phase: 'idle', failure });
    announce(formatFailure(failure));
    return;
  }
  void learnMicrophones();
  set({ phase: 'counting', count: countdownFrom });
  announce(messages.clone.recordingIn2(countdownFrom));
  counting = setInterval(() => {
    const count = useRecorder.getState().count - 1;
    if (count > 0) set({ count });
    else {
      clearInterval(counting);
      void begin();
    }
  }, tickMs);
}

async function begin(): Promise<void> {
  const turn = opening;
  try {
    const { recordings, form } = useClone.getState();
    const name = messages.clone.recording3(recordings.filter(({ kind }) => kind === 'recording').length + 1);
    const recording = await studio().run('clone.begin', { name: `${name}.wav`, kind: 'recording' });
    // Stopped while main began it; another countdown may be under way by now.
    if (turn !== opening) {
      void removeRecording(recording.id);
      return;
    }
    current = { id: recording.id, bytes: 0, samples: 0, tail: Promise.resolve(), failure: undefined };
    putRecording(recording, true);
    if (form.name.trim() === '') changeForm({ name: messages.clone.myVoice });
    set({ phase: 'recording', count: 0, last: recording.id });
    announce(messages.clone.recording2);
  } catch (thrown) {
    if (turn !== opening) return;
    await letGo();
    set({ phase: 'idle', failure: toFailure(thrown) });
  }
}

function hear(samples: Int16Array<ArrayBuffer>, peak: number): void {
  const { peaks, hot } = useRecorder.getState();
  set({ peak });
  const now = current;
  if (now === undefined) return;
  now.samples += samples.length;
  set({ peaks: [...peaks.slice(-(shownPeaks - 1)), peak], seconds: now.samples / sampleRate, hot: hot || peak >= hotPeak });
  const piece = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  now.tail = now.tail.then(async () => {
    if (now.failure) return;
    try {
      now.bytes = (await sendPiece(now.id, now.bytes, piece)).taken;
    } catch (thrown) {
      now.failure = toFailure(thrown);
      void stopRecording();
    }
  });
  if (now.samples >= maximumSamples) void stopRecording();
}

function lost(): void {
  if (useRecorder.getState().phase === 'idle') return;
  const recorded = current !== undefined;
  void stopRecording().then(() => {
    const why = recorded ? message('clone.theMicrophoneWasPulledOutOr') : message('clone.theMicrophoneWasPulledOutOr2');
    set({ failure: fail('file-missing', why, { next: 'retry' }).failure });
    announce(formatMessage(why));
  });
}

/** Ends the recording, or the countdown; what was recorded is in the list. */
export async function stopRecording(): Promise<void> {
  const { phase } = useRecorder.getState();
  if (phase === 'idle' || phase === 'ending') return;
  clearInterval(counting);
  opening += 1;
  set({ phase: 'ending' });
  await letGo();
  const done = current;
  current = undefined;
  if (done) {
    await done.tail;
    if (done.samples > 0) {
      await finishRecording(done.id);
      useClone.setState({ selected: done.id });
    } else await removeRecording(done.id);
  }
  set({ phase: 'idle', peak: 0, ...(done?.failure && { failure: done.failure }) });
}

async function letGo(): Promise<void> {
  const open = recorder;
  recorder = undefined;
  await open?.close().catch(() => undefined); // it is gone either way
}

/** Records once more, in the place of the last. */
export async function recordAgain(): Promise<void> {
  const { last } = useRecorder.getState();
  if (last !== undefined) await removeRecording(last);
  set({ last: undefined });
  await startRecording();
}
