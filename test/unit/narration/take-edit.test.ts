import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlock, documentProblem, schema, wordsOf } from '#shared/narration/document.ts';
import { buildTimeline, soundSegments } from '#shared/narration/chapter-timeline.ts';
import { scriptOf } from '#shared/captions/script.ts';
import { editTake, findTakeEdit, longestTrimMs, playedSamples, withTakeEdit } from '#shared/narration/edited-take.ts';
import { noDefaults, shapeOf } from '#shared/narration/shape.ts';
import { maximumTakeEdits, type TakeEdit, type TakeEdits } from '#shared/narration/take-edit.ts';
import { fingerprintOf, sampleRate, type Take } from '#shared/narration/take.ts';

const text = 'One two three four.';
const project = { ...noDefaults, voiceId: 'anna', modelId: null };
const perMs = sampleRate / 1000;

/** Four words of 100 ms each. */
function makeTake(id: string, facts: Partial<Take> = {}): Take {
  const shape = shapeOf({ attributes: { voiceId: null, modelId: null, controls: {} }, text }, project, 'local');
  const words = wordsOf(text).map((word, index) => ({ text: word.text, startMs: index * 100, endMs: (index + 1) * 100 }));
  return {
    id,
    blockId: 'block000',
    fingerprint: shape ? fingerprintOf(shape) : '',
    createdAt: 1,
    text,
    voiceId: 'anna',
    modelId: null,
    samples: 400 * perMs,
    state: 'complete',
    alignment: 'complete',
    words,
    creditsUsed: 0,
    requestId: null,
    ignoredParameters: [],
    starred: false,
    ...facts,
  };
}
const timelineOf = (takeEdits: TakeEdits, takes: readonly Take[]) =>
  buildTimeline(schema.node('doc', null, [createBlock(text, { id: 'block000', takeEdits })]), takes, project, 'local');

describe('a trimmed take', () => {
  it('is shorter in the timeline, its words move with it, captions too, and it is not stale', () => {
    const take = makeTake('take0000');
    const timeline = timelineOf({ take0000: { trimStartMs: 150, trimEndMs: 50, gainDb: 3 } }, [take]);
    expect(timeline.samples).toBe(200 * perMs);
    expect(timeline.blocks[0]).toMatchObject({ stale: false, samples: 200 * perMs });
    expect([0, 1, 2, 3].map((word) => timeline.sampleOfWord(word))).toEqual([0, 0, 50 * perMs, 150 * perMs]);
    const script = scriptOf({ title: '', chapters: [{ number: 1, title: '', timeline }], defaults: noDefaults, betweenChaptersMs: 0 });
    expect(script.chapters[0]?.blocks[0]).toMatchObject({ startMs: 0, endMs: 200 });
    expect(soundSegments(timeline)).toEqual([
      { takeId: 'take0000', pauseSamples: 0, edit: { trimStartMs: 150, trimEndMs: 50, gainDb: 3 } },
    ]);
    expect(take).toEqual(makeTake('take0000'));
  });

  it('keeps one word for each word of its text, in order and within its sound, whatever is trimmed', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (trimStartMs, trimEndMs) => {
        const edited = editTake(makeTake('take0000'), { trimStartMs, trimEndMs });
        expect(edited.samples).toBeGreaterThan(0);
        expect(edited.words).toHaveLength(4);
        let last = 0;
        for (const { startMs, endMs } of edited.words) {
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(endMs).toBeLessThanOrEqual(edited.samples / perMs);
          last = startMs;
        }
      }),
    );
  });

  it('always leaves at least 50 ms when it is trimmed as far as is allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100 * perMs, max: 5000 * perMs }), fc.nat(40), (samples, trimEndMs) => {
        const { from, to } = playedSamples(samples, { trimStartMs: longestTrimMs(samples, trimEndMs), trimEndMs });
        expect(to - from).toBeGreaterThanOrEqual(50 * perMs);
      }),
    );
  });
});

describe('the edit of a take', () => {
  const edit: TakeEdit = { gainDb: -2, trimStartMs: 80, trimEndMs: 60 };
  const base = makeTake('base0000');
  const stretch = (takeId: string, startMs: number, endMs: number) => ({ takeId, startMs, endMs, gainDb: 0 });
  const find =
    (...takes: Take[]) =>
    (id: string) =>
      takes.find((take) => take.id === id);

  it('goes on in a repair, at the ends that are still those of the take', () => {
    const middle = makeTake('repair00', {
      derivedFrom: [stretch('base0000', 0, 100), stretch('part0000', 0, 90), stretch('base0000', 200, 400)],
    });
    expect(findTakeEdit({ base0000: edit }, middle, find(base, middle))).toEqual(edit);
    const start = makeTake('repair01', {
      derivedFrom: [stretch('base0000', 0, 30), stretch('part0000', 0, 90), stretch('base0000', 200, 400)],
    });
    expect(findTakeEdit({ base0000: edit }, start, find(base, start))).toEqual({ ...edit, trimStartMs: 30 });
    const again = makeTake('repair02', { derivedFrom: [stretch('repair00', 0, 300), stretch('part0001', 0, 90)] });
    expect(findTakeEdit({ base0000: edit }, again, find(base, middle, again))).toEqual({ gainDb: -2, trimStartMs: 80 });
  });

  it('goes on in the halves of a split, each with the trim of its own end; an edit of the half replaces it', () => {
    const first = makeTake('half0000', { derivedAs: 'cut', derivedFrom: [stretch('base0000', 0, 200)] });
    const second = makeTake('half0001', { derivedAs: 'cut', derivedFrom: [stretch('base0000', 200, 400)] });
    expect(findTakeEdit({ base0000: edit }, first, find(base, first))).toEqual({ gainDb: -2, trimStartMs: 80 });
    expect(findTakeEdit({ base0000: edit }, second, find(base, second))).toEqual({ gainDb: -2, trimEndMs: 60 });
    expect(findTakeEdit({ base0000: edit, half0001: {} }, second, find(base, second))).toEqual({});
  });

  it('is in the sound of a take that was joined from several, and is not applied again', () => {
    const joined = makeTake('joined00', { derivedAs: 'cut', derivedFrom: [stretch('base0000', 80, 340), stretch('other000', 0, 400)] });
    expect(findTakeEdit({ base0000: edit }, joined, find(base, joined))).toEqual({});
  });

  it('does not reach another take of the same block', () => {
    const other = makeTake('take0001');
    expect(findTakeEdit({ base0000: edit }, other, find(base, other))).toEqual({});
  });
});

describe('the edits of a block', () => {
  it('hold two hundred takes, and the oldest go first', () => {
    let edits: TakeEdits = {};
    for (let index = 0; index < maximumTakeEdits + 5; index += 1) edits = withTakeEdit(edits, `take00${String(index)}a`, { gainDb: 1 });
    expect(Object.keys(edits)).toHaveLength(maximumTakeEdits);
    expect(Object.keys(edits)[0]).toBe('take005a');
    expect(documentProblem(schema.node('doc', null, [createBlock('x', { takeEdits: edits })]))).toBeUndefined();
  });

  it('that are out of range are not a document', () => {
    for (const edit of [{ gainDb: 25 }, { gainDb: Number.NaN }, { trimStartMs: -1 }, { crossfadeMs: 501 }, { trimEndMs: 0.5 }])
      expect(documentProblem(schema.node('doc', null, [createBlock('x', { takeEdits: { take0000: edit } })]))).toMatchObject({
        id: 'library.blockInvalid',
      });
  });
});
