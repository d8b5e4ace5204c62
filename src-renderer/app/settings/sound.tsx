import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { MicrophoneSelect } from '../../features/clone/microphone-select.tsx';
import { learnMicrophones } from '../../features/clone/stores.ts';
import { OutputSelect } from '../../features/live/output-select.tsx';
import { watchOutputs } from '../../features/live/stores.ts';
import { Section } from '../../ui/section.tsx';
import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** How fast is listened, and the devices that are played on and recorded from. */
export function SoundSection() {
  const playbackRate = useStudio((state) => state.settings.playbackRate);
  useEffect(() => {
    watchOutputs();
    void learnMicrophones();
  }, []);
  return (
    <Section title={messages.settings.audio}>
      <Select
        label={messages.window.listeningSpeed}
        description={messages.window.listeningSpeedNote}
        allowDeselect={false}
        value={String(playbackRate)}
        data={[...new Set([...rates, playbackRate])]
          .sort((one, other) => one - other)
          .map((rate) => ({ value: String(rate), label: `${decimal(rate)}×` }))}
        onChange={(value) => value !== null && void updateSettings({ playbackRate: Number(value) })}
      />
      <OutputSelect label={messages.settings.liveOutput} note={messages.settings.liveOutputNote} />
      <MicrophoneSelect note={messages.settings.microphoneNote} />
    </Section>
  );
}
