import { Button, Select } from '@mantine/core';
import { useMemo } from 'react';
import { realtimeFormats, realtimeLimits } from '#shared/wire/realtime.ts';
import { liveFormatsOf, liveModelsOf, useLiveCapabilities } from './capabilities.ts';
import { useLiveDesk } from './phrases.ts';
import { chooseOutput, nameOutputs, useOutputs } from './devices.ts';
import { useLive } from './queue-store.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { language, number } from '../../lib/format.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Section } from '../../ui/section.tsx';
import { choose } from './choose.ts';
import { Delivery, Transport } from './delivery.tsx';
import classes from './panel.module.css';

const formatNames: Partial<Record<string, string>> = { pcm: 'PCM, raw samples (soonest)', wav: 'WAV' };

/** What speaks, how, and where to. */
export function Setup() {
  const settings = useLiveDesk((state) => state.settings);
  const capabilities = useLiveCapabilities((state) => state.capabilities);
  const voices = useStudio((state) => knownVoices(state));
  const broken = useStudio((state) => state.connection?.state === 'failed');
  const running = useLive((state) => state.line !== 'off');
  const voice = voices.find(({ voiceId }) => voiceId === settings.voiceId);
  const models = liveModelsOf(voice, capabilities);
  const formats = liveFormatsOf(settings.modelId, capabilities);
  const offered = useMemo(
    () =>
      voices
        .filter((one) => liveModelsOf(one, capabilities).length > 0)
        .map((one) => ({ value: one.voiceId, label: `${one.name} · ${language(one.primaryLanguage)}` })),
    [voices, capabilities],
  );
  return (
    <>
      <Section title="Voice">
        <SearchSelect
          label="Voice"
          withScrollArea={false}
          classNames={{ options: classes.options ?? '' }}
          data={offered}
          value={settings.voiceId}
          placeholder={capabilities ? 'Choose a voice' : broken ? 'No service, no voices' : 'Voices are loading…'}
          nothingFoundMessage="No voice of that name speaks live"
          onChoose={(voiceId) => voiceId !== null && choose({ voiceId })}
        />
        <Select
          label="Model"
          allowDeselect={false}
          data={models.map(({ id }) => id)}
          value={settings.modelId}
          onChange={(modelId) => modelId !== null && modelId !== settings.modelId && choose({ modelId })}
        />
        <Select
          label="Format"
          allowDeselect={false}
          data={formats.map((format) => ({ value: format, label: formatNames[format] ?? format }))}
          value={settings.format}
          onChange={(value) => {
            const format = realtimeFormats.find((one) => one === value);
            if (format && format !== settings.format) choose({ format });
          }}
        />
        {running && (
          <p className={classes.note}>
            Another choice ends this session when what was sent has been spoken; the next phrase begins a new one.
          </p>
        )}
      </Section>
      <Delivery voice={voice} />
      <Protocol />
      <Output />
    </>
  );
}

function Protocol() {
  const { version, mode } = useLiveDesk((state) => state.settings);
  const limits = useLiveCapabilities((state) => state.capabilities?.limits);
  const most = (name: 'inputCharacters' | 'textCharacters' | 'segmentCharacters' | 'sessionUnits'): string =>
    number(Math.min(limits?.[name] ?? realtimeLimits[name], realtimeLimits[name]));
  return (
    <Section title="Protocol">
      <Select
        label="Version"
        allowDeselect={false}
        data={[
          { value: 'v3', label: 'Version 3 (recommended)' },
          { value: 'v2', label: 'Version 2' },
        ]}
        value={version}
        onChange={(value) => (value === 'v2' || value === 'v3') && value !== version && choose({ version: value })}
      />
      <Select
        label="Mode"
        allowDeselect={false}
        data={[
          { value: 'reliable', label: 'Reliable' },
          { value: 'simple', label: 'Simple' },
        ]}
        value={mode}
        onChange={(value) => (value === 'reliable' || value === 'simple') && value !== mode && choose({ mode: value })}
      />
      <p className={classes.note}>
        {mode === 'reliable'
          ? 'One session for many phrases. A lost connection is made again with the same id; nothing is spoken or charged twice.'
          : 'A session for each phrase. If its connection is lost, what had arrived is kept, the rest is lost and may be charged.'}
      </p>
      {version === 'v2' && (
        <p className={classes.limits} role="note">
          Version 2 has limits: what was cut off cannot be fetched from the service afterwards, as version 3 can. One phrase has at most{' '}
          {most(mode === 'simple' ? 'inputCharacters' : 'segmentCharacters')} characters
          {mode === 'reliable' && (
            <>
              , sent in texts of at most {most('textCharacters')}; a session has at most {most('sessionUnits')} units, and then a new one
              begins by itself
            </>
          )}
          .
        </p>
      )}
      <Transport />
    </Section>
  );
}

function Output() {
  const deviceId = useLiveDesk((state) => state.settings.deviceId);
  const outputs = useOutputs((state) => state.outputs);
  const nameless = outputs.every(({ label }) => /^Output \d+$/u.test(label));
  return (
    <Section title="Output">
      <Select
        label="Device"
        allowDeselect={false}
        data={[{ value: '', label: 'The system’s own' }, ...outputs.map((output) => ({ value: output.deviceId, label: output.label }))]}
        value={deviceId}
        onChange={(value) => value !== null && void chooseOutput(value)}
      />
      {nameless && (
        <>
          <p className={classes.note}>
            Your browser tells the outputs and their names only to a page that may use the microphone. Nothing is recorded.
          </p>
          <Button variant="default" onClick={() => void nameOutputs()}>
            Show all outputs
          </Button>
        </>
      )}
    </Section>
  );
}
