import { z } from 'zod';
import { formatEnglish, formatMessage, message, messageSchema, type Message } from './messages/message.ts';
import './wire/issue-words.ts';

/**
 * What can go wrong, as data. One closed set of kinds for every operation, so that the screen can answer the three
 * questions a person has: what failed, was I charged, what do I do now.
 */
export const failureKinds = [
  'invalid-input',
  'unauthorized',
  'payment-required',
  'forbidden',
  'not-found',
  'conflict',
  'too-large',
  'unsupported-media',
  'unprocessable',
  'rate-limited',
  'service-failed',
  'service-unavailable',
  'service-timeout',
  /** The service could not be reached; nothing of the request left this machine. */
  'unreachable',
  /** The request left, no answer came: the family's row of the failure rules decides what is next. */
  'outcome-unknown',
  /** A stream ended before its `completed`; what arrived is kept. */
  'stream-interrupted',
  'bad-response',
  'disk-full',
  'file-missing',
  'file-not-a-project',
  'file-too-new',
  'file-in-use',
  'file-exists',
  'file-failed',
  'damaged',
  'cancelled',
  'overloaded',
  /** The window or its wire is gone. */
  'disconnected',
  'internal',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The next step that a failure offers; the renderer gives each its words and, where there is one, its button. */
const nextSteps = [
  'fix-input',
  'replace-key',
  'add-credits',
  /** As `add-credits`, of work that takes API quota. */
  'add-quota',
  'choose-voice',
  'choose-model',
  'wait',
  'retry',
  'generate-again',
  /** Look in the service's list for what came of it, and adopt it. */
  'look-up',
  'check-connection',
  'restart-local-service',
  'free-disk-space',
  'choose-file',
  'update-program',
  'close-other-window',
  /** The service sent the request on to `origin`, which asks for the key: only a person lets the key go there. */
  'trust-origin',
  'report',
  'none',
] as const;
export type NextStep = (typeof nextSteps)[number];

/** The code of a failure by which an address that a service named is not fetched from: `origin` leads into a private network. */
export const privateAddress = 'PRIVATE_ADDRESS';

export const charges = ['no', 'yes', 'unknown'] as const;
export type Charged = (typeof charges)[number];

export const failureSchema = z.object({
  kind: z.enum(failureKinds),
  /**
   * What failed, for people, as a message of the catalogue: the code that shows a failure formats it ({@link formatFailure}). Never holds a key, a
   * stack or an object's dump. Failures that an earlier version wrote to the ledger have none, and neither has one that cannot be read.
   */
  text: messageSchema.optional().catch(undefined),
  /** `text` in English, for logs, for JSON, and for who does not have its id: {@link fail} and {@link reword} write it, nobody else. */
  message: z.string(),
  charged: z.enum(charges),
  /** The service said that it gave the charge back; absent where it did not. `charged` may still be `unknown`: nothing has confirmed it. */
  refunded: z.boolean().optional(),
  /** The service's own words, where `text` says the same without them: for the details of a request. */
  detail: z.string().optional(),
  /** `generate-anew` is what earlier versions wrote to the ledger. */
  next: z.preprocess((next) => (next === 'generate-anew' ? 'generate-again' : next), z.enum(nextSteps)),
  /** Dotted path of the input field that is wrong, for `invalid-input`. */
  field: z.string().optional(),
  /** The service's request or trace id, to be quoted to its support. */
  requestId: z.string().optional(),
  /** The service's stable error code, for example `ERR_REQUEST_ID_CONFLICT`. */
  code: z.string().optional(),
  /** HTTP status of the service's answer. */
  status: z.number().int().optional(),
  /** The address that asks for the key, with `trust-origin`. */
  origin: z.string().optional(),
  retryAfterMs: z.number().optional(),
});
/** @see failureSchema */
export type Failure = z.infer<typeof failureSchema>;

const defaultNext: Record<FailureKind, NextStep> = {
  'invalid-input': 'fix-input',
  unauthorized: 'replace-key',
  'payment-required': 'add-credits',
  forbidden: 'none',
  'not-found': 'none',
  conflict: 'none',
  'too-large': 'fix-input',
  'unsupported-media': 'fix-input',
  unprocessable: 'fix-input',
  'rate-limited': 'wait',
  'service-failed': 'retry',
  'service-unavailable': 'wait',
  'service-timeout': 'retry',
  unreachable: 'check-connection',
  'outcome-unknown': 'generate-again',
  'stream-interrupted': 'generate-again',
  'bad-response': 'report',
  'disk-full': 'free-disk-space',
  'file-missing': 'choose-file',
  'file-not-a-project': 'choose-file',
  'file-too-new': 'update-program',
  'file-in-use': 'close-other-window',
  'file-exists': 'choose-file',
  'file-failed': 'choose-file',
  damaged: 'generate-again',
  cancelled: 'none',
  overloaded: 'retry',
  disconnected: 'retry',
  internal: 'report',
};

/** Throws inside one process; crosses every wire as its `failure`. */
export class FailureError extends Error {
  failure: Failure;
  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

type Details = Partial<Failure> & { cause?: unknown };

/** Builds a failure: not charged, and with the kind's usual next step, unless `details` says otherwise. */
export function fail(kind: FailureKind, text: Message, details: Details = {}): FailureError {
  const { cause, ...rest } = details;
  // `details` may be a whole failure that is passed on in other words.
  const failure: Failure = reword({ charged: 'no', next: defaultNext[kind], message: '', ...rest, kind }, text);
  return new FailureError(failure, cause === undefined ? undefined : { cause });
}

/** The same failure in other words, and with what `changes` says. */
export function reword(failure: Failure, text: Message, changes: Partial<Omit<Failure, 'text' | 'message'>> = {}): Failure {
  return { ...failure, ...changes, text, message: formatEnglish(text) };
}

type Said = Pick<Failure, 'text' | 'message'>;

/** What a failure says, as a message that another one can name: what an earlier version or the service wrote stands as it is. */
export const readText = ({ text, message: english }: Pick<Failure, 'text' | 'message'>): Message =>
  text ?? message('failures.verbatim', english);

/** What a failure says, in the language in use; nothing of none. */
export function formatFailure(failure: Said): string;
export function formatFailure(failure: Said | null | undefined): string | undefined;
export function formatFailure(failure: Said | null | undefined): string | undefined {
  if (failure == null) return undefined;
  return failure.text === undefined ? failure.message : formatMessage(failure.text, failure.message);
}

/** The failure of anything thrown. What is not already a failure becomes `internal`, its own text kept out of sight. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof FailureError) return thrown.failure;
  if (isAbort(thrown)) return fail('cancelled', message('failures.stopped')).failure;
  return fail('internal', message('failures.somethingWentWrong'), { charged: 'unknown' }).failure;
}

export function isAbort(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';
}

/** A zod error as a failure that names the first wrong field. */
export function invalidInput(error: z.ZodError, where: Message | string = message('failures.theRequest')): FailureError {
  const issue = error.issues[0];
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = [...(issue?.path ?? []).map(String), ...(unknownKey === undefined ? [] : [unknownKey])].join('.');
  const reason = unknownKey === undefined ? (issue?.message ?? message('failures.notValid')) : message('failures.noSuchField');
  if (field === '') return fail('invalid-input', message('failures.inPlace', where, reason));
  return fail('invalid-input', message('failures.inField', where, field, reason), { field });
}
