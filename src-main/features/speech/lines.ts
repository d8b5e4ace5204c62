import { shortenToLine } from '#shared/cut-text.ts';
import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { terminalJobStates } from '#shared/wire/jobs.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { SpeechFamily } from '../../paid-requests/family-rules.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { filesOf, fingerprintOf, type FamilyWork, type Step } from '../../paid-requests/family.ts';
import { unknownState } from '../../paid-requests/media-job.ts';
import { isKnownState } from '../../service-client/reading/speech-jobs.ts';
import { failureOfJob, partOfJob } from './job-failure.ts';
import { planOf } from './plan.ts';
import { answeringModel, type VoiceBook } from '../voices/service.ts';
import { isRefusedAddress } from '../../service-client/redirect.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** Failure rules, row "v3 job": the same key again is the same task and one charge; its audio can be fetched at will. */
export const lineJobWork: FamilyWork<null> = {
  family: 'job',
  send: async (request, { client, signal }) => {
    const { job, retryAfterMs } = await client.createJob(request, signal);
    const { requestId, creditsUsed, quotaRemaining } = job;
    return { value: null, facts: { requestId, creditsUsed, quotaRemaining }, taskId: job.task.taskId, retryAfterMs };
  },
  ask: async (entry, { client, kept, signal }): Promise<Step> => {
    const taskId = entry.taskId ?? '';
    const { job, retryAfterMs } = await client.job(taskId, signal);
    const { status } = job.task;
    if (!isKnownState(status)) return { type: 'unclear', retryAfterMs, until: 'state', failure: unknownState(status, entry) };
    if (!terminalJobStates.some((state) => state === status)) return { type: 'going-on', retryAfterMs };
    const { creditsUsed } = job;
    const failure = { ...failureOfJob(job, creditsUsed), requestId: entry.requestId };
    if (job.task.status === 'fail') return { type: 'ended', state: 'failed', outcome: { creditsUsed, code: job.task.errorCode, failure } };
    const { body, contentType } = await client.jobAudio(taskId, signal);
    const files = [await kept.keep(body, contentType)];
    if (job.task.status === 'success') return { type: 'ended', state: 'done', outcome: { creditsUsed, result: { files } } };
    return { type: 'ended', state: 'failed', outcome: { creditsUsed, failure: { ...failure, ...partOfJob }, result: { files } } };
  },
};

/** Failure rules, row "v3 sync": for models that make no jobs. Nothing is replayed, so a sound that breaks off is paid and lost, and said to be. */
export const lineSpeechWork: FamilyWork<null> = {
  family: 'speech',
  send: async (request, { client, kept, signal }) => {
    const { body, contentType, ...facts } = await client.speech(request, signal);
    try {
      return { value: null, facts, result: { files: [await kept.keep(body, contentType)] } };
    } catch (thrown) {
      throw new FailureError({ ...toFailure(thrown), charged: 'unknown', next: 'generate-anew' }, { cause: thrown });
    }
  },
};

const works: Partial<Record<SpeechFamily, FamilyWork<null>>> = { job: lineJobWork, speech: lineSpeechWork };

type Said = Awaited<ReturnType<Services['voices.say']>>;

/** Lines that voices say outside any project: for an audition, or to try a new voice. */
export function createVoiceLines(options: {
  coordinator: PaidCoordinator;
  ledger: Ledger;
  kept: KeptFiles;
  connection: ConnectionKeeper;
  account: AccountKeeper;
  voices: VoiceBook;
}): Pick<Services, 'voices.say' | 'voices.quote'> {
  const { coordinator, ledger, kept, connection, account, voices } = options;
  /** What is being said, by its fingerprint: whoever asks for the same waits for it. */
  const saying = new Map<string, Promise<Said>>();

  /** The voice's own pace is not named: lines that were bought before there was another are found by it. */
  const nameOf = (text: string, voiceId: string, modelId: string, speed = 1): string =>
    fingerprintOf('job', connection.current().id, [
      'line',
      text,
      voiceId,
      modelId,
      ...(speed === 1 ? [] : [message('speech.speed', speed)]),
    ]);

  const paidFile = async (fingerprint: string): Promise<{ entry: LedgerEntry; file: KeptFile | undefined } | undefined> => {
    const entry = await ledger.paid(fingerprint, connection.current().id);
    const file = entry && filesOf(entry)[0];
    return entry && { entry, file: file !== undefined && (await kept.has(file)) ? file : undefined };
  };

  /** The sound of what was paid for; fetched again where the disk has lost it and the service has not. */
  const alreadyPaid = async (fingerprint: string, signal: AbortSignal): Promise<KeptFile | undefined> => {
    const paid = await paidFile(fingerprint);
    if (paid === undefined || paid.file !== undefined || paid.entry.taskId === null) return paid?.file;
    try {
      const { client } = await coordinator.toolsFor(paid.entry, signal);
      const { body, contentType } = await client.jobAudio(paid.entry.taskId, signal);
      return await kept.keep(body, contentType);
    } catch (thrown) {
      const { kind, code } = toFailure(thrown);
      // It is there, at an address that is not trusted: buying it again is no way out.
      if (!isRefusedAddress(code) && ['not-found', 'unauthorized', 'forbidden'].includes(kind)) return undefined;
      throw thrown;
    }
  };

  const say = async (
    { speed, ...line }: { text: string; voiceId: string; modelId: string; speed: number },
    fingerprint: string,
    signal: AbortSignal,
  ): Promise<Said> => {
    const shape = { connectionId: connection.current().id, ...line, controls: speed === 1 ? {} : { speed } };
    const plan = await planOf({ shape, fingerprint }, voices, signal, 'job');
    const work = works[plan.family];
    if (work === undefined)
      throw fail('service-unavailable', message('speech.modelOnlyStreams', plan.modelId), {
        ...{ next: 'choose-model', field: 'modelId' },
      });
    const { name } = await voices.voice(line.voiceId, signal);
    const client = await connection.ready(signal);
    // One that was left on its way, by a window that closed or a crash, is gone on with.
    const before = await ledger.open(fingerprint, client.connectionId, await account.userId(signal));
    let operationId = before?.operationId;
    if (before?.state === 'unknown' && before.taskId !== null) await coordinator.retry(before, signal);
    else if (before === undefined || before.state === 'unknown') {
      const payment = {
        ...{ family: plan.family, path: plan.path, body: plan.body, modelId: plan.modelId, fingerprint },
        ...{ amount: line.text.length, unit: 'character' as const, summary: messages.speech.lineBy(name, shortenToLine(line.text)) },
      };
      operationId = (await coordinator.send(work, payment, signal)).entry.operationId;
    }
    const operation = await coordinator.untilOver(operationId ?? '', signal, () => undefined);
    const file = operation.files[0];
    if (operation.state === 'done' && file !== undefined) return { operation, file, reused: false };
    throw new FailureError(
      operation.failure ?? fail('outcome-unknown', message('speech.outcomeUnknown'), { charged: 'unknown', next: 'retry' }).failure,
    );
  };

  return {
    'voices.say': async ({ text, voiceId, modelId, speed = 1 }, { signal }) => {
      const chosen = modelId ?? answeringModel(await voices.voice(voiceId, signal), null);
      if (chosen === undefined)
        throw fail('service-unavailable', message('speech.voiceHasNoModel'), { next: 'choose-voice', field: 'voiceId' });
      const fingerprint = nameOf(text, voiceId, chosen, speed);
      for (;;) {
        const file = await alreadyPaid(fingerprint, signal);
        if (file !== undefined) return { operation: null, file, reused: true };
        const under = saying.get(fingerprint);
        if (under === undefined) break;
        // Whoever began it may have left; then the next one begins.
        await Promise.race([under, aborted(signal)]).catch((thrown: unknown) => {
          if (signal.aborted || toFailure(thrown).kind !== 'cancelled') throw thrown;
        });
      }
      const work = say({ text, voiceId, modelId: chosen, speed }, fingerprint, signal);
      saying.set(fingerprint, work);
      try {
        return await work;
      } finally {
        saying.delete(fingerprint);
      }
    },
    'voices.quote': async ({ text, speed, voices: asked }) => {
      const connectionId = connection.current().id;
      const prices = new Map<string, Awaited<ReturnType<Ledger['price']>>>();
      const lines: Awaited<ReturnType<Services['voices.quote']>>['lines'] = [];
      for (const { voiceId, modelId } of asked) {
        const file = (await paidFile(nameOf(text, voiceId, modelId, speed)))?.file ?? null;
        if (file === null && !prices.has(modelId)) prices.set(modelId, await ledger.price(connectionId, { unit: 'character', modelId }));
        const price = prices.get(modelId);
        lines.push({ voiceId, file, credits: file !== null ? 0 : price === undefined ? null : price.creditsPerUnit * text.length });
      }
      return { lines, learnedFrom: [...prices.values()].reduce((sum, price) => sum + (price?.samples ?? 0), 0) };
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(fail('cancelled', message('failures.stopped'))), { once: true });
    if (signal.aborted) reject(fail('cancelled', message('failures.stopped')));
  });
}
