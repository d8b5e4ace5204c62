import { useEffect } from 'react';
import { MicrophoneSelect } from '../../features/clone/microphone-select.tsx';
import { learnMicrophones } from '../../features/clone/stores.ts';
import { OutputSelect } from '../../core/output/output-select.tsx';
import { Section } from '../../ui/section.tsx';
import { messages } from '#shared/messages/index.ts';

/** The devices that are played on and recorded from. */
export function SoundSection() {
  useEffect(() => {
    void learnMicrophones();
  }, []);
  return (
    <Section title={messages.settings.soundDevices}>
      <OutputSelect label={messages.output.output} />
      <MicrophoneSelect note={messages.settings.microphoneNote} />
    </Section>
  );
}
