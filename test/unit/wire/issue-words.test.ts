import { expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput } from '#shared/failure.ts';

const shape = z.strictObject({
  text: z.string().min(1).max(5).optional(),
  code: z.string().length(2).optional(),
  speed: z.number().min(0.5).max(2).optional(),
  above: z.number().gt(0).lt(1).optional(),
  count: z.int().multipleOf(2).optional(),
  isPublic: z.boolean().optional(),
  list: z.array(z.string()).min(2).max(3).optional(),
  format: z.enum(['mp3', 'wav']).optional(),
  kind: z.literal('voice').optional(),
  address: z.url().optional(),
  either: z.union([z.string(), z.array(z.string())]).optional(),
  own: z.string().min(3, 'is too short to be a name').optional(),
});

it.each([
  [{ text: '' }, 'text: must not be empty.'],
  [{ text: 'x'.repeat(6) }, 'text: must have at most 5 characters.'],
  [{ text: 7 }, 'text: must be text.'],
  [{ code: 'abc' }, 'code: must have exactly 2 characters.'],
  [{ speed: 9 }, 'speed: must be at most 2.'],
  [{ speed: 0 }, 'speed: must be at least 0.5.'],
  [{ speed: 'fast' }, 'speed: must be a number.'],
  [{ speed: Number.NaN }, 'speed: must be a number, once.'],
  [{ above: 0 }, 'above: must be more than 0.'],
  [{ above: 1 }, 'above: must be less than 1.'],
  [{ count: 1.5 }, 'count: must be a whole number.'],
  [{ count: 3 }, 'count: must be a multiple of 2.'],
  [{ isPublic: 'yes' }, 'isPublic: must be true or false.'],
  [{ list: ['a'] }, 'list: must have at least 2 entries.'],
  [{ list: ['a', 2] }, 'list.1: must be text.'],
  [{ format: 'flac' }, 'format: must be one of mp3, wav.'],
  [{ kind: 'model' }, 'kind: must be voice.'],
  [{ address: 'no address' }, 'address: must be an address.'],
  [{ either: 7 }, 'either: is none of the shapes that it may have.'],
  [{ own: 'a' }, 'own: is too short to be a name.'],
  [{ unheardOf: 1 }, 'unheardOf: there is no such field.'],
])('%j is told in plain words that name the field', (input, words) => {
  const { error } = shape.safeParse(input);
  expect(invalidInput(error!, 'the options').failure.message).toBe(`In the options, ${words}`);
});

it('what is missing is reported as missing', () => {
  const { error } = z.object({ text: z.string(), format: z.enum(['mp3']), list: z.array(z.string()) }).safeParse({});
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    'text is required',
    'format is required',
    'list is required',
  ]);
});
