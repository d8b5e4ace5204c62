import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseOrigin, bucketOrigin, insecureAddress, realtimeOrigin } from '#main/service-client/addresses.ts';
import { guardedLookup, isOnThisMachine, judgeLiteral, findPlace, type Place } from '#main/infra/network-place.ts';
import { toFailure } from '#shared/failure.ts';

const octet = fc.nat(255);
const failureOf = (work: () => unknown) => {
  try {
    work();
  } catch (thrown) {
    return toFailure(thrown);
  }
  return undefined;
};

describe('the place of an address', () => {
  it.each<[string, Place]>([
    ['127.0.0.1', 'here'],
    ['127.255.255.254', 'here'],
    ['::1', 'here'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'private'],
    ['100.127.255.255', 'private'],
    ['100.128.0.0', 'public'],
    ['169.254.169.254', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.0', 'public'],
    ['192.168.255.255', 'private'],
    ['198.19.255.255', 'private'],
    ['224.0.0.251', 'private'],
    ['255.255.255.255', 'private'],
    ['0.0.0.0', 'private'],
    ['8.8.8.8', 'public'],
    ['::', 'private'],
    ['::10.0.0.1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['64:ff9b:1::1', 'private'],
    ['fd00::1', 'private'],
    ['fe80::1', 'private'],
    ['fec0::1', 'private'],
    ['2002:a00:1::', 'private'],
    ['ff02::1', 'private'],
    ['2606:4700::1111', 'public'],
  ])('%s is %s', (address, place) => {
    expect(findPlace(address)).toBe(place);
  });

  it('that is mapped into version 6 is that of the address of version 4', () => {
    fc.assert(
      fc.property(octet, octet, octet, octet, (...octets) => {
        const address = octets.join('.');
        expect(findPlace(`::ffff:${address}`)).toBe(findPlace(address));
      }),
    );
  });

  it('is this machine for its literals and for localhost alone', () => {
    for (const address of ['http://127.0.0.1:1/', 'https://localhost/a', 'http://[::1]:9/']) expect(isOnThisMachine(address)).toBe(true);
    for (const address of ['http://127.0.0.1.example/', 'https://localhost.example', 'http://10.0.0.1', 'none'])
      expect(isOnThisMachine(address)).toBe(false);
  });
});

describe('a guarded look-up', () => {
  const judge = (place: Place): void => {
    if (place !== 'public') throw new Error(`It is ${place}.`);
  };
  const look = (addresses: readonly string[], all = true) =>
    new Promise<unknown>((resolve) => {
      const answer = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const resolveName = (_name: string, _options: unknown, callback: (error: null, addresses: typeof answer) => void): void =>
        callback(null, answer);
      guardedLookup(judge, resolveName as never)('name.example', { all }, (error, found) => resolve(error?.message ?? found));
    });

  it('connects only where every address of the name may be connected to, wherever in the answer it stands', async () => {
    expect(await look(['8.8.8.8', '1.1.1.1'])).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '1.1.1.1', family: 4 },
    ]);
    expect(await look(['8.8.8.8'], false)).toBe('8.8.8.8');
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '1.1.1.1', '::ffff:10.0.0.1']])
      expect(await look(addresses)).toBe('It is private.');
  });

  it('is not needed for an address that is a literal, which is judged by itself', () => {
    for (const address of ['http://10.0.0.1/', 'http://[fd00::1]/', 'http://0x7f.1/', 'http://2130706433/'])
      expect(() => judgeLiteral(new URL(address), judge)).toThrow();
    expect(() => judgeLiteral(new URL('http://name.example/'), judge)).not.toThrow();
  });
});

describe('the address of a service', () => {
  it('is its origin alone, without a path or credentials', () => {
    expect(baseOrigin(' HTTPS://Service.example:443/ ', 'baseUrl')).toBe('https://service.example');
    expect(realtimeOrigin('wss://service.example:8443', 'realtimeUrl')).toBe('wss://service.example:8443');
    for (const address of [
      'https://a.example/path',
      'https://a.example/?q',
      'https://user:pw@a.example',
      'ftp://a.example',
      'a.example',
      '',
    ])
      expect(failureOf(() => baseOrigin(address, 'baseUrl'))).toMatchObject({ kind: 'invalid-input', field: 'baseUrl', charged: 'no' });
  });

  it('is never one over which a key would cross the network readable', () => {
    for (const address of ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])
      expect(baseOrigin(address, 'baseUrl')).toBe(address);
    for (const address of ['http://service.example', 'http://10.0.0.1', 'http://127.0.0.1.example', 'http://localhost.example'])
      for (const read of [baseOrigin, bucketOrigin])
        expect(failureOf(() => read(address, 'endpoint'))).toMatchObject({ code: insecureAddress });
    expect(failureOf(() => realtimeOrigin('ws://service.example', 'realtimeUrl'))).toMatchObject({ code: insecureAddress });
  });
});
