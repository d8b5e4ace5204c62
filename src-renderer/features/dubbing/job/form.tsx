import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { fitRange } from '#shared/wire/dubbing.ts';
import { limits } from '#shared/wire/common.ts';
import { changeDubbing, dubbingLimit, dubbingProblems, forecastOf, useDubbing, type Forecast } from './store.ts';
import { useProject } from '../../../core/project/project.ts';
import { secondsOf, useSources } from '../../../core/sources/sources.ts';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { Counted } from '../../../ui/counted.tsx';
import { clock, language } from '../../../lib/format.ts';
import { ModelSelect } from '../../../core/voices/model-select.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { FormChoice, FormFields, RequestForm } from '../../../ui/panel-stage.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { SourceField } from '../../../core/sources/source-field.tsx';
import { StatusGlyph } from '../../../ui/status-glyph.tsx';
import classes from './one-text.module.css';

/** What a dubbing is made of, and how its speech is expected to fit. */
export function Form() {
  const draft = useDubbing((state) => state.draft);
  const asked = useDubbing((state) => state.asked);
  const most = useStudio((state) => dubbingLimit(draft, state));
  const problems = dubbingProblems({ draft, asked });
  const characters = draft.text.trim().length;
  return (
    <RequestForm name="New dubbing">
      <FormFields>
        <SourceField slot="dubbing.video" name="Video" />
        <div className={classes.text}>
          <Textarea
            label={<Counted name="Text" characters={characters} most={most} />}
            aria-label="Text"
            placeholder="What is to be said in the video"
            autosize
            minRows={4}
            maxRows={10}
            value={draft.text}
            error={problems.text}
            onChange={(event) => changeDubbing({ text: event.currentTarget.value })}
          />
        </div>
      </FormFields>
      <Voice problem={problems.voice} />
      <FormChoice>
        <Checkbox
          label="Fit the speech to the video"
          description={`It is spoken slower or faster, its pitch unchanged, until it is as long as the video: ${String(fitRange.slowest)} to ${String(fitRange.fastest)} times its own pace.`}
          checked={draft.fit}
          onChange={(event) => changeDubbing({ fit: event.currentTarget.checked })}
        />
        <Outlook />
      </FormChoice>
    </RequestForm>
  );
}

function Voice({ problem }: { problem: string | undefined }) {
  const { voiceId, modelId, speed, language: spoken } = useDubbing((state) => state.draft);
  const state = useStudio((studio) => studio.voices.state);
  const voices = useStudio((studio) => knownVoices(studio));
  const voice = voices.find((one) => one.voiceId === voiceId);
  const offered = useMemo(
    () => voices.map((one) => ({ value: one.voiceId, label: `${one.name} · ${language(one.primaryLanguage)}` })),
    [voices],
  );
  return (
    <div className={classes.voice}>
      <SearchSelect
        label="Voice"
        data={offered}
        value={voiceId}
        error={problem}
        placeholder={state === 'loading' ? 'Voices are loading…' : 'Choose a voice'}
        nothingFoundMessage={state === 'failed' ? 'The voices could not be read.' : 'No voice of that name or language'}
        onChoose={(chosen) => chosen !== null && changeDubbing({ voiceId: chosen, modelId: null })}
      />
      <ModelSelect voice={voice} value={modelId ?? ''} onChange={(chosen) => changeDubbing({ modelId: chosen })} />
      <NumberField
        label="Speed"
        min={fitRange.slowest}
        max={fitRange.fastest}
        step={0.05}
        decimals={2}
        unit="×"
        value={speed}
        onCommit={(next) => next !== null && changeDubbing({ speed: next })}
      />
      <TextInput
        label="Language"
        placeholder={voice ? language(voice.primaryLanguage) : 'The voice’s own'}
        maxLength={limits.languageCharacters}
        value={spoken}
        onChange={(event) => changeDubbing({ language: event.currentTarget.value })}
      />
    </div>
  );
}

/** How long the speech will be, against the video. */
function Outlook() {
  const draft = useDubbing((state) => state.draft);
  const takes = useProject((state) => state.takes);
  const video = useSources((state) => secondsOf(state.slots['dubbing.video']));
  const forecast = forecastOf(draft, video, takes);
  if (!forecast) return null;
  const { verdict, words } = outlookOf(forecast, draft.fit);
  return (
    <div className={classes.outlook} role="group" aria-label="Forecast">
      <StatusGlyph status={verdict}>{words.head}</StatusGlyph>
      <p className={classes.note}>
        {words.rest} {forecast.learned ? 'Learned from takes of this voice.' : 'This voice’s own pace is not known yet.'}
      </p>
    </div>
  );
}

const times = (pace: number): string => `${String(Number(pace.toFixed(2)))} times`;

function outlookOf(
  { speech, video, fit }: Forecast,
  wanted: boolean,
): { verdict: 'done' | 'incomplete' | 'failed' | 'empty'; words: { head: string; rest: string } } {
  const about = `About ${clock(speech)} of speech`;
  if (video === undefined || !fit) return { verdict: 'empty', words: { head: about, rest: 'The length of the video is not known.' } };
  const both = `${about} for ${clock(video)} of video`;
  if (!wanted) {
    const rest = speech > video ? 'The result ends with the video: the end of the speech is cut off.' : 'The result ends with the speech.';
    return { verdict: speech > video * 1.05 ? 'incomplete' : 'done', words: { head: both, rest } };
  }
  const asked = `It would have to be spoken ${times(fit.pace)} as fast; ${String(fitRange.slowest)} to ${String(fitRange.fastest)} are possible.`;
  if (fit.verdict === 'fits') return { verdict: 'done', words: { head: `${both}: it will fit`, rest: asked } };
  if (fit.verdict === 'near')
    return {
      verdict: 'incomplete',
      words: { head: `${both}: it may not fit`, rest: `${asked} Where it does not, the speech is made and stays paid.` },
    };
  const remedy = fit.verdict === 'too-long' ? 'Shorten the text.' : 'Lengthen the text, or leave the fit off.';
  return {
    verdict: 'failed',
    words: {
      head: `${both}: it will not fit`,
      rest: `${asked} The speech would be made and stay paid, and the lip sync refused. ${remedy}`,
    },
  };
}
