import { shortenText } from '#shared/cut-text.ts';
import { fail, FailureError, type Charged, type Failure, type FailureKind, type NextStep } from '#shared/failure.ts';
import { codes, headers } from '#shared/wire/common.ts';
import { withoutSignatures } from '#shared/signed-address.ts';
import type { Secret } from '../infra/platform.ts';
import { bodyLimits, type Answer } from './http.ts';
import { readErrorBody, type ErrorBody } from './reading/error-body.ts';
import { readReference, type ReadReference } from './reading/reference.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** A failure that the service answered with, and what the rules need besides its data. */
export class ServiceFailure extends FailureError {
  /** The error body's `details.retryable`, where it was sent. */
  readonly retryable: boolean | undefined;
  /** The error body, as far as there was one, without the key. */
  readonly body: ErrorBody;
  constructor(failure: Failure, body: ErrorBody = readErrorBody(undefined)) {
    super(failure);
    this.name = 'ServiceFailure';
    this.retryable = body.retryable;
    this.body = body;
  }
}

interface Meaning {
  kind: FailureKind;
  what: Message;
  /** Of a paid request; anything else is never charged. */
  charged?: Charged;
  next?: NextStep;
  /** Of a paid request alone: what a read did not find may be gone, and there is nothing to be changed. */
  nextOfPaid?: NextStep;
}

/** Interface, "Errors". */
const meanings: Readonly<Record<number, Meaning>> = {
  400: { kind: 'invalid-input', what: message('service.requestNotAccepted') },
  401: { kind: 'unauthorized', what: message('service.keyNotAccepted') },
  402: { kind: 'payment-required', what: message('service.creditsUsedUp') },
  403: { kind: 'forbidden', what: message('service.notAllowed') },
  404: { kind: 'not-found', what: message('service.notFound'), nextOfPaid: 'fix-input' },
  409: { kind: 'conflict', what: message('service.requestSeenBefore') },
  413: { kind: 'too-large', what: message('service.requestTooLarge') },
  415: { kind: 'unsupported-media', what: message('service.mediaTypeNotTaken') },
  422: { kind: 'unprocessable', what: message('service.mediaNotUsable') },
  429: { kind: 'rate-limited', what: message('service.tooManyRequests') },
  500: { kind: 'service-failed', what: message('service.failed'), charged: 'unknown' },
  503: { kind: 'service-unavailable', what: message('service.unavailable') },
  504: { kind: 'service-timeout', what: message('service.timedOut'), charged: 'unknown' },
};

/** The status or the code says what the service's own words repeat: they are a detail. */
const statusesThatSayAll: ReadonlySet<number> = new Set([402, 429]);
const codesThatSayAll: ReadonlySet<string | undefined> = new Set([codes.generationFailed, codes.requestPreviouslyRefunded]);

/** Failure rules, rule 5: a 409 means what its code says. */
const conflicts: Readonly<Record<string, Partial<Meaning>>> = {
  [codes.requestInProgress]: { what: message('service.stillWorking'), charged: 'unknown', next: 'wait' },
  [codes.requestIdConflict]: { what: message('service.requestIdConflict'), next: 'generate-again' },
  [codes.requestAlreadyCompleted]: {
    what: message('service.madeOnce'),
    charged: 'yes',
    next: 'generate-again',
  },
  [codes.requestPreviouslyRefunded]: { what: message('service.refundedBefore'), next: 'generate-again' },
};

/** Reads the error body of an answer that is no success, and says what it means: status and code keep their meaning, however odd the rest is. Never throws. */
export async function readFailure(answer: Answer, facts: { paid: boolean; key: Secret | undefined }): Promise<ServiceFailure> {
  const sent = await answer.bytes(bodyLimits.error).then(
    (bytes) => bytes.toString('utf8'),
    () => '',
  );
  const body = readErrorBody(parseJson(sent, facts.key));
  const clean = (said: string): string => cleanText(said, facts.key);
  const said = clean(body.message ?? '');
  const reference = readReference(said);
  const media = mediaWords(body, clean, reference);
  const meaning = {
    ...(meanings[answer.status] ?? unforeseen(answer.status)),
    ...(answer.status === 409 ? conflicts[body.code ?? ''] : {}),
    ...(media === undefined ? {} : { what: media }),
  };
  const requestId = clean(body.requestId ?? answer.header(headers.requestId) ?? '');
  const field = (answer.status === 400 ? body.field : undefined) ?? reference?.field;
  const retryAfterMs = retryAfter(answer);
  const next = (facts.paid ? meaning.nextOfPaid : undefined) ?? meaning.next;
  const { what } = meaning;
  const reason = reference === undefined ? sentence(said) : reasonOf(reference, media !== undefined);
  const isPlain = said === '' || statusesThatSayAll.has(answer.status) || codesThatSayAll.has(body.code);
  const text = isPlain ? message('service.sentence', what) : message('service.sentenceWithReason', what, reason);
  const failure = fail(meaning.kind, text, {
    charged: facts.paid ? (meaning.charged ?? 'no') : 'no',
    ...(isPlain && said !== '' && { detail: said }),
    ...(facts.paid && reportsRefund(said) && { refunded: true }),
    status: answer.status,
    ...(next === undefined ? {} : { next }),
    ...(body.code === undefined ? {} : { code: clean(body.code) }),
    ...(requestId === '' ? {} : { requestId }),
    ...(field === undefined ? {} : { field: clean(field) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  return new ServiceFailure(failure.failure, body);
}

function unforeseen(status: number): Meaning {
  if (status >= 500) return { kind: 'service-failed', what: message('service.failedWithStatus', status), charged: 'unknown' };
  return { kind: 'bad-response', what: message('service.unexpectedStatus', status), charged: 'unknown' };
}

const subjects: Readonly<Record<string, Message>> = {
  video: message('dubbingTimeline.theVideo'),
  audio: message('service.theAudio'),
  image: message('service.thePicture'),
};
const stages: Readonly<Record<string, Message>> = {
  address: message('service.addressNotFetched'),
  download: message('service.mediaNotFetched'),
  inspect: message('service.mediaFetchedNotUsable'),
};

/** The words of the service about a picture, without its field; with the picture's name where nothing before names it. */
const reasonOf = ({ name, reason }: ReadReference, isNamed: boolean): string | Message =>
  isNamed ? sentence(reason) : message('service.sentenceWithReason', name, sentence(reason));

/** Which media it is about and at which stage, where the body says so: an import that failed. */
function mediaWords(
  { mediaKind: kind, stage }: ErrorBody,
  clean: (said: string) => string,
  reference: ReadReference | undefined,
): Message | undefined {
  if (kind === undefined) return undefined;
  const subject = reference?.name ?? subjects[kind] ?? message('service.theMedia', clean(kind));
  const failed = stages[stage ?? ''] ?? message('service.mediaFailedAtStage', stage === undefined ? '' : ` (${clean(stage)})`);
  return message('service.mediaFailed', subject, failed);
}

/**
 * `Retry-After` in milliseconds: seconds, or a date, which is counted from the answer's own `Date`: the clock of this machine may differ from the
 * service's. Undefined when it is absent or says nothing.
 */
export function retryAfter(answer: Pick<Answer, 'header'>): number | undefined {
  const value = answer.header('retry-after');
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds < 0 ? undefined : Math.round(seconds * 1000);
  const date = Date.parse(value);
  const sent = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(sent) ? Date.now() : sent));
}

/** Whether the service says in its own words that a charge was given back. */
export const reportsRefund = (said: string): boolean => /\b(?:was|were|has been|have been) refunded\b/iu.test(said);

/** Undefined for what is no JSON. With the key, no string and no name in it holds the key any more. */
export function parseJson(text: string, key?: Secret): unknown {
  try {
    return key === undefined
      ? JSON.parse(text)
      : JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? redact(value, key) : withCleanNames(value, key)));
  } catch {
    return undefined;
  }
}

function withCleanNames(value: unknown, key: Secret): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isClean = Object.keys(value).every((name) => redact(name, key) === name);
  return isClean ? value : Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name, key), inner]));
}

/** A shorter key is a word that other things may be named by, and no secret worth the name. */
const shortestSecret = 8;

/** Takes the key out of what the service said, in the forms in which it may say it back. */
function redact(said: string, key: Secret): string {
  const clear = key.reveal();
  if (clear.length < shortestSecret) return said;
  let text = said;
  for (const form of formsOf(clear, key)) if (text.includes(form)) text = text.replaceAll(form, '[secret]');
  return text;
}

const known = new WeakMap<Secret, readonly string[]>();

function formsOf(clear: string, key: Secret): readonly string[] {
  const before = known.get(key);
  if (before !== undefined) return before;
  const bytes = Buffer.from(clear);
  const inBase64 = [0, 1, 2].map((offset) => base64Within(bytes, offset));
  const forms = [
    ...[clear, encodeURIComponent(clear), bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    ...[...inBase64, ...inBase64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))],
  ];
  known.set(key, forms);
  return forms;
}

/** How bytes stand in the base64 of more than themselves, where `before` bytes (mod 3) precede them: what depends on them alone. */
function base64Within(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

const maximumSaid = 300;

/** Text of the service as it may be shown and logged: one line, of bounded length, without the key in any of its forms, and without what signs an address. */
export function cleanText(said: string, key: Secret | undefined): string {
  const redacted = withoutSignatures(key === undefined ? said : redact(said, key));
  const text = redacted.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/gu, ' ').trim();
  return shortenText(text, maximumSaid);
}

const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);
