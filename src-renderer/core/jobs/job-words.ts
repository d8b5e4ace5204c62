import { z } from 'zod';
import type { Failure } from '#shared/failure.ts';
import { mediaReference } from '#shared/operations/media.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { withoutCredits, type OperationState } from '#shared/paid-work.ts';
import { codes } from '#shared/wire/common.ts';
import { namesOfKinds, namesOfStates } from '#shared/paid-words.ts';
import { aboutCredits, credits, fixed, formatDuration, number } from '../../lib/format.ts';
import type { Status } from '../../lib/status.ts';
import { messages } from '#shared/messages/index.ts';

/** What paid work is called, the same in every list. */

export const kindWords = namesOfKinds();

export const stateWords = namesOfStates();

export const stateGlyphs: Readonly<Record<OperationState, Status>> = {
  sending: 'generating',
  waiting: 'generating',
  unknown: 'incomplete',
  done: 'done',
  failed: 'failed',
};

/** On its way, or being worked on. */
export const isRunning = ({ state }: Pick<PaidOperation, 'state'>): boolean => state === 'sending' || state === 'waiting';

const isSession = ({ family }: Pick<PaidOperation, 'family'>): boolean => family === 'realtime-reliable' || family === 'realtime-simple';

/** A live session that has not ended: between phrases nothing of it is on its way. */
export const isOpenSession = ({ family, state }: Pick<PaidOperation, 'family' | 'state'>): boolean =>
  state === 'sending' && isSession({ family });

/** The state of an operation in a list. */
export function shownState(operation: Pick<PaidOperation, 'family' | 'state' | 'isRequestedAgain' | 'failure'>): {
  words: string;
  status: Status;
} {
  if (isOpenSession(operation)) return { words: messages.jobs.open, status: 'queued' };
  if (operation.isRequestedAgain === true) return { words: messages.jobs.stateRequestedAgain, status: 'stale' };
  // The service gave the credits back and holds nothing more of it: no error that asks for anything.
  if (operation.failure?.code === codes.requestPreviouslyRefunded) return { words: messages.shapes.titleRefunded, status: 'empty' };
  // A person stopped it, or its window went away: nothing went wrong.
  if (operation.state === 'failed' && operation.failure?.kind === 'cancelled')
    return { words: messages.shapes.titleStopped, status: 'incomplete' };
  return { words: stateWords[operation.state], status: stateGlyphs[operation.state] };
}

/** How long it took; of live speech how much was spoken, for the session is open as long as a person leaves it. Null where that is not known. */
export function durationWords({ family, latencyMs, result }: Pick<PaidOperation, 'family' | 'latencyMs' | 'result'>): string | null {
  const spoken = result?.['durationMs'];
  const milliseconds = isSession({ family }) ? (typeof spoken === 'number' ? spoken : null) : latencyMs;
  return milliseconds === null ? null : tookWords(milliseconds);
}

/** It can be had by a new request alone, which is charged: its outcome is unknown, and nobody can ask for it. */
export const isOnlyMadeAgain = ({
  state,
  actions,
  isRequestedAgain,
}: Pick<PaidOperation, 'state' | 'actions' | 'isRequestedAgain'>): boolean =>
  state === 'unknown' && actions.length === 0 && isRequestedAgain !== true;

/** What a person can do about an unknown outcome, in a row; undefined where it is known, or was requested again. */
export function wayOutWords(
  operation: Pick<PaidOperation, 'state' | 'actions' | 'isRequestedAgain' | 'creditsEstimate'>,
): string | undefined {
  const { state, actions, isRequestedAgain, creditsEstimate } = operation;
  if (state !== 'unknown' || isRequestedAgain === true) return undefined;
  if (actions.includes('retry')) return messages.jobs.canBeRetried;
  if (actions.includes('look-up')) return messages.jobs.canBeLookedUp;
  if (!isOnlyMadeAgain(operation)) return undefined;
  return creditsEstimate === undefined ? messages.jobs.onlyAgain : messages.jobs.onlyAgainFor(aboutCredits(0, Math.ceil(creditsEstimate)));
}

/** What it cost, as far as anybody said. */
export function costWords(
  operation: Pick<PaidOperation, 'family' | 'creditsUsed' | 'creditsEstimate' | 'quotaUsed' | 'refundedCredits' | 'state' | 'failure'>,
): string {
  const { family, creditsUsed, creditsEstimate, quotaUsed, refundedCredits, state, failure } = operation;
  if (refundedCredits !== null && refundedCredits > 0) return messages.jobs.refunded(credits(refundedCredits));
  if (quotaUsed !== null) return messages.jobs.apiQuota(number(quotaUsed));
  if (failure?.refunded === true) return creditsUsed === null ? messages.jobs.refundReported : messages.jobs.refunded(credits(creditsUsed));
  // What the service named before it had delivered may have been given back: the sum stands under the same doubt as the charge.
  if (creditsUsed !== null) return failure?.charged === 'unknown' ? messages.jobs.ifCharged(credits(creditsUsed)) : credits(creditsUsed);
  if (state === 'failed' && failure?.charged === 'no') return messages.jobs.notCharged;
  if (state === 'sending' || state === 'waiting') return messages.jobs.notReportedYet;
  if (creditsEstimate !== undefined) {
    if (failure?.charged === 'unknown') return messages.jobs.upTo(credits(Math.ceil(creditsEstimate)));
    return messages.jobs.about(credits(creditsEstimate));
  }
  if (state === 'failed' && failure?.charged === 'yes') return messages.jobs.chargedUnknown;
  if (state !== 'done') return messages.jobs.costUnknown;
  return withoutCredits.includes(family) ? messages.jobs.noCharge : messages.jobs.chargeNotReported;
}

/** It failed, and nothing of it is charged any more: the same can be generated by a new request. */
export const isRefunded = (failure: Failure | null): boolean =>
  failure !== null && (failure.refunded === true || failure.code === codes.requestPreviouslyRefunded);

/** What may have been charged besides: `up to 365 more`; undefined where nothing may. */
export const possibleWords = (possible: number): string | undefined =>
  possible > 0 ? messages.jobs.upToMore(number(Math.ceil(possible))) : undefined;

/** What was spent altogether: credits, and where images or videos used any, API quota. */
export function spentWords({ credits: reported, estimate, quota }: { credits: number; estimate: number; quota: number }): string {
  const spent = aboutCredits(reported, estimate);
  return quota > 0 ? messages.jobs.creditsAndQuota(spent, messages.jobs.apiQuota(number(quota))) : spent;
}

/** The voices of a group by name: the first ones, and how many more there are. */
export function voicesInGroup(names: readonly string[], most: number): string[] {
  return names.length <= most ? [...names] : [...names.slice(0, most), messages.jobs.moreVoices(names.length - most)];
}

const referencesNoted = z.array(mediaReference);

/** The images that an image or a video was made of, as its timeline notes them; undefined for anything else. */
export const referenceWords = (noted: unknown): string | undefined =>
  referencesNoted
    .safeParse(noted)
    .data?.map((one) => ('address' in one ? one.address : messages.jobs.galleryImage(one.operationId)))
    .join(' · ');

/** How long a request took: `532 ms`, `3.6 s`, `2 min`. */
export function tookWords(latencyMs: number): string {
  const seconds = latencyMs / 1000;
  if (seconds < 1) return messages.jobs.ms(number(latencyMs));
  return seconds < 90 ? messages.shapes.s(fixed(seconds, 1)) : formatDuration(seconds);
}
