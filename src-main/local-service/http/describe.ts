import { type ZodError } from 'zod';
import '#shared/wire/issue-words.ts';

type Issue = Pick<ZodError['issues'][number], 'path' | 'message'>;

/** Names the field: `speed: must be at most 2`, `text: is required`. `whole` stands for the body itself: `request: has no field "provider"`. */
export const describeIssue = ({ path, message }: Issue, whole = 'request') => `${path.join('.') || whole}: ${message}`;

/** The first few of what is wrong, each by its field. */
export const describe = (error: ZodError, whole?: string): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => describeIssue(issue, whole))
    .join('; ');
