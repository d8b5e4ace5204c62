import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ModelBusy, type ModelHost } from '../models/model-host.ts';
import type { EngineVoice } from './engine.ts';
import { type FliteProgram, readFliteProgram } from './flite/flite-program.ts';
import { fliteVoiceOf } from './flite/flite-voices.ts';
import type { SpeechOrder, SpeechPiece } from './speech.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** Speeches that one thread works on by turns, each with a coder of about a megabyte; more wait in line. */
const placesDefault = 128;
const threadMaximum = 8;

export class SynthesisBusy extends Error {}
class SynthesisFailed extends Error {}

interface Thread {
  worker: Worker;
  ready: boolean;
  hasFlite: boolean;
  speeches: Set<number>;
}

interface Speech {
  thread: Thread;
  pieces: SpeechPiece[];
  failure: Error | undefined;
  wake: () => void;
  /** Aborted when nobody waits for it any more. */
  left: AbortController;
}

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './speech-thread.ts' : './speech-thread.js', import.meta.url);

/** The pool of speech threads, one for each core. Owns its threads: close it. */
export class Synthesis {
  readonly #threads: Thread[] = [];
  readonly #speeches = new Map<number, Speech>();
  readonly #line: (() => void)[] = [];
  readonly #waitingMaximum: number;
  readonly #places: number;
  #next = 1;
  #atWork = 0;
  #closed = false;
  #fliteProgram: Promise<FliteProgram> | undefined;

  readonly #listen: () => (piece: SpeechPiece) => void;
  readonly #complete: (voice: EngineVoice) => EngineVoice;
  readonly #models: Pick<ModelHost, 'ask'> | undefined;

  /** `places` are the speeches that a thread works on at a time; `waitingMaximum` speeches may wait in line; beyond that {@link SynthesisBusy}. `listen` makes a listener for each speech, which is given every piece of it. `complete` adds to a voice what its name stands for here, and throws where that is gone. `models` speak voices of models. */
  constructor(
    threads = Math.min(threadMaximum, availableParallelism()),
    waitingMaximum = 2_000,
    listen: () => (piece: SpeechPiece) => void = () => () => undefined,
    places = placesDefault,
    complete: (voice: EngineVoice) => EngineVoice = (voice) => voice,
    models?: Pick<ModelHost, 'ask'>,
  ) {
    this.#waitingMaximum = waitingMaximum;
    this.#places = places;
    this.#listen = listen;
    this.#complete = complete;
    this.#models = models;
    for (let count = 0; count < threads; count += 1) this.#threads.push(this.#start());
  }

  /**
   * Speaks; the pieces come while they are made. Leaving the loop or aborting stops the engine. What was made and not yet
   * taken is bounded: the thread waits for the reader. Who is `patient` waits in a full line too, and bounds its calls itself.
   */
  async *speak(order: SpeechOrder, signal?: AbortSignal, patient = false): AsyncGenerator<SpeechPiece, void, undefined> {
    const completed = { ...order, voice: this.#complete(order.voice) };
    const flite = fliteVoiceOf(completed.voice) === undefined ? undefined : await this.#readFlite();
    await this.#turn(signal, patient);
    const id = this.#next;
    this.#next += 1;
    const thread = this.#threads.toSorted((one, other) => one.speeches.size - other.speeches.size)[0];
    if (thread === undefined) {
      this.#release();
      throw new SynthesisFailed('The speech engine does not start');
    }
    const speech: Speech = { thread, pieces: [], failure: undefined, wake: () => undefined, left: new AbortController() };
    const abort = () => speech.wake();
    this.#speeches.set(id, speech);
    thread.speeches.add(id);
    signal?.addEventListener('abort', abort);
    const hear = this.#listen();
    const tell = (message: ToThread) => thread.worker.postMessage(message);
    if (flite !== undefined && !thread.hasFlite) {
      tell({ kind: 'flite', program: flite });
      thread.hasFlite = true;
    }
    tell({ kind: 'speak', speech: id, order: completed });
    try {
      for (;;) {
        signal?.throwIfAborted();
        const piece = speech.pieces.shift();
        if (piece !== undefined) {
          const bytes = piece.kind === 'audio' ? piece.bytes.length : 0;
          hear(piece);
          yield piece;
          if (bytes > 0) tell({ kind: 'taken', speech: id, bytes });
          if (piece.kind === 'done') return;
        } else if (speech.failure !== undefined) throw speech.failure;
        else await new Promise<void>((resolve) => (speech.wake = resolve));
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      tell({ kind: 'stop', speech: id });
      speech.left.abort();
      this.#speeches.delete(id);
      thread.speeches.delete(id);
      this.#release();
    }
  }

  /** Read once for all threads, when the first voice needs it; read again after it could not be. */
  async #readFlite(): Promise<FliteProgram> {
    this.#fliteProgram ??= readFliteProgram();
    try {
      return await this.#fliteProgram;
    } catch (thrown) {
      this.#fliteProgram = undefined;
      throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.worker.terminate()));
    for (const speech of this.#speeches.values()) {
      speech.failure = new SynthesisFailed('The service is closing');
      speech.wake();
    }
  }

  /** Takes a place with the threads, or waits in line for one; {@link #release} gives it back. */
  async #turn(signal: AbortSignal | undefined, patient: boolean): Promise<void> {
    if (this.#threads.length > 0 && this.#atWork < this.#threads.length * this.#places) {
      this.#atWork += 1;
      return;
    }
    if (!patient && this.#line.length >= this.#waitingMaximum) throw new SynthesisBusy('Too many speeches are waiting');
    if (this.#threads.length > 0) await new Promise<void>((resolve) => this.#line.push(resolve));
    else this.#atWork += 1;
    if (this.#threads.length > 0 && signal?.aborted !== true) return;
    this.#release();
    signal?.throwIfAborted();
    throw new SynthesisFailed('The speech engine does not start');
  }

  /** A place goes to the next in line. */
  #release(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#atWork -= 1;
    else next();
  }

  #start(): Thread {
    const worker = new Worker(entry(), { name: 'speech' });
    const thread: Thread = { worker, ready: false, hasFlite: false, speeches: new Set() };
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'ready') {
        thread.ready = true;
        return;
      }
      const speech = this.#speeches.get(message.speech);
      if (speech === undefined) return;
      if (message.kind === 'ask') {
        void this.#ask(message, speech);
        return;
      }
      if (message.kind === 'piece') speech.pieces.push(message.piece);
      else speech.failure ??= new SynthesisFailed(message.message);
      speech.wake();
    });
    worker.on('error', (error: unknown) => this.#lost(thread, error));
    // Behind an error too; alone when the thread was ended from without, or ended itself.
    worker.on('exit', (code) => this.#lost(thread, new Error(`exit code ${code}`)));
    return thread;
  }

  /** A sentence of a voice of a model: what the model fails with, the speech fails with. */
  async #ask({ speech: id, question }: Extract<FromThread, { kind: 'ask' }>, speech: Speech): Promise<void> {
    try {
      if (this.#models === undefined) throw new SynthesisFailed('There are no voice models here');
      const sound = await this.#models.ask(question, speech.left.signal);
      const message: ToThread = { kind: 'sound', speech: id, sound };
      speech.thread.worker.postMessage(message);
    } catch (thrown) {
      speech.failure ??= thrown instanceof ModelBusy ? new SynthesisBusy(thrown.message) : toError(thrown);
      speech.wake();
    }
  }

  /** A thread died: its speeches fail, another takes its place; none when it did not even start, as another would not either. */
  #lost(thread: Thread, error: unknown): void {
    const failure = new SynthesisFailed(error instanceof Error ? `A speech thread ended: ${error.message}` : 'A speech thread ended');
    for (const id of thread.speeches) {
      const speech = this.#speeches.get(id);
      if (speech === undefined) continue;
      speech.failure ??= failure;
      speech.wake();
    }
    const place = this.#threads.indexOf(thread);
    if (this.#closed || place < 0) return;
    if (thread.ready) this.#threads[place] = this.#start();
    else {
      this.#threads.splice(place, 1);
      if (this.#threads.length > 0) return;
      for (const wake of this.#line.splice(0)) {
        this.#atWork += 1;
        wake();
      }
    }
  }
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new SynthesisFailed('The voice model failed'));
