import { shortenToLine } from '#shared/cut-text.ts';
import { fail, toFailure, readText, reword } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { KeptFile, paidOperations } from '#shared/operations/paid.ts';
import type { Parsed } from '#shared/rpc.ts';
import { dubbingPath, dubbingRequest } from '#shared/wire/dubbing.ts';
import type { SendReachable } from '../bucket/uploads.ts';
import { lipSyncPayment, lipSyncWork } from '../lip-sync/service.ts';
import { findEarlier } from '../../paid-requests/earlier.ts';
import { PartlyPaidError, type Order } from '../../paid-requests/engine.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { mediaFile, mediaJobWork } from '../../paid-requests/media-job.ts';
import { findFileName, createFingerprint, jsonBody, type FamilyWork, type WorkTools } from '../../paid-requests/family.ts';
import { parseJson, ServiceFailure } from '../../service-client/answers.ts';
import { readPaidSpeech, type JobRecord } from '../../service-client/reading/media-job.ts';
import { isRefusedAddress } from '../../service-client/given-addresses.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

const job = mediaJobWork('dubbing', (client) => client.dubbing);
const downloadTries = 3;

/**
 * Failure rules, row "dubbing": sent again by a person's hand, with the same key. When the speech was made and its lip sync could not be
 * created, the speech is downloaded at once and its credits are booked (interface, "Video dubbing").
 */
export const dubbingWork: FamilyWork<JobRecord> = {
  ...job,
  send: async (request, tools) => {
    try {
      return await job.send(request, tools);
    } catch (thrown) {
      const speech = thrown instanceof ServiceFailure ? readPaidSpeech(thrown.body.raw) : undefined;
      if (speech === undefined) throw thrown;
      const speechUrl = speech.address;
      const failure = toFailure(thrown);
      const file = await speechFile(speechUrl, tools);
      const kept = file === undefined ? message('dubbing.speechNotDownloaded') : message('dubbing.speechStored');
      throw new PartlyPaidError(reword(failure, message('dubbing.speechMade', readText(failure), kept), { next: 'look-up' }), {
        creditsUsed: speech.creditsUsed,
        result: { speechUrl, files: file === undefined ? [] : [file] },
      });
    }
  },
};

async function speechFile(address: string, tools: WorkTools): Promise<KeptFile | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await mediaFile(address, tools);
    } catch (thrown) {
      tools.log.warn('the speech of a dubbing could not be downloaded', { kind: toFailure(thrown).kind, tries });
      if (tries >= downloadTries || tools.signal.aborted || isRefusedAddress(toFailure(thrown).code)) return undefined;
    }
  }
}

type DubbingOrder = Parsed<(typeof paidOperations)['dubbing.create']>;

const fieldsOf = ({ videoUrl, text, voiceId, modelId, speed, language, fitAudioToVideo }: DubbingOrder) => ({
  video_url: videoUrl,
  text,
  reference_id: voiceId,
  model_id: modelId,
  speed,
  language,
  ...(fitAudioToVideo === true && { fit_audio_to_video: true }),
});

/** `given` is what a person gave, where that is sent by an address of the moment: it names the work. */
function dubbingPayment(order: DubbingOrder, connectionId: string, given = order): Order {
  return {
    family: 'dubbing',
    path: dubbingPath,
    body: jsonBody(fieldsOf(order)),
    unit: 'second',
    amount: order.expectedSeconds,
    summary: messages.dubbing.ofVideo(findFileName(given.videoUrl), shortenToLine(given.text)),
    modelId: given.modelId ?? null,
    fingerprint: createFingerprint('dubbing', connectionId, fieldsOf(given)),
  };
}

export interface Dubbing {
  services: Pick<Services, 'dubbing.create' | 'dubbing.earlier'>;
  /** The lip sync alone, of a dubbing whose speech was made and whose lip sync was not; the one that was begun for it, if there is one. */
  salvage(entry: LedgerEntry, signal: AbortSignal): Promise<LedgerEntry>;
}

export function createDubbing(
  coordinator: PaidCoordinator,
  ledger: Ledger,
  connectionId: () => string,
  sendReachable: SendReachable,
): Dubbing {
  return {
    services: {
      'dubbing.earlier': (order) => findEarlier(ledger, dubbingPayment(order, connectionId()), connectionId()),
      'dubbing.create': async (order, { signal, emit }) =>
        sendReachable([order.videoUrl], { signal, onProgress: emit }, async ([videoUrl = ''], noted) => {
          const payment = dubbingPayment({ ...order, videoUrl }, connectionId(), order);
          return coordinator.shown((await coordinator.send(dubbingWork, payment, signal, noted)).entry);
        }),
    },
    salvage: async (entry, signal) => {
      const speechUrl = entry.result?.['speechUrl'];
      if (entry.family !== 'dubbing' || entry.state !== 'failed' || typeof speechUrl !== 'string')
        throw fail('conflict', message('dubbing.cannotBeSaved'));
      await coordinator.toolsFor(entry, signal);
      for (const { event, facts } of (await ledger.events(entry.operationId)).reverse()) {
        if (event !== 'salvaged') continue;
        const before = await ledger.entry(String(facts['operationId']));
        if (before !== undefined && before.state !== 'failed') return before;
      }
      const request = dubbingRequest.parse(parseJson(Buffer.from(entry.body).toString('utf8')));
      const summary = messages.dubbing.lipSyncAfterDubbing(findFileName(request.video_url), shortenToLine(request.text));
      // The video is put into the bucket once more where the dubbing had it from there.
      return sendReachable([request.video_url], { signal, onProgress: () => undefined }, async ([videoUrl = ''], noted) => {
        const payment = lipSyncPayment({ videoUrl, audioUrl: speechUrl }, connectionId());
        const { entry: made } = await coordinator.send(lipSyncWork, { ...payment, summary }, signal, async (operationId) => {
          await noted(operationId);
          await ledger.note(entry.operationId, 'salvaged', { operationId });
        });
        return made;
      });
    },
  };
}
