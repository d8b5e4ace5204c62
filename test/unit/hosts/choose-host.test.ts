import { describe, expect, test } from 'vitest';
import { chooseHost } from '../../../src-main/hosts/launch/choose-host.ts';

const machine = {
  display: true,
  browser: '/usr/bin/chromium',
  binary: () => undefined,
  fetch: () => Promise.resolve({ because: 'the network refused' }),
};
const withElectron = { ...machine, binary: () => '/electron' };
const auto = { host: 'auto', open: true, port: 0 } as const;

describe('auto', () => {
  test('takes Electron where its binary is', async () => {
    expect(await chooseHost(auto, withElectron)).toMatchObject({
      host: 'electron',
      binary: '/electron',
      reason: 'using Electron, because its binary is there.',
    });
  });

  test('fetches it where it can be had', async () => {
    const asked: boolean[] = [];
    const fetch = ({ again }: { again: boolean }) => {
      asked.push(again);
      return Promise.resolve({ binary: '/fetched' });
    };
    expect(await chooseHost(auto, { ...machine, fetch })).toMatchObject({ host: 'electron', binary: '/fetched' });
    expect(asked).toEqual([false]);
  });

  test('says why it takes an app window instead', async () => {
    expect(await chooseHost(auto, machine)).toEqual({
      host: 'served',
      reason: 'using the served host in an app window of /usr/bin/chromium, because Electron is not available (the network refused).',
    });
  });

  test.each([
    [{ open: false }, {}, /printing its URL, because no window is wanted/u],
    [{ port: 8000 }, {}, /app window .* because a port is wanted/u],
    [{}, { display: false }, /printing its URL, because there is no display/u],
  ])('does not try for Electron with %j on %j', async (options, lacking, reason) => {
    const fetch = () => Promise.reject(new Error('must not be tried'));
    expect(await chooseHost({ ...auto, ...options }, { ...withElectron, ...lacking, fetch })).toMatchObject({
      host: 'served',
      reason: expect.stringMatching(reason) as string,
    });
  });

  test('without a browser prints the address and says so', async () => {
    expect((await chooseHost(auto, { ...machine, browser: undefined })).reason).toMatch(
      /printing its URL \(no Chromium or Chrome was found\)/u,
    );
  });
});

describe('what was asked for', () => {
  test('served is served, even where Electron is', async () => {
    expect(await chooseHost({ ...auto, host: 'served' }, withElectron)).toMatchObject({ host: 'served' });
  });

  test('electron is tried again, and fails when it cannot be had', async () => {
    const asked: boolean[] = [];
    const fetch = ({ again }: { again: boolean }) => {
      asked.push(again);
      return Promise.resolve({ because: 'the network refused' });
    };
    const choice = await chooseHost({ ...auto, host: 'electron' }, { ...machine, fetch });
    expect(choice).toMatchObject({ host: 'none', reason: expect.stringContaining('the network refused') as string });
    expect(asked).toEqual([true]);
  });
});
