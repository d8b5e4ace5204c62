import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { loopbackNetworks, privateNetworks } from '#shared/wire/media-address.ts';

/**
 * Where the service may fetch media from: public addresses, and its own machine, which is where a client of a local service keeps its
 * files. Private networks, link-local addresses (cloud metadata among them), multicast and reserved ranges are refused.
 */
const [refused, own] = [new BlockList(), new BlockList()];
for (const network of privateNetworks) refused.addSubnet(...network);
for (const network of loopbackNetworks) own.addSubnet(...network);

export class AddressRefused extends Error {}

/** `address` is an IP address; one that is mapped into version 6 is judged as what it is. */
const fetchable = (address: string) => {
  const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return own.check(address, type) || !refused.check(address, type);
};

/** Throws for a literal address that is refused: those are connected to without a look-up. */
export function checkLiteral(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0 && !fetchable(host)) throw new AddressRefused(`${host} is not an address that this service fetches from`);
}

/** Judges what a name stands for at the moment of connecting, so that a second answer of the name server changes nothing. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    // A name that stands for nothing comes without addresses, whatever the types say.
    if (error !== null) {
      callback(error, '', 0);
      return;
    }
    const bad = addresses.find(({ address }) => !fetchable(address));
    const first = addresses[0];
    if (bad !== undefined) callback(new AddressRefused(`${hostname} is ${bad.address}, which this service does not fetch from`), '', 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  });
};
