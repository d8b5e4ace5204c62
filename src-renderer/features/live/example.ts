import { spokenLine } from '#shared/messages/spoken-lines.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { toastReason } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';
import { say, setDraft, useLiveSettings } from './stores.ts';

/** In the language of the voice. */
export function liveExampleLine(): string {
  const { voiceId } = useLiveSettings.getState().settings;
  return spokenLine('sample', knownVoices(useStudio.getState()).find((voice) => voice.voiceId === voiceId)?.primaryLanguage);
}

/** Speaks a line in the language of the voice where that costs no money; elsewhere it stands in the field, and Speak pays. */
export function tryLiveExample(): Promise<void> {
  const line = liveExampleLine();
  if (useStudio.getState().connection?.kind === 'local') {
    const refused = say(line);
    if (refused !== undefined) toastReason(messages.sources.tryExample, refused);
  } else setDraft(line);
  return Promise.resolve();
}
