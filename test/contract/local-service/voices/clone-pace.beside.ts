import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { voiceFor } from '../support.ts';
import { clone, soundOf, spoken, type CloneForm } from './voice-support.ts';

const text = 'The river was quiet that evening, and nobody had told the children where the road would take them in the end.';
// Each search speaks and listens many times; a busy machine may take its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let service: LocalService;
let deep: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  service = await startLocalService();
  deep = await spoken(service, { text, voiceId: (await voiceFor(service, 'de', 'beta')).voiceId, speed: 0.75, pitch: -3 });
});
afterAll(() => service.stop());

const form = (more: Partial<CloneForm>): CloneForm => ({ name: 'Mine', files: [{ name: 'reference.wav', bytes: deep }], ...more });

test('with a transcript the pace is closer than by counting; a transcript of something else is not believed', async () => {
  const { voiceId } = await clone(service, form({ referenceText: text, languages: '["de"]' }));
  const other = await clone(service, form({ referenceText: 'One word.' }));
  const reference = (await soundOf('wav', deep)).durationMs;
  const within = async (id: string) => (await soundOf('wav', await spoken(service, { text, voiceId: id }))).durationMs / reference;
  expect(Math.abs(Math.log(await within(voiceId)))).toBeLessThan(0.15);
  expect(Math.abs(Math.log(await within(other.voiceId)))).toBeLessThan(0.3);
});
