import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';

/** A line by a voice, outside any project. Without a model, the voice's default answers. */
export interface Line {
  voiceId: string;
  modelId?: string;
  text: string;
}

/** How it stands: its sound, or why there is none. `reused`: it had been paid for before. */
export type LineState =
  | { state: 'saying' }
  | { state: 'said'; file: KeptFile; reused: boolean; creditsUsed: number | null }
  | { state: 'failed'; failure: Failure };

/** Lines that are remembered by a window; main keeps their sound for good. */
const remembered = 1000;

export interface LinesDependencies {
  client: StudioClient;
}

/** Lines that voices say outside any project. */
export class LinesStore {
  /** What this window has had said, by `lineKey`. */
  readonly store = create<{ lines: ReadonlyMap<string, LineState> }>(() => ({ lines: new Map() }));
  readonly #deps: LinesDependencies;
  readonly #running = new Map<string, { controller: AbortController; done: Promise<LineState> }>();

  constructor(dependencies: LinesDependencies) {
    this.#deps = dependencies;
  }

  #set(key: string, state: LineState | undefined): void {
    const lines = new Map(this.store.getState().lines);
    lines.delete(key);
    if (state) lines.set(key, state);
    for (const oldest of lines.keys()) {
      if (lines.size <= remembered) break;
      lines.delete(oldest);
    }
    this.store.setState({ lines });
  }

  /** Has a line said, once however often it is asked for at a time; costs nothing where it is paid for already. Never fails by itself. */
  readonly sayLine = (line: Line): Promise<LineState> => {
    const key = lineKey(line);
    const known = this.store.getState().lines.get(key);
    if (known?.state === 'said') return Promise.resolve(known);
    const before = this.#running.get(key);
    if (before) return before.done;
    const controller = new AbortController();
    const done = attempt(() => this.#deps.client.run('voices.say', line, { signal: controller.signal })).then((answer) => {
      this.#running.delete(key);
      const state: LineState = answer.ok
        ? { state: 'said', file: answer.value.file, reused: answer.value.reused, creditsUsed: answer.value.operation?.creditsUsed ?? null }
        : { state: 'failed', failure: answer.failure };
      // Stopped is no failure; what was sent goes on, and is there the next time.
      this.#set(key, state.state === 'failed' && state.failure.kind === 'cancelled' ? undefined : state);
      return state;
    });
    this.#running.set(key, { controller, done });
    this.#set(key, { state: 'saying' });
    return done;
  };

  /** Waits no longer for a line; what is under way at the service is kept when it comes. */
  readonly stopLine = (line: Line): void => this.#running.get(lineKey(line))?.controller.abort();

  /** What lines would cost; `undefined` where it is not known now. */
  readonly quoteLines = async (
    text: string,
    voices: readonly { voiceId: string; modelId: string }[],
    signal: AbortSignal,
  ): Promise<{ lines: LineQuote[]; learnedFrom: number } | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('voices.quote', { text, voices: [...voices] }, { signal }));
    return answer.ok ? answer.value : undefined;
  };
}

export const lineKey = ({ voiceId, modelId, text }: Line): string => JSON.stringify([voiceId, modelId ?? null, text.trim()]);

export interface LineQuote {
  voiceId: string;
  /** Its sound, where it is paid for already. */
  file: KeptFile | null;
  /** 0 where it is paid for, null where the price is not known. */
  credits: number | null;
}
