import { expect, test } from 'vitest';
import { createPreferences } from '../../../src-main/host/preferences.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

test('values of the wrong shape count as not set', () => {
  const values: Record<string, unknown> = { settings: { theme: 'loud' }, recent: 'none', window: { width: -4, height: 1 } };
  const preferences = createPreferences({ get: (key) => values[key], set: (key, value) => (values[key] = value) }, quietLog());
  expect(preferences.get('settings')).toEqual({ theme: 'system', playbackRate: 1 });
  expect(preferences.get('recent')).toEqual([]);
  expect(preferences.get('window')).toEqual({ width: 1280, height: 832 });
  preferences.set('settings', { theme: 'dark', playbackRate: 1.5 });
  expect(preferences.get('settings')).toEqual({ theme: 'dark', playbackRate: 1.5 });
});

test('a preference that cannot be kept is told to the log and to nobody else', () => {
  const log = quietLog();
  const full = (): never => {
    throw new Error('ENOSPC');
  };
  createPreferences({ get: () => undefined, set: full }, log).set('recent', []);
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { preference: 'recent' } }]);
});
