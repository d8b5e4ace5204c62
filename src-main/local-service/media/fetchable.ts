import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Where the service may fetch media from: public addresses, and its own machine, which is where a client of a local service keeps its
 * files. Private networks, link-local addresses (cloud metadata among them), multicast and reserved ranges are refused.
 */
const refused = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16],
  ['198.18.0.0', 15], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) refused.addSubnet(network, prefix, 'ipv4'); // prettier-ignore
for (const [network, prefix] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  refused.addSubnet(network, prefix, 'ipv6');
}

export class AddressRefused extends Error {}

/** `address` is an IP address; one that is mapped into version 6 is judged as what it is. */
export const fetchable = (address: string) => !refused.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Throws for a literal address that is refused: those are connected to without a look-up. */
export function checkLiteral(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0 && !fetchable(host)) throw new AddressRefused(`${host} is not an address that this service fetches from`);
}

/** Judges what a name stands for at the moment of connecting, so that a second answer of the name server changes nothing. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const bad = addresses.find(({ address }) => !fetchable(address));
    const first = addresses[0];
    if (error !== null) callback(error, '', 0);
    else if (bad !== undefined)
      callback(new AddressRefused(`${hostname} is ${bad.address}, which this service does not fetch from`), '', 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  });
};
