import { expect, it } from 'vitest';
import { createBlock, schema } from '../../../src-shared/narration/document.ts';
import type { Take } from '../../../src-shared/narration/take.ts';
import { buildTimeline } from '../../../src-shared/narration/chapter-timeline.ts';
import { selectedFrom, selectedTo, wordBeside } from '../../../src-renderer/features/narration/waveform/waveform-steps.ts';
import { noDefaults } from '#shared/narration/shape.ts';

/** Two blocks of a second with words at 0, 300 and 600 ms, a silent block between them, and a quarter of a second of pause. */
function timeline() {
  const ids = ['block00000', 'block00001', 'block00002'];
  const document = schema.node(
    'doc',
    null,
    ids.map((id) => createBlock('one two three', { id, pauseMs: 250 })),
  );
  const take = (blockId: string): Take => ({
    id: `take-${blockId}`,
    blockId,
    fingerprint: '',
    createdAt: 1,
    text: 'one two three',
    voiceId: 'voice',
    modelId: null,
    samples: 48_000,
    state: 'complete',
    alignment: 'complete',
    words: ['one', 'two', 'three'].map((text, index) => ({ text, startMs: index * 300, endMs: index * 300 + 250 })),
    creditsUsed: null,
    requestId: null,
    ignoredParameters: [],
    starred: false,
  });
  return buildTimeline(document, [take('block00000'), take('block00002')], { ...noDefaults, voiceId: 'voice', modelId: null }, 'local');
}

it('steps from word to word over pauses and silent blocks, and back over the same places', () => {
  const places = [0, 0.3, 0.6, 1.25, 1.55, 1.85];
  const walk = (from: number, direction: 1 | -1): number[] => {
    const found: number[] = [];
    for (let at = wordBeside(timeline(), from, direction); at !== undefined; at = wordBeside(timeline(), at, direction)) found.push(at);
    return found;
  };
  expect(walk(0, 1)).toEqual(places.slice(1));
  expect(walk(2.2, -1)).toEqual(places.toReversed());
  expect(wordBeside(timeline(), 1.1, 1)).toBe(1.25);
  expect(wordBeside(timeline(), 0.45, -1)).toBe(0.3);
});

it('does not stay where it is because a given place was rounded', () => {
  expect(wordBeside(timeline(), 0.29999, 1)).toBe(0.6);
  expect(wordBeside(timeline(), 0.60001, -1)).toBe(0.3);
});

it('keeps the other end of the selection, unless it would lie on the wrong side', () => {
  expect(selectedFrom(2, { to: 5 }, 9)).toEqual({ from: 2, to: 5 });
  expect(selectedFrom(6, { to: 5 }, 9)).toEqual({ from: 6, to: 9 });
  expect(selectedTo(6, { from: 2 })).toEqual({ from: 2, to: 6 });
  expect(selectedTo(1, { from: 2 })).toEqual({ from: 0, to: 1 });
  expect(selectedTo(1, undefined)).toEqual({ from: 0, to: 1 });
});
