import { Switch } from '@mantine/core';
import { textSizes } from '#shared/operations/studio.ts';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { Section } from '../../ui/section.tsx';
import { Choice } from './choice.tsx';
import { messages } from '#shared/messages/index.ts';

/** What makes the window easier to read and calmer, whatever the system asks for. */
export function AccessibilitySection() {
  const { textSize, lessMotion, moreContrast } = useStudio((state) => state.settings);
  return (
    <Section title={messages.settings.accessibility}>
      <Choice
        label={messages.settings.textSize}
        note={messages.settings.textSizeNote}
        value={String(textSize)}
        choices={textSizes.map((size) => ({ value: String(size), label: messages.settings.percent(String(size)) }))}
        onChoose={(value) => void updateSettings({ textSize: textSizes.find((size) => String(size) === value) ?? 100 })}
      />
      <Switch
        label={messages.settings.lessMotion}
        description={messages.settings.lessMotionNote}
        checked={lessMotion}
        onChange={(event) => void updateSettings({ lessMotion: event.currentTarget.checked })}
      />
      <Switch
        label={messages.settings.moreContrast}
        description={messages.settings.moreContrastNote}
        checked={moreContrast}
        onChange={(event) => void updateSettings({ moreContrast: event.currentTarget.checked })}
      />
    </Section>
  );
}
