import { Transform } from '@tiptap/pm/transform';
import { describe, expect, it } from 'vitest';
import { findMadeWorks } from '#shared/narration/choose-take.ts';
import { blocksOf, createBlock, schema } from '#shared/narration/document.ts';
import { nameGenerated, repairedToName, takeToName, withGenerated } from '#shared/narration/named-take.ts';
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

describe('A repaired take that no block names yet', () => {
  const id = block!.attributes.id;
  const text = 'One came.';
  const generated = (takes: readonly Take[], takeId: string | null) => {
    const transform = new Transform(schema.node('doc', null, [createBlock(text, { id, takeId })]));
    nameGenerated(transform, new Set([id]), ground(takes));
    return blocksOf(transform.doc)[0]?.attributes.takeId;
  };

  it('is named once audio is generated for its block, in place of a stale one', () => {
    const old = take({ fingerprint: 'of other words' });
    const takes = [old, repaired()];
    expect(generated(takes, null)).toBe(takes[1]!.id);
    expect(generated(takes, old.id)).toBe(takes[1]!.id);
    expect(repairedToName(block!, ground(takes))).toBe(takes[1]!.id);
  });

  it('gives way to one that stands for the block without a name, and a recording is never put in its place', () => {
    const old = take({ fingerprint: 'of other words' });
    expect(generated([old, repaired(), take()], old.id)).toBeNull();
    expect(generated([old, take({ source: 'recording', fingerprint: 'a recording', voiceId: '' })], old.id)).toBe(old.id);
  });

  it('is made for its own block and is none for another that says the same', () => {
    const isMade = findMadeWorks([repaired()], [null]);
    const work = blockFingerprint(block!, defaults, 'local') ?? '';
    expect([isMade(id, work), isMade('another', work), isMade(id, 'of other words')]).toEqual([true, false, false]);
    expect(findMadeWorks([take()], [null])('another', work)).toBe(true);
  });
});

describe('Another take that was asked for', () => {
  const { id } = block!.attributes;
  /** What the block names once the last of the takes has come, and after undo; `undefined` where there is no step. */
  const used = (takes: readonly Take[], takeId: string | null, text = 'One came.') => {
    const document = schema.node('doc', null, [createBlock(text, { id, takeId })]);
    const { steps, docs, doc } = withGenerated(document, id, takes.at(-1)!.id, ground(takes));
    const naming = (node: typeof doc | null | undefined) => node && blocksOf(node)[0]?.attributes.takeId;
    return steps[0] && docs[0] && { now: naming(doc), undone: naming(steps[0].invert(docs[0]).apply(doc).doc) };
  };
  const old = take({ fingerprint: 'of other words', text: 'Nobody came.' });

  it('is in use as the newest, and undo names the one that was in use before, whether a person chose it or not', () => {
    const takes = [take(), take(), take()];
    expect(used(takes, null)).toEqual({ now: null, undone: takes[1]!.id });
    expect(used(takes, takes[0]!.id)).toEqual({ now: null, undone: takes[0]!.id });
    expect(used([old, take()], old.id)).toEqual({ now: null, undone: old.id });
  });

  it('takes the place of a repaired take and of a recording, which undo brings back', () => {
    const [fixed, recording] = [repaired(), take({ source: 'recording', fingerprint: 'a recording', voiceId: '' })];
    expect(used([take(), fixed, take()], fixed.id)).toEqual({ now: null, undone: fixed.id });
    expect(used([recording, take()], recording.id)).toEqual({ now: null, undone: recording.id });
  });

  it('changes nothing where it is the first, where its text is not that of the block any more, and where it is not whole', () => {
    expect(used([take()], null)).toBeUndefined();
    const [first, another] = [take(), take()];
    expect(used([old, first, another], null, 'Nobody came.')).toBeUndefined();
    expect(used([take(), take({ state: 'incomplete' })], null)).toBeUndefined();
  });
});
