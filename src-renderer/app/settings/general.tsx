import { Button, Select } from '@mantine/core';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { Section } from '../../ui/section.tsx';
import { takeTour } from '../tour/take-tour.ts';
import { Choice } from './choice.tsx';
import classes from './panel.module.css';
import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** How the window looks, how fast is listened, and the way to the tour. */
export function GeneralSection() {
  const { theme, playbackRate } = useStudio((state) => state.settings);
  return (
    <Section title={messages.settings.general}>
      <Choice
        label={messages.window.theme}
        value={theme}
        choices={[
          { value: 'system', label: messages.window.system },
          { value: 'light', label: messages.window.light },
          { value: 'dark', label: messages.window.dark },
        ]}
        onChoose={(value) => void updateSettings({ theme: value })}
      />
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
      <div className={classes.row}>
        <div className={classes.choice}>
          <span className={classes.label}>{messages.settings.newTour}</span>
          <p className={classes.note}>{messages.settings.newTourNote}</p>
        </div>
        <Button variant="default" onClick={() => void takeTour()}>
          {messages.tour.take}
        </Button>
      </div>
    </Section>
  );
}
