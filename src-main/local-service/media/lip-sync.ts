import { type Context } from 'hono';
import { billedSeconds, billingRules, movesNoLips } from '#shared/wire/lip-sync.ts';
import { type Charge } from '../accounts/charges.ts';
import { prices } from '../accounts/prices.ts';
import { type Env } from '../http/environment.ts';
import { type Service } from '../service.ts';
import { type Imported } from './import-media.ts';
import { type MediaJob } from './media-jobs.ts';
import { mediaLink } from './result-routes.ts';

export interface LipSyncPlan {
  /** Length of the result. */
  seconds: number;
  credits: number;
  measures: {
    billing_duration_seconds: number;
    video_duration_seconds: number;
    audio_duration_seconds: number;
    billing_rule: string;
  };
}

/** What a job of these inputs bills: the shorter of both, or with `extension` the sound's duration, rounded up to whole seconds. */
export function planLipSync(videoSeconds: number, audioSeconds: number, extension: boolean): LipSyncPlan {
  const seconds = extension ? audioSeconds : Math.min(videoSeconds, audioSeconds);
  const billed = billedSeconds(videoSeconds, audioSeconds, extension);
  return {
    seconds,
    credits: billed * prices.lipSyncSecond,
    measures: {
      billing_duration_seconds: billed,
      video_duration_seconds: videoSeconds,
      audio_duration_seconds: audioSeconds,
      billing_rule: extension ? billingRules.audio : billingRules.shorter,
    },
  };
}

/** To be called inside the transaction that reserved the charge. */
export function addLipSync(
  service: Service,
  c: Context<Env>,
  order: {
    kind: 'lip_sync' | 'dubbing';
    charge: Charge;
    plan: LipSyncPlan;
    video: Imported['bytes'];
    audio: Imported['bytes'];
    creditsUsed: unknown;
  },
): string {
  return service.media.jobs.add(c.get('account'), {
    kind: order.kind,
    charge: order.charge,
    work: { seconds: order.plan.seconds },
    accepted: (id, createdAt) => ({
      id,
      status: 'pending',
      credits_used: order.creditsUsed,
      ...order.plan.measures,
      created_at: createdAt,
      note: movesNoLips,
    }),
    files: { video: order.video, audio: order.audio },
    fails: c.get('struck').of('fail-generation') !== undefined,
  });
}

/** The fields of a job that has ended, in the names that all media jobs share. */
export function endingOf(service: Service, c: Context<Env>, job: MediaJob): Record<string, unknown> {
  const link = job.result && mediaLink(service, c, job.id, 'result');
  return {
    ...(job.completedAt !== undefined && { completed_at: job.completedAt }),
    ...(job.result &&
      link && {
        result_url: link.url,
        result_expires_at: link.expiresAt,
        result_content_type: job.result.contentType,
        result_bytes: job.result.bytes,
        ...(job.result.seconds !== undefined && { result_duration_seconds: job.result.seconds }),
      }),
    ...(job.error && { error_code: job.error.code, error_message: job.error.message }),
  };
}

/** `data` of a job as it stands. */
export const dataOf = (service: Service, c: Context<Env>, job: MediaJob) => ({
  ...job.accepted,
  status: job.state,
  ...endingOf(service, c, job),
});
