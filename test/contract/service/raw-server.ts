import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that writes bytes, by no library's rules: whatever a hostile or broken one could send. */
export interface RawServer {
  /** Host and port, without a scheme. */
  host: string;
  /** Each request as it came: its head, and its body by its own `Content-Length`. */
  requests: string[];
  /** How many bytes its connections got rid of. */
  written(): number;
  close(): Promise<void>;
}

/** `answer` is called once for each request that is whole. */
export async function rawServer(answer: (socket: Socket, request: string) => void | Promise<void>): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let gone = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      gone += socket.bytesWritten;
    });
    let come = Buffer.alloc(0);
    const onData = (data: Buffer): void => {
      come = Buffer.concat([come, data]);
      const text = come.toString('latin1');
      const end = text.indexOf('\r\n\r\n') + 4;
      if (end < 4 || come.byteLength < end + Number(/^content-length: (\d+)/imu.exec(text)?.[1] ?? 0)) return;
      come = Buffer.alloc(0);
      requests.push(text);
      if (/^upgrade: websocket/imu.test(text)) socket.off('data', onData);
      void Promise.resolve(answer(socket, text)).catch(() => socket.destroy());
    };
    socket.on('data', onData);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    written: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, gone),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer's bytes. */
export const answerBytes = (head: readonly string[], body: Uint8Array | string = ''): Buffer =>
  Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);

/** Writes the same piece until the other side has had enough of it; settles when the connection is over. */
export async function endlessly(socket: Socket, piece: Uint8Array): Promise<void> {
  while (!socket.destroyed) {
    if (socket.write(piece)) await new Promise((resolve) => setImmediate(resolve));
    else await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }
}

/** What lets a WebSocket's handshake through. */
export function upgradeBytes(request: string, more: readonly string[] = []): Buffer {
  const key = /^sec-websocket-key: (.+)$/imu.exec(request)?.[1]?.trim() ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const protocol = /^sec-websocket-protocol: (.+)$/imu.exec(request)?.[1]?.trim() ?? '';
  return answerBytes([
    ...['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'],
    ...[`Sec-WebSocket-Accept: ${accept}`, `Sec-WebSocket-Protocol: ${protocol}`, ...more],
  ]);
}

/** One frame of a server: not masked, and with whatever head is asked for. `claimed`: its length as it says, where that is a lie. */
export function frameBytes(payload: Uint8Array, { first = 0x82, claimed }: { first?: number; claimed?: bigint } = {}): Buffer {
  const length = claimed ?? BigInt(payload.byteLength);
  let head: Buffer;
  if (length < 126n) head = Buffer.from([first, Number(length)]);
  else if (length < 65_536n) {
    head = Buffer.from([first, 126, 0, 0]);
    head.writeUInt16BE(Number(length), 2);
  } else {
    head = Buffer.alloc(10);
    head.writeUInt8(first, 0);
    head.writeUInt8(127, 1);
    head.writeBigUInt64BE(length, 2);
  }
  return Buffer.concat([head, payload]);
}
