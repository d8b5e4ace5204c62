import { describe, expect, it } from 'vitest';
import { Connections } from '#main/features/connections/service.ts';
import type { ConnectionStore, StoredConnections } from '#main/features/connections/store.ts';
import { createKeys } from '#main/infra/secrets/keys.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

const id = 'https://one.example';
const one = { id, name: 'One', realtimeUrl: 'wss://live.example', trustedOrigins: ['https://files.example'] };
const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };

/** The connections of a profile that is connected to the local service. */
function openConnections(change: Partial<StoredConnections> = {}) {
  let pages: StoredConnections = {
    current: 'local',
    lastAnswered: null,
    connections: [one, { ...one, id: 'https://two.example', name: 'Two' }],
    budget: { perBatch: 10, perDay: 20 },
    bucket: null,
    ...change,
  };
  const store: ConnectionStore = { read: () => pages, write: (next) => void (pages = next) };
  const secrets = {
    available: () => Promise.resolve(false),
    get: () => Promise.resolve(undefined),
    set: () => Promise.reject(new Error('none')),
    remove: () => Promise.resolve(),
  };
  const { services } = new Connections({
    connection: { current: () => ({ id: 'local', kind: 'local', name: 'Local service', state: 'ready' }) } as never,
    store,
    keys: createKeys(secrets, quietLog()),
    secrets,
    environment: {},
    account: {} as never,
    budget: {} as never,
    log: quietLog(),
  });
  return { services, pages: () => pages };
}

describe('a change of a connection', () => {
  it.each<[string, { name?: string; realtimeUrl?: string | null }, object]>([
    ['its name', { name: 'Uno' }, { name: 'Uno', realtimeUrl: 'wss://live.example' }],
    ['its realtime address', { realtimeUrl: 'wss://other.example' }, { name: 'One', realtimeUrl: 'wss://other.example' }],
    ['nothing', {}, { name: 'One', realtimeUrl: 'wss://live.example' }],
    ['the realtime address away', { realtimeUrl: null }, { name: 'One', realtimeUrl: null }],
  ])('that takes or sets %s leaves everything else as it was', async (_what, change, expected) => {
    const { services, pages } = openConnections();
    const other = pages().connections[1];
    expect(await services['connections.update']({ id, ...change }, context)).toMatchObject({ id, ...expected });
    expect(pages().connections).toEqual([{ ...one, ...expected }, other]);
  });
});

describe('a cap', () => {
  it.each([
    [{ perBatch: 5 }, { perBatch: 5, perDay: 20 }],
    [{ perDay: 5 }, { perBatch: 10, perDay: 5 }],
    [{ perBatch: null }, { perBatch: null, perDay: 20 }],
    [{ perDay: null }, { perBatch: 10, perDay: null }],
  ])('is set or taken away by itself: %j', async (change, expected) => {
    const { services, pages } = openConnections();
    expect(await services['budget.update'](change, context)).toEqual(expected);
    expect(pages().budget).toEqual(expected);
  });
});

describe('an origin that a connection trusts', () => {
  it('is there once, and goes alone', async () => {
    const { services, pages } = openConnections();
    for (const origin of ['https://a.example', 'https://A.example/', 'https://b.example'])
      await services['connections.trust']({ id, origin }, context);
    expect(pages().connections[0]?.trustedOrigins).toEqual(['https://files.example', 'https://a.example', 'https://b.example']);
    await services['connections.distrust']({ id, origin: 'https://a.example' }, context);
    expect(pages().connections[0]?.trustedOrigins).toEqual(['https://files.example', 'https://b.example']);
    expect(pages().connections[1]?.trustedOrigins).toEqual(one.trustedOrigins);
  });
});
