import { isSilent } from '#shared/clone/advice.ts';
import { formProblems } from '#shared/clone/files.ts';
import { findUnconfirmedSpeakers } from '#shared/clone/speakers.ts';
import { chooseForm } from '#shared/clone/recordings.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { useClone, useRecorder } from './stores.ts';
import { useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { formatMessage } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';

/** Why the voice cannot be sent now, in words that name the recording or the field; `undefined` where it can. */
export function whyNotSent(
  {
    recordings,
    form,
    sending,
    made,
    cleaning,
    transcribing,
  }: Pick<
    ReturnType<typeof useClone.getState>,
    'recordings' | 'form' | 'sending' | 'made' | 'cleaning' | 'transcribing'
  > = useClone.getState(),
  { connection } = useStudio.getState(),
  { phase } = useRecorder.getState(),
): string | undefined {
  if (made) return messages.clone.alreadyCreated;
  if (sending) return messages.clone.sendingNow;
  if (phase !== 'idle') return messages.clone.recordingNow;
  if (recordings.length === 0) return messages.clone.needsRecording;
  const failed = recordings.find(({ state }) => state === 'failed');
  if (failed) return messages.clone.removeUnusableFile(failed.name);
  if (recordings.some(({ state }) => state === 'arriving')) return messages.clone.openingNow;
  const cleaned = recordings.find(({ id }) => cleaning[id] !== undefined);
  if (cleaned) return messages.clone.cleaningNow(cleaned.name);
  // It is paid for, and makes the voice better: sent now, the voice would be without it.
  if (transcribing !== undefined) return messages.clone.transcribingNow;
  // It would be paid for, or refused, and makes no voice.
  const silent = recordings.find(({ facts }) => facts !== null && isSilent(facts));
  if (silent) return messages.clone.removeSilent(silent.name);
  const large = recordings.find((recording) => chooseForm(recording) === undefined);
  if (large) return messages.clone.tooLargeInFormat(large.name);
  if (recordings.length > cloneLimits.files)
    return messages.clone.tooManyRecordings(cloneLimits.files, recordings.length - cloneLimits.files);
  const [problem] = Object.values(formProblems(form));
  if (problem !== undefined) return formatMessage(problem);
  if (findUnconfirmedSpeakers(recordings, form.samePerson).length > 0) return messages.clone.confirmSpeaker;
  if (!form.consent) return messages.clone.confirmConsent;
  return whyNotReady({ connection });
}
