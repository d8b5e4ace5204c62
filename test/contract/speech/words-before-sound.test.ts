import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { SpeechFixture } from './fixture.ts';

const key = 'local-words-first';
let service: LocalService;
let slow: http.Server;
beforeAll(async () => {
  service = await startLocalService();
  slow = http.createServer((asked, answer) => void pass(asked, answer));
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
});
afterAll(async () => {
  slow.closeAllConnections();
  slow.close();
  await service.stop();
});

/** The local service's answers, server-sent events each in a packet of its own and the word times first. */
async function pass(asked: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
  const { method = 'GET', url, headers } = asked;
  const body = method === 'GET' ? undefined : await buffer(asked);
  const wanted = ['authorization', 'content-type', 'idempotency-key'];
  const sent = Object.entries(headers).flatMap(([name, value]) => (wanted.includes(name) ? [[name, String(value)]] : []));
  const got = await fetch(new URL(url ?? '/', service.baseUrl), {
    method,
    headers: Object.fromEntries(sent) as Record<string, string>,
    ...(body && { body }),
  });
  answer.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' });
  const events = (await got.text()).split(/(?<=\n\n)/);
  const isTiming = (event: string): boolean => event.startsWith('event: alignment_snapshot');
  for (const event of [...events.filter(isTiming), ...events.filter((one) => !isTiming(one))]) {
    answer.write(event);
    await delay(10);
  }
  answer.end();
}

describe('a service that sends words before their sound', () => {
  it('has them passed on as soon as the sound is there that they belong to', async () => {
    const { port } = slow.address() as AddressInfo;
    const fixture = await SpeechFixture.open({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key });
    try {
      const { events } = await fixture.generate(await fixture.project(['One short sentence.']));
      const types = events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1]);
      expect(types).toEqual(['queued', 'sending', 'receiving', 'words', 'take']);
    } finally {
      await fixture.close();
    }
  });
});
