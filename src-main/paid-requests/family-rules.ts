import { speechFamilies, type OperationFamily, type SpeechFamily } from '#shared/paid-work.ts';
import type { NextStep } from '#shared/failure.ts';

export { families, type OperationFamily, type SpeechFamily } from '#shared/paid-work.ts';

export const isSpeechFamily = (family: OperationFamily): family is SpeechFamily => (speechFamilies as readonly string[]).includes(family);

export interface FamilyRule {
  /** How often the same request is sent again by itself after an unknown outcome; families that replay nothing are asked once, to learn the state. */
  resends: number;
  /** Repeating the request under its key is the same operation, paid once: a repeat after a 500 confirms what became of it (failure rules, rule 6). */
  idempotent?: true;
  /**
   * What a person is offered after an unknown outcome. `same-ids`: send exactly it again, which cannot be paid twice. `look-up`: look for what
   * came of it in a list, and adopt it. `verify`: read whether it happened. `again`: nothing can be asked, and a new one may be paid again.
   */
  afterUnknown: 'same-ids' | 'look-up' | 'verify' | 'again';
  /** Once it has left this machine it is never sent again by itself, not even after a refusal that passes (interface, "Command-line client mapping"). */
  never?: true;
  /**
   * Its request names addresses, which end, so that asking again may never bring out what came of it: a person may then give it up, unknown as
   * it is, and the same order becomes a new request. Never by itself.
   */
  mayBeGivenUp?: true;
}

export const familyRules: Readonly<Record<OperationFamily, FamilyRule>> = {
  aligned: { resends: 1, afterUnknown: 'same-ids' },
  speech: { resends: 1, afterUnknown: 'same-ids' },
  job: { resends: 4, idempotent: true, afterUnknown: 'same-ids' },
  'speech-v1': { resends: 1, afterUnknown: 'same-ids' },
  'speech-v1-cached': { resends: 4, idempotent: true, afterUnknown: 'same-ids' },
  'job-v1': { resends: 4, idempotent: true, afterUnknown: 'same-ids' },
  'speech-v2': { resends: 0, afterUnknown: 'again' },
  compatibility: { resends: 0, afterUnknown: 'again' },
  'realtime-simple': { resends: 0, afterUnknown: 'again' },
  'realtime-reliable': { resends: 0, afterUnknown: 'same-ids' },
  transcription: { resends: 0, afterUnknown: 'again', never: true },
  'voice-create': { resends: 0, afterUnknown: 'look-up', never: true },
  'voice-delete': { resends: 0, afterUnknown: 'verify' },
  design: { resends: 0, afterUnknown: 'same-ids', never: true },
  'design-save': { resends: 0, afterUnknown: 'same-ids', never: true },
  'lip-sync': { resends: 0, afterUnknown: 'look-up' },
  dubbing: { resends: 0, afterUnknown: 'same-ids', mayBeGivenUp: true },
  image: { resends: 4, idempotent: true, afterUnknown: 'same-ids', mayBeGivenUp: true },
  video: { resends: 4, idempotent: true, afterUnknown: 'same-ids', mayBeGivenUp: true },
  'profile-update': { resends: 0, afterUnknown: 'verify' },
};

/** What a failure whose outcome is not known offers, by its family's rule. */
export const nextAfterUnknown: Readonly<Record<FamilyRule['afterUnknown'], NextStep>> = {
  'same-ids': 'retry',
  'look-up': 'look-up',
  verify: 'retry',
  again: 'generate-again',
};
