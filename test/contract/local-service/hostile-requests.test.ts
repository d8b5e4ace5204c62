import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { livePaths, subprotocols } from '#shared/wire/realtime.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { anyHeader, anyTarget, hostileTargets } from '../../helpers/hostile-targets.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { rawBytes, requestText, upgradeHeaders } from '../../helpers/raw-request.ts';

let service: LocalService;
let port: number;
let own: Record<string, string>;
beforeAll(async () => {
  service = await startLocalService();
  const { host, port: taken } = new URL(service.baseUrl);
  port = Number(taken);
  own = { Host: host, Authorization: `Bearer ${service.apiKey}` };
});
afterAll(() => service.stop());

async function expectToServe(): Promise<void> {
  expect(await rawBytes(port, requestText(voicesPath, { ...own, connection: 'close' }))).toBe(200);
  const socket = new WebSocket(`${service.realtimeUrl}${livePaths.v3}`, [subprotocols.v3], { headers: own });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.terminate();
}

test('Hostile targets, as requests and as upgrades, with and without the key, are never a fault of the service', async () => {
  for (const headers of [{ Host: own['Host'] ?? '' }, own])
    for (const extra of [{ connection: 'close' }, upgradeHeaders, { ...upgradeHeaders, 'sec-websocket-protocol': subprotocols.v3 }])
      for (const target of hostileTargets) {
        const status = await rawBytes(port, requestText(target, { ...headers, ...extra }));
        expect(status < 500, `${target} answered ${status}`).toBe(true);
      }
  await expectToServe();
});

test('Any target with any headers leaves the service as it was', async () => {
  await fc.assert(
    fc.asyncProperty(anyTarget, fc.array(anyHeader, { maxLength: 4 }), fc.boolean(), async (target, more, upgrade) => {
      const headers = { ...own, ...(upgrade ? upgradeHeaders : { connection: 'close' }), ...Object.fromEntries(more) };
      expect((await rawBytes(port, requestText(target, headers))) < 500).toBe(true);
    }),
    { numRuns: 200 },
  );
  await expectToServe();
});
