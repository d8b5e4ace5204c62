import { messages } from './messages/index.ts';
import type { OperationFamily, OperationState } from './paid-work.ts';

/** What kinds of paid work are called, in lists and in files, in the language in use. */
export const namesOfKinds = (): Readonly<Record<OperationFamily, string>> => ({
  aligned: messages.jobs.speech,
  speech: messages.jobs.speech,
  job: messages.jobs.speech,
  'speech-v1': messages.jobs.speechV1,
  'speech-v1-cached': messages.jobs.speechV1,
  'job-v1': messages.jobs.speechV1,
  'speech-v2': messages.jobs.speechV2,
  compatibility: messages.jobs.speechCompatible,
  'realtime-simple': messages.jobs.live,
  'realtime-reliable': messages.jobs.live,
  transcription: messages.jobs.transcription,
  'voice-create': messages.jobs.voiceClone,
  'voice-delete': messages.jobs.voiceDeletion,
  design: messages.jobs.voiceDesign,
  'design-save': messages.jobs.designedVoice,
  'lip-sync': messages.jobs.lipSync,
  dubbing: messages.jobs.dubbing,
  image: messages.jobs.image,
  video: messages.jobs.video,
  'profile-update': messages.jobs.profile,
});

export const namesOfStates = (): Readonly<Record<OperationState, string>> => ({
  sending: messages.jobs.sending,
  waiting: messages.jobs.inProgress,
  unknown: messages.jobs.outcomeUnknown,
  done: messages.jobs.done,
  failed: messages.jobs.failed,
});
