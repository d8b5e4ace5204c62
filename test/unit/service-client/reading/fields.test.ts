import { describe, expect, it } from 'vitest';
import { Fields, findFirst, noteOnce, understood } from '#main/service-client/reading/fields.ts';
import { quietLog } from '../../../helpers/quiet-log.ts';

const noted: string[] = [];
const fieldsOf = (value: unknown): Fields => {
  noted.length = 0;
  return new Fields(value, 'answer', (path, found) => void noted.push(`${path} ${found}`));
};
/** What a reader makes of each of these values. */
const each = <T>(read: (fields: Fields) => T, values: readonly unknown[]): T[] => values.map((value) => read(fieldsOf({ a: value })));

describe('a field of an answer', () => {
  it('is a text where it is one that says something, as it came', () => {
    expect(each((fields) => fields.text('a'), [' x ', '', '  ', 5, null, undefined])).toEqual([' x ', ...Array<undefined>(5)]);
  });
  it('is an id where it is a text or a number, without blanks around it', () => {
    expect(each((fields) => fields.id('a'), [' x ', 12, 0, NaN, Infinity, '  ', true])).toEqual(['x', '12', '0', ...Array<undefined>(4)]);
  });
  it('is a number where it is a finite one, or such a text', () => {
    expect(each((fields) => fields.number('a'), [1.5, 0, ' -2.25 ', '7', '0x10', '1e3', '', NaN, Infinity, true])).toEqual([
      1.5,
      0,
      -2.25,
      7,
      ...Array<undefined>(6),
    ]);
  });
  it('is a flag where it is true or false, as a word or a figure too', () => {
    expect(each((fields) => fields.flag('a'), [true, 'true', 1, false, 'false', 0, 'yes', 2, null])).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      ...Array<undefined>(3),
    ]);
  });
  it('is a time where it is a date in words, or a number of seconds or milliseconds', () => {
    const times = each(
      (fields) => fields.time('a'),
      ['2026-11-23T10:00:00Z', 1_700_000_000, 1_700_000_000_500, '1700000000', 99_999_999_999, 1e11],
    );
    expect(times).toEqual([
      '2026-11-23T10:00:00Z',
      '2023-11-14T22:13:20.000Z',
      '2023-11-14T22:13:20.500Z',
      '2023-11-14T22:13:20.000Z',
      '5138-11-16T09:46:39.000Z',
      '1973-03-03T09:46:40.000Z',
    ]);
    expect(each((fields) => fields.time('a'), ['soon', 9e15, null, {}])).toEqual(Array<undefined>(4));
  });
  it('is a list of names where it is one of texts, of numbers, of objects that have one, or of words between commas', () => {
    expect(
      each(
        (fields) => fields.texts('a'),
        [['x', 5, ' '], ' x , ,y', [{ id: 'i', name: 'n' }, { name: 'n', code: 'c' }, { code: 'c' }], []],
      ),
    ).toEqual([['x', '5'], ['x', 'y'], ['i', 'n', 'c'], []]);
    expect(each((fields) => fields.texts('a'), [[{}, null], 5, { id: 'x' }])).toEqual(Array<undefined>(3));
  });
  it('is a list where it is an array', () => {
    expect(each((fields) => fields.array('a'), [[1], [], 'x', { length: 1 }])).toEqual([[1], [], undefined, undefined]);
  });
  it('is that of its first spelling that is understood; what is there and odd is noted, and what is absent once', () => {
    const fields = fieldsOf({ a: null, b: [], c: 'found', d: 'later' });
    expect(fields.text('x', 'a', 'b', 'c', 'd')).toBe('found');
    expect(noted).toEqual(['answer.a null', 'answer.b array']);
    expect(fields.text('x', 'y')).toBeUndefined();
    expect(noted.slice(2)).toEqual(['answer.x missing']);
    expect(fields.number('c')).toBeUndefined();
    expect(noted.slice(3)).toEqual(['answer.c string']);
  });
});

describe('an object of an answer', () => {
  it('has no fields where it is none, and that is noted', () => {
    for (const [value, type] of [
      [null, 'null'],
      [[1], 'array'],
      ['x', 'string'],
      [undefined, 'missing'],
    ] as const) {
      const fields = fieldsOf(value);
      expect(noted).toEqual([`answer ${type}`]);
      expect(fields.raw).toEqual({});
    }
    fieldsOf({});
    expect(noted).toEqual([]);
  });
  it('has a field where any of its spellings holds something', () => {
    const fields = fieldsOf({ a: null, b: undefined, c: 0 });
    expect([fields.has('a'), fields.has('b'), fields.has('x'), fields.has('a', 'c'), fields.has()]).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });
  it('is read with the objects in it that have a name, itself first; others are not noted', () => {
    const fields = fieldsOf({ data: { id: 'inner', path: {} }, job: 'no object', id: 'outer' });
    const all = fields.andWithin('job', 'data');
    expect(all.map(({ raw }) => raw['id'])).toEqual(['outer', 'inner']);
    expect(noted).toEqual([]);
    all[1]?.number('path');
    expect(noted).toEqual(['answer.data.path object']);
    expect(findFirst(all, (one) => one.text('path', 'id'))).toBe('outer');
    expect(findFirst(all, (one) => (one === all[0] ? undefined : one.id('id')))).toBe('inner');
    expect(findFirst(all, (one) => one.text('unknown'))).toBeUndefined();
  });
});

it('what was sent stays beside what was understood of it, without the fields that were not', () => {
  const raw = { id: 5, odd: 'x', extra: true };
  expect(understood(raw, { id: '5', odd: undefined, name: 'new' })).toEqual({ id: '5', extra: true, name: 'new' });
  expect(Object.keys(understood(raw, { odd: undefined }))).toEqual(['id', 'extra']);
  expect(raw).toEqual({ id: 5, odd: 'x', extra: true });
});

it('the same oddity is logged once, five hundred of them at most, and what is merely missing for those alone who look for it', () => {
  const log = quietLog();
  const note = noteOnce(log);
  note('a', 'null');
  note('a', 'null');
  note('a', 'missing');
  expect(log.lines.map(({ level, facts }) => [level, facts])).toEqual([
    ['info', { path: 'a', found: 'null' }],
    ['debug', { path: 'a', found: 'missing' }],
  ]);
  for (let index = 0; index < 600; index += 1) note(`p${index}`, 'null');
  expect(log.lines).toHaveLength(500);
});
