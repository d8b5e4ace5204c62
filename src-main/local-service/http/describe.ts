import { type ZodError } from 'zod';

type Issue = Pick<ZodError['issues'][number], 'path' | 'message'>;

/** What is wrong with a field, in a client author's words: `undefined` and `NaN` are this side's, not the request's. */
function wordsOf(message: string): string {
  if (message.endsWith('received undefined')) return 'is required';
  if (message.endsWith('expected number, received NaN')) return 'must be a number, once';
  return message;
}

/** Names the field: `speed: Too big: …`, `text: is required`. `whole` stands for the body itself: `request: Unrecognized key: "provider"`. */
export const describeIssue = ({ path, message }: Issue, whole = 'request') => `${path.join('.') || whole}: ${wordsOf(message)}`;

/** The first few of what is wrong, each by its field. */
export const describe = (error: ZodError, whole?: string): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => describeIssue(issue, whole))
    .join('; ');
