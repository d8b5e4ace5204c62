/** Endpoint families, each with its row in the failure rules. The first three make the sound of blocks. */
export const speechFamilies = ['aligned', 'speech', 'job'] as const;
export const families = [
  ...speechFamilies,
  'speech-v1',
  'speech-v1-cached',
  'job-v1',
  'speech-v2',
  'compatibility',
  'realtime-simple',
  'realtime-reliable',
  'transcription',
  'voice-create',
  'voice-delete',
  'design',
  'design-save',
  'lip-sync',
  'dubbing',
  'image',
  'video',
  'profile-update',
] as const;
export type SpeechFamily = (typeof speechFamilies)[number];
export type OperationFamily = (typeof families)[number];

export const isSpeechFamily = (family: OperationFamily): family is SpeechFamily => (speechFamilies as readonly string[]).includes(family);

export interface FamilyRule {
  /** How often the same request is sent again by itself after an unknown outcome; families that replay nothing are asked once, to learn the state. */
  resends: number;
  /**
   * What a person is offered after an unknown outcome. `same-ids`: send exactly it again, which cannot be paid twice. `look-up`: look for what
   * came of it in a list, and adopt it. `verify`: read whether it happened. `anew`: nothing can be asked, and a new one may be paid again.
   */
  afterUnknown: 'same-ids' | 'look-up' | 'verify' | 'anew';
}

export const familyRules: Readonly<Record<OperationFamily, FamilyRule>> = {
  aligned: { resends: 1, afterUnknown: 'same-ids' },
  speech: { resends: 1, afterUnknown: 'same-ids' },
  job: { resends: 4, afterUnknown: 'same-ids' },
  'speech-v1': { resends: 1, afterUnknown: 'same-ids' },
  'speech-v1-cached': { resends: 4, afterUnknown: 'same-ids' },
  'job-v1': { resends: 4, afterUnknown: 'same-ids' },
  'speech-v2': { resends: 0, afterUnknown: 'anew' },
  compatibility: { resends: 0, afterUnknown: 'anew' },
  'realtime-simple': { resends: 0, afterUnknown: 'anew' },
  'realtime-reliable': { resends: 0, afterUnknown: 'same-ids' },
  transcription: { resends: 0, afterUnknown: 'anew' },
  'voice-create': { resends: 0, afterUnknown: 'look-up' },
  'voice-delete': { resends: 0, afterUnknown: 'verify' },
  design: { resends: 0, afterUnknown: 'same-ids' },
  'design-save': { resends: 0, afterUnknown: 'same-ids' },
  'lip-sync': { resends: 0, afterUnknown: 'look-up' },
  dubbing: { resends: 0, afterUnknown: 'same-ids' },
  image: { resends: 4, afterUnknown: 'same-ids' },
  video: { resends: 4, afterUnknown: 'same-ids' },
  'profile-update': { resends: 0, afterUnknown: 'verify' },
};
