import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { LiveDesk } from './desk.ts';

/** A local service of the test file that imports this, and for each of its tests a desk and an account (`key`) that nobody has used. */
export let service: LocalService;
export let voiceId: string;
export let desk: LiveDesk;
export let key: string;
let accounts = 0;

beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-live${++accounts}`;
  desk = await LiveDesk.open({ ...service, apiKey: key });
});
afterEach(() => desk.close());
afterAll(() => service.stop());

/** What the test's account was charged, in order, however it ended. */
export const charges = async () => (await service.charges(key)).entries.filter((entry) => entry.state !== 'granted');
