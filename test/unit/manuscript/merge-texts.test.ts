import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from '#shared/manuscript/merge-texts.ts';

const base = 'The fog came in at noon. Nobody rang the bell.';

describe('Two versions of a text', () => {
  it('are one where each changed other words', () => {
    expect(mergeTexts(base, base.replace('came', 'rolled'), base.replace('the bell', 'for help'))).toBe(
      'The fog rolled in at noon. Nobody rang for help.',
    );
    expect(mergeTexts(base, `Then: ${base}`, base.replace(' in at noon', ''))).toBe('Then: The fog came. Nobody rang the bell.');
    expect(mergeTexts(base, base.replace('came', 'rolled'), `${base} It was late.`)).toBe(
      'The fog rolled in at noon. Nobody rang the bell. It was late.',
    );
  });

  it('keep a change that both made once', () => {
    const both = base.replace('came', 'rolled');
    expect(mergeTexts(base, both, both.replace('bell', 'alarm'))).toBe('The fog rolled in at noon. Nobody rang the alarm.');
    expect(mergeTexts('fog sea', 'sea sea', 'sea ship sea')).toBe('sea ship sea');
    expect(mergeTexts('fog sea', 'sea ship sea', 'sea sea')).toBe('sea ship sea');
  });

  it('are not one where they changed the same word, words side by side, or added at one place', () => {
    expect(mergeTexts(base, base.replace('noon', 'dawn'), base.replace('noon', 'night'))).toBeUndefined();
    expect(mergeTexts(base, base.replace('came', 'rolled'), base.replace(' in ', ' up '))).toBeUndefined();
    expect(mergeTexts(base, `Then: ${base}`, `Now: ${base}`)).toBeUndefined();
    expect(mergeTexts(base, '', `${base} It was late.`)).toBeUndefined();
  });

  const words = fc.array(fc.constantFrom<string>('fog', 'bell', 'sea', 'ship', 'night'), { maxLength: 12 });
  const text = words.map((list) => list.join(' '));
  it('are the one that changed, where the other did not', () => {
    fc.assert(
      fc.property(text, text, (before, changed) => {
        expect(mergeTexts(before, before, changed)).toBe(changed);
        expect(mergeTexts(before, changed, before)).toBe(changed);
        expect(mergeTexts(before, changed, changed)).toBe(changed);
      }),
    );
  });

  it('are the same one in either order', () => {
    fc.assert(
      fc.property(text, text, text, (before, one, other) => {
        expect(mergeTexts(before, one, other)).toBe(mergeTexts(before, other, one));
      }),
      { examples: [['fog sea', 'sea ship sea', 'sea sea']] },
    );
  });

  it('lose no word that one of them added, and no word that both left', () => {
    fc.assert(
      fc.property(words, fc.nat(12), fc.nat(12), (list, first, second) => {
        const before = list.join(' ');
        const [one, other] = ['own', 'new'].map((word, side) => list.toSpliced([first, second][side] ?? 0, 0, word).join(' '));
        const merged = mergeTexts(before, one ?? '', other ?? '');
        if (merged === undefined) return;
        const left = merged.split(' ').filter((word) => word !== 'own' && word !== 'new');
        expect([merged.includes('own'), merged.includes('new'), left]).toEqual([true, true, list]);
      }),
    );
  });
});
