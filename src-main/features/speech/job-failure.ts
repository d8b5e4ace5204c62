import { cutText } from '#shared/cut-text.ts';
import { fail, type Failure } from '#shared/failure.ts';
import { codes } from '#shared/wire/common.ts';
import type { SpeechJob } from '../../service-client/reading/speech-jobs.ts';
import { reportsRefund } from '../../service-client/answers.ts';
import { message } from '#shared/messages/message.ts';

/** Why a speech job is over and not made, in the service's own words. */
export function failureOfJob({ task }: SpeechJob, creditsUsed: number | undefined): Failure {
  const said = task.errorMessage === undefined ? undefined : cutText(task.errorMessage, 300);
  const isPlain = said === undefined || task.errorCode === codes.generationFailed;
  return fail('service-failed', message('service.couldNotMake', isPlain ? '' : `: ${said}`), {
    // A job that failed is refunded, but what it tells of credits may be what was taken before.
    charged: creditsUsed === 0 ? 'no' : 'unknown',
    ...(isPlain && said !== undefined && { detail: said }),
    ...(reportsRefund(task.errorMessage ?? '') && { refunded: true }),
    ...(task.errorCode !== undefined && { code: task.errorCode }),
  }).failure;
}

/** What of a job came that was made in part. */
export const partOfJob = { text: message('speech.onlyPartMade'), next: 'generate-again' } as const;
