import { Select, Switch } from '@mantine/core';
import type { LiveControls } from '#shared/live.ts';
import { latencies } from '#shared/wire/realtime.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { useLiveCapabilities, useLiveSettings } from './stores.ts';
import { liveOfferOf, type FigureName, type LiveOffer } from './controls.ts';
import { language } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import { Control, Words } from '../../ui/voice-controls.tsx';
import { choose } from './choose.ts';
import { messages } from '#shared/messages/index.ts';

const figures: Record<FigureName, { name: string; unit: string; step: number }> = {
  speed: { name: messages.live.speed, unit: '×', step: 0.05 },
  volume: { name: messages.live.volume, unit: messages.live.db, step: 1 },
  pitch: { name: messages.live.pitch, unit: messages.live.st, step: 1 },
  stability: { name: messages.live.stability, unit: '', step: 0.05 },
  similarity: { name: messages.live.similarity, unit: '', step: 0.05 },
  chunkLength: { name: messages.live.chunkLength, unit: messages.live.characters, step: 10 },
};

/** Sets one control, or takes it away: then it is as the service has it. */
function setControl<Name extends keyof LiveControls>(name: Name, value: LiveControls[Name] | undefined): void {
  const { controls } = useLiveSettings.getState().settings;
  const rest = Object.fromEntries(Object.entries(controls).filter(([other]) => other !== name));
  choose({ controls: value === undefined ? rest : { ...rest, [name]: value } });
}

function useOffer(): LiveOffer {
  const capabilities = useLiveCapabilities((state) => state.capabilities);
  const { modelId, version } = useLiveSettings((state) => state.settings);
  return liveOfferOf(capabilities, modelId, version);
}

function Figure({ name, offer }: { name: FigureName; offer: LiveOffer }) {
  const value = useLiveSettings((state) => state.settings.controls[name]);
  const range = offer.figures[name];
  if (!range) return null;
  const { from, to, usual } = range;
  const shown = value === undefined ? undefined : Math.min(to, Math.max(from, value));
  return <Control {...figures[name]} from={from} to={to} usual={usual} value={shown} onChange={(next) => setControl(name, next)} />;
}

/** How the voice speaks, as far as its model lets that be set: from the next session on. */
export function Delivery() {
  const offer = useOffer();
  const controls = useLiveSettings((state) => state.settings.controls);
  const { others } = offer;
  if (offer.figures.speed === undefined && (['emotion', 'instructions'] as const).every((name) => !others.has(name))) return null;
  return (
    <Section title={messages.live.delivery}>
      <Figure name="speed" offer={offer} />
      {others.has('emotion') && (
        <Words name={messages.live.emotion} most={64} value={controls.emotion} onChange={(words) => setControl('emotion', words?.trim())} />
      )}
      {others.has('instructions') && (
        <Words
          name={messages.live.instruction}
          long
          most={1600}
          value={controls.instructions}
          onChange={(words) => setControl('instructions', words?.trim())}
        />
      )}
      {others.has('optimizeInstructions') && controls.instructions !== undefined && (
        <Switch
          label={messages.live.enhanceInstruction}
          checked={controls.optimizeInstructions === true}
          onChange={(event) => setControl('optimizeInstructions', event.currentTarget.checked || undefined)}
        />
      )}
    </Section>
  );
}

/** What few sessions set of the delivery. */
export function Details({ voice }: { voice: Voice | undefined }) {
  const offer = useOffer();
  const controls = useLiveSettings((state) => state.settings.controls);
  const { others } = offer;
  const spoken = [...new Set([...(voice?.languages ?? []), ...(controls.language === undefined ? [] : [controls.language])])];
  return (
    <>
      {(['volume', 'pitch', 'stability', 'similarity'] as const).map((name) => (
        <Figure key={name} name={name} offer={offer} />
      ))}
      {others.has('language') && voice !== undefined && (
        <Select
          label={messages.live.language}
          allowDeselect={false}
          data={[
            { value: '', label: messages.live.voiceLanguage(language(voice.primaryLanguage)) },
            ...spoken.map((code) => ({ value: code, label: language(code) })),
          ]}
          value={controls.language ?? ''}
          onChange={(code) => code !== null && code !== (controls.language ?? '') && setControl('language', code === '' ? undefined : code)}
        />
      )}
      {others.has('textNormalization') && (
        <Switch
          label={messages.live.textNormalization}
          description={messages.live.normalizationNote}
          checked={controls.textNormalization !== false}
          onChange={(event) => setControl('textNormalization', event.currentTarget.checked ? undefined : false)}
        />
      )}
    </>
  );
}

const usual = 'usual';
const latencyNames: Record<(typeof latencies)[number], string> = {
  normal: messages.live.normal,
  balanced: messages.live.balanced,
  low: messages.live.low,
};

/** In what pieces the sound comes, where the model lets that be set. */
export function Transport() {
  const offer = useOffer();
  const { latency } = useLiveSettings((state) => state.settings.controls);
  return (
    <>
      {offer.others.has('latency') && (
        <Select
          label={messages.live.latency}
          allowDeselect={false}
          data={[
            { value: usual, label: messages.live.serviceDefault },
            ...latencies.map((value) => ({ value, label: latencyNames[value] })),
          ]}
          value={latencies.find((one) => one === latency) ?? usual}
          onChange={(value) => value !== null && value !== (latency ?? usual) && setControl('latency', value === usual ? undefined : value)}
        />
      )}
      <Figure name="chunkLength" offer={offer} />
    </>
  );
}
