import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Voice } from '#shared/wire/responses/voices.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { allVoices } from '../support.ts';
import { soundOf, spoken } from './voice-support.ts';

// Much is spoken and measured, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 150_000 });

/** The controls whose effect the interface leaves open, measured as `SIMPLIFIED.md` describes it. */
let service: LocalService;
let voices: Voice[];
beforeAll(async () => {
  service = await startLocalService();
  voices = await allVoices(service);
});
afterAll(() => service.stop());

const text = 'Nobody could say who had lit the lamp, but it had been burning there since dusk.';
const heard = async (name: string, body: Record<string, unknown>, key?: string) =>
  soundOf('wav', await spoken(service, { text, voiceId: voices.find((voice) => voice.name === name)?.voiceId, ...body }, key));

test('stability above 1 flattens the melody and below 1 livens it', { tags: ['beside'] }, async () => {
  for (const name of ['Ada', 'Caleb']) {
    const [lively, plain, flat] = await Promise.all([0.5, 1, 1.5].map((stability) => heard(name, { stability })));
    expect(lively!.semitones, name).toBeGreaterThan(plain!.semitones * 1.2);
    expect(flat!.semitones, name).toBeLessThan(plain!.semitones * 0.7);
    for (const other of [lively!, flat!]) expect(other.durationMs / plain!.durationMs, name).toBeCloseTo(1, 1);
  }
});

test('similarity below 1 draws the pitch of a voice towards the plain one, above 1 away from it', async () => {
  // A deep voice and a high one: each by its own way.
  for (const [name, away] of [
    ['Caleb', 'lower'],
    ['Daphne', 'higher'],
  ] as const) {
    const [plainer, own, further] = await Promise.all([0.5, 1, 1.5].map(async (similarity) => (await heard(name, { similarity })).hertz));
    const order = [plainer, own, further];
    expect(
      order.toSorted((one, other) => (away === 'lower' ? other! - one! : one! - other!)),
      name,
    ).toEqual(order);
    expect(Math.abs(Math.log(further! / plainer!)), name).toBeGreaterThan(0.05);
  }
});

test('emotions are acted by pitch, liveliness and pace', async () => {
  const acted = async (emotion: string) => heard('Margaret', { emotion });
  const [neutral, excited, sad, whisper] = await Promise.all(['neutral', 'excited', 'sad', 'whisper'].map(acted));
  expect(excited!.hertz).toBeGreaterThan(neutral!.hertz * 1.08);
  expect(excited!.semitones).toBeGreaterThan(neutral!.semitones);
  expect(excited!.durationMs).toBeLessThan(neutral!.durationMs * 0.93);
  expect(sad!.hertz).toBeLessThan(neutral!.hertz * 0.95);
  expect(sad!.durationMs).toBeGreaterThan(neutral!.durationMs * 1.07);
  expect(whisper!.semitones).toBeLessThan(neutral!.semitones * 0.7);
});

test('an instruction is heard by its words alone', async () => {
  const instructed = async (instruction: string, key?: string) =>
    heard('Benedict', { modelId: 'gamma-audio-3.0-tts-plus', instruction }, key);
  const [plain, slow, fast, deep, high, flat] = await Promise.all(
    ['as it is in the book', 'Speak slowly.', 'fast, please', 'a deep voice', 'a high voice', 'monotone'].map((words) => instructed(words)),
  );
  expect(slow!.durationMs).toBeGreaterThan(plain!.durationMs * 1.1);
  expect(fast!.durationMs).toBeLessThan(plain!.durationMs * 0.9);
  expect(high!.hertz).toBeGreaterThan(plain!.hertz * 1.05);
  expect(deep!.hertz).toBeLessThan(plain!.hertz * 0.97);
  expect(flat!.semitones).toBeLessThan(plain!.semitones);
  const same = await instructed('', 'local-other');
  expect([plain!.hertz, plain!.durationMs]).toEqual([same.hertz, same.durationMs]);
});
