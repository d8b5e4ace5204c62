import { formProblems } from '#shared/clone/files.ts';
import { findUnconfirmedSpeakers } from '#shared/clone/speakers.ts';
import { sendingOf } from '#shared/clone/recordings.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { useClone } from './store.ts';
import { useRecorder } from './recorder.ts';
import { useStudio, whyNotReady } from '../../core/studio/studio.ts';

/** Why the voice cannot be sent now, in words that name the recording or the field; `undefined` where it can. */
export function whyNotSent(
  {
    recordings,
    form,
    sending,
    made,
  }: Pick<ReturnType<typeof useClone.getState>, 'recordings' | 'form' | 'sending' | 'made'> = useClone.getState(),
  { connection } = useStudio.getState(),
  { phase } = useRecorder.getState(),
): string | undefined {
  if (made) return 'This voice is made. Clone another one.';
  if (sending) return 'It is being sent.';
  if (phase !== 'idle') return 'A recording is being made.';
  if (recordings.length === 0) return 'Drop a recording, or record one.';
  const failed = recordings.find(({ state }) => state === 'failed');
  if (failed) return `${failed.name} cannot be used: remove it.`;
  if (recordings.some(({ state }) => state === 'arriving')) return 'A recording is still being opened.';
  const large = recordings.find((recording) => sendingOf(recording) === undefined);
  if (large) return `${large.name} is too large in the form that it is to be sent in: trim it, or choose another form.`;
  if (recordings.length > cloneLimits.files)
    return `${cloneLimits.files} recordings are sent at most: remove ${recordings.length - cloneLimits.files}.`;
  const [problem] = Object.values(formProblems(form));
  if (problem !== undefined) return problem;
  if (findUnconfirmedSpeakers(recordings, form.samePerson).length > 0) return 'Confirm that all recordings are the same person.';
  if (!form.consent) return 'Confirm the speaker’s consent.';
  return whyNotReady({ connection });
}
