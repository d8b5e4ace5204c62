import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLiveState, takeOverOutput } from '#main/features/live/phrase-store.ts';
import type { Preferences } from '#main/infra/platform.ts';
import { defaultSettings, type Settings } from '#shared/operations/studio.ts';
import type { StoredLive } from '#shared/operations/live.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profileDirectory: string;
beforeEach(() => (profileDirectory = mkdtempSync(join(tmpdir(), 'voicewright-live-settings-'))));
afterEach(() => rmSync(profileDirectory, { recursive: true, force: true }));

const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };
const open = () => openLiveState({ profileDirectory, log: quietLog() }).services;
const texts = fc.array(fc.constantFrom('One.', 'Two.'), { maxLength: 2 });
const settings: fc.Arbitrary<StoredLive['settings']> = fc.record({
  version: fc.constantFrom('v2' as const, 'v3' as const),
  mode: fc.constantFrom('simple' as const, 'reliable' as const),
  voiceId: fc.option(fc.constant('anna')),
  modelId: fc.option(fc.constant('alpha-s1')),
  format: fc.constantFrom('pcm' as const, 'wav' as const),
  controls: fc.constant({}),
  deviceId: fc.constantFrom('', 'speaker'),
});
const change: fc.Arbitrary<Partial<StoredLive>> = fc.record(
  {
    phrases: texts.map((all) => all.map((text, at) => ({ id: `phrase00${String(at)}`, text }))),
    draft: fc.constantFrom('', 'Good'),
    waiting: texts,
    settings,
  },
  { requiredKeys: [] },
);

it('each change of what Live keeps sets what it names, an empty text or list too, leaves the rest, and lasts over a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
      rmSync(join(profileDirectory, 'live'), { recursive: true, force: true });
      const services = open();
      let expected = await services['live.state'](null, context);
      for (const one of changes) {
        expected = { ...expected, ...one };
        expect(await services['live.updateState'](one, context)).toEqual(expected);
      }
      for (const opened of [services, open()]) expect(await opened['live.state'](null, context)).toEqual(expected);
    }),
    { numRuns: 30, examples: [[[{ draft: 'Good' }, { draft: '' }]]] },
  );
});

it('phrases that an earlier version stored in live/desk.json are still there', async () => {
  await open()['live.updateState']({ phrases: [{ id: 'phrase000', text: 'Good evening.' }] }, context);
  renameSync(join(profileDirectory, 'live', 'live.json'), join(profileDirectory, 'live', 'desk.json'));
  for (const opened of [open(), open()])
    expect(await opened['live.state'](null, context)).toMatchObject({ phrases: [{ text: 'Good evening.' }] });
});

it('the output that an earlier version had for Live alone is taken over once, and never in place of a choice', () => {
  let settings: Settings = defaultSettings;
  const preferences = {
    get: () => settings,
    set: (_key: string, value: unknown) => (settings = value as Settings),
  } as unknown as Preferences;
  takeOverOutput(preferences, { earlierOutput: '' });
  expect(settings).toBe(defaultSettings);
  takeOverOutput(preferences, { earlierOutput: 'speakers' });
  expect(settings).toEqual({ ...defaultSettings, outputDeviceId: 'speakers' });
  for (const outputDeviceId of ['', 'phones']) {
    settings = { ...defaultSettings, outputDeviceId };
    takeOverOutput(preferences, { earlierOutput: 'speakers' });
    expect(settings.outputDeviceId).toBe(outputDeviceId);
  }
});
