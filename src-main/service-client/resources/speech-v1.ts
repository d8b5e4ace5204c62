import { fail } from '#shared/failure.ts';
import { jobsV1Path } from '#shared/wire/speech-v1.ts';
import { toAudioAnswer, paidSound, type AnswerFacts, type AudioAnswer, type Exchange, type PaidRequest } from '../exchange.ts';
import { bodyLimits, timeouts } from '../http.ts';
import { readCachedSpeech, type CachedSpeech } from '../reading/cached-speech.ts';
import { createJob, readJob, type JobAnswer } from './speech-jobs.ts';
import { message } from '#shared/messages/message.ts';

interface CachedSpeechAnswer extends AnswerFacts {
  cached: CachedSpeech;
}

/** Interface, "TTS v1": still served, and alone in answering with an address (`cache`). Bodies are those of `speechV1Request`. */
export interface SpeechV1Resource {
  /** Whole sound, never replayed; `X-Request-Id` is what a repetition is known by. */
  speak(request: PaidRequest, signal?: AbortSignal): Promise<AudioAnswer>;
  /** With `cache: true` in the body: the stored answer, the same for the same request id. Download it before `expires_at`. */
  cached(request: PaidRequest, signal?: AbortSignal): Promise<CachedSpeechAnswer>;
  /** The sound behind an `audio_url`. Elsewhere than on the service's own origin it is asked for without the key. */
  cachedAudio(address: string, signal?: AbortSignal): Promise<AudioAnswer>;
  createJob(request: PaidRequest, signal?: AbortSignal): Promise<JobAnswer>;
  /** Its sound is that of the version 3 job of the same id. */
  job(taskId: string, signal?: AbortSignal): Promise<JobAnswer>;
}

export const speechV1Resource = (exchange: Exchange): SpeechV1Resource => ({
  speak: (request, signal) => paidSound(exchange, request, signal),
  cached: async (request, signal) => {
    const { value: cached, answer } = await exchange.writeJson(request, readCachedSpeech, signal);
    const facts = exchange.factsOf(answer);
    return {
      ...facts,
      creditsUsed: facts.creditsUsed ?? cached.credits_used,
      quotaRemaining: facts.quotaRemaining ?? cached.quota_remaining,
      cached,
    };
  },
  cachedAudio: async (address, signal) => {
    const allowed = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
    const url = URL.parse(address, exchange.origin);
    if (url === null) throw fail('bad-response', message('service.soundAddressUnreadable'));
    const answer = await exchange.download(url.href, allowed, signal);
    return toAudioAnswer(exchange, answer, 'no');
  },
  createJob: (request, signal) => createJob(exchange, request, signal),
  job: (taskId, signal) => readJob(exchange, jobsV1Path, taskId, signal),
});
