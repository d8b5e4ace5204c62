import { useEffect } from 'react';
import { MicrophoneSelect } from '../../features/clone/microphone-select.tsx';
import { learnMicrophones } from '../../features/clone/stores.ts';
import { OutputSelect } from '../../features/live/output-select.tsx';
import { watchOutputs } from '../../features/live/stores.ts';
import { Section } from '../../ui/section.tsx';
import { messages } from '#shared/messages/index.ts';

/** The devices that are played on and recorded from. */
export function SoundSection() {
  useEffect(() => {
    watchOutputs();
    void learnMicrophones();
  }, []);
  return (
    <Section title={messages.settings.soundDevices}>
      <OutputSelect label={messages.settings.liveOutput} note={messages.settings.liveOutputNote} />
      <MicrophoneSelect note={messages.settings.microphoneNote} />
    </Section>
  );
}
