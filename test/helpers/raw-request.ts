import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface RawRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** A request with exactly these headers, `Host` included, which `fetch` would not send. */
export function rawRequest(port: number, { method = 'GET', path = '/', headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { host: `127.0.0.1:${port}`, ...headers }, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString('utf8') });
        });
        answer.on('error', reject);
      },
    );
    // What was upgraded after all counts as status 101.
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: answer.headers, body: '' });
    });
    sent.on('error', reject);
    if (body !== undefined) sent.write(body);
    sent.end();
  });
}

export const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** Sends these bytes on a connection of their own. The status of the first answer; 0 where the connection ended without one. */
export function rawBytes(port: number, bytes: string | Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('data', (part: string) => {
      answer += part;
      if (answer.includes('\r\n')) socket.destroy();
    });
    // A server may close before everything has left.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/u.exec(answer)?.[1] ?? 0));
    });
    socket.end(bytes);
  });
}

/** A request as it stands on the wire, with a line feed after everything and nothing checked. */
export const requestText = (target: string, headers: Readonly<Record<string, string>>, method = 'GET'): Buffer =>
  Buffer.from(
    [`${method} ${target} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'),
    'latin1',
  );
