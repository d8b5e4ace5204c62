import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { profileFromArguments } from '../../../src-main/hosts/electron/arguments.ts';
import { takeConnectionEnvironment } from '../../../src-main/hosts/shared/environment.ts';
import { defaultProfileDirectory } from '../../../src-main/hosts/shared/folders.ts';
import { parseHostOptions, UsageError } from '../../../src-main/hosts/shared/options.ts';

describe('the command line', () => {
  test('without anything takes what is at hand', () => {
    expect(parseHostOptions([])).toEqual({
      host: 'auto',
      port: 0,
      open: true,
      profileDirectory: defaultProfileDirectory(),
      profileNamed: false,
    });
  });

  test('is understood in every form', () => {
    expect(parseHostOptions(['--host', 'served', '--port=8123', '--no-open', '--profile', 'some/where'])).toEqual({
      host: 'served',
      port: 8123,
      open: false,
      profileDirectory: resolve('some/where'),
      profileNamed: true,
    });
    for (const port of [0, 1, 65_535]) expect(parseHostOptions(['--port', String(port)])).toMatchObject({ port });
    expect(parseHostOptions(['--help'])).toBe('help');
  });

  test.each([
    [['--host', 'firefox'], /--host takes auto, electron, served/u],
    [['--port', '65536'], /--port takes a number from 0 to 65535/u],
    [['--port', '70000'], /--port takes a number from 0 to 65535/u],
    [['--port', '-1'], /--port/u],
    [['--port', '80x'], /--port/u],
    [['--port', '1e3'], /--port/u],
    [['--port', '80 '], /--port/u],
    [['--profile', ''], /--profile/u],
    [['--colour'], /--colour/u],
    [['file.voicewright'], /file\.voicewright/u],
  ])('%j is refused by name', (argv, message) => {
    expect(() => parseHostOptions(argv)).toThrow(UsageError);
    expect(() => parseHostOptions(argv)).toThrow(message);
  });

  test('of Electron holds more than ours', () => {
    const argv = ['electron', '--no-sandbox', '--remote-debugging-port=0', '/app', '--profile=/tmp/p'];
    expect(profileFromArguments(argv)).toEqual({ profileDirectory: resolve('/tmp/p'), profileNamed: true });
    expect(profileFromArguments(['electron', '.'])).toMatchObject({ profileNamed: false });
  });
});

describe('the default profile', () => {
  test.each([
    ['linux', { HOME: '/home/a' }, '/home/a/.local/share/voicewright'],
    ['linux', { HOME: '/home/a', XDG_DATA_HOME: '/data' }, '/data/voicewright'],
    ['linux', { HOME: '/home/a', XDG_DATA_HOME: 'relative' }, '/home/a/.local/share/voicewright'],
    ['darwin', { HOME: '/Users/a' }, '/Users/a/Library/Application Support/Voicewright'],
  ] as const)('on %s with %j', (platform, env, folder) => {
    expect(defaultProfileDirectory(env, platform)).toBe(folder);
  });
});

test('the key leaves the environment, and shows itself to nobody but the transport', () => {
  const env: NodeJS.ProcessEnv = { VOICEWRIGHT_BASE_URL: 'https://service.example', VOICEWRIGHT_API_KEY: 'very-secret', OTHER: 'stays' };
  const taken = takeConnectionEnvironment(env);
  expect(env).toEqual({ VOICEWRIGHT_BASE_URL: 'https://service.example', OTHER: 'stays' });
  expect(taken.baseUrl).toBe('https://service.example');
  expect(taken.apiKey?.reveal()).toBe('very-secret');
  expect(JSON.stringify(taken)).not.toContain('very-secret');
  expect(takeConnectionEnvironment({ VOICEWRIGHT_API_KEY: '', VOICEWRIGHT_BASE_URL: '' })).toEqual({});
});
