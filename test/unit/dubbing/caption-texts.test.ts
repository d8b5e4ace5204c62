import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeTexts } from '#shared/dubbing/caption-texts.ts';
import type { ReadCue } from '#shared/dubbing/captions-in.ts';
import { dubLimits, inOrder, newSegment, type Segment } from '#shared/dubbing/timeline.ts';
import { newId } from '#shared/ids.ts';
import { sampleRate } from '#shared/narration/take.ts';

const segment = (id: string, from: number, to: number, rest: Partial<Segment> = {}): Segment => ({
  ...newSegment([], id, 0),
  start: from * sampleRate,
  end: to * sampleRate,
  text: `${id}.`,
  ...rest,
});
const cue = (from: number, to: number, text: string, speaker: string | null = null): ReadCue => ({
  start: from * sampleRate,
  end: to * sampleRate,
  text,
  speaker,
  line: 1,
});
const keeper = { speaker: 'KEEPER', voiceId: 'abigail', speed: 1.1, gainDb: -3, fit: 'cut' } as const;
const visitor = { speaker: 'VISITOR', voiceId: 'amara' } as const;
const harbour = [segment('one', 0, 2, keeper), segment('two', 3, 5, visitor), segment('three', 6, 7, keeper)];

describe('the texts of captions for the segments at the same time', () => {
  it('captions at the times of the segments change their texts and nothing else', () => {
    const place = fc.integer({ min: 0, max: 60 * sampleRate });
    const one = fc.record({
      start: place,
      length: fc.integer({ min: dubLimits.shortestSamples, max: 10 * sampleRate }),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), (rows) => {
        const before = inOrder(
          rows.map(({ start, length, text }, index) => ({
            ...segment(`s${String(index).padStart(3, '0')}`, 0, 1, index % 2 === 0 ? keeper : visitor),
            start,
            end: start + length,
            text,
          })),
        );
        const cues = before.map(({ start, end }, index) => ({ start, end, text: `Neu ${index}`, speaker: null, line: index + 1 }));
        const { segments, ...counts } = takeTexts(cues, before, newId);
        expect(segments).toEqual(before.map((row, index) => ({ ...row, text: `Neu ${index}` })));
        expect(counts).toEqual({ replaced: rows.length, added: 0, kept: 0, isMatch: rows.length > 0 });
      }),
    );
  });

  it('a caption goes to the segment that it shares the most time with', () => {
    const { segments } = takeTexts([cue(1.5, 4, 'Zwei.')], harbour, newId);
    expect(segments.map(({ text }) => text)).toEqual(['one.', 'Zwei.', 'three.']);
  });

  it('a caption within a long segment goes to the short one at its own time', () => {
    const over = [segment('long', 0, 10), segment('short', 4, 5)];
    const { segments } = takeTexts([cue(3.999, 5.001, 'Kurz.')], over, newId);
    expect(segments.map(({ text }) => text)).toEqual(['long.', 'Kurz.']);
  });

  it('several captions of one segment become its text, one after the other', () => {
    const taken = takeTexts([cue(0, 1, 'Guten Abend'), cue(1, 2, 'aus dem Hafen.')], harbour, newId);
    expect(taken.segments[0]).toEqual({ ...harbour[0], text: 'Guten Abend aus dem Hafen.' });
    expect(taken).toMatchObject({ replaced: 1, added: 0, kept: 2, isMatch: true });
  });

  it('a caption without a segment becomes one, of the nearest speaker and in that voice', () => {
    const taken = takeTexts([cue(5.1, 5.7, 'Dazu.')], harbour, newId);
    expect(taken.segments.map(({ text }) => text)).toEqual(['one.', 'two.', 'Dazu.', 'three.']);
    expect(taken.segments[2]).toMatchObject({ ...visitor, trim: null, heard: null });
    expect(taken).toMatchObject({ replaced: 0, added: 1, kept: 3, isMatch: false });
  });

  it('a caption that names its speaker has that one and its voice', () => {
    const { segments } = takeTexts([cue(5.1, 5.7, 'Dazu.', 'KEEPER')], harbour, newId);
    expect(segments[2]).toMatchObject({ speaker: 'KEEPER', voiceId: 'abigail' });
  });

  it('no text grows beyond what a segment holds: what does not fit becomes a segment', () => {
    const long = 'x'.repeat(dubLimits.characters - 3);
    const taken = takeTexts([cue(0, 1, long), cue(1, 2, 'Rest')], harbour, newId);
    expect(taken.segments.map(({ text }) => text)).toEqual([long, 'Rest', 'two.', 'three.']);
  });

  it('no dub grows beyond the segments that it holds, and none of its own is lost', () => {
    const full = Array.from({ length: dubLimits.segments }, (_, index) => segment(`s${index}`, index, index + 1));
    const taken = takeTexts([cue(3_000, 3_001, 'Zu viel.')], full, newId);
    expect(taken.segments).toHaveLength(dubLimits.segments);
    expect(taken).toMatchObject({ added: 0, kept: dubLimits.segments });
  });
});
