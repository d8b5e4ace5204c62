import type { Frame, Wire } from '#shared/rpc.ts';
import { FrameBuffer } from '../shared/frame-buffer.ts';
import { messages } from '#shared/messages/index.ts';

/** The IPC channels between preload and main; the preload knows them by these names too. */
export const channels = { frame: 'voicewright:frame', closed: 'voicewright:closed' } as const;

/** What a wire needs of a window, in Electron's words. Structural, so that this file knows nothing of Electron. */
export interface WindowPort {
  send(channel: string, value: unknown): void;
  isDestroyed(): boolean;
}

export interface ElectronWire {
  readonly wire: Wire;
  /** A frame that came from the window's own main frame; the caller has checked that. */
  receive(frame: unknown): void;
  /** The page is gone: reloaded, navigated, crashed or closed. */
  lost(reason: string): void;
}

/**
 * Main's side of one page of one window. A reload is a new page and gets a new wire. IPC bounds no frame; `serve` bounds the payload of each
 * (`rpcLimits.maxPayloadBytes`).
 */
export function electronWire(port: WindowPort): ElectronWire {
  const buffer = new FrameBuffer();
  const close = (reason: string): void => {
    if (buffer.close(reason) && !port.isDestroyed()) port.send(channels.closed, reason);
  };
  const wire: Wire = {
    send: (frame: Frame) => {
      if (!buffer.isClosed && !port.isDestroyed()) port.send(channels.frame, withOwnBytes(frame));
    },
    onFrame: (listener) => {
      buffer.onFrame(listener);
    },
    onClose: (listener) => {
      buffer.onClose(listener);
    },
    close,
    // Electron does not tell what its IPC holds back.
    buffered: () => 0,
  };
  return {
    wire,
    receive: (frame) => {
      if (!buffer.receive(frame)) close(messages.host.tooManyFrames);
    },
    lost: (reason) => {
      buffer.close(reason);
    },
  };
}

/** A clone of a view takes the whole buffer behind it along: bytes of an event that are little of theirs go as a copy. */
function withOwnBytes(frame: Frame): Frame {
  if (frame.t !== 'event' || typeof frame.value !== 'object' || frame.value === null || !('bytes' in frame.value)) return frame;
  const { bytes } = frame.value;
  const isMost = !(bytes instanceof Uint8Array) || bytes.byteLength * 2 > bytes.buffer.byteLength;
  return isMost ? frame : { ...frame, value: { ...frame.value, bytes: new Uint8Array(bytes) } };
}
