import fc from 'fast-check';
import { messages } from '#shared/messages/index.ts';

/** Request targets that a parser of addresses, of paths or of escapes may throw over. */
export const hostileTargets: readonly string[] = [
  ...[
    '//',
    '/\\',
    '///',
    '\\\\',
    '/\\/\\',
    '//@',
    '//:',
    '//[',
    '//[::1',
    '//user:pass@/wire',
    '//evil.example/wire',
    '/\\evil.example/wire',
  ],
  ...[
    'http://[',
    'http://x:99999/',
    'http://',
    'http:',
    'http:///',
    'http://%',
    'http://[::1',
    'http://[::g]/',
    'http://a b/',
    'http://x:-1/',
  ],
  ...[
    'https://evil.example/wire',
    'ws://127.0.0.1/wire',
    'javascript:alert(1)',
    'data:,',
    'file:///etc/passwd',
    'blob:x',
    '://',
    ':',
    '::',
  ],
  ...[
    '*',
    '?',
    '#',
    '%',
    '/%',
    '/%%',
    '/%zz',
    '/%c3%28',
    '/%00',
    '/%ff%fe',
    '/%ed%a0%80',
    '/%u0000',
    '/wire%',
    '/wire/%',
    '/wire?%',
    '/wire?\\',
  ],
  ...['/bytes/%', '/bytes/..', '/bytes/../wire', '/bytes/%2e%2e%2f', '/bytes/take/%ff', '/bytes/chapter/%.wav', '/bytes/dub/%/%/%'],
  ...[
    '/bytes/clone/%',
    '/bytes/spoken/%',
    '/bytes/remote/%',
    '/bytes/sources/%',
    '/bytes/media/%',
    '/bytes/?a=%&b=%ff',
    '/bytes//',
    '/bytes/\\',
  ],
  ...[
    '/session?%',
    '/session.js?%ff',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(7000)}`,
    `/${'%41'.repeat(2000)}`,
    `/?${'a=&'.repeat(2000)}`,
  ],
  ...['/\u00e9', '/\u00ff\u00fe', '/\u0080', `/${'/'.repeat(3000)}`, `/${'../'.repeat(1000)}`, '', ' ', '/ /', 'wire', './wire', 'x:99999'],
  ...[
    '/api/open/v3/speech/live/%',
    '/api/open/v3/speech/live?%',
    '/api/open/v3/speech/jobs/%',
    '/api/open/v1/voices/%ff',
    '/openapi.json?%',
  ],
];

const piece = fc.constantFrom(
  ...['/', '//', '\\', '%', '%2', '%zz', '%00', '%ff', ':', '@', '[', ']', '?', '#', '..', 'http:', 'wire', 'bytes', 'x', ':99999'],
  ...['\u00e9', '|', '{', '^', '~', ';', '=', '&', '127.0.0.1', '::1'],
);
/** Any target of such pieces. */
export const anyTarget = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));

/** Header values that a server may read as something. */
export const anyHeader = fc.tuple(
  fc.constantFrom(
    ...[
      'Host',
      'Origin',
      'Cookie',
      'Sec-Fetch-Site',
      'Range',
      'Content-Length',
      'Transfer-Encoding',
      'Content-Type',
      'Upgrade',
      messages.jobs.connection,
    ],
    ...['Sec-WebSocket-Key', 'Sec-WebSocket-Version', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions', 'Authorization', 'Expect'],
    ...['X-Request-Id', 'Content-Encoding', 'If-None-Match', 'Forwarded', 'X-Forwarded-Host'],
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      '//',
      'http://[',
      'null',
      '-1',
      '1e9',
      'chunked',
      'gzip',
      'bytes=-',
      'bytes=9-1',
      '100-continue',
      'websocket',
      'Upgrade',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
  ),
);
