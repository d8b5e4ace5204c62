import { formatFailure, privateAddress, type Charged, type Failure, type NextStep } from '#shared/failure.ts';
import { formatMessage, type MessageId } from '#shared/messages/message.ts';
import { bucketCode } from '#shared/operations/bucket.ts';
import { givenUpCode } from '#shared/paid-work.ts';
import { codes } from '#shared/wire/common.ts';
import { messages } from '#shared/messages/index.ts';

/** The code by which main's own caps stop work. */
export const overBudget = 'OVER_BUDGET';

/** What a failure cost, in words. */
const chargeWords: Record<Charged, string> = {
  no: messages.shapes.notCharged,
  yes: messages.shapes.charged,
  unknown: messages.shapes.maybeCharged,
};

/** What a failure cost, in one sentence; nothing where its own words say already that the charge was refunded. */
export function formatCharge({ charged, refunded, message }: Pick<Failure, 'charged' | 'refunded' | 'message'>): string {
  if (refunded !== true) return chargeWords[charged];
  return /\brefunded\b/u.test(message) ? '' : messages.shapes.refundReported;
}

/** What failed, without the sentence about the charge that some failures end in: who shows the charge beside it says that once. */
export const reasonWords = (failure: Failure): string =>
  endSentence(plainFailure(failure).replaceAll(chargeWords[failure.charged], '').trim());

/** The service gives no answer: it is down, or the way to it is. What its certificate or its address is refused for has words of its own. */
export const isSilent = ({ kind, message }: Pick<Failure, 'kind' | 'message'>): boolean =>
  (kind === 'unreachable' && !/certificate|secure connection/u.test(message)) || kind === 'service-timeout';

/** How a service is said not to be reached: with its address, and what the system named as the reason. */
const unreached: ReadonlySet<string> = new Set<MessageId>(['service.originUnreachable', 'service.realtimeUnreachable']);
/** As the test of a connection says it: with the field to look at. */
const ofConnection: ReadonlySet<string> = new Set<MessageId>(['connections.checkAddress', 'connections.noAnswer']);

/** The service gives no answer, and the failure says no more than at which address. */
export const isPlainlySilent = (failure: Failure): boolean =>
  isSilent(failure) && failure.text !== undefined && (unreached.has(failure.text.id) || ofConnection.has(failure.text.id));

/**
 * What failed in plain words, for the window: addresses and the service’s own words, in whatever language, are {@link failureDetail}. Where they name
 * what to correct, they stand beside as the service’s words.
 */
export function plainFailure(failure: Failure): string;
export function plainFailure(failure: Failure | null | undefined): string | undefined;
export function plainFailure(failure: Failure | null | undefined): string | undefined {
  if (failure == null) return undefined;
  if (isPlainlySilent(failure)) return messages.shapes.serviceSilent;
  const reason = serviceReason(failure);
  if (reason === undefined) return formatFailure(failure);
  return failure.next === 'fix-input' ? `${reason.own} ${messages.shapes.serviceSays(reason.said)}` : reason.own;
}

/** What the plain words leave out: the address that gave no answer, or what the service said. */
export function failureDetail(failure: Failure): string | undefined {
  if (isPlainlySilent(failure)) return formatFailure(failure);
  const said = (failure.next === 'fix-input' ? undefined : serviceReason(failure)?.said) ?? failure.detail;
  return said === undefined ? undefined : messages.shapes.serviceSays(said);
}

/** Texts that take the service’s words behind a colon, and what ends them without. */
const endings: Partial<Record<MessageId, string>> = {
  'service.couldNotMake': '',
  'service.couldNotMakeRefunded': '.',
  'service.failedWhileSpeaking': '.',
  'service.resultNotNamed': '.',
};

/** The program’s own sentence, and the words of the service that it ends in; nothing where it names no reason, or one of the catalogue’s. */
function serviceReason({ text }: Failure): { own: string; said: string } | undefined {
  if (text === undefined) return undefined;
  const [first, second] = text.values;
  if (text.id === ('service.sentenceWithReason' satisfies MessageId))
    return typeof second === 'string' && first !== undefined
      ? { own: formatMessage({ id: 'service.sentence' satisfies MessageId, values: [first] }), said: second }
      : undefined;
  const ending = endings[text.id as MessageId];
  if (ending === undefined || typeof first !== 'string' || !first.startsWith(': ')) return undefined;
  return { own: formatMessage({ id: text.id, values: [ending] }), said: first.slice(2) };
}

/** The words of a service may end without a full stop; another sentence follows them. */
export const endSentence = (words: string): string => (words === '' || /[.!?…。！？؟।]["'”“’»)\]]*$/u.test(words) ? words : `${words}.`);

/** The reason as a sentence below the title of its card: empty where it only repeats the title. */
export const reasonBelow = (title: string, reason: string): string => {
  const sentence = endSentence(reason);
  return sentence === endSentence(title) ? '' : sentence;
};

/** Whether the same request can be sent again by a press: nothing was charged, and nothing has to be put right first. */
export const canBeTried = ({ charged, next }: Pick<Failure, 'charged' | 'next'>): boolean => charged === 'no' && !needsMore.includes(next);
const needsMore: readonly NextStep[] = ['fix-input', 'choose-file', 'none'];

/** What a person does next, where no button can do it. */
export const nextWords: Record<NextStep, string> = {
  'fix-input': messages.shapes.nextChangeInput,
  'replace-key': messages.shapes.nextChangeKey,
  'add-credits': messages.shapes.nextAddCredits,
  'add-quota': messages.shapes.nextAddQuota,
  'choose-voice': messages.shapes.nextChooseVoice,
  'choose-model': messages.shapes.nextChooseModel,
  wait: messages.shapes.nextWait,
  retry: messages.shapes.nextTryAgain,
  'generate-again': messages.shapes.nextWillBeCharged,
  'look-up': messages.shapes.nextCheckJobs,
  'check-connection': messages.shapes.nextCheckConnection,
  'restart-local-service': messages.shapes.nextRestartService,
  'free-disk-space': messages.shapes.nextFreeSpace,
  'choose-file': messages.shapes.nextChooseFile,
  'update-program': messages.shapes.nextUpdate,
  'close-other-window': messages.shapes.nextCloseElsewhere,
  'trust-origin': messages.shapes.nextTrust,
  report: messages.shapes.nextReport,
  none: '',
};

/** The next step in words, where the failure does not end in it: what names the base URL says already what to check. */
export const stepWords = ({ field, next }: Pick<Failure, 'field' | 'next'>): string =>
  field === 'baseUrl' && next === 'check-connection' ? '' : nextWords[next];

/** A heading for the kind, so that cards differ at a glance; `failed` where the kind says no more than that something failed. */
export function failureTitle(failure: Failure, failed: string = messages.shapes.titleFailed): string {
  if (failure.code?.startsWith(bucketCode)) return messages.shapes.titleBucket;
  if (failure.code === overBudget) return messages.shapes.titleOverCap;
  if (failure.code === givenUpCode) return messages.shapes.titleGivenUp;
  // A text is too long; a file, a recording or a request of several is too large.
  if (failure.kind === 'too-large' && (failure.status === 413 || /^(?:files|recordings)\b/u.test(failure.field ?? '')))
    return messages.shapes.titleTooLarge;
  if (failure.code === privateAddress) return messages.shapes.titlePrivateNetwork;
  if (failure.next === 'add-quota') return messages.shapes.titleNoQuota;
  if (failure.next === 'trust-origin') return messages.shapes.titleOtherOrigin;
  if (failure.kind === 'conflict' && failure.charged === 'yes') return messages.shapes.titleResponseLost;
  if (failure.code === codes.requestPreviouslyRefunded) return messages.shapes.titleRefunded;
  const titles: Partial<Record<Failure['kind'], string>> = {
    cancelled: messages.shapes.titleStopped,
    'invalid-input': messages.shapes.titleInvalid,
    unauthorized: messages.shapes.titleKeyRejected,
    'payment-required': messages.shapes.titleNoCredits,
    forbidden: messages.shapes.titleForbidden,
    'not-found': messages.shapes.titleNotFound,
    conflict: messages.shapes.titleConflict,
    'too-large': messages.shapes.titleTooLong,
    'rate-limited': messages.shapes.titleTooManyRequests,
    'service-failed': messages.shapes.titleServiceFailed,
    'service-unavailable': messages.shapes.titleUnavailable,
    'service-timeout': messages.shapes.titleTimeout,
    unreachable: messages.shapes.titleUnreachable,
    'outcome-unknown': messages.shapes.titleNoResponse,
    'stream-interrupted': messages.shapes.titleInterrupted,
    'disk-full': messages.shapes.titleDiskFull,
    'file-missing': messages.shapes.titleFileMissing,
    'file-not-a-project': messages.shapes.titleNotProject,
    'file-too-new': messages.shapes.titleNewerVersion,
    'file-in-use': messages.shapes.titleOpenElsewhere,
    'file-exists': messages.shapes.titleFileExists,
    'file-failed': messages.shapes.titleFileUnusable,
    damaged: messages.shapes.titleDamaged,
    overloaded: messages.shapes.titleTooMuch,
    disconnected: messages.shapes.titleDisconnected,
    internal: messages.shapes.titleInternal,
  };
  return titles[failure.kind] ?? failed;
}
