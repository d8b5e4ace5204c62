import { expect, it } from 'vitest';
import { VoiceCatalogue } from '#main/features/voices/catalogue.ts';
import { keepNoLists } from '#main/features/voices/list-store.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { fail } from '#shared/failure.ts';
import type { VoicesStatus } from '#shared/operations/voices.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

const voice = (voiceId: string, change: Partial<Voice> = {}): Voice => ({
  voiceId,
  name: `Voice ${voiceId}`,
  isPersonal: false,
  primaryLanguage: 'en',
  languages: ['en'],
  modelIds: [],
  ...change,
});
const noPage = { items: [], notUnderstood: [], total: 0, totalPages: 0 };

/** The catalogue of a service that lists what `voices` answers. */
function openCatalogue(voices: () => Voice[]) {
  const statuses: VoicesStatus[] = [];
  const client = {
    connectionId: 'here',
    voices: () => Promise.resolve().then(voices),
    personalVoices: { list: () => Promise.resolve(noPage) },
  };
  const catalogue = new VoiceCatalogue({
    connection: { current: () => ({ id: 'here' }), ready: () => Promise.resolve(client) } as never,
    kept: keepNoLists,
    log: quietLog(),
    now: () => 1,
    onList: () => undefined,
    onStatus: (status) => statuses.push(status),
  });
  return { catalogue, statuses };
}

it('the status of the voices says why the last reading failed, and nothing more once one has worked', async () => {
  let failing = true;
  const { catalogue, statuses } = openCatalogue(() => {
    if (failing) throw fail('unreachable', said('The service cannot be reached.'));
    return [voice('a')];
  });
  await expect(catalogue.refresh()).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
  expect(statuses.at(-1)).toMatchObject({ reading: null, failure: { kind: 'unreachable' } });
  failing = false;
  await catalogue.refresh();
  expect(statuses.at(-1)).toMatchObject({ reading: null, failure: null, fresh: true });
  failing = true;
  await expect(catalogue.refresh()).rejects.toBeDefined();
  expect(statuses.at(-1)).toMatchObject({ failure: { kind: 'unreachable' } });
  await catalogue.close();
});

it('a voice that was made or deleted is in the list, or out of it, at once, and never twice', async () => {
  const { catalogue } = openCatalogue(() => [voice('a'), voice('b')]);
  const ids = async () => (await catalogue.list()).voices.map(({ voiceId, name }) => `${voiceId} ${name}`);
  await catalogue.refresh();
  catalogue.put(voice('c'));
  catalogue.put(voice('b', { name: 'Voice z' }));
  expect(await ids()).toEqual(['a Voice a', 'c Voice c', 'b Voice z']);
  catalogue.drop('c');
  catalogue.drop('unknown');
  expect(await ids()).toEqual(['a Voice a', 'b Voice z']);
  await catalogue.close();
});
