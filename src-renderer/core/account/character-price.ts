import { attempt } from '../host/attempt.ts';
import { client } from '../host/host.ts';

/** Credits of one character by a model, learned or listed by the service; `undefined` where it is not known now. */
export async function priceOfCharacter(
  modelId: string,
  signal: AbortSignal,
): Promise<{ creditsPerUnit: number | null; samples: number } | undefined> {
  const answer = await attempt(() => client.run('jobs.price', { unit: 'character', modelId }, { signal }));
  return answer.ok ? { creditsPerUnit: answer.value?.creditsPerUnit ?? null, samples: answer.value?.samples ?? 0 } : undefined;
}
