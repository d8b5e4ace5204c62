import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { loopbackNetworks, privateNetworks } from '#shared/wire/media-address.ts';

/** Where an IP address is: in the public Internet, in a private network, or on this machine. */
export type Place = 'public' | 'private' | 'here';

const [here, inPrivate] = [new BlockList(), new BlockList()];
for (const network of loopbackNetworks) here.addSubnet(...network);
for (const network of privateNetworks) inPrivate.addSubnet(...network);

/** An address of version 4 that is mapped into version 6 is judged as what it is. */
export function findPlace(address: string): Place {
  const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (here.check(address, type)) return 'here';
  return inPrivate.check(address, type) ? 'private' : 'public';
}

/** True for an address that names this machine by its literal or as `localhost`: what listens there can fetch from here, and no other service can. */
export function isOnThisMachine(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? '';
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}

/** Throws for a place that may not be connected to. `host` as the address names it, `address` the IP address behind it. */
export type PlaceJudge = (place: Place, host: string, address: string) => void;

/** Judges the host of an address that is an IP address itself: those are connected to without a look-up. */
export function judgeLiteral(url: URL, judge: PlaceJudge): void {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0) judge(findPlace(host), host, host);
}

/**
 * A look-up for a socket that connects only where the judge lets it: every address that a name stands for is judged at the moment of
 * connecting, so that a second answer of the name server changes nothing. What the judge throws is the error of the connection.
 */
export function guardedLookup(judge: PlaceJudge, resolve: typeof lookup = lookup): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      try {
        for (const { address } of addresses) judge(findPlace(address), name, address);
      } catch (thrown) {
        callback(thrown as Error, '', 0);
        return;
      }
      const [found] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, found?.address ?? '', found?.family ?? 0);
    });
  };
}
