import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { Wire } from '../../src-shared/rpc.ts';
import { decode, encode } from '@msgpack/msgpack';
import { wordsCodec } from '../../src-shared/narration/words-codec.ts';
import { WebSocket } from 'ws';
import { electronWire, type WindowPort } from '../../src-main/hosts/electron/wire.ts';
import { FrameBuffer } from '../../src-main/hosts/shared/frame-buffer.ts';
import { createWebSocketServer, webSocketWire } from '../../src-main/hosts/served/websocket.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The two ends of a wire, and what a hostile or dying window does to it. */
export interface WirePair {
  main: Wire;
  window: Wire;
  /** Sends something that need not be a frame. */
  sendRaw(value: unknown): void;
  /** The window goes away without a word. */
  lose(): void;
  dispose(): Promise<void>;
}

/** Main's real WebSocket wire; the window's end speaks as a page would. */
export async function webSocketPair(): Promise<WirePair> {
  const http = createServer();
  const sockets = createWebSocketServer();
  const accepted = new Promise<Wire>((resolve) => {
    http.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        resolve(webSocketWire(webSocket));
      });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  const buffer = new FrameBuffer();
  client.on('message', (data: Buffer) => buffer.receive(decode(new Uint8Array(data), { extensionCodec: wordsCodec })));
  client.on('error', () => undefined);
  client.on('close', (_code, reason) => buffer.close(reason.toString()));
  const [main] = await Promise.all([accepted, once(client, 'open')]);
  return {
    main,
    window: {
      send: (frame) => {
        client.send(encode(frame, { ignoreUndefined: true }));
      },
      onFrame: (listener) => {
        buffer.onFrame(listener);
      },
      onClose: (listener) => {
        buffer.onClose(listener);
      },
      close: (reason) => {
        client.close(1000, reason);
      },
      buffered: () => client.bufferedAmount,
    },
    sendRaw: (value) => {
      client.send(value instanceof Uint8Array || typeof value === 'string' ? value : encode(value, { maxDepth: 1000 }));
    },
    lose: () => {
      client.terminate();
    },
    dispose: async () => {
      client.terminate();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Main's real Electron wire over a message channel, which clones as Electron's IPC does. */
export function electronPair(): Promise<WirePair> {
  const { port1, port2 } = new MessageChannel();
  const buffer = new FrameBuffer();
  let destroyed = false;
  const port: WindowPort = {
    send: (channel, value) => {
      port1.postMessage({ channel, value });
    },
    isDestroyed: () => destroyed,
  };
  const made = electronWire(port);
  port1.on('message', (frame) => {
    made.receive(frame);
  });
  port2.on('message', ({ channel, value }: { channel: string; value: unknown }) => {
    if (channel.endsWith('closed')) buffer.close(String(value));
    else buffer.receive(value);
  });
  const lose = (): void => {
    destroyed = true;
    made.lost('The window is gone.');
    buffer.close('The window is gone.');
  };
  return Promise.resolve({
    main: made.wire,
    window: {
      send: (frame) => {
        port2.postMessage(frame);
      },
      onFrame: (listener) => {
        buffer.onFrame(listener);
      },
      onClose: (listener) => {
        buffer.onClose(listener);
      },
      close: lose,
      buffered: () => 0,
    },
    sendRaw: (value) => {
      port2.postMessage(value);
    },
    lose,
    dispose: () => {
      port1.close();
      return Promise.resolve();
    },
  });
}
