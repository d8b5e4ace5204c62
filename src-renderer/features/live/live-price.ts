import { attempt } from '../../core/host/attempt.ts';
import { client } from '../../core/host/host.ts';

/** Credits of one character, learned from what was spoken; `undefined` where it is not known now. */
export async function priceOfLive(
  modelId: string,
  signal: AbortSignal,
): Promise<{ creditsPerUnit: number | null; samples: number } | undefined> {
  const answer = await attempt(() => client.run('jobs.price', { unit: 'character', modelId }, { signal }));
  return answer.ok ? { creditsPerUnit: answer.value?.creditsPerUnit ?? null, samples: answer.value?.samples ?? 0 } : undefined;
}
