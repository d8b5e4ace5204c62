import { create } from 'zustand';
import { sayLimits } from '#shared/operations/paid.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { announce } from '../../lib/live-region.tsx';
import { plural } from '../../lib/format.ts';
import { lineKey, sayLine, stopLine, useLines, type Line } from '../../core/voices/lines.ts';
import { playSound } from '../../core/player/sounds.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { markVoice, useVoices, voiceOfId } from '../../core/voices/voices.ts';
import { messages } from '#shared/messages/index.ts';

interface AuditionState {
  /** The line that every chosen voice says. */
  text: string;
  /** Voices that are still to be said, while an audition runs. */
  running: { total: number; done: number; failed: number } | undefined;
}

const kept = 'audition-line';
const usual = messages.voices.sampleLine;

export const useAudition = create<AuditionState>(() => ({
  text: (localStorage.getItem(kept) ?? usual).slice(0, sayLimits.characters),
  running: undefined,
}));

/** Voices that speak at a time: the first can be heard soon, and the service is not stormed. */
const atATime = 3;

export function setLine(text: string): void {
  const line = text.slice(0, sayLimits.characters);
  localStorage.setItem(kept, line);
  useAudition.setState({ text: line });
}

/** The line as a voice says it, by its default model, named: so it is found without a service too. */
export function lineOf(voice: CatalogueVoice, text: string): Line {
  const modelId = answeringModelId(voice);
  return { voiceId: voice.voiceId, text: text.trim(), ...(modelId === undefined ? {} : { modelId }) };
}

let current = new AbortController();
let speaking: Line[] = [];

/** Has the line said by every chosen voice that has not said it yet; one failure does not stop the rest. The first to be there is heard. */
export async function audition(): Promise<void> {
  const { text, running } = useAudition.getState();
  const voices = useVoices.getState().chosen.flatMap((id) => voiceOfId(id) ?? []);
  if (running || voices.length === 0 || text.trim() === '') return;
  const controller = (current = new AbortController());
  const stopped = (): boolean => controller.signal.aborted;
  let heard = false;
  const count = { total: voices.length, done: 0, failed: 0 };
  useAudition.setState({ running: { ...count } });
  const left = [...voices];
  const work = async (): Promise<void> => {
    for (let voice = left.shift(); voice && !stopped(); voice = left.shift()) {
      const line = lineOf(voice, text);
      speaking = [...speaking, line];
      const said = await sayLine(line);
      speaking = speaking.filter((other) => other !== line);
      count.done += 1;
      if (said.state === 'said') {
        void markVoice(voice.voiceId, { used: true });
        if (!heard && !stopped()) playSound(said.file.url);
        heard = true;
      } else count.failed += 1;
      useAudition.setState({ running: { ...count } });
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  useAudition.setState({ running: undefined });
  const failed = count.failed > 0 ? messages.voices.failedCount(plural(count.failed, messages.voices.voice)) : '';
  announce(
    stopped()
      ? messages.voices.auditionStopped
      : messages.voices.auditionDone(plural(count.done - count.failed, messages.voices.voice), failed),
  );
}

/** Sends nothing more; what is under way at the service is kept when it comes. */
export function stopAudition(): void {
  current.abort();
  for (const line of speaking) stopLine(line);
}

/** The sound of a voice's line, where it is there. */
export function soundOf(voice: CatalogueVoice): string | undefined {
  const state = useLines.getState().lines.get(lineKey(lineOf(voice, useAudition.getState().text)));
  return state?.state === 'said' ? state.file.url : undefined;
}
