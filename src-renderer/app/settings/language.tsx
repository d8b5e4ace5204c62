import { Section } from '../../ui/section.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** The language of the window. */
export function LanguageSection() {
  return (
    <Section title={messages.settings.language}>
      <p className={classes.note}>{messages.settings.languageNote}</p>
    </Section>
  );
}
