import { Button } from '@mantine/core';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { Section } from '../../ui/section.tsx';
import { takeTour } from '../tour/take-tour.ts';
import { Choice } from './choice.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** How the window looks, and the way to the tour. */
export function GeneralSection() {
  const theme = useStudio((state) => state.settings.theme);
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
