import { expect, it } from 'vitest';
import { joinUnique } from '../../../src-shared/operations/join.ts';
import { operations } from '../../../src-shared/operations/index.ts';

it('operations and handlers are joined into one object', () => {
  expect(joinUnique('handler', [{ 'a.one': 1 }, {}, { 'b.two': 2, 'b.three': 3 }])).toEqual({ 'a.one': 1, 'b.two': 2, 'b.three': 3 });
});

it('an operation or handler that is given twice is refused by its name', () => {
  expect(() => joinUnique('handler', [{ 'a.one': 1 }, { 'b.two': 2 }, { 'a.one': 3 }])).toThrow('The handler a.one is given twice.');
});

it('a name that every object inherits is no second one', () => {
  expect(joinUnique('handler', [{ constructor: 1 }])).toEqual({ constructor: 1 });
});

it('every operation of the contract is named area.act and states what goes in and what comes out', () => {
  const names = Object.keys(operations);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !/^[A-Za-z-]+\.[A-Za-z-]+$/u.test(name))).toEqual([]);
  for (const { in: input, out } of Object.values(operations))
    expect([typeof input.parse, typeof out.parse]).toEqual(['function', 'function']);
});
