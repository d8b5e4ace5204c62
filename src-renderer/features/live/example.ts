import { spokenLine } from '#shared/messages/spoken-lines.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { toastReason } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';
import { say, setDraft, useLiveSettings } from './stores.ts';

/** Speaks a line in the language of the voice where that costs no money; elsewhere it stands in the field, and Speak pays. */
export function tryLiveExample(): Promise<void> {
  const studio = useStudio.getState();
  const { voiceId } = useLiveSettings.getState().settings;
  const line = spokenLine('sample', knownVoices(studio).find((voice) => voice.voiceId === voiceId)?.primaryLanguage);
  if (studio.connection?.kind === 'local') {
    const refused = say(line);
    if (refused !== undefined) toastReason(messages.sources.tryExample, refused);
  } else setDraft(line);
  return Promise.resolve();
}
