import { z } from 'zod';

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  Uint8Array: 'bytes',
  null: 'null',
};
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries', map: 'entries', file: 'bytes' };
const formats: Readonly<Record<string, string>> = {
  url: 'an address',
  uuid: 'a UUID',
  datetime: 'an ISO date and time',
  date: 'an ISO date',
};

/** A bound of a number is the number, one of a text or a list its length. */
function bound(words: 'at least' | 'at most', limit: number | bigint, { origin, inclusive, exact }: Bound): string {
  const unit = units[origin];
  if (exact === true) return unit === undefined ? `must be ${limit}` : `must have exactly ${limit} ${unit}`;
  if (unit !== undefined) return words === 'at least' && limit === 1 ? 'must not be empty' : `must have ${words} ${limit} ${unit}`;
  if (inclusive === true) return `must be ${words} ${limit}`;
  return `must be ${words === 'at least' ? 'more' : 'less'} than ${limit}`;
}
interface Bound {
  origin: string;
  inclusive?: boolean | undefined;
  exact?: boolean | undefined;
}

/** What is wrong with a field, to stand behind its name: "speed: must be at most 2". */
function words(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      if (Number.isNaN(issue.input)) return 'must be a number, once';
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return bound('at least', issue.minimum, issue);
    case 'too_big':
      return bound('at most', issue.maximum, issue);
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formats[issue.format] && `must be ${formats[issue.format]}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : 'is none of the shapes that it may have';
    default:
      return undefined;
  }
}

// What a schema says itself goes before.
z.config({ localeError: words });
