import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { realtimeFormats, realtimeLimits } from '#shared/wire/realtime.ts';
import { liveFormatsOf, liveModelsOf } from './capabilities-store.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { ModelList } from '../../core/voices/model-select.tsx';
import { useVoiceChoices } from '../../core/voices/voice-choices.ts';
import { useVoiceOptions } from '../../core/voices/voice-options.tsx';
import { OutputSelect } from '../../core/output/output-select.tsx';
import { PlayVoice, SampleOfferWords } from '../../core/voices/play-voice.tsx';
import { familyOfVoice } from '../../core/voices/voice-facts.ts';
import { shownName } from '../../core/voices/voice-search.ts';
import { useVoices } from '../../core/voices/voices.ts';
import { language, number } from '../../lib/format.ts';
import { Fold } from '../../ui/fold.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Section } from '../../ui/section.tsx';
import { choose } from './choose.ts';
import { Delivery, Details, Transport } from './delivery.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';
import { useLiveCapabilities, useLiveSettings, useLive } from './stores.ts';

const formatNames: Partial<Record<string, string>> = { pcm: messages.live.pcm, wav: messages.live.wav };

/** What speaks, how, and where to. */
export function Setup() {
  const settings = useLiveSettings((state) => state.settings);
  const capabilities = useLiveCapabilities((state) => state.capabilities);
  const voices = useStudio((state) => knownVoices(state));
  const options = useVoiceOptions();
  const broken = useStudio((state) => state.connection?.state === 'failed');
  const running = useLive((state) => state.line !== 'off');
  const voice = voices.find(({ voiceId }) => voiceId === settings.voiceId);
  const models = liveModelsOf(voice, capabilities);
  const formats = liveFormatsOf(settings.modelId, capabilities);
  const live = useMemo(() => voices.filter((one) => liveModelsOf(one, capabilities).length > 0), [voices, capabilities]);
  const offered = useVoiceChoices(live);
  const voiceName = useVoices(({ marks }) => (voice ? shownName(voice, marks) : ''));
  const { version } = settings;
  return (
    <>
      <Section title={messages.live.voice}>
        {voice && (
          <div className={classes.voice}>
            <PlayVoice voice={voice} name={voiceName} size="card" />
            <div className={classes.voiceWords}>
              <strong>{voiceName}</strong>
              <span className={classes.note}>
                {[language(voice.primaryLanguage), familyOfVoice(voice), voice.isPersonal ? messages.voices.personal : undefined]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
              </span>
              <SampleOfferWords voiceId={voice.voiceId} />
            </div>
          </div>
        )}
        {capabilities ? (
          <SearchSelect
            {...options}
            label={voice ? messages.live.changeVoice : messages.live.chooseAVoice}
            withScrollArea={false}
            classNames={{ options: classes.options ?? '' }}
            data={offered}
            value={settings.voiceId}
            placeholder={messages.live.chooseAVoice}
            nothingFoundMessage={messages.live.noMatchingVoices}
            onChoose={(voiceId) => voiceId !== null && choose({ voiceId })}
          />
        ) : (
          <p className={classes.note}>{broken ? messages.live.noService : messages.live.voicesAreLoading}</p>
        )}
        {models.length > 0 && (
          <ModelList
            label={messages.live.model}
            options={models.map(({ id }) => ({ value: id, label: id, modelId: id }))}
            value={settings.modelId}
            onChoose={(modelId) => choose({ modelId })}
          />
        )}
        {running && <p className={classes.note}>{messages.live.formatNote}</p>}
      </Section>
      <Delivery />
      <Section title={messages.output.output}>
        <OutputSelect label={messages.live.device} />
        <Fold title={messages.narration.advanced} set={version === 'v2' ? messages.live.version2 : undefined} remember="live-advanced">
          <Details voice={voice} />
          {formats.length > 0 && (
            <Select
              label={messages.live.format}
              allowDeselect={false}
              data={formats.map((format) => ({ value: format, label: formatNames[format] ?? format }))}
              value={settings.format}
              onChange={(value) => {
                const format = realtimeFormats.find((one) => one === value);
                if (format && format !== settings.format) choose({ format });
              }}
            />
          )}
          <Protocol />
        </Fold>
      </Section>
    </>
  );
}

function Protocol() {
  const { version, mode } = useLiveSettings((state) => state.settings);
  const limits = useLiveCapabilities((state) => state.capabilities?.limits);
  const most = (name: 'inputCharacters' | 'textCharacters' | 'segmentCharacters' | 'sessionUnits'): string =>
    number(Math.min(limits?.[name] ?? realtimeLimits[name], realtimeLimits[name]));
  return (
    <>
      <Select
        label={messages.live.version}
        allowDeselect={false}
        data={[
          { value: 'v3', label: messages.live.version3Recommended },
          { value: 'v2', label: messages.live.version2 },
        ]}
        value={version}
        onChange={(value) => (value === 'v2' || value === 'v3') && value !== version && choose({ version: value })}
      />
      <Select
        label={messages.live.mode}
        allowDeselect={false}
        data={[
          { value: 'reliable', label: messages.live.reliable },
          { value: 'simple', label: messages.live.simple },
        ]}
        value={mode}
        onChange={(value) => (value === 'reliable' || value === 'simple') && value !== mode && choose({ mode: value })}
      />
      <p className={classes.note}>{mode === 'reliable' ? messages.live.reliableModeNote : messages.live.simpleModeNote}</p>
      {version === 'v2' && (
        <p className={classes.limits} role="note">
          {messages.live.version2Note(most(mode === 'simple' ? 'inputCharacters' : 'segmentCharacters'))}
          {mode === 'reliable' && ` ${messages.live.version2Limits(most('textCharacters'), most('sessionUnits'))}`}
        </p>
      )}
      <Transport />
    </>
  );
}
