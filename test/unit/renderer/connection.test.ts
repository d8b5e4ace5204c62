import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, type FailureKind } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import type { Connection } from '#shared/operations/connections.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { statusOf } from '../../../src-renderer/core/connections/connection-status.ts';
import { canBeUsedAnyway } from '../../../src-renderer/core/connections/connections-store.ts';
import { said } from '../../helpers/said.ts';

type Answer = (input: unknown) => unknown;
let answers: Record<string, Answer> = {};
const asked: [string, unknown][] = [];
const run = async (name: string, input: unknown): Promise<unknown> => {
  asked.push([name, input]);
  await Promise.resolve();
  return answers[name]?.(input) ?? { version: '', host: {} };
};
const stores = createFakeStores({ openHost: () => Promise.resolve({ run, onClose: () => undefined } as never) });
const { addConnection, connectTo, store: useConnections } = stores.connections;
const { connectHost } = stores.host;
const { loadCatalogue, take, store: useStudio } = stores.studio;
const { nameOfVoice } = stores.voices;

const voice = (voiceId: string, name: string) => ({ voiceId, name, modelIds: [], primaryLanguage: 'en', languages: [], isPersonal: false });
const local: Connection = { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' };
const work: Connection = { id: 'https://work.example', kind: 'account', name: 'Work', state: 'ready' };
const connect = (connection: Connection): void => take({ type: 'connection', connection });
const account = { userId: 'u', tier: 't', credits: 5, apiQuotaRemaining: 6, asOf: 1 };
const refuse = (kind: FailureKind) => () => {
  throw fail(kind, said('No.'));
};

beforeEach(async () => {
  asked.length = 0;
  answers = {
    'voices.list': () => ({ voices: [voice('v1', 'Ada')], asOf: 1, fresh: true }),
    'models.list': () => ({ models: [{ id: 'm1' }], asOf: 1 }),
  };
  await connectHost();
  useStudio.setState({ ...useStudio.getInitialState() });
  connect(local);
  await loadCatalogue();
});

describe('the local service', () => {
  it('has its name in the language of the window, whatever language main named it in', () => {
    const renamed = { ...local, name: 'Lokaler Dienst' };
    connect(renamed);
    expect(useStudio.getState().connection).toEqual(local);
    connect({ ...work, awaited: { id: 'local', kind: 'local', name: 'Lokaler Dienst' } });
    expect(useStudio.getState().connection?.awaited?.name).toBe(messages.connections.localService);
    expect(useStudio.getState().connection?.name).toBe('Work');
  });
});

describe('the lists of voices and models', () => {
  it('stay as they are where they cannot be read again', async () => {
    answers = { 'voices.list': refuse('unreachable'), 'models.list': refuse('unreachable') };
    connect({ ...local, state: 'failed', failure: fail('unreachable', said('Lost.')).failure });
    await loadCatalogue();
    expect(useStudio.getState()).toMatchObject({ voices: { state: 'ready' }, models: { state: 'ready' } });
    expect(nameOfVoice('v1')).toBe('Ada');
  });

  it('stay those of the service that answered last while another is awaited, and the balance is of neither', () => {
    take({ type: 'account', account });
    connect({ ...local, awaited: { id: work.id, kind: 'account', name: 'Work' }, state: 'failed' });
    expect(useStudio.getState()).toMatchObject({ voices: { state: 'ready' }, models: { state: 'ready' }, account: undefined });
  });

  it('are another service’s once it answers, and a voice of the one before is still called by its name', async () => {
    answers['voices.list'] = () => ({ voices: [voice('w1', 'Bob')], asOf: 2, fresh: true });
    connect(work);
    expect(useStudio.getState().voices.state).toBe('loading');
    await loadCatalogue();
    expect([nameOfVoice('w1'), nameOfVoice('v1'), nameOfVoice('nobody')]).toEqual(['Bob', 'Ada', 'nobody']);
  });

  it('give way to the name that the person has for a voice', async () => {
    answers['voices.list'] = () => ({ voices: [voice('w1', 'Bob')], asOf: 2, fresh: true });
    connect(work);
    await loadCatalogue();
    const mark = { favourite: false, tags: [], usedAt: null, name: 'Bob' };
    stores.voices.store.setState({ marks: { w1: { ...mark, alias: 'Grandpa' }, v1: { ...mark, alias: null } } });
    expect([nameOfVoice('w1'), nameOfVoice('v1')]).toEqual(['Grandpa', 'Bob']);
    stores.voices.store.setState({ marks: {} });
  });

  it('are not taken from a service that was left while they were read', async () => {
    const lists = [voice('v1', 'Ada'), voice('w1', 'Bob')].map((one) => ({ voices: [one], asOf: 2, fresh: true }));
    const [late, soon] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    const answered = [late, soon];
    answers['voices.list'] = () => answered.shift()?.promise;
    const reading = loadCatalogue();
    await vi.waitFor(() => expect(answered).toHaveLength(1));
    connect(work);
    await vi.waitFor(() => expect(answered).toHaveLength(0));
    soon.resolve(lists[1]);
    await vi.waitFor(() => expect(useStudio.getState().voices.state).toBe('ready'));
    late.resolve(lists[0]);
    await reading;
    expect(useStudio.getState().voices).toMatchObject({ value: [{ name: 'Bob' }] });
  });
});

describe('a connection', () => {
  it('that failed is reported with its failure, and the list is read again', async () => {
    answers['connections.use'] = refuse('unauthorized');
    answers['connections.list'] = () => ({ connections: [{ id: 'local' }], keepsKeys: true });
    expect(await connectTo({ id: work.id })).toMatchObject({ kind: 'unauthorized' });
    expect(useConnections.getState()).toMatchObject({ list: [{ id: 'local' }], keepsKeys: true });
  });

  it('is added and used in one operation, which main tests first', async () => {
    answers['connections.list'] = () => ({ connections: [], keepsKeys: true });
    const wanted = { baseUrl: work.id, realtimeUrl: null, key: 'k', use: true };
    expect(await addConnection(wanted, new AbortController().signal)).toBeUndefined();
    expect(asked.filter(([name]) => name.startsWith('connections.'))).toEqual([
      ['connections.add', wanted],
      ['connections.list', null],
    ]);
  });

  it.each<[FailureKind, boolean]>([
    ['unreachable', true],
    ['unauthorized', true],
    ['bad-response', true],
    ['service-timeout', true],
    ['invalid-input', false],
    ['conflict', false],
    ['disk-full', false],
    ['cancelled', false],
  ])('that failed as %s can be used anyway: %s', (kind, can) => {
    expect(canBeUsedAnyway(fail(kind, said('No.')).failure)).toBe(can);
  });
});

describe('the status bar says', () => {
  const failed = (kind: FailureKind, more: Partial<Connection> = {}): Connection => ({
    ...work,
    state: 'failed',
    failure: fail(kind, said('No.')).failure,
    ...more,
  });
  const awaited = { id: work.id, kind: 'account', name: 'Work' } as const;
  it.each<[string, Connection | undefined, string]>([
    ['that it is connecting', undefined, ' Connecting'],
    ['that the local service starts', { ...local, state: 'starting' }, 'Local service starting'],
    ['that a hosted service is connected to', { ...work, state: 'starting' }, 'Work connecting'],
    ['that it is ready', work, 'Work ready'],
    ['why a hosted service cannot be used', failed('unauthorized', { isRetried: false }), `Work ${messages.connections.keyNotAccepted}`],
    [
      'that it is tried again',
      failed('unreachable', { isRetried: true }),
      `Work ${messages.connections.stateUnreachable}${messages.connections.retrying}`,
    ],
    ['that the local service is gone', { ...local, state: 'failed' }, 'Local service not available'],
    [
      'the name of the service that is awaited',
      failed('service-timeout', { ...local, state: 'failed', awaited }),
      `Work ${messages.connections.notResponding}`,
    ],
  ])('%s', (_what, connection, words) => {
    const shown = statusOf(connection, undefined);
    expect(`${shown.name} ${shown.words}`).toBe(words);
  });

  it('nothing of an earlier failure once the balance was read', () => {
    take({ type: 'account-failed', failure: fail('unreachable', said('Lost.')).failure });
    expect(statusOf(local, useStudio.getState().accountFailure).words).toBe(messages.connections.stateUnreachable);
    take({ type: 'account', account });
    expect(statusOf(local, useStudio.getState().accountFailure).words).toBe('ready');
  });
});
