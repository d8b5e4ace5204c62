import type { PaidOperation } from '#shared/operations/paid.ts';
import type { OperationFamily, OperationState } from '#shared/paid-work.ts';
import { credits, number } from '../../lib/format.ts';
import type { Status } from '../../lib/status.ts';

/** What paid work is called, the same in every list. */

export const kindWords: Readonly<Record<OperationFamily, string>> = {
  aligned: 'Speech',
  speech: 'Speech',
  job: 'Speech',
  'speech-v1': 'Speech (v1)',
  'speech-v1-cached': 'Speech (v1)',
  'job-v1': 'Speech (v1)',
  'speech-v2': 'Speech (v2)',
  compatibility: 'Speech (compatible)',
  'realtime-simple': 'Live',
  'realtime-reliable': 'Live',
  transcription: 'Transcription',
  'voice-create': 'Voice clone',
  'voice-delete': 'Voice deletion',
  design: 'Voice design',
  'design-save': 'Designed voice',
  'lip-sync': 'Lip sync',
  dubbing: 'Dubbing',
  image: 'Image',
  video: 'Video',
  'profile-update': 'Profile',
};

export const stateWords: Readonly<Record<OperationState, string>> = {
  sending: 'Sending',
  waiting: 'Being made',
  unknown: 'Outcome unknown',
  done: 'Done',
  failed: 'Failed',
};

export const stateGlyphs: Readonly<Record<OperationState, Status>> = {
  ...{ sending: 'generating', waiting: 'generating', unknown: 'incomplete', done: 'done', failed: 'failed' },
};

/** A live session that has not ended: between phrases nothing of it is on its way. */
export const isOpenSession = ({ family, state }: Pick<PaidOperation, 'family' | 'state'>): boolean =>
  state === 'sending' && (family === 'realtime-reliable' || family === 'realtime-simple');

/** The state of an operation in a list. */
export function shownState(operation: Pick<PaidOperation, 'family' | 'state'>): { words: string; status: Status } {
  if (isOpenSession(operation)) return { words: 'Open', status: 'queued' };
  return { words: stateWords[operation.state], status: stateGlyphs[operation.state] };
}

/** What it cost, as far as anybody said. */
export function costWords(
  operation: Pick<PaidOperation, 'creditsUsed' | 'creditsEstimate' | 'quotaUsed' | 'refundedCredits' | 'state' | 'failure'>,
): string {
  const { creditsUsed, creditsEstimate, quotaUsed, refundedCredits, state, failure } = operation;
  if (refundedCredits !== null && refundedCredits > 0) return `${credits(refundedCredits)} refunded`;
  if (quotaUsed !== null) return `${number(quotaUsed)} API quota`;
  // What the service named before it had delivered may have been given back: the sum stands under the same doubt as the charge.
  if (creditsUsed !== null) return failure?.charged === 'unknown' ? `${credits(creditsUsed)}, if charged` : credits(creditsUsed);
  if (state === 'failed' && failure?.charged === 'no') return 'not charged';
  if (state === 'sending' || state === 'waiting') return 'not told yet';
  if (creditsEstimate !== undefined) return `about ${credits(creditsEstimate)}`;
  return state === 'done' ? 'no charge told' : 'cost not known';
}
