/** Endpoint families of paid work, each with its row in the failure rules. The first three make the sound of blocks. */
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

/** What takes quota alone, or nothing: a result without a word of a charge is what is to be expected. */
export const withoutCredits: readonly OperationFamily[] = ['image', 'video', 'voice-delete', 'design-save', 'profile-update'];

/**
 * `sending`: may be on its way, or was when the program ended. `waiting`: a job that the service has taken. `unknown`: sent,
 * and nobody here can say how it ended; the same operation may be sent again by the family's rule. `done` and `failed` are
 * final, and the database itself refuses to change them.
 */
export const operationStates = ['sending', 'waiting', 'unknown', 'done', 'failed'] as const;
export type OperationState = (typeof operationStates)[number];

/** What a price is counted in. */
export const units = ['character', 'second', 'request'] as const;
export type Unit = (typeof units)[number];

/** The code in the failure of an operation that a person gave up without its outcome. */
export const givenUpCode = 'GIVEN_UP';
