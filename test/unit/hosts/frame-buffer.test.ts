import { expect, it } from 'vitest';
import { FrameBuffer } from '#main/hosts/shared/frame-buffer.ts';

it('frames that come before somebody listens are handed over in order, so many of them and no more', () => {
  const buffer = new FrameBuffer();
  for (let frame = 0; frame < 1024; frame += 1) expect(buffer.receive(frame)).toBe(true);
  expect(buffer.receive('one more')).toBe(false);
  const frames: unknown[] = [];
  buffer.onFrame((frame) => frames.push(frame));
  expect(buffer.receive('next')).toBe(true);
  expect([frames.length, frames[0], frames[1023], frames[1024]]).toEqual([1025, 0, 1023, 'next']);
});

it('the end of a wire is announced once, with its first reason, whether somebody listens before it or after', () => {
  for (const isEarly of [true, false]) {
    const buffer = new FrameBuffer();
    const reasons: string[] = [];
    if (isEarly) buffer.onClose((reason) => reasons.push(reason));
    expect([buffer.isClosed, buffer.close('The window is gone.'), buffer.close('Again.'), buffer.isClosed]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    if (!isEarly) buffer.onClose((reason) => reasons.push(reason));
    expect(reasons).toEqual(['The window is gone.']);
  }
});

it('a listener that ends the wire is handed nothing more of what came before', () => {
  const buffer = new FrameBuffer();
  for (const frame of ['first', 'last', 'late']) buffer.receive(frame);
  const frames: unknown[] = [];
  buffer.onFrame((frame) => {
    frames.push(frame);
    if (frame === 'last') buffer.close('It said goodbye.');
  });
  expect(frames).toEqual(['first', 'last']);
});

it('nothing of a wire that has ended is handed over any more, and it takes no memory', () => {
  const buffer = new FrameBuffer();
  buffer.receive('before');
  buffer.close('The window is gone.');
  const frames: unknown[] = [];
  buffer.onFrame((frame) => frames.push(frame));
  expect(buffer.receive('after')).toBe(true);
  expect(frames).toEqual([]);
});
