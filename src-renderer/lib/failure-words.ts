import { privateAddress, type Charged, type Failure, type NextStep } from '#shared/failure.ts';
import { bucketCode } from '#shared/operations/bucket.ts';
import { givenUpCode } from '#shared/paid-work.ts';

/** The code by which main's own caps stop work. */
export const overBudget = 'OVER_BUDGET';

/** What a failure cost, in words. */
export const chargeWords: Record<Charged, string> = {
  no: 'Nothing was charged.',
  yes: 'This was charged.',
  unknown: 'It is not known whether this was charged.',
};

/** What a person does next, where no button can do it. */
export const nextWords: Record<NextStep, string> = {
  'fix-input': 'Change what is named above, then try again.',
  'replace-key': 'Enter another key in Account, or start Voicewright with another VOICEWRIGHT_API_KEY where the key came from there.',
  'add-credits': 'Add credits to the account, then try again.',
  'choose-voice': 'Choose another voice.',
  'choose-model': 'Choose another model.',
  wait: 'Wait a moment, then try again.',
  retry: 'Try again.',
  'generate-anew': 'Generating it anew is a new request and is charged as one.',
  'look-up': 'Look under Jobs for what came of it before you make another: it may be there, and paid for.',
  'check-connection': 'Check that the service can be reached, then try again.',
  'restart-local-service': 'Restart the local service, then try again.',
  'free-disk-space': 'Make room on the disk. What is here is kept; try again when there is space.',
  'choose-file': 'Choose another file.',
  'update-program': 'Open it with a newer Voicewright.',
  'close-other-window': 'Close it where it is open, then try again.',
  'trust-origin': 'Trust that address only if you know that it belongs to the service; then try again.',
  report: 'If it happens again, report it with the details below.',
  none: '',
};

/** A heading for the kind, so that cards can be told apart at a glance. */
export function failureTitle(failure: Failure): string {
  if (failure.code?.startsWith(bucketCode)) return 'The bucket could not be used';
  if (failure.code === overBudget) return 'Over your cap';
  if (failure.code === givenUpCode) return 'Given up';
  // A text is too long; a file, a recording or a request of several is too large.
  if (failure.kind === 'too-large' && (failure.status === 413 || /^(?:files|recordings)\b/u.test(failure.field ?? ''))) return 'Too large';
  if (failure.code === privateAddress) return 'The address leads into a private network';
  if (failure.next === 'trust-origin') return 'Another address asks for the key';
  const titles: Partial<Record<Failure['kind'], string>> = {
    'invalid-input': 'This cannot be sent as it is',
    unauthorized: 'The key was not accepted',
    'payment-required': 'Not enough credits',
    forbidden: 'The account may not do this',
    'not-found': 'Not found',
    conflict: 'Something else got there first',
    'too-large': 'Too long',
    'rate-limited': 'The service asks for patience',
    'service-failed': 'The service failed',
    'service-unavailable': 'The service is not available now',
    'service-timeout': 'The service took too long',
    unreachable: 'The service is not running or cannot be reached',
    'outcome-unknown': 'Sent, but no answer came',
    'stream-interrupted': 'The sound broke off',
    'disk-full': 'The disk is full',
    'file-missing': 'The file is not there',
    'file-not-a-project': 'Not a Voicewright project',
    'file-too-new': 'Made by a newer Voicewright',
    'file-in-use': 'Open elsewhere',
    'file-exists': 'There is a file of that name already',
    'file-failed': 'The file could not be used',
    damaged: 'Damaged',
    overloaded: 'Too much at once',
    disconnected: 'The studio is not connected',
    internal: 'Something in the studio went wrong',
  };
  return titles[failure.kind] ?? 'This did not work';
}
