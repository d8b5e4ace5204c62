import { fail } from '#shared/failure.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** The origin that an address names. Interface: `{base_url}` is an HTTP origin. Throws `invalid-input` with the field. */
export function baseOrigin(address: string, field: string): string {
  return originOf(address, field, ['https:', 'http:'], 'https://service.example');
}

/** Interface: `{realtime_url}` is a WebSocket origin. */
export function realtimeOrigin(address: string, field: string): string {
  return originOf(address, field, ['wss:', 'ws:'], 'wss://realtime.example');
}

/** The origin of a bucket's service. What is signed for it crosses the network, and the files do. */
export function bucketOrigin(address: string, field: string): string {
  return originOf(address, field, ['https:', 'http:'], 'https://s3.example.com');
}

/** The fields as people know them, by the labels that they have in Account. */
const names: Partial<Record<string, Message>> = {
  baseUrl: message('connections.baseAddress'),
  realtimeUrl: message('connections.realtimeAddress'),
  endpoint: message('connections.address'),
  origin: message('connections.address'),
};

function originOf(address: string, field: string, schemes: readonly [string, string], example: string): string {
  const named = names[field] ?? field;
  const url = URL.parse(address.trim());
  const plain = url !== null && schemes.includes(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!plain || url.username !== '' || url.password !== '' || url.hostname === '')
    throw fail('invalid-input', message('connections.addressWithPath', named, example), { field, next: 'check-connection' });
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  if (!secure && !isLoopback(url.hostname))
    throw fail('invalid-input', message('connections.addressNotSecure', named, schemes[0], url.protocol), {
      field,
      code: insecureAddress,
      next: 'check-connection',
    });
  return `${url.protocol}//${url.host}`;
}

/** The code of the failure by which an address is refused that is neither secure nor this machine's own. */
export const insecureAddress = 'INSECURE_ADDRESS';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/u.test(hostname);
