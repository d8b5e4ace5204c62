import { enoughText } from '#shared/dubbing/voice-languages.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';

/** The languages of texts (`de`), in their order, each where it is plain from the text; `undefined` where main does not answer. */
export async function findTextLanguages(
  client: StudioClient,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly (string | null)[] | undefined> {
  const cut = texts.map((text) => text.slice(0, enoughText));
  const answer = await attempt(() => client.run('dubs.languages', { texts: cut }, { signal }));
  return answer.ok ? answer.value.languages : undefined;
}
