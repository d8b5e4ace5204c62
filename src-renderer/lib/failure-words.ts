import { privateAddress, type Charged, type Failure, type NextStep } from '#shared/failure.ts';
import { bucketCode } from '#shared/operations/bucket.ts';
import { givenUpCode } from '#shared/paid-work.ts';
import { messages } from '#shared/messages/index.ts';

/** The code by which main's own caps stop work. */
export const overBudget = 'OVER_BUDGET';

/** What a failure cost, in words. */
export const chargeWords: Record<Charged, string> = {
  no: messages.shapes.nothingWasCharged,
  yes: messages.shapes.thisWasCharged,
  unknown: messages.shapes.itIsNotKnownWhetherThis,
};

/** What a person does next, where no button can do it. */
export const nextWords: Record<NextStep, string> = {
  'fix-input': messages.shapes.changeWhatIsNamedAboveThen,
  'replace-key': messages.shapes.enterAnotherKeyInAccountOr,
  'add-credits': messages.shapes.addCreditsToTheAccountThen,
  'choose-voice': messages.shapes.chooseAnotherVoice,
  'choose-model': messages.shapes.chooseAnotherModel,
  wait: messages.shapes.waitAMomentThenTryAgain,
  retry: messages.shapes.tryAgain,
  'generate-anew': messages.shapes.generatingAgainWillBeCharged,
  'look-up': messages.shapes.checkJobsFirst,
  'check-connection': messages.shapes.checkThatTheServiceCanBe,
  'restart-local-service': messages.shapes.restartTheLocalServiceThenTryAgain,
  'free-disk-space': messages.shapes.makeRoomOnTheDiskWhat,
  'choose-file': messages.shapes.chooseAnotherFile,
  'update-program': messages.shapes.openItWithANewerVoicewright,
  'close-other-window': messages.shapes.closeItWhereItIsOpen,
  'trust-origin': messages.shapes.trustThatAddressOnlyIfYou,
  report: messages.shapes.ifItHappensAgainReportIt,
  none: '',
};

/** A heading for the kind, so that cards can be told apart at a glance. */
export function failureTitle(failure: Failure): string {
  if (failure.code?.startsWith(bucketCode)) return messages.shapes.theBucketCouldNotBeUsed;
  if (failure.code === overBudget) return messages.shapes.overYourCap;
  if (failure.code === givenUpCode) return messages.shapes.givenUp;
  // A text is too long; a file, a recording or a request of several is too large.
  if (failure.kind === 'too-large' && (failure.status === 413 || /^(?:files|recordings)\b/u.test(failure.field ?? '')))
    return messages.shapes.tooLarge;
  if (failure.code === privateAddress) return messages.shapes.theAddressLeadsIntoAPrivateNetwork;
  if (failure.next === 'trust-origin') return messages.shapes.anotherAddressAsksForTheKey;
  const titles: Partial<Record<Failure['kind'], string>> = {
    'invalid-input': messages.shapes.thisCannotBeSentAsItIs,
    unauthorized: messages.shapes.theKeyWasNotAccepted,
    'payment-required': messages.shapes.notEnoughCredits,
    forbidden: messages.shapes.theAccountMayNotDoThis,
    'not-found': messages.shapes.notFound,
    conflict: messages.shapes.somethingElseGotThereFirst,
    'too-large': messages.shapes.tooLong,
    'rate-limited': messages.shapes.tooManyRequests,
    'service-failed': messages.shapes.theServiceFailed,
    'service-unavailable': messages.shapes.theServiceIsNotAvailableNow,
    'service-timeout': messages.shapes.theServiceTookTooLong,
    unreachable: messages.shapes.theServiceIsNotRunningOr,
    'outcome-unknown': messages.shapes.sentButNoAnswerCame,
    'stream-interrupted': messages.shapes.audioWasInterrupted,
    'disk-full': messages.shapes.theDiskIsFull,
    'file-missing': messages.shapes.theFileIsNotThere,
    'file-not-a-project': messages.shapes.notAVoicewrightProject,
    'file-too-new': messages.shapes.madeByANewerVoicewright,
    'file-in-use': messages.shapes.openElsewhere,
    'file-exists': messages.shapes.thereIsAFileOfThat,
    'file-failed': messages.shapes.theFileCouldNotBeUsed,
    damaged: messages.shapes.damaged,
    overloaded: messages.shapes.tooMuchAtOnce,
    disconnected: messages.shapes.theStudioIsNotConnected,
    internal: messages.shapes.somethingInTheStudioWentWrong,
  };
  return titles[failure.kind] ?? messages.shapes.thisDidNotWork;
}
