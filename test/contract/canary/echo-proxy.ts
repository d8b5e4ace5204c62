import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A key that no form hides well, and every form in which it could stand somewhere. */
export const canary = 'canary/7f3a+key=with;signs';
/** The forms in which a key may stand somewhere. */
function formsOf(key: string) {
  const bytes = Buffer.from(key);
  const within = (before: number): string =>
    Buffer.concat([Buffer.alloc(before, ':'), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  return {
    clear: key,
    url: encodeURIComponent(key),
    hex: bytes.toString('hex'),
    'hex in capitals': bytes.toString('hex').toUpperCase(),
    base64: within(0),
    base64url: bytes.toString('base64url'),
    // Within the base64 of more than itself, as of `user:key`.
    'base64 behind one byte': within(1),
    'base64 behind two bytes': within(2),
  };
}
export const forms: Readonly<Record<string, string>> = formsOf(canary);
const said = Object.values(forms).join(' | ');

/** Where the key stands, of these texts by name: nowhere, if all is well. */
export function found(haystacks: Iterable<readonly [where: string, text: string]>, key = canary): string[] {
  const places: string[] = [];
  for (const [where, text] of haystacks)
    for (const [form, needle] of Object.entries(formsOf(key))) if (text.includes(needle)) places.push(`${form} in ${where}`);
  return places;
}

export interface EchoProxy {
  baseUrl: string;
  realtimeUrl: string;
  /** How many requests came with the key. */
  asked(): number;
  /** What happens to writes: they pass, are refused with the key in every word, or end without an answer. */
  mode: 'pass' | 'refuse' | 'drop';
  close(): Promise<void>;
}

/** Before a service that knows another key: what it answers comes back with this key said in every form, as values, as names and in headers. */
export async function echoProxy(service: { baseUrl: string; apiKey: string }): Promise<EchoProxy> {
  const target = new URL(service.baseUrl);
  let asked = 0;
  const sockets = new Set<Socket>();
  const proxy: { mode: EchoProxy['mode'] } = { mode: 'pass' };
  const headersFor = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders => {
    const isOurs = headers.authorization === `Bearer ${canary}`;
    if (isOurs) asked++;
    return { ...headers, host: target.host, ...(isOurs && { authorization: `Bearer ${service.apiKey}` }) };
  };
  const server = http.createServer((request, response) => {
    const headers = headersFor(request.headers);
    if (request.method !== 'GET' && proxy.mode !== 'pass') {
      request.resume();
      request.once('end', () => {
        if (proxy.mode === 'drop') response.destroy();
        else
          response
            .writeHead(400, { 'Content-Type': 'application/json', 'X-Request-Id': canary })
            .end(
              JSON.stringify({ code: `ERR ${canary}`, message: said, requestId: said, details: { field: forms['hex'], [canary]: said } }),
            );
      });
      return;
    }
    const { method, url: path } = request;
    const asking = http.request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      const told = { ...answer.headers, 'x-said': said, 'x-openapi-ignored-parameters': canary };
      if (answer.headers['content-type']?.startsWith('application/json') !== true) {
        response.writeHead(answer.statusCode ?? 500, told);
        answer.pipe(response);
        return;
      }
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.once('end', () => {
        const body = JSON.stringify(echoed(JSON.parse(Buffer.concat(pieces).toString()) as unknown));
        response.writeHead(answer.statusCode ?? 500, { ...told, 'content-length': Buffer.byteLength(body) }).end(body);
      });
    });
    asking.on('error', () => response.destroy());
    request.pipe(asking);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket) => {
    const onward = net.connect(Number(target.port), target.hostname);
    sockets.add(onward);
    const lines = Object.entries(headersFor(request.headers)).map(([name, value]) => `${name}: ${String(value)}`);
    onward.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    onward.pipe(socket).pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    baseUrl: `http://127.0.0.1:${port}`,
    realtimeUrl: `ws://127.0.0.1:${port}`,
    asked: () => asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Maps from any name to a number or a truth: an entry more of another type is no field that is not known, but a wrong one. */
const maps = ['limits', 'parameters', 'controls', 'supportedOperations', 'quota', 'paths', 'components'];

/** The same with the key in every text for people, and beside it under a name of its own. */
function echoed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(echoed);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = { said, [canary]: said };
  for (const [name, inner] of Object.entries(value)) {
    const isWords = ['message', 'errorMessage', 'description', 'error'].includes(name) && typeof inner === 'string';
    copy[name] = maps.includes(name) ? inner : isWords ? `${inner} ${said}` : echoed(inner);
  }
  return copy;
}
