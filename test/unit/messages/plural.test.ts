import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPlural } from '#shared/messages/plural.ts';

const digits = { maximumFractionDigits: 2 } as const;

it('a count has the form that Intl.PluralRules gives it, in English and in German', () => {
  const counts = fc.oneof(fc.integer(), fc.double({ min: -3, max: 3, noNaN: true }));
  fc.assert(
    fc.property(fc.constantFrom('en', 'de-DE'), counts, (locale, count) => {
      const form = new Intl.PluralRules(locale, digits).select(count) === 'one' ? 'block' : 'blocks';
      expect(createPlural(locale)(count, 'block', 'blocks')).toBe(`${new Intl.NumberFormat(locale, digits).format(count)} ${form}`);
    }),
  );
});
