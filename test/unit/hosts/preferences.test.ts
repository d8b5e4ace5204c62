import { expect, test } from 'vitest';
import { defaultSettings } from '#shared/operations/studio.ts';
import { createPreferences } from '../../../src-main/hosts/shared/preferences.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

test('values of the wrong shape count as not set', () => {
  const values: Record<string, unknown> = { settings: { theme: 'loud' }, recent: 'none', window: { width: -4, height: 1 } };
  const preferences = createPreferences({ get: (key) => values[key], set: (key, value) => (values[key] = value) }, quietLog());
  expect(preferences.get('settings')).toEqual(defaultSettings);
  expect(preferences.get('recent')).toEqual([]);
  expect(preferences.get('window')).toEqual({ width: 1280, height: 832 });
  preferences.set('settings', { ...defaultSettings, theme: 'dark' });
  expect(preferences.get('settings').theme).toBe('dark');
});

test('settings of an earlier version keep what they hold, and gain what it did not know', () => {
  const preferences = createPreferences({ get: () => ({ theme: 'dark', playbackRate: 1.5 }), set: () => undefined }, quietLog());
  expect(preferences.get('settings')).toEqual({ ...defaultSettings, theme: 'dark', playbackRate: 1.5 });
});

test('a preference that cannot be kept goes to the log and to nobody else', () => {
  const log = quietLog();
  const full = (): never => {
    throw new Error('ENOSPC');
  };
  createPreferences({ get: () => undefined, set: full }, log).set('recent', []);
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { preference: 'recent' } }]);
});
