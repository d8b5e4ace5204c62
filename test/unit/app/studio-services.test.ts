import { expect, it } from 'vitest';
import { createAnnouncements } from '#main/app/events.ts';
import { createStudioServices } from '#main/app/studio-services.ts';
import type { PreferenceValues } from '#main/infra/platform.ts';
import { defaultSettings, type StudioEvent } from '#shared/operations/studio.ts';

/** What a handler is given besides its input. */
const context = (emit: (event: never) => void = () => undefined) => ({
  signal: new AbortController().signal,
  emit,
  sends: (async function* (): AsyncGenerator<never> {})(),
});

function createServices() {
  const values: PreferenceValues = { settings: defaultSettings, recent: [], window: { width: 1, height: 1 } };
  const announcements = createAnnouncements();
  const calls: string[] = [];
  const shared: Parameters<typeof createStudioServices>[0]['shared'] = { pronunciations: [] };
  const note = (call: string) => (): Promise<void> => Promise.resolve(void calls.push(call));
  const services = createStudioServices(
    {
      platform: {
        version: '1.2.3',
        host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false },
        preferences: { get: (key) => values[key], set: (key, value) => void (values[key] = value) },
      },
      shared,
      announcements,
      connection: { restart: note('restart') },
      account: { refresh: () => Promise.resolve({ userId: 'u', tier: 'local', credits: 5, apiQuotaRemaining: 7, asOf: 1 }) },
      recent: { forget: (path) => void calls.push(`forget ${path}`) },
    },
    { settle: note('settle') },
  );
  return { services, values, announcements, calls };
}

it('A change of settings keeps the settings that it does not name, is saved, and reaches every window', async () => {
  const { services, values, announcements } = createServices();
  const settings = await services['settings.update']({ theme: 'dark' }, context());
  expect(settings).toEqual({ ...defaultSettings, theme: 'dark' });
  expect(values.settings).toEqual(settings);
  const events: StudioEvent[] = [];
  await announcements.listen((event) => events.push(event), AbortSignal.abort());
  expect(events).toEqual([{ type: 'settings', settings }]);
});

it('After a restart of the connection, what was left open is settled', async () => {
  const { services, calls } = createServices();
  expect(await services['connection.restart'](null, context())).toBeNull();
  expect(calls).toEqual(['restart', 'settle']);
});

it('A project is removed from the recent ones by its path', async () => {
  const { services, calls } = createServices();
  expect(await services['project.forget']({ path: '/p/a' }, context())).toBeNull();
  expect(calls).toEqual(['forget /p/a']);
});
