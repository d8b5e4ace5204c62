import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '#shared/plain-text.ts';
import {
  edited,
  editLimits,
  editsSchema,
  isEdited,
  noEdits,
  listSpeakers,
  withChecked,
  withSegmentSpeaker,
  withSpeaker,
  withText,
} from '#shared/transcripts/edits.ts';
import { readTranscript } from '#shared/transcripts/read.ts';
import { findInSegments } from '#shared/transcripts/search.ts';

const read = (segments: unknown[], duration = 10) => readTranscript({ text: 'whole', duration, segments }).segments;

describe('a transcript as it came', () => {
  it('says that it is a draft, or of speech whose words the service knows, only where the service says so', () => {
    const marks = (fields: object) => {
      const { isDraft, isOwnSpeech, rest } = readTranscript({ text: 'whole', ...fields });
      return [isDraft, isOwnSpeech, rest];
    };
    expect(marks({})).toEqual([false, false, {}]);
    expect(marks({ draft: true })).toEqual([true, false, {}]);
    expect(marks({ own_speech: true })).toEqual([false, true, {}]);
    expect(marks({ own_speech: 'yes' })).toEqual([false, false, {}]);
  });

  it('reads the fields of a segment by any of their spellings, and keeps the others', () => {
    const [one, two, three] = read([
      { id: 7, start: 0.5, end: 2, text: ' Hello. ', speaker: 'A', words: [{ word: 'Hello.', start: 0.5, end: 1 }], confidence: 0.9 },
      { startTime: '00:00:02.5', endTime: '3.25s', transcript: 'There.', speakerLabel: 3 },
      { start_ms: 4000, end_ms: 3000, content: 'Back.' },
    ]);
    expect(one).toEqual({
      index: 0,
      text: 'Hello.',
      startMs: 500,
      endMs: 2000,
      speaker: 'A',
      words: [{ text: 'Hello.', startMs: 500, endMs: 1000 }],
      rest: { id: 7, confidence: 0.9 },
    });
    expect(two).toMatchObject({ text: 'There.', startMs: 2500, endMs: 3250, speaker: '3', rest: {} });
    // An end before its start is no length.
    expect(three).toMatchObject({ text: 'Back.', startMs: 4000, endMs: 4000 });
  });

  it('takes times that can only be milliseconds for milliseconds', () => {
    expect(read([{ start: 1500, end: 9000, text: 'x' }], 10)[0]).toMatchObject({ startMs: 1500, endMs: 9000 });
    // A sound that is longer than the service said is no reason to divide.
    expect(read([{ start: 10, end: 14, text: 'x' }], 10)[0]).toMatchObject({ startMs: 10_000, endMs: 14_000 });
  });

  it('reads the words of a segment in the unit of the segment', () => {
    const segments = (unit: number) => [
      {
        start: 1.5 * unit,
        end: 9 * unit,
        text: 'Good day.',
        words: [
          { text: 'Good', start: 1.5 * unit, end: 2 * unit },
          { text: 'day.', start: 2 * unit, end: 9 * unit },
        ],
      },
    ];
    expect(read(segments(1000), 10)).toEqual(read(segments(1), 10));
    expect(read(segments(1000), 10)[0]?.words).toEqual([
      { text: 'Good', startMs: 1500, endMs: 2000 },
      { text: 'day.', startMs: 2000, endMs: 9000 },
    ]);
  });

  it('is a segment for each line of the text where no segment came, and says so by having no times', () => {
    const { segments, rest } = readTranscript({ text: 'One.\n\nTwo.', duration: 3, segments: [], credits_used: 2, model: 'm' });
    expect(segments.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['One.', null],
      ['Two.', null],
    ]);
    expect(rest).toEqual({ model: 'm' });
  });

  it.each([null, 'text', [], { segments: 'no' }, { segments: [1, null, 'x'] }])('makes nothing of %j, and does not fail', (answer) => {
    expect(readTranscript(answer)).toMatchObject({ text: '', segments: [] });
  });

  it('leaves words out that are not all timed', () => {
    expect(read([{ start: 0, end: 1, text: 'a b', words: [{ text: 'a', start: 0, end: 1 }, { text: 'b' }] }])[0]).toMatchObject({
      words: [],
      rest: { words: [{ text: 'a', start: 0, end: 1 }, { text: 'b' }] },
    });
  });
});

describe('edits', () => {
  const segments = read([
    { start: 0, end: 1, text: 'One', speaker: 'S0' },
    { start: 1, end: 2, text: 'Two', speaker: 'S1' },
    { start: 2, end: 3, text: 'Three', speaker: 'S0' },
  ]);

  it('change what is read, never what was sent, and are gone when they say the same', () => {
    const changed = withSpeaker(withText(noEdits, segments[1]!, 'Zwei'), 'S0', ' Anna ');
    expect(edited(segments, changed).map(({ text, speaker }) => [text, speaker])).toEqual([
      ['One', 'Anna'],
      ['Zwei', 'S1'],
      ['Three', 'Anna'],
    ]);
    expect(segments[1]!.text).toBe('Two');
    expect(withText(withSpeaker(changed, 'S0', ''), segments[1]!, 'Two')).toEqual(noEdits);
    expect(listSpeakers(segments)).toEqual(['S0', 'S1']);
  });

  it('of one segment or speaker leave those of the others as they are', () => {
    const texts = withText(withText(noEdits, segments[0]!, 'Eins'), segments[1]!, 'Zwei');
    expect(texts.texts).toEqual({ '0': 'Eins', '1': 'Zwei' });
    expect(withText(texts, segments[1]!, 'Two').texts).toEqual({ '0': 'Eins' });
    const names = withSpeaker(withSpeaker(noEdits, 'S0', 'Anna'), 'S1', 'Tom');
    expect(names.speakers).toEqual({ S0: 'Anna', S1: 'Tom' });
    expect(withSpeaker(names, 'S0', 'S0').speakers).toEqual({ S1: 'Tom' });
    expect(withSpeaker(names, 'S1', '  ').speakers).toEqual({ S0: 'Anna' });
  });

  it('exist where a text or a speaker is changed', () => {
    expect(isEdited(noEdits)).toBe(false);
    expect(isEdited(withText(noEdits, segments[0]!, ''))).toBe(true);
    expect(isEdited(withSpeaker(noEdits, 'S0', 'Anna'))).toBe(true);
  });

  it('give one segment to a speaker by the name that is shown, whatever that speaker is called later', () => {
    const named = withSpeaker(noEdits, 'S1', 'Tom');
    const moved = withSegmentSpeaker(named, segments[0]!, ' Tom ', segments);
    expect(moved.segmentSpeakers).toEqual({ '0': 'S1' });
    expect(edited(segments, withSpeaker(moved, 'S1', 'Tim')).map(({ speaker }) => speaker)).toEqual(['Tim', 'Tim', 'S0']);
    expect(isEdited(moved)).toBe(true);
  });

  it('give one segment to a speaker whom the service does not know, and who can be renamed and given more', () => {
    const moved = withSegmentSpeaker(noEdits, segments[2]!, 'Ida', segments);
    const renamed = withSpeaker(moved, 'Ida', 'Ada');
    const both = withSegmentSpeaker(renamed, segments[0]!, 'Ada', segments);
    expect(edited(segments, both).map(({ speaker }) => speaker)).toEqual(['Ada', 'S1', 'Ada']);
    const [unnamed] = read([{ start: 0, end: 1, text: 'One' }]);
    expect(edited([unnamed!], withSegmentSpeaker(noEdits, unnamed!, 'Ida', [unnamed!]))[0]!.speaker).toBe('Ida');
  });

  it('are gone where a segment is its own speaker’s again', () => {
    const moved = withSegmentSpeaker(noEdits, segments[0]!, 'S1', segments);
    expect(withSegmentSpeaker(moved, segments[0]!, '', segments)).toEqual(noEdits);
    expect(withSegmentSpeaker(moved, segments[0]!, 'S0', segments)).toEqual(noEdits);
  });

  it('take the mark of a doubtful segment away, and put it back', () => {
    const doubtful = { ...segments[0]!, unsure: true };
    const checked = withChecked(noEdits, doubtful, true);
    expect([edited([doubtful], checked)[0]!.unsure, isEdited(checked)]).toEqual([false, true]);
    expect(edited([doubtful], noEdits)[0]!.unsure).toBe(true);
    expect(withChecked(checked, doubtful, false)).toEqual(noEdits);
    expect(edited([segments[1]!], withChecked(noEdits, segments[1]!, true))[0]!.unsure).toBeUndefined();
  });

  it('leave a segment empty whose text a person deleted', () => {
    expect(edited(segments, { texts: { 0: '' }, speakers: {} })[0]!.text).toBe('');
  });

  it('name no speaker where the service named none', () => {
    const [unnamed] = read([{ start: 0, end: 1, text: 'One' }]);
    expect(edited([unnamed!], { texts: {}, speakers: { null: 'Anna' } })[0]!.speaker).toBeNull();
    expect(listSpeakers([unnamed!, segments[1]!])).toEqual(['S1']);
  });

  it('have a bound, and a name of a speaker is one without the blanks around it', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index), 'x']));
    for (const field of ['texts', 'speakers', 'segmentSpeakers']) {
      expect(editsSchema.safeParse({ ...noEdits, [field]: many(editLimits.entries) }).success).toBe(true);
      expect(editsSchema.safeParse({ ...noEdits, [field]: many(editLimits.entries + 1) }).success).toBe(false);
    }
    expect(editsSchema.parse({ texts: {}, speakers: { S0: ' Anna ' } }).speakers).toEqual({ S0: 'Anna' });
    expect(editsSchema.safeParse({ texts: {}, speakers: { S0: '  ' } }).success).toBe(false);
    expect(editsSchema.safeParse({ texts: {}, speakers: { S0: 'x'.repeat(editLimits.speakerCharacters + 1) } }).success).toBe(false);
    expect(editsSchema.safeParse({ texts: { '0': 'x'.repeat(editLimits.segmentCharacters + 1) }, speakers: {} }).success).toBe(false);
  });
});

describe('finding', () => {
  it('is without case and accents, and tells the places in the text itself', () => {
    const segments = [
      { index: 0, text: 'Café, CAFÉ' },
      { index: 4, text: 'the cafe\u0301 here' },
    ];
    const found = findInSegments(segments, ' cafe ');
    expect(found.map(({ index, start, end }) => [index, segments.find((one) => one.index === index)!.text.slice(start, end)])).toEqual([
      [0, 'Café'],
      [0, 'CAFÉ'],
      [4, 'cafe\u0301'],
    ]);
    expect(findInSegments(segments, '  ')).toEqual([]);
  });

  it('goes on behind each match, so that no two share a character', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[aáB ]{0,12}$/u), { maxLength: 3 }), fc.stringMatching(/^[aáB]{1,3}$/u), (texts, wanted) => {
        const segments = texts.map((text, index) => ({ index, text }));
        const found = findInSegments(segments, wanted);
        for (const [at, { index, start, end }] of found.entries()) {
          const before = found[at - 1];
          if (before?.index === index) expect(start).toBeGreaterThanOrEqual(before.end);
          expect(plainText(texts[index]!.slice(start, end))).toBe(plainText(wanted));
        }
        const counted = texts.reduce((sum, text) => sum + plainText(text).split(plainText(wanted)).length - 1, 0);
        expect(found).toHaveLength(counted);
      }),
      { examples: [[['aaaaa'], 'aa']] },
    );
  });
});
