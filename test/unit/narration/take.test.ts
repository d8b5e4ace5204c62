import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTake } from '#shared/narration/choose-take.ts';
import { fingerprintOf, workOf, type Shape, type Take } from '#shared/narration/take.ts';

const shape: Shape = { connectionId: 'local', text: 'Hello.', voiceId: 'anna', modelId: null, controls: { speed: 1.1 } };
const work = fingerprintOf(shape);
let made = 0;
const take = (change: Partial<Take> = {}): Take => ({
  id: `take${made}`,
  blockId: 'block',
  fingerprint: work,
  createdAt: made++,
  text: 'Hello.',
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
const another = (number: number, change: Partial<Take> = {}): Take =>
  take({ fingerprint: fingerprintOf({ ...shape, variant: number }), variant: { number, of: work }, ...change });

describe('a fingerprint', () => {
  it('of the first reading is what it was before readings were counted', () => {
    expect(work).toBe('989d5340b9968fe75c1461d090051bec24d2e2569fb4f5158a30010a4c46fc9c');
    expect(fingerprintOf({ ...shape, variant: 0 })).toBe(work);
    expect(fingerprintOf({ ...shape, variant: undefined })).toBe(work);
  });

  it('of every other reading is its own, and all are readings of one work', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 8 }), (numbers) => {
        const takes = [take(), ...numbers.map((number) => another(number))];
        expect(new Set(takes.map((each) => each.fingerprint)).size).toBe(takes.length);
        expect(new Set(takes.map(workOf)).size).toBe(1);
      }),
    );
  });
});

describe('the take that stands for a block', () => {
  const block = { id: 'block', takeId: null, text: '' };

  it('is its newest reading, and none of them is stale', () => {
    const takes = [take(), another(1), another(2)];
    expect(chooseTake(takes, block, work)).toEqual({ take: takes[2], stale: false, made: true });
    expect(chooseTake(takes, { ...block, takeId: takes[1]!.id }, work)).toEqual({ take: takes[1], stale: false, made: true });
  });

  it('is not another block’s further reading while it has one of its own, or there is a first one', () => {
    const own = take();
    const other = take({ blockId: 'other' });
    const further = another(1, { blockId: 'other' });
    expect(chooseTake([own, other, further], block, work)?.take).toBe(own);
    expect(chooseTake([other, further], block, work)?.take).toBe(other);
    expect(chooseTake([further], block, work)).toEqual({ take: further, stale: false, made: true });
  });

  it('is stale where it was chosen and made of something else', () => {
    const old = take({ fingerprint: 'another work' });
    expect(chooseTake([old, take()], { ...block, takeId: old.id }, work)).toEqual({ take: old, stale: true, made: true });
    expect(chooseTake([old], { ...block, takeId: old.id }, work)).toEqual({ take: old, stale: true, made: false });
  });

  it('is never an incomplete or damaged reading while a whole one is there', () => {
    const whole = take();
    const broken = [another(1, { state: 'incomplete' }), another(2, { state: 'damaged' })];
    expect(chooseTake([whole, ...broken], block, work)).toEqual({ take: whole, stale: false, made: true });
  });

  it('is a recording only where the block names it, so that undo brings back what was before', () => {
    const speech = take();
    const recording = take({ fingerprint: 'recording-1', source: 'recording', voiceId: '' });
    expect(chooseTake([speech, recording], { ...block, text: 'Hello.', takeId: recording.id }, work)).toEqual({
      take: recording,
      stale: false,
      made: true,
    });
    expect(chooseTake([speech, recording], block, work)?.take).toBe(speech);
    expect(chooseTake([recording], block, work)).toBeUndefined();
  });

  it('stays the one that says its words when its voice is undone, though a newer take says others', () => {
    const said = take({ text: 'You are late.' });
    const edited = take({ text: 'You are very late.', fingerprint: 'edited' });
    const withoutVoice = '';
    const before = { ...block, text: 'You are late.' };
    expect(chooseTake([said, edited], before, withoutVoice)).toEqual({ take: said, stale: true, made: false });
    expect(chooseTake([said, edited], { ...before, text: 'You are very late.' }, withoutVoice)?.take).toBe(edited);
    expect(chooseTake([said, edited], { ...before, text: 'You came.' }, withoutVoice)?.take).toBe(edited);
  });

  it('stays the one that says its words as pronunciations have them', () => {
    const said = take({ text: 'Wooster.' });
    const edited = take({ text: 'Gloster.', fingerprint: 'edited' });
    expect(chooseTake([said, edited], { ...block, text: 'Worcester.', spoken: () => 'Wooster.' }, '')?.take).toBe(said);
  });
});
