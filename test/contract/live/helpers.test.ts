import { afterAll, beforeAll, expect, test } from 'vitest';
import { realtimeVersions } from '#shared/wire/realtime.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { LiveFixture } from './fixture.ts';

let service: LocalService;
let fixture: LiveFixture;
beforeAll(async () => {
  service = await startLocalService();
  fixture = await LiveFixture.open(service);
});
afterAll(async () => {
  await fixture.close();
  await service.stop();
});

test.each(realtimeVersions)(
  '%s: a browser ticket is opaque, and opens one session of its origin by the event auth, without the key',
  async (version) => {
    const { realtime } = await fixture.connection.ready();
    const origin = 'https://studio.example';
    const ticket = await realtime.ticket(version, origin);
    expect(JSON.stringify(ticket)).toContain('[secret]');
    expect(ticket.subprotocol).toBe(`realtime.tts.msgpack.${version}`);
    const signal = AbortSignal.timeout(30_000);
    const socket = await realtime.open(version, signal, { token: ticket.token, origin });
    expect(await socket.take()).toMatchObject([{ event: 'authenticated' }]);
    socket.terminate();
    const again = await realtime.open(version, signal, { token: ticket.token, origin });
    expect(await again.take()).toMatchObject([{ event: 'error', code: 'authentication_failed' }]);
    again.terminate();
  },
);

test.each(realtimeVersions)('%s: capabilities and request status have the names of version 3', async (version) => {
  const { realtime } = await fixture.connection.ready();
  expect((await realtime.capabilities(version)).models[0]?.maxSegmentCharacters).toBeGreaterThan(0);
  await expect(realtime.request(version, 'none')).rejects.toMatchObject({ failure: { kind: 'not-found' } });
});
