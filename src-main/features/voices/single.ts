import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { toFailure } from '#shared/failure.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import { readPages } from '../../service-client/reading/list.ts';

const pageSize = 100;
const maximumPages = 500;

/** A voice of which nothing but its id is known. */
export const bareVoice = (voiceId: string): CatalogueVoice => ({
  voiceId,
  name: voiceId,
  isPersonal: false,
  primaryLanguage: '',
  languages: [],
  modelIds: [],
});

/**
 * Asks the service for one voice, which fails with `not-found` where it has none. Fields of that answer are not shown by the interface: what it does not say
 * is taken from `listed`, an item of the list as it was read before; where neither names a model, from the list as it is now.
 */
export async function readVoice(
  client: Pick<ServiceClient, 'voice' | 'voicePage'>,
  voiceId: string,
  listed: CatalogueVoice | undefined,
  signal?: AbortSignal,
): Promise<CatalogueVoice> {
  const { known } = await client.voice(voiceId, signal);
  const hasModels = (voice: Partial<CatalogueVoice> | undefined): boolean => (voice?.modelIds?.length ?? 0) > 0;
  const facts = hasModels(known) || hasModels(listed) ? listed : ((await findInList(client, voiceId, signal)) ?? listed);
  const whole = { ...bareVoice(voiceId), ...facts, ...known };
  return hasModels(known) ? whole : { ...whole, modelIds: facts?.modelIds ?? [] };
}

async function findInList(
  client: Pick<ServiceClient, 'voicePage'>,
  voiceId: string,
  signal: AbortSignal | undefined,
): Promise<CatalogueVoice | undefined> {
  const isWanted = (voice: CatalogueVoice): boolean => voice.voiceId === voiceId;
  try {
    const { items } = await readPages(
      (page) => client.voicePage({ page, pageSize, includePersonal: true }, signal),
      (voice) => voice.voiceId,
      {
        most: maximumPages,
        until: isWanted,
      },
    );
    return items.find(isWanted);
  } catch (thrown) {
    // The voice is there all the same, by its own address.
    if (!['bad-response', 'forbidden', 'not-found'].includes(toFailure(thrown).kind)) throw thrown;
    return undefined;
  }
}
