import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { attempt } from '../host/attempt.ts';
import { studio } from '../host/host.ts';

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

/** What this window has had said, by `lineKey`. */
export const useLines = create<{ lines: ReadonlyMap<string, LineState> }>(() => ({ lines: new Map() }));

export const lineKey = ({ voiceId, modelId, text }: Line): string => JSON.stringify([voiceId, modelId ?? null, text.trim()]);

const running = new Map<string, { controller: AbortController; done: Promise<LineState> }>();

function set(key: string, state: LineState | undefined): void {
  const lines = new Map(useLines.getState().lines);
  lines.delete(key);
  if (state) lines.set(key, state);
  for (const oldest of lines.keys()) {
    if (lines.size <= remembered) break;
    lines.delete(oldest);
  }
  useLines.setState({ lines });
}

/** Has a line said, once however often it is asked for at a time; costs nothing where it is paid for already. Never fails by itself. */
export function sayLine(line: Line): Promise<LineState> {
  const key = lineKey(line);
  const known = useLines.getState().lines.get(key);
  if (known?.state === 'said') return Promise.resolve(known);
  const before = running.get(key);
  if (before) return before.done;
  const controller = new AbortController();
  const done = attempt(() => studio().run('voices.say', line, { signal: controller.signal })).then((answer) => {
    running.delete(key);
    const state: LineState = answer.ok
      ? { state: 'said', file: answer.value.file, reused: answer.value.reused, creditsUsed: answer.value.operation?.creditsUsed ?? null }
      : { state: 'failed', failure: answer.failure };
    // Stopped is no failure; what was sent goes on, and is there the next time.
    set(key, state.state === 'failed' && state.failure.kind === 'cancelled' ? undefined : state);
    return state;
  });
  running.set(key, { controller, done });
  set(key, { state: 'saying' });
  return done;
}

/** Waits no longer for a line; what is under way at the service is kept when it comes. */
export const stopLine = (line: Line): void => running.get(lineKey(line))?.controller.abort();

/** What is known of a line, by a component. */
export const useLine = (line: Line): LineState | undefined => useLines(({ lines }) => lines.get(lineKey(line)));

export interface LineQuote {
  voiceId: string;
  /** Its sound, where it is paid for already. */
  file: KeptFile | null;
  /** 0 where it is paid for, null where the price is not known. */
  credits: number | null;
}

/** What lines would cost; `undefined` where it cannot be told now. */
export async function quoteLines(
  text: string,
  voices: readonly { voiceId: string; modelId: string }[],
  signal: AbortSignal,
): Promise<{ lines: LineQuote[]; learnedFrom: number } | undefined> {
  const answer = await attempt(() => studio().run('voices.quote', { text, voices: [...voices] }, { signal }));
  return answer.ok ? answer.value : undefined;
}
