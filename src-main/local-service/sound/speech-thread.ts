import { parentPort } from 'node:worker_threads';
import { type ModelSound } from '../models/model-order.ts';
import { Engines } from './engines.ts';
import type { FliteProgram } from './flite/flite-program.ts';
import { speak, type SpeechOrder } from './speech.ts';
import type { FromThread, ToThread } from './thread-messages.ts';
import { Turns } from './turns.ts';

/**
 * A thread with one instance of each engine. It works on many speeches by turns, a breath or a second of encoding at a time, so that a long
 * text or a slow reader never keeps a short one waiting, and each gets its first sound before any is far ahead.
 */

/** Audio bytes that may lie between the engine and the reader; a breath may overshoot it once. */
const windowBytes = 256 * 1024;

class Stopped extends Error {}

interface Running {
  outstanding: number;
  stopped: boolean;
  begun: boolean;
  atWork: boolean;
  wake: () => void;
  /** While a model is asked. */
  answer: ((sound: ModelSound | undefined) => void) | undefined;
}

const port = parentPort;
if (port === null) throw new Error('speech-thread.ts runs as a worker thread');
const post = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const running = new Map<number, Running>();
const turns = new Turns();
let fliteProgram: FliteProgram | undefined;
const startEngines = () => Engines.start(() => fliteProgram);
let engines = await startEngines();

async function run(speech: number, order: SpeechOrder): Promise<void> {
  const state: Running = { outstanding: 0, stopped: false, begun: false, atWork: false, wake: () => undefined, answer: undefined };
  running.set(speech, state);
  const pass = () => {
    if (state.atWork) turns.pass();
    state.atWork = false;
  };
  try {
    await speak(engines, order, {
      give(piece) {
        if (piece.kind === 'audio') {
          state.outstanding += piece.bytes.length;
          post({ kind: 'piece', speech, piece }, [piece.bytes.buffer]);
        } else post({ kind: 'piece', speech, piece });
      },
      async room() {
        pass();
        while (state.outstanding > windowBytes && !state.stopped) await new Promise<void>((resolve) => (state.wake = resolve));
        if (!state.stopped) {
          await turns.take(!state.begun);
          state.begun = true;
          state.atWork = true;
        }
        if (state.stopped) throw new Stopped();
      },
      async ask(question) {
        // Other speeches take their turns meanwhile.
        pass();
        const sound = state.stopped
          ? undefined
          : await new Promise<ModelSound | undefined>((resolve) => {
              state.answer = resolve;
              post({ kind: 'ask', speech, question });
            });
        state.answer = undefined;
        await this.room();
        if (sound === undefined) throw new Stopped();
        return sound;
      },
    });
  } catch (error) {
    if (error instanceof Stopped) return;
    // After an abort inside WebAssembly the instance is not to be trusted any more.
    if (error instanceof Error && error.name === 'RuntimeError') engines = await startEngines();
    post({ kind: 'failed', speech, message: error instanceof Error ? error.message : 'The engine failed' });
  } finally {
    pass();
    running.delete(speech);
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'speak') {
    void run(message.speech, message.order);
    return;
  }
  if (message.kind === 'flite') {
    fliteProgram = message.program;
    return;
  }
  const state = running.get(message.speech);
  if (state === undefined) return;
  if (message.kind === 'sound') {
    state.answer?.(message.sound);
    return;
  }
  if (message.kind === 'stop') {
    state.stopped = true;
    state.answer?.(undefined);
  } else state.outstanding -= message.bytes;
  state.wake();
});
post({ kind: 'ready' });
