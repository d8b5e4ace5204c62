import { Checkbox } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { fitRange } from '#shared/wire/dubbing.ts';
import { secondsOf, useSources } from '../../../core/sources/sources.ts';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { Counted } from '../../../ui/counted.tsx';
import { useVoiceChoices } from '../../../core/voices/voice-choices.ts';
import { useVoiceOptions } from '../../../core/voices/voice-options.tsx';
import { ModelSelect } from '../../../core/voices/model-select.tsx';
import { iconSize } from '../../../lib/icon-size.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { InspectorForm } from '../../../ui/panel-stage.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { SourceField } from '../../../core/sources/source-field.tsx';
import { StatusGlyph } from '../../../ui/status-glyph.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { LanguageField, voiceField } from './language-field.tsx';
import { textField } from './names-notice.tsx';
import { findOutlook } from './outlook.ts';
import classes from './one-text.module.css';
import { decimal } from '#shared/messages/figures.ts';
import { useSpoken } from './use-spoken.ts';
import { messages } from '#shared/messages/index.ts';
import { changeDubbing, dubbingLimit, dubbingProblems, forecastOf, useDubbing } from '../stores.ts';

/** What a dubbing is made of, and how its speech is expected to fit. `textLanguage`: of its text, where that is plain. */
export function Form({ textLanguage }: { textLanguage: string | undefined }) {
  const draft = useDubbing((state) => state.draft);
  const asked = useDubbing((state) => state.asked);
  const most = useStudio((state) => dubbingLimit(draft, state));
  const problems = dubbingProblems({ draft, asked });
  // The stage of an open dubbing shows that.
  const isOnStage = useDubbing((state) => state.open === undefined);
  const characters = draft.text.trim().length;
  return (
    <InspectorForm name={messages.dubbing.newDubbing}>
      <SourceField slot="dubbing.video" name={messages.dubbing.video} isOnStage={isOnStage} />
      <TextArea
        id={textField}
        label={<Counted name={messages.dubbing.text} characters={characters} most={most} />}
        aria-label={messages.dubbing.text}
        placeholder={messages.dubbing.textNote}
        lines={[5, 14]}
        value={draft.text}
        error={problems.text}
        onChange={(event) => changeDubbing({ text: event.currentTarget.value })}
      />
      <Voice problem={problems.voice} textLanguage={textLanguage} />
      <Checkbox
        label={messages.dubbing.fitSpeech}
        description={messages.dubbing.fitSpeechNote(decimal(fitRange.slowest), decimal(fitRange.fastest))}
        checked={draft.fit}
        onChange={(event) => changeDubbing({ fit: event.currentTarget.checked })}
      />
      <Outlook />
    </InspectorForm>
  );
}

function Voice({ problem, textLanguage }: { problem: string | undefined; textLanguage: string | undefined }) {
  const { voiceId, modelId, speed } = useDubbing((state) => state.draft);
  const state = useStudio((studio) => studio.voices.state);
  const voices = useStudio((studio) => knownVoices(studio));
  const voice = voices.find((one) => one.voiceId === voiceId);
  const options = useVoiceOptions();
  const offered = useVoiceChoices(voices, textLanguage);
  return (
    <>
      <SearchSelect
        {...options}
        id={voiceField}
        label={messages.dubbing.voice}
        data={offered}
        value={voiceId}
        error={problem}
        placeholder={state === 'loading' ? messages.dubbing.voicesAreLoading : messages.dubbing.chooseAVoice}
        nothingFoundMessage={state === 'failed' ? messages.dubbing.voicesNotLoaded : messages.dubbing.noMatchingVoices}
        onChoose={(chosen) => chosen !== null && changeDubbing({ voiceId: chosen, modelId: null })}
      />
      <ModelSelect voice={voice} value={modelId ?? ''} onChange={(chosen) => changeDubbing({ modelId: chosen })} />
      <div className={classes.pair}>
        <NumberField
          label={messages.dubbing.speed}
          min={fitRange.slowest}
          max={fitRange.fastest}
          step={0.05}
          decimals={2}
          unit="×"
          value={speed}
          onCommit={(next) => next !== null && changeDubbing({ speed: next })}
        />
        <LanguageField />
      </div>
    </>
  );
}

/** How long the speech will be, against the video. */
function Outlook() {
  const draft = useDubbing((state) => state.draft);
  const spoken = useSpoken();
  const video = useSources((state) => secondsOf(state.slots['dubbing.video']));
  const forecast = forecastOf(draft, video, spoken);
  if (!forecast) return null;
  const { verdict, words } = findOutlook(forecast, draft.fit);
  return (
    <div className={classes.outlook} role="group" aria-label={messages.dubbing.forecast}>
      {verdict === 'likely' ? (
        <span className={classes.likely}>
          <IconInfoCircle size={iconSize.normal} aria-hidden />
          {words.head}
        </span>
      ) : (
        <StatusGlyph status={verdict}>{words.head}</StatusGlyph>
      )}
      <p className={classes.note}>
        {words.rest} {forecast.learned ? messages.dubbing.paceLearned : messages.dubbing.paceUnknown}
      </p>
    </div>
  );
}
