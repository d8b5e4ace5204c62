import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { LiveFixture } from './fixture.ts';

/** A local service of the test file that imports this, and for each of its tests a fixture and an account (`key`) that nobody has used. */
export let service: LocalService;
export let voiceId: string;
export let fixture: LiveFixture;
export let key: string;
let accounts = 0;

beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-live${++accounts}`;
  fixture = await LiveFixture.open({ ...service, apiKey: key });
});
afterEach(() => fixture.close());
afterAll(() => service.stop());

/** What the test's account was charged, in order, however it ended. */
export const charges = async () => (await service.charges(key)).entries.filter((entry) => entry.state !== 'granted');
