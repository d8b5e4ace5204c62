import { describe, expect, it } from 'vitest';
import { newSegment, type DubTake, type Fit, type Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import {
  changedWords,
  fitWords,
  markSign,
  overrunFigure,
  paceSign,
  statusOf,
} from '../../../src-renderer/features/dubbing/timeline/words.ts';

const second = 48_000;
const text = 'A line of thirty characters...';
const segment = (fit: Fit, length: number, change: Partial<Segment> = {}): Segment => ({
  ...newSegment([], 'segment0001', 0),
  end: length,
  text,
  voiceId: 'anna',
  fit,
  ...change,
});
const take: DubTake = {
  id: `${'a'.repeat(64)}.wav`,
  text,
  voiceId: 'anna',
  modelId: null,
  speed: 1,
  contentType: 'audio/wav',
  bytes: 1,
  samples: 2 * second,
};
const failure = { kind: 'service-failed', message: 'No.', charged: 'no', next: 'retry' } as const;

describe('what is said of a segment', () => {
  it.each([
    ['Other words.', {}, messages.dubbing.changedText(text)],
    [`${text} And the next line.`, {}, messages.dubbing.changedLonger(text)],
    [text, { voiceId: 'ben' }, messages.dubbing.changedVoice],
    [text, {}, undefined],
  ])('a segment that says %j with %j, and whose audio says another text or has another voice, says so', (now, change, words) => {
    expect(changedWords(segment('tighten', 3 * second, { text: now, heard: take.id, ...change }), [take])).toBe(words);
  });

  it('a part of a split take whose text is longer after a merge quotes that part alone', () => {
    const part = { takeId: take.id, text: 'A line', from: 0, to: second };
    expect(changedWords(segment('tighten', 3 * second, { text: 'A line and more.', heard: take.id, part }), [take])).toBe(
      messages.dubbing.changedLonger('A line'),
    );
  });

  it('one that is too long says by how much at double pace: measured of its take, about so much of one that is to come', () => {
    const short = segment('tighten', 0.5 * second);
    expect(markSign('too-long', short, [take])).toEqual({ sign: '0.5 s too long', words: '0.5 s too long, even at 2× speed' });
    expect(overrunFigure(short, [take])).toBe('+0.5 s');
    expect(markSign('will-not-fit', short, []).sign).toBe(messages.dubbing.tooLongBy(messages.shapes.about('0.5 s')));
    expect(overrunFigure(short, [])).toBe(messages.shapes.about('+0.5 s'));
    expect(overrunFigure({ ...short, text: 'Shorter.', heard: take.id }, [take])).toBeUndefined();
    // By less than a tenth it is still too long.
    expect(markSign('too-long', segment('tighten', 0.99 * second), [take]).sign).toBe('0.1 s too long');
    expect([overrunFigure(segment('tighten', second), [take]), overrunFigure(segment('natural', second), [take])]).toEqual([
      undefined,
      undefined,
    ]);
    expect(markSign('overlap', short, [take])).toEqual({ sign: 'overlaps another', words: 'overlaps another' });
  });

  it.each([
    ['tighten', 2 * second, 'easy', messages.dubbing.fitsAsSpoken('2.0 s of speech in 2.0 s')],
    ['tighten', 3 * second, 'easy', messages.dubbing.fitsAsSpoken('2.0 s of speech in 3.0 s')],
    ['tighten', 1.8 * second, 'easy', '2.0 s of speech in 1.8 s: 1.11× speed, barely noticeable.'],
    ['tighten', 1.25 * second, 'audible', '2.0 s of speech in 1.3 s: 1.60× speed, noticeable.'],
    ['tighten', 0.5 * second, 'far', messages.dubbing.tooLong('2.0 s of speech in 0.5 s', '0.5 s')],
    ['tighten', 0.99 * second, 'far', messages.dubbing.tooLong('2.0 s of speech in 1.0 s', '0.1 s')],
    ['stretch', 3 * second, 'audible', '2.0 s of speech in 3.0 s: 0.67× speed, noticeable.'],
    ['stretch', 5 * second, 'far', messages.dubbing.tooShort('2.0 s of speech in 5.0 s', '1.0 s')],
    ['natural', second, 'far', messages.dubbing.runsOver('2.0 s of speech in 1.0 s', '1.0 s')],
    ['cut', second, 'audible', '2.0 s of speech in 1.0 s: 1.0 s are cut.'],
  ] as const)('%s into %d samples is %s', (fit, length, strain, words) => {
    expect(fitWords(segment(fit, length), [take])).toEqual({ strain, words });
  });

  it.each([
    [1.8 * second, undefined],
    [1.25 * second, { sign: '1.60×', words: '1.60× speed, noticeable' }],
    [1.05 * second, { sign: '1.90×', words: '1.90× speed, clearly rushed' }],
    // A mark says that it is too long.
    [0.5 * second, undefined],
  ])('2 seconds of speech in %d samples have the sign %j', (length, sign) => {
    expect(paceSign(segment('tighten', length), [take])).toEqual(sign);
    expect(paceSign(segment('natural', length), [take])).toBeUndefined();
    expect(paceSign(segment('tighten', length, { text: 'Other.', heard: take.id }), [take])).toBeUndefined();
  });

  it('a pace that is expected is marked as what is heard is, about; one that is hardly noticed, or that the fit does not allow, is not', () => {
    expect(paceSign(segment('tighten', 1.4 * second), [])).toEqual({
      sign: messages.shapes.about('1.43×'),
      words: '1.43× speed needed, noticeable',
    });
    expect(paceSign(segment('tighten', 1.6 * second), [])).toBeUndefined();
    expect(paceSign(segment('tighten', second / 2), [])).toBeUndefined();
    expect(paceSign(segment('cut', 1.4 * second), [])).toBeUndefined();
    expect(paceSign(segment('natural', 1.4 * second), [])).toBeUndefined();
  });

  it('before it is made it is expected, and says by what', () => {
    const other = { ...take, text: 'b'.repeat(30) };
    expect(fitWords(segment('tighten', second), [])?.words).toBe(
      'About 2.0 s expected in 1.0 s, from a typical pace: 2.00× speed needed, clearly rushed.',
    );
    expect(fitWords(segment('tighten', 2 * second), [other])?.words).toBe(
      'About 2.0 s expected in 2.0 s, from this voice’s pace: should fit as spoken.',
    );
    expect(fitWords(segment('tighten', 1.6 * second), [])).toEqual({
      strain: 'likely',
      words: 'About 2.0 s expected in 1.6 s, from a typical pace: probably fits at 1.25× speed, barely noticeable.',
    });
    expect(fitWords(segment('tighten', second / 2), [])).toMatchObject({ strain: 'far' });
    expect(fitWords(segment('tighten', second, { text: ' ' }), [])).toBeUndefined();
  });

  it('is not expected to fit by a pace that its fit does not allow', () => {
    const measured = 'About 2.0 s expected in 1.6 s, from a typical pace';
    expect(fitWords(segment('natural', 1.6 * second), [])).toEqual({ strain: 'far', words: `${measured}: would run 0.4 s over.` });
    expect(fitWords(segment('cut', 1.6 * second), [])).toEqual({ strain: 'audible', words: `${measured}: 0.4 s would be cut.` });
    expect(fitWords(segment('natural', 3 * second), [])?.strain).toBe('likely');
  });

  it('its state is what happens to it now, else its sound, else why it has none', () => {
    const one = segment('tighten', second);
    expect(statusOf(one, [take], 'saying', undefined).word).toBe('Generating');
    expect(statusOf(one, [], 'waiting', failure).word).toBe('Queued');
    expect(statusOf(one, [take], undefined, failure).word).toBe('Done');
    expect(statusOf(one, [], undefined, failure).word).toBe('Failed');
    expect(statusOf(one, [], undefined, { ...failure, kind: 'outcome-unknown' })).toEqual({ status: 'failed', word: 'Outcome unknown' });
    expect(statusOf({ ...one, heard: take.id, text: 'Other.' }, [take], undefined, undefined).word).toBe('Changed');
    expect(statusOf(one, [], undefined, undefined).word).toBe(messages.dubbing.noAudio);
  });
});
