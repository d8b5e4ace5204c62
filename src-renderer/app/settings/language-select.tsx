import { Select } from '@mantine/core';
import { settleProject } from '../../core/project/project.ts';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { language, messages } from '#shared/messages/index.ts';
import { languageChoices, pseudoLanguages, translations } from '#shared/messages/languages.ts';

/** Languages are named in themselves, so that people find theirs whatever they see now. */
const names = { system: messages.window.system, en: 'English', de: 'Deutsch', 'en-XA': 'Ēñĝļîšĥ', 'ar-XB': 'hsilgnE' } as const;

/** The languages of the texts. Those for whoever checks the layout are there while one of them is in use. */
const offered = (): readonly (keyof typeof names)[] =>
  (pseudoLanguages as readonly string[]).includes(language()) ? languageChoices : ['system', ...translations];

/** Chooses the language of all texts. The window loads again with it; what was typed is saved before. */
export function LanguageSelect() {
  const chosen = useStudio((state) => state.settings.language);
  return (
    <Select
      label={messages.window.language}
      description={messages.window.languageNote}
      allowDeselect={false}
      value={chosen}
      data={offered().map((value) => ({ value, label: names[value] }))}
      onChange={(value) => {
        if (value !== null && value !== chosen) void changeLanguage(value);
      }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

async function changeLanguage(wanted: keyof typeof names): Promise<void> {
  // What could not be saved is shown by the status bar, and stays in this window.
  if (await settleProject()) return;
  await updateSettings({ language: wanted });
  location.reload();
}
