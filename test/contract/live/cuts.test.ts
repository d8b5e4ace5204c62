import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { LiveDesk } from './desk.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

const cuts = 50;
const texts = Array.from({ length: cuts }, (_, index) => `Number ${index}.`);

/** Says the phrases one after another, and answers with every byte that was told of them. */
async function spoken(voiceId: string, key: string): Promise<{ heard: Buffer; reconnected: number; paid: number }> {
  const clock = { now: Date.now, sleep: () => Promise.resolve() };
  const desk = await LiveDesk.open({ ...service, apiKey: key }, undefined, { clock });
  try {
    const speaking = desk.speak(voiceId);
    for (const [index, text] of texts.entries()) {
      speaking.say(text);
      await speaking.until('completed', index + 1);
    }
    speaking.end();
    const { requests, failure } = await speaking.result;
    expect(failure).toBeUndefined();
    expect(requests).toMatchObject([{ whole: true, segments: cuts }]);
    expect(speaking.of('spliced')).toEqual([]);
    const { entries } = await service.charges(key);
    return {
      heard: speaking.heard,
      reconnected: speaking.of('state').filter(({ state, failure: why }) => state === 'reconnecting' && why !== undefined).length,
      paid: entries.filter(({ state }) => state === 'settled').reduce((sum, { characters }) => sum + characters, 0),
    };
  } finally {
    await desk.close();
  }
}

test('a session that is cut fifty times sounds, byte for byte, as one that never was, and costs the same', async () => {
  const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
  const whole = await spoken(voiceId, 'local-cuts-none');
  let seed = 7;
  const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  // Each phrase is flushed, cut somewhere in its sound, and flushed once more.
  const faults = texts.map((_, index) => ({
    ...{ on: 'realtime:flush', nth: 2 * index + 1, kind: 'cut-after-bytes' as const },
    bytes: Math.floor(500 + chance() * 12_000),
  }));
  await service.setFaults(faults);
  const cut = await spoken(voiceId, 'local-cuts-fifty');
  await service.clearFaults();
  expect(whole.reconnected).toBe(0);
  expect(cut.reconnected).toBe(cuts);
  expect(cut.heard.equals(whole.heard)).toBe(true);
  expect(cut.paid).toBe(whole.paid);
}, 120_000);
