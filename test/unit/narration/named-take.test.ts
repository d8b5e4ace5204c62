import { describe, expect, it } from 'vitest';
import { blocksOf, createBlock, schema } from '#shared/narration/document.ts';
import { takeToName } from '#shared/narration/named-take.ts';
import { blockFingerprint, noDefaults, type ProjectDefaults } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';

const defaults: ProjectDefaults = { ...noDefaults, voiceId: 'anna' };
const [block] = blocksOf(schema.node('doc', null, [createBlock('One came.')]));
const ground = (takes: readonly Take[]) => ({ takes, defaults, connectionId: 'local' });
let made = 0;
const take = (change: Partial<Take> = {}): Take => ({
  id: `take${made}`,
  blockId: block!.attributes.id,
  fingerprint: blockFingerprint(block!, defaults, 'local') ?? '',
  createdAt: made++,
  text: 'One came.',
  voiceId: 'anna',
  modelId: null,
  samples: 1,
  state: 'complete',
  alignment: 'none',
  words: [],
  creditsUsed: 6,
  requestId: null,
  ignoredParameters: [],
  starred: false,
  ...change,
});
const repaired = (change: Partial<Take> = {}): Take =>
  take({ derivedFrom: [{ takeId: 'take', startMs: 0, endMs: 9, gainDb: 0 }], ...change });

describe('The take that a block must name', () => {
  it('is the newest that was repaired to what the block says now', () => {
    const takes = [take({ fingerprint: 'of other words' }), repaired(), repaired()];
    expect(takeToName(block!, ground(takes))).toBe(takes[2]!.id);
    expect(takeToName(block!, ground(takes.toReversed()))).toBe(takes[2]!.id);
  });

  it('is none where a take stands for the block without a name', () => {
    expect(takeToName(block!, ground([take(), repaired()]))).toBeNull();
  });

  it('is none where no take speaks the text, is whole, or is of this block', () => {
    expect(takeToName(block!, ground([]))).toBeNull();
    const others = [repaired({ fingerprint: 'of other words' }), repaired({ state: 'incomplete' }), repaired({ blockId: 'another' })];
    expect(takeToName(block!, ground(others))).toBeNull();
  });

  it('is a recording of the same words', () => {
    const recording = take({ source: 'recording', fingerprint: 'a recording', voiceId: '' });
    expect(takeToName(block!, ground([recording]))).toBe(recording.id);
  });
});
