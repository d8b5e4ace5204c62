import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findBestOption, findOptions, type Option, type OptionGroup } from '../../../src-renderer/lib/option-search.ts';

const option = (label: string, fields: Partial<Option> = {}): Option => ({ value: label, label, ...fields });
const voices: OptionGroup[] = [
  { group: 'English', items: [option('Joanna · English · alpha'), option('Anna Belle · English · beta')] },
  { group: 'French', items: [option('Anna · French · alpha'), option('Élise · French · alpha')] },
];
const flatten = (found: (Option | OptionGroup)[]): Option[] => found.flatMap((entry) => ('group' in entry ? entry.items : [entry]));

it('Enter takes the option whose name is what was typed, before one that begins with it; one that only holds it is not found', () => {
  expect(findBestOption(voices, 'anna')?.label).toBe('Anna · French · alpha');
  expect(flatten(findOptions(voices, 'anna')).map(({ label }) => label)).toEqual(['Anna · French · alpha', 'Anna Belle · English · beta']);
});

it('every word of a search begins a word of the label, without case and accents', () => {
  expect(flatten(findOptions(voices, 'ELISE fren')).map(({ label }) => label)).toEqual(['Élise · French · alpha']);
  expect(findOptions(voices, 'elise english')).toEqual([]);
});

it('an option is found by the beginnings of words that do not stand in its label, after those that have them there', () => {
  const cast = [
    option('Abigail · American English', { alsoFoundBy: 'Female, warm narrator' }),
    option('Arthur · British English', { alsoFoundBy: 'Male, calm British storyteller' }),
    option('Warm Anna · German'),
  ];
  const found = (search: string) => flatten(findOptions(cast, search)).map(({ label }) => label);
  expect(found('male')).toEqual(['Arthur · British English']);
  expect(found('british calm')).toEqual(['Arthur · British English']);
  expect(found('warm')).toEqual(['Warm Anna · German', 'Abigail · American English']);
  expect(found('rator')).toEqual([]);
});

it('Enter never takes an option that cannot be chosen', () => {
  const models = [option('alpha-s1', { disabled: true }), option('alpha-s1-flash')];
  expect(findBestOption(models, 'alpha-s1')?.label).toBe('alpha-s1-flash');
  expect(findBestOption([option('alpha-s1', { disabled: true })], 'alpha')).toBeUndefined();
});

it('an empty search lists the options as they were given, groups included', () => {
  expect(findOptions(voices, '  ')).toEqual(voices);
});

it('a search never invents, doubles or disables an option, and keeps to its limit', () => {
  const label = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'é', ' ', '·') });
  const items = fc.uniqueArray(label, { maxLength: 6 }).map((labels) => labels.map((one) => option(one)));
  const data = fc
    .array(fc.record({ group: label, items }), { maxLength: 4 })
    .map((groups) =>
      groups.map(({ group, items: some }, index) => ({ group, items: some.map((one) => ({ ...one, value: `${index} ${one.label}` })) })),
    );
  fc.assert(
    fc.property(data, label, fc.nat(10), (groups, search, limit) => {
      const found = flatten(findOptions(groups, search, limit));
      const all = flatten(findOptions(groups, search));
      expect(found).toEqual(all.slice(0, limit));
      expect(new Set(all.map(({ value }) => value)).size).toBe(all.length);
      const offered = groups.flatMap(({ items: some }) => some);
      expect(all.every((one) => offered.some((other) => other.value === one.value && other.label === one.label))).toBe(true);
    }),
  );
});
