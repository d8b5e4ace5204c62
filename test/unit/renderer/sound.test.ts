import { describe, expect, it } from 'vitest';
import { createBlock, schema } from '../../../src-shared/narration/document.ts';
import type { Take } from '../../../src-shared/narration/take.ts';
import { buildTimeline } from '../../../src-shared/narration/chapter-timeline.ts';
import { segmentAt, segmentOf, startOf, type Sound } from '../../../src-renderer/audio/sound.ts';
import { noDefaults } from '#shared/narration/shape.ts';

const order = ['block00000', 'block00001', 'block00002', 'block00003'];

/** One second of sound for the first and the third block, a quarter of a second of silence after each. */
function sound(): Sound {
  const document = schema.node(
    'doc',
    null,
    order.map((id) => createBlock('word', { id, pauseMs: 250 })),
  );
  const take = (blockId: string): Take => ({
    id: `take-${blockId}`,
    blockId,
    fingerprint: '',
    createdAt: 1,
    text: 'word',
    voiceId: 'voice',
    modelId: null,
    samples: 48_000,
    state: 'complete',
    alignment: 'none',
    words: [],
    creditsUsed: null,
    requestId: null,
    ignoredParameters: [],
    starred: false,
  });
  const timeline = buildTimeline(
    document,
    [take('block00000'), take('block00002')],
    { ...noDefaults, voiceId: 'voice', modelId: null },
    'local',
  );
  return { audioUrl: '/a', peaksUrl: '/p', seconds: timeline.samples / 48_000, timeline };
}

describe('a chapter’s sound', () => {
  it('is its blocks with their pauses, in seconds', () => {
    expect(segmentOf(sound(), 'block00002')).toEqual({ blockId: 'block00002', start: 1.25, end: 2.25, next: 2.5 });
    expect(segmentOf(sound(), 'block00001')).toBeUndefined();
  });
  it('knows the block of a time: in its sound, in its pause, at the very end and past it', () => {
    expect([0, 0.99, 1.1, 1.25, 2.5, 9].map((seconds) => segmentAt(sound(), seconds)?.blockId)).toEqual([
      'block00000',
      'block00000',
      'block00000',
      'block00002',
      'block00002',
      'block00002',
    ]);
    expect(segmentAt(undefined, 0)).toBeUndefined();
  });
  it('knows where a block without sound would begin', () => {
    expect(order.map((id) => startOf(sound(), order, id))).toEqual([0, 1.25, 1.25, 2.5]);
    expect(startOf(undefined, order, 'block00003')).toBe(0);
  });
});
