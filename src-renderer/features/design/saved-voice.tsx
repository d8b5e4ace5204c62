import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { useProject } from '../../core/project/project.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { belongsElsewhere } from './designs-store.ts';
import { isGone } from './saved-voices.ts';
import { sayLine, quoteLines, useLine } from '../../core/voices/lines.ts';
import { playSound } from '../../core/player/sounds.ts';
import { knownModels, knownVoices, useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { ModelList } from '../../core/voices/model-select.tsx';
import { voiceColour } from '../../core/voices/speaker-colour.ts';
import { defaultModelId, whyNot } from '../../core/voices/voice-facts.ts';
import { ForCharacter } from '../../core/voices/for-character.tsx';
import { NarrateWith } from '../../core/voices/narrate-with.tsx';
import { goToPanel } from '../../core/window/window.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { Section } from '../../ui/section.tsx';
import { SoundRow } from '../../core/player/sound-row.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import classes from './saved-voice.module.css';
import { messages } from '#shared/messages/index.ts';

/** A voice that was saved of a design: say something with it, and narrate with it. `fresh`: it was saved in this very moment. */
export function SavedVoice({ record, save, fresh }: { record: DesignRecord; save: DesignRecord['saves'][number]; fresh: boolean }) {
  const voiceId = save.voiceId ?? '';
  const voice = useStudio((state) => knownVoices(state).find((known) => known.voiceId === voiceId));
  const gone = useStudio((state) => isGone(save, state));
  const hasVoices = useCommands(({ commands }) => commands.some(({ id }) => id === 'go.voices'));
  const models = useStudio((state) => knownModels(state));
  const elsewhere = useStudio((state) => belongsElsewhere(record, state.connection?.id));
  const unready = useStudio((state) => whyNotReady(state));
  const open = useProject((state) => state.details !== undefined);
  const [line, setLine] = useState(record.previewText);
  const [chosenModel, setChosenModel] = useState<string | null>(null);
  const use = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh) use.current?.focus();
  }, [fresh]);
  const usual = voice && (defaultModelId(voice) ?? voice.modelIds[0]);
  const modelId = chosenModel ?? usual;
  const words = line.trim();
  const wanted = { voiceId, text: words, ...(modelId !== undefined && { modelId }) };
  const said = useLine(wanted);
  const quote = usePrice(
    voice && modelId !== undefined && words !== '' && unready === undefined ? JSON.stringify([words, voiceId, modelId, said?.state]) : '',
    (signal) => quoteLines(words, [{ voiceId, modelId: modelId ?? '' }], signal),
  );
  const price = {
    what: messages.design.character(words.length),
    credits: creditsFrom(quote, ({ lines }) => lines[0]?.credits),
    learnedFrom: quote?.learnedFrom ?? 0,
  };
  const unusable = gone || elsewhere !== undefined;
  const say = async (): Promise<void> => {
    const answer = await sayLine(wanted);
    if (answer.state === 'said') playSound(answer.file.url);
  };
  return (
    <div className={classes.voice} data-speaker={voiceColour(voiceId)}>
      <Section
        title={save.fields.name}
        actions={
          gone ? (
            <StatusGlyph status="stale">{messages.design.goneAtService}</StatusGlyph>
          ) : (
            <StatusGlyph status="done">
              {save.fields.visibility === 'public' ? messages.design.savedPublic : messages.design.savedPrivate}
            </StatusGlyph>
          )
        }
      >
        <div className={classes.row}>
          <NarrateWith
            buttonRef={use}
            voice={{ voiceId, name: save.fields.name }}
            modelId={chosenModel === null || chosenModel === usual ? null : chosenModel}
            label={messages.design.useInNarration}
            unusable={elsewhere ?? (gone ? messages.design.voiceDeletedNote : undefined)}
          />
          <span className={classes.space} />
          {hasVoices && (
            <Button variant="default" disabled={unusable} onClick={() => goToPanel({ panel: 'voices', voiceId })}>
              {messages.design.showInVoices}
            </Button>
          )}
        </div>
        {!unusable && open && <ForCharacter voice={{ voiceId, name: save.fields.name }} />}
        {!unusable && (
          <div className={classes.row}>
            <TextInput
              className={classes.line ?? ''}
              aria-label={messages.design.testLine}
              value={line}
              maxLength={1000}
              onChange={(event) => setLine(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing && words !== '' && unready === undefined) void say();
              }}
            />
            <ModelList
              className={classes.model ?? ''}
              aria-label={messages.design.model}
              disabled={!voice}
              options={(voice?.modelIds ?? []).map((value) => ({
                value,
                label: value === usual ? messages.design.defaultWord(value) : value,
                modelId: value,
                reason: whyNot(value, models),
              }))}
              value={modelId ?? null}
              placeholder={messages.design.model}
              onChoose={setChosenModel}
            />
            <PaidButton
              name={messages.design.generateTestLine}
              variant="default"
              loading={said?.state === 'saying'}
              estimate={<PriceWords {...price} full />}
              recovery={messages.design.testLineNote}
              unavailable={unready ?? (words === '' ? messages.design.writeLine : undefined)}
              onPress={() => void say()}
            />
            <span className={classes.note}>
              <PriceWords {...price} />
            </span>
          </div>
        )}
        {said?.state === 'said' && <SoundRow name={save.fields.name} url={said.file.url} />}
        {said?.state === 'failed' && <FailureCard failure={said.failure} about={messages.design.testLineSubject} />}
      </Section>
    </div>
  );
}
