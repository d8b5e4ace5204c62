import { LanguageSelect } from './language-select.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** The language of all texts. */
export function LanguageSection() {
  return (
    <Section title={messages.settings.language}>
      <LanguageSelect />
      <p className={classes.note}>{messages.settings.languageNote}</p>
    </Section>
  );
}
