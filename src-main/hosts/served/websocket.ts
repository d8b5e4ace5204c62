import { type WebSocket, WebSocketServer } from 'ws';
import type { Wire } from '#shared/rpc.ts';
import { FrameBuffer } from '../shared/frame-buffer.ts';
import { decodeFrame, encodeFrame, messageLimits } from '../../infra/message-pack.ts';
import { messages } from '#shared/messages/index.ts';

/** Deflate costs forty times the time of a small frame and lets a short message grow without bound: it stays off. */
export function createWebSocketServer(): WebSocketServer {
  return new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: messageLimits.maxBytes, clientTracking: true });
}

/** Close codes of RFC 6455, 7.4.1. */
const closeCodes = { normal: 1000, unsupported: 1003, badData: 1007 } as const;
/** A close reason is at most 123 bytes long on the wire. */
const maxReasonLength = 100;

/** Main's side of one window's WebSocket: one binary message is one frame in MessagePack. */
export function webSocketWire(socket: WebSocket): Wire {
  const buffer = new FrameBuffer();
  const close = (code: number, reason: string): void => {
    if (!buffer.close(reason)) return;
    socket.close(code, reason.slice(0, maxReasonLength));
  };
  socket.on('message', (data, isBinary) => {
    if (buffer.isClosed) return;
    if (!isBinary || !(data instanceof Buffer)) {
      close(closeCodes.unsupported, messages.host.notBinary);
      return;
    }
    let frame: unknown;
    try {
      frame = decodeFrame(data);
    } catch {
      close(closeCodes.badData, messages.host.notMessagePack);
      return;
    }
    if (!buffer.receive(frame)) close(closeCodes.normal, messages.host.tooManyFrames);
  });
  // `ws` closes by itself after an error (a message over the bound, a bad frame); `close` follows.
  socket.on('error', () => undefined);
  socket.on('close', () => buffer.close(messages.host.windowGone));
  return {
    send: (frame) => {
      const message = encodeFrame(frame);
      if (socket.readyState === socket.OPEN) socket.send(message);
    },
    onFrame: (listener) => {
      buffer.onFrame(listener);
    },
    onClose: (listener) => {
      buffer.onClose(listener);
    },
    close: (reason) => {
      close(closeCodes.normal, reason);
    },
    buffered: () => socket.bufferedAmount,
  };
}
