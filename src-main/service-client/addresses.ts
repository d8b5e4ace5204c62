import { fail } from '#shared/failure.ts';

/** The origin that an address names. Interface: `{base_url}` is an HTTP origin. Throws `invalid-input` with the field. */
export function baseOrigin(address: string, field: string): string {
  return originOf(address, field, ['https:', 'http:'], 'https://service.example');
}

/** Interface: `{realtime_url}` is a WebSocket origin. */
export function realtimeOriginOf(address: string, field: string): string {
  return originOf(address, field, ['wss:', 'ws:'], 'wss://realtime.example');
}

/** The origin of a bucket's service. What is signed for it crosses the network, and the files do. */
export function bucketOrigin(address: string, field: string): string {
  return originOf(address, field, ['https:', 'http:'], 'https://s3.example.com');
}

/** The fields as people know them, by the labels that they have in Account. */
const names: Partial<Record<string, string>> = {
  baseUrl: 'The base address',
  realtimeUrl: 'The realtime address',
  endpoint: 'The address',
  origin: 'The address',
};

function originOf(address: string, field: string, schemes: readonly string[], example: string): string {
  const named = names[field] ?? field;
  const url = URL.parse(address.trim());
  const plain = url !== null && schemes.includes(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!plain || url.username !== '' || url.password !== '' || url.hostname === '')
    throw fail('invalid-input', `${named} must be an address such as ${example}, without a path.`, { field, next: 'check-connection' });
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  if (!secure && !isLoopback(url.hostname))
    throw fail(
      'invalid-input',
      `${named} must begin with ${schemes[0]}//: over ${url.protocol}// the key would cross the network readable.`,
      {
        field,
        code: insecureAddress,
        next: 'check-connection',
      },
    );
  return `${url.protocol}//${url.host}`;
}

/** The code of the failure by which an address is refused that is neither secure nor this machine's own. */
export const insecureAddress = 'INSECURE_ADDRESS';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/u.test(hostname);
