import { expect, it } from 'vitest';
import { electronWire } from '#main/hosts/electron/wire.ts';
import type { Frame } from '#shared/rpc.ts';

it('bytes that are little of the buffer behind them go without the rest of it, others as they are', () => {
  const sent: unknown[] = [];
  const { wire } = electronWire({ send: (_, value) => sent.push(value), isDestroyed: () => false });
  const large = new Uint8Array(65_536).fill(7);
  const frames: Frame[] = [
    { t: 'event', id: 1, value: { type: 'audio', bytes: large.subarray(100, 200) } },
    { t: 'event', id: 1, value: { type: 'audio', bytes: large } },
    { t: 'event', id: 1, value: { type: 'completed', bytes: 100 } },
    { t: 'event', id: 1, value: 'words' },
  ];
  for (const frame of frames) wire.send(frame);
  expect(sent).toEqual(frames);
  const buffers = sent.slice(0, 2).map((frame) => (frame as { value: { bytes: Uint8Array } }).value.bytes.buffer.byteLength);
  expect(buffers).toEqual([100, 65_536]);
});
