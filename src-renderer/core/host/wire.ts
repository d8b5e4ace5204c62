import { decode, encode } from '@msgpack/msgpack';
import { wordsCodec } from '#shared/narration/words-codec.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Client, Frame, Wire } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import { messages } from '#shared/messages/index.ts';

/** What the Electron preload puts into the page, and nothing else. */
interface PreloadBridge {
  post(frame: unknown): void;
  listen(listener: (frame: unknown) => void): void;
  closed(listener: (reason: string) => void): void;
}

declare global {
  interface Window {
    readonly voicewright?: PreloadBridge;
    /** Opened by `early-wire.js`, for the first wire of the page. */
    earlyWire?: WebSocket | undefined;
  }
}

export type HostClient = Client<Operations>;

/** How long the served host may take to answer the upgrade, in milliseconds. */
const connectTimeoutMs = 10_000;

/** Opens the wire that this page was given. Rejects with words for people when there is none. */
export async function openHost(): Promise<HostClient> {
  const bridge = window.voicewright;
  return connect<Operations>(bridge ? bridgeWire(bridge) : await socketWire());
}

/** Frames and closings that come before somebody listens are kept in order. */
function mailbox() {
  const kept: unknown[] = [];
  let closedWith: string | undefined;
  let frameListener: ((frame: unknown) => void) | undefined;
  let closeListener: ((reason: string) => void) | undefined;
  return {
    frame: (frame: unknown): void => {
      if (frameListener) frameListener(frame);
      else kept.push(frame);
    },
    close: (reason: string): void => {
      if (closedWith !== undefined) return;
      closedWith = reason;
      closeListener?.(reason);
    },
    onFrame: (listener: (frame: unknown) => void): void => {
      frameListener = listener;
      for (const frame of kept.splice(0)) listener(frame);
    },
    onClose: (listener: (reason: string) => void): void => {
      closeListener = listener;
      if (closedWith !== undefined) listener(closedWith);
    },
  };
}

/** A bridge listens once a page; a second wire over it takes the first one's place. */
let bridgeBox: ReturnType<typeof mailbox> | undefined;

function bridgeWire(bridge: PreloadBridge): Wire {
  const first = bridgeBox === undefined;
  const box = mailbox();
  bridgeBox = box;
  if (first) {
    bridge.listen((frame) => bridgeBox?.frame(frame));
    bridge.closed((reason) => bridgeBox?.close(reason));
  }
  return {
    send: (frame) => bridge.post(frame),
    onFrame: box.onFrame,
    onClose: box.onClose,
    close: (reason) => box.close(reason),
    buffered: () => 0,
  };
}

/** The early socket, once, while it may still serve: main says nothing before it is asked, so nothing was missed. */
function takeEarlyWire(): WebSocket | undefined {
  const socket = window.earlyWire;
  window.earlyWire = undefined;
  return socket && socket.readyState <= WebSocket.OPEN ? socket : undefined;
}

function wireUrl(): URL {
  const url = new URL('/wire', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url;
}

async function socketWire(): Promise<Wire> {
  const socket = takeEarlyWire() ?? new WebSocket(wireUrl());
  socket.binaryType = 'arraybuffer';
  const box = mailbox();
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data instanceof ArrayBuffer) box.frame(decode(new Uint8Array(event.data), { extensionCodec: wordsCodec }));
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.close();
      reject(new Error('the studio did not answer'));
    }, connectTimeoutMs);
    const opened = () => {
      clearTimeout(timer);
      resolve();
    };
    if (socket.readyState === WebSocket.OPEN) opened();
    else socket.addEventListener('open', opened);
    socket.addEventListener('close', (event) => {
      clearTimeout(timer);
      const reason = event.reason === '' ? messages.host.disconnected : event.reason;
      reject(new Error(reason));
      box.close(reason);
    });
  });
  return {
    send: (frame: Frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(encode(frame, { ignoreUndefined: true }));
    },
    onFrame: box.onFrame,
    onClose: box.onClose,
    close: (reason) => {
      socket.close();
      box.close(reason);
    },
    buffered: () => socket.bufferedAmount,
  };
}
