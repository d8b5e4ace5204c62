import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGeneration } from '../../core/generation/generation.ts';
import { settleProject } from '../../core/project/project.ts';
import { useSources } from '../../core/sources/sources.ts';
import { useUploading } from '../../core/sources/uploading.ts';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { isUnderWay as isPhraseUnderWay } from '../../features/live/queue-store.ts';
import { useLive } from '../../features/live/stores.ts';
import { isUnderWay } from '../../features/narration/export/export-store.ts';
import { useExport } from '../../features/narration/stores.ts';
import { useTranscripts } from '../../features/transcribe/stores.ts';
import { formatList } from '../../lib/format.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { language, messages } from '#shared/messages/index.ts';
import { languageChoices, pseudoLanguages, translations } from '#shared/messages/languages.ts';
import { listRunning } from './running-work.ts';

/** Languages are named in themselves, so that people find theirs whatever they see now. */
const names = { system: messages.window.system, en: 'English', de: 'Deutsch', 'en-XA': 'Ēñĝļîšĥ', 'ar-XB': 'hsilgnE' } as const;
type Choice = keyof typeof names;

/** The languages of the texts. Those for checking the layout are there while one of them is in use. */
const offered = (): readonly Choice[] =>
  (pseudoLanguages as readonly string[]).includes(language()) ? languageChoices : ['system', ...translations];

/** Chooses the language of all texts. The window loads again with it; what was typed is saved before, and what would stop is asked about. */
export function LanguageSelect() {
  const chosen = useStudio((state) => state.settings.language);
  const [question, setQuestion] = useState<{ wanted: Choice; work: readonly string[] }>();
  const choose = (wanted: Choice): void => {
    const work = runningNow();
    if (work.length === 0) void changeLanguage(wanted);
    else setQuestion({ wanted, work });
  };
  const close = (): void => setQuestion(undefined);
  return (
    <>
      <SearchSelect
        aria-label={messages.window.language}
        description={messages.window.languageNote}
        value={chosen}
        data={offered().map((value) => ({ value, label: names[value] }))}
        onChoose={(value) => {
          const wanted = offered().find((each) => each === value);
          if (wanted !== undefined) choose(wanted);
        }}
        comboboxProps={{ withinPortal: false }}
      />
      {question && (
        <Dialog onClose={close} title={messages.window.languageQuestion}>
          <DialogWords>{messages.window.languageStops(formatList(question.work))}</DialogWords>
          <DialogActions>
            <Button variant="default" data-autofocus onClick={close}>
              {messages.window.cancel}
            </Button>
            <Button
              onClick={() => {
                close();
                void changeLanguage(question.wanted);
              }}
            >
              {messages.window.changeLanguage}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/** What a reload of this window would stop. */
function runningNow(): string[] {
  const { job } = useExport.getState();
  return listRunning({
    isExporting: job !== undefined && isUnderWay(job),
    isGenerating: useGeneration.getState().progress !== undefined,
    isSpeaking: useLive.getState().phrases.some(isPhraseUnderWay),
    uploading: Object.values(useUploading.getState()),
    slots: Object.values(useSources.getState().slots),
    recording: useTranscripts.getState().form.file?.state.step,
  });
}

async function changeLanguage(wanted: Choice): Promise<void> {
  // What could not be saved is shown by the status bar, and stays in this window.
  if (await settleProject()) return;
  await updateSettings({ language: wanted });
  location.reload();
}
