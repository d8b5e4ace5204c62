import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Mono, from -1 to 1. */
export interface TrialSpeech {
  samples: Float32Array;
  rate: number;
}

/** What was heard of a voice file: how loud it is made, in decibels, and whether its melody stays as it was recorded. */
export type Trial = { works: true; gain: number; fixed: boolean } | { works: false };

/** A voice that takes longer to say two sentences hangs on damage in its file. */
const patienceMs = 60_000;

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './trial-thread.ts' : './trial-thread.js', import.meta.url);

/** What the thread is given: a voice file that is tried, or that a recogniser is. */
export type TrialOrder = { file: string } | { says: 'sentence' };

/** Speaks with a voice file, in a thread of its own, and measures what is heard. */
export const tryVoice = (file: string): Promise<Trial> => run<Trial>({ file }).catch(() => ({ works: false }));

/** A clear English sentence, for a recogniser to recognise. */
export const sayTrial = (): Promise<TrialSpeech> => run<TrialSpeech>({ says: 'sentence' });

async function run<Answer>(order: TrialOrder): Promise<Answer> {
  const thread = new Worker(entry(), { name: 'trial', workerData: order });
  try {
    const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(patienceMs) })) as [Answer];
    return answer;
  } finally {
    await thread.terminate();
  }
}
