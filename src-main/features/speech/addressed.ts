import { shortenToLine } from '#shared/cut-text.ts';
import { fail } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Controls } from '#shared/narration/document.ts';
import { findFamily } from '#shared/wire/models.ts';
import { speechV1Path, speechV1Request, v1Ranges } from '#shared/wire/speech-v1.ts';
import { speechV1CachedWork } from './earlier-versions.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { createFingerprint, jsonBody } from '../../paid-requests/family.ts';
import { answeringModel, type VoiceDirectory } from '../voices/service.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** An address that is gone this soon, in milliseconds, is of no use any more: the service has to fetch from it first. */
const leastLeft = 60_000;

/**
 * Speech at an address of the service's own, for a lip sync by a service that cannot fetch a file of this machine. What was paid for is not
 * bought again while its address lives.
 */
export function createAddressedSpeech(options: {
  coordinator: PaidCoordinator;
  ledger: Pick<Ledger, 'paid'>;
  voices: VoiceDirectory;
  connectionId: () => string;
  clock: Pick<Clock, 'now'>;
}): Pick<Services, 'lipSync.sound'> {
  const { coordinator, ledger, voices, connectionId, clock } = options;
  return {
    'lipSync.sound': async ({ text, voiceId, modelId: wanted, controls = {} }, { signal }) => {
      const modelId = answeringModel(await voices.voice(voiceId, signal), wanted ?? null);
      if (modelId === undefined)
        throw fail('service-unavailable', message('speech.voiceHasNoModel'), { next: 'choose-voice', field: 'voiceId' });
      const fields = { text, voiceId, modelId, format: 'mp3' as const, cache: true, ...inVersion1(controls, modelId) };
      const fingerprint = createFingerprint('speech-v1-cached', connectionId(), fields);
      const paid = await ledger.paid(fingerprint, connectionId());
      const there = paid && placeOf(paid);
      if (paid && there && (there.expiresAt ?? 0) > clock.now() + leastLeft)
        return { ...there, operation: coordinator.shown(paid), reused: true };
      const { entry } = await coordinator.send(
        speechV1CachedWork,
        {
          family: 'speech-v1-cached',
          path: speechV1Path,
          body: jsonBody(speechV1Request.parse(fields)),
          modelId,
          fingerprint,
          amount: text.length,
          unit: 'character',
          summary: messages.speech.forLipSync(shortenToLine(text)),
        },
        signal,
      );
      const made = placeOf(entry);
      if (made === undefined) throw fail('bad-response', message('speech.addressMissing'), { charged: 'yes', requestId: entry.requestId });
      return { ...made, operation: coordinator.shown(entry), reused: false };
    },
  };
}

/** Where the service has put it, and until when, where it says so; `undefined` where its answer was none. */
function placeOf({ result }: LedgerEntry): { address: string; expiresAt: number | null } | undefined {
  const { audio_url: address, expires_at: until } = result ?? {};
  const expiresAt = typeof until === 'string' ? Date.parse(until) : NaN;
  return typeof address === 'string' ? { address, expiresAt: Number.isNaN(expiresAt) ? null : expiresAt } : undefined;
}

/** The controls as version 1 has them: some families count from another point, and what a family does not reach is brought to its end. */
function inVersion1(controls: Controls, modelId: string): Controls {
  const ranges = v1Ranges(findFamily(modelId) ?? 'alpha');
  const moved = Object.entries(ranges).flatMap(([name, { minimum, maximum, toV3 }]) => {
    const value = controls[name as keyof typeof ranges];
    return value === undefined ? [] : [[name, Math.min(maximum, Math.max(minimum, value - toV3))] as const];
  });
  const sent: Controls = { ...controls, ...Object.fromEntries(moved) };
  // Version 1 has no such field.
  delete sent.filterEmoji;
  return sent;
}
