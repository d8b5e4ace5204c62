import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What was heard of a voice file: how loud it is made, in decibels, and whether its melody stays as it was recorded. */
export type Trial = { works: true; gain: number; fixed: boolean } | { works: false };

/** A voice that takes longer to say two sentences hangs on damage in its file. */
const patienceMs = 60_000;

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './trial-thread.ts' : './trial-thread.js', import.meta.url);

/** Speaks with a voice file, in a thread of its own, and measures what is heard. */
export async function tryVoice(file: string): Promise<Trial> {
  const thread = new Worker(entry(), { name: 'trial', workerData: file });
  try {
    const [trial] = (await once(thread, 'message', { signal: AbortSignal.timeout(patienceMs) })) as [Trial];
    return trial;
  } catch {
    return { works: false };
  } finally {
    await thread.terminate();
  }
}
