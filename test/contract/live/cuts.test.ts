import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handSpeaker } from '../../helpers/live-speaker.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { LiveFixture } from './fixture.ts';

vi.mock('../../../src-renderer/audio/live.worklet.ts?worker&url', () => ({ default: 'live.worklet.js' }));

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await service.stop();
});

const cuts = 50;
const texts = Array.from({ length: cuts }, (_, index) => `Number ${index}.`);

interface Spoken {
  /** The sound as it was told, in its pieces. */
  pieces: readonly { id: string; bytes: Uint8Array }[];
  reconnected: number;
  paid: number;
}

/** Says the phrases one after another, and answers with every byte that was told of them. */
async function spoken(voiceId: string, key: string): Promise<Spoken> {
  const clock = { now: Date.now, sleep: () => Promise.resolve() };
  const fixture = await LiveFixture.open({ ...service, apiKey: key }, undefined, { clock });
  try {
    const speaking = fixture.speak(voiceId);
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
      pieces: speaking.of('audio'),
      reconnected: speaking.of('state').filter(({ state, failure: why }) => state === 'reconnecting' && why !== undefined).length,
      paid: entries.filter(({ state }) => state === 'settled').reduce((sum, { characters }) => sum + characters, 0),
    };
  } finally {
    await fixture.close();
  }
}

const joined = ({ pieces }: Spoken): Buffer => Buffer.concat(pieces.map(({ bytes }) => bytes));

/** What leaves the window's own speaker when it is given these pieces; silence, which stands where nothing had come, taken out. */
async function rendered({ pieces }: Spoken): Promise<number[]> {
  vi.resetModules();
  const speaker = await handSpeaker();
  for (const [index, { id, bytes }] of pieces.entries()) {
    speaker.sound.push(id, bytes);
    if (pieces[index + 1]?.id !== id) speaker.sound.flush();
    speaker.render(1 + Math.floor(bytes.byteLength / 256));
  }
  while (speaker.sound.waiting > 0) speaker.render(100);
  return speaker.rendered.filter((value) => value !== 0);
}

test(
  'a session that is cut fifty times sounds, byte for byte and sample for sample out of the speaker, as one that never was, and costs the same',
  { tags: ['beside'], timeout: 120_000 },
  async () => {
    const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
    const whole = await spoken(voiceId, 'local-cuts-none');
    let seed = 7;
    const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    // Each phrase is flushed, cut somewhere in its sound, and flushed once more.
    const faults = texts.map((_, index) => ({
      on: 'realtime:flush',
      nth: 2 * index + 1,
      kind: 'cut-after-bytes' as const,
      bytes: Math.floor(500 + chance() * 12_000),
    }));
    await service.setFaults(faults);
    const cut = await spoken(voiceId, 'local-cuts-fifty');
    await service.clearFaults();
    expect(whole.reconnected).toBe(0);
    expect(cut.reconnected).toBe(cuts);
    expect(joined(cut).equals(joined(whole))).toBe(true);
    const heard = await rendered(cut);
    expect(heard).toEqual(await rendered(whole));
    const samples = joined(whole);
    expect(heard.length).toBe(new Int16Array(samples.buffer, samples.byteOffset, samples.length / 2).filter((value) => value !== 0).length);
    expect(cut.paid).toBe(whole.paid);
  },
);
