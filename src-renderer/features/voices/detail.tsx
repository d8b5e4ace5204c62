import { Button, TagsInput, TextInput } from '@mantine/core';
import { IconMoodEmpty, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { markLimits } from '#shared/operations/voices.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { useProject } from '../../core/project/project.ts';
import { knownModels, useStudio } from '../../core/studio/studio.ts';
import { answeringModelId, whyNot } from '../../core/voices/voice-facts.ts';
import { ForCharacter } from '../../core/voices/for-character.tsx';
import { PlayVoice, SampleOfferWords } from '../../core/voices/play-voice.tsx';
import { useSamples } from '../../core/voices/samples.ts';
import { choicesOf } from '../../core/voices/voice-search.ts';
import {
  giveToBlocks,
  giveToProject,
  markVoice,
  nameOfVoice,
  useVoices,
  voiceOfId,
  whyNoBlocks,
  whyNoProject,
} from '../../core/voices/voices.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { age, day, language, number } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { chooseAnother } from './choose-another.ts';
import classes from './detail.module.css';
import { askDelete } from './stores.ts';
import { messages } from '#shared/messages/index.ts';

/** Everything that is known of the current voice, what is noted of it, and what can be done with it. */
export function Detail() {
  const currentId = useVoices((state) => state.currentId);
  useStudio((state) => state.voices);
  useVoices((state) => state.marks);
  const voice = voiceOfId(currentId);
  if (!voice)
    return (
      <EmptyState
        icon={<IconMoodEmpty size={iconSize.picture} stroke={1.4} aria-hidden />}
        title={currentId === undefined ? messages.voices.noVoiceSelected : messages.voices.voiceGone(nameOfVoice(currentId))}
        action={
          currentId === undefined ? undefined : (
            <Button variant="default" onClick={chooseAnother}>
              {messages.voices.chooseAnother}
            </Button>
          )
        }
      >
        {currentId === undefined ? messages.voices.selectVoiceNote : messages.voices.voiceGoneNote}
      </EmptyState>
    );
  return <Known key={voice.voiceId} voice={voice} />;
}

function Known({ voice }: { voice: CatalogueVoice }) {
  const mark = useVoices((state) => state.marks[voice.voiceId]);
  const blocks = useProject((state) => state.selected);
  const noBlocks = useProject(() => whyNoBlocks());
  const noProject = useProject(() => whyNoProject());
  const isDefault = useProject((state) => state.details?.voiceId === voice.voiceId);
  return (
    <div className={classes.detail}>
      <header className={classes.head}>
        <div className={classes.picture}>
          <PlayVoice voice={voice} name={mark?.alias ?? voice.name} size="large" />
        </div>
        <SampleOfferWords voiceId={voice.voiceId} />
        <h2 className={classes.name}>{mark?.alias ?? voice.name}</h2>
        {voice.description !== undefined && voice.description !== '' && <p className={classes.about}>{voice.description}</p>}
        <div className={classes.actions}>
          <ReasonButton variant="default" why={noBlocks} onPress={() => giveToBlocks(voice, blocks)}>
            {messages.voices.useForBlocks}
          </ReasonButton>
          <ReasonButton
            variant="default"
            why={noProject ?? (isDefault ? messages.voices.alreadyProjectVoice : undefined)}
            onPress={() => void giveToProject(voice)}
          >
            {isDefault ? messages.voices.isProjectVoice : messages.voices.useForProject}
          </ReasonButton>
          <ForCharacter voice={{ voiceId: voice.voiceId, name: mark?.alias ?? voice.name }} />
          {voice.isPersonal && (
            <Button
              variant="default"
              leftSection={<IconTrash size={iconSize.normal} stroke={1.75} aria-hidden />}
              onClick={() => askDelete(voice)}
            >
              {messages.voices.deleteEllipsis}
            </Button>
          )}
        </div>
      </header>
      <Section title={messages.voices.yours}>
        <Alias voice={voice} alias={mark?.alias ?? ''} />
        <Tags voice={voice} tags={mark?.tags ?? []} />
      </Section>
      <Section title={messages.voices.models}>
        <Models voice={voice} />
      </Section>
      <Section title={messages.voices.facts}>
        <Facts voice={voice} />
      </Section>
    </div>
  );
}

function Alias({ voice, alias }: { voice: CatalogueVoice; alias: string }) {
  const [draft, setDraft] = useState(alias);
  const commit = (): void => {
    const wanted = draft.trim().slice(0, markLimits.aliasCharacters);
    if (wanted !== alias) void markVoice(voice.voiceId, { alias: wanted === '' ? null : wanted });
  };
  return (
    <TextInput
      label={messages.voices.customName}
      placeholder={voice.name}
      value={draft}
      maxLength={markLimits.aliasCharacters}
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setDraft(alias);
      }}
    />
  );
}

function Tags({ voice, tags }: { voice: CatalogueVoice; tags: string[] }) {
  const marks = useVoices((state) => state.marks);
  return (
    <TagsInput
      label={messages.voices.tags}
      placeholder={tags.length === 0 ? messages.voices.tagPlaceholder : ''}
      data={choicesOf([], marks).tags.map(({ value }) => value)}
      value={tags}
      maxTags={markLimits.tags}
      clearable={false}
      onChange={(next) =>
        void markVoice(voice.voiceId, {
          tags: next.map((tag) => tag.trim().slice(0, markLimits.tagCharacters)).filter((tag) => tag !== ''),
        })
      }
    />
  );
}

function Models({ voice }: { voice: CatalogueVoice }) {
  const models = useStudio((state) => knownModels(state));
  const usual = answeringModelId(voice);
  if (voice.modelIds.length === 0) return <p className={classes.quiet}>{messages.voices.noModels}</p>;
  return (
    <ul className={classes.models}>
      {voice.modelIds.map((id) => {
        const model = models.find((known) => known.id === id);
        const reason = whyNot(id, models);
        const facts = [
          ...(id === usual ? [messages.voices.isDefault] : []),
          ...(model === undefined ? [] : [messages.voices.upTo(messages.voices.character(model.maxTextLength))]),
          ...(model?.supportedOperations.alignedStreaming === true ? [messages.voices.wordTimes] : []),
        ];
        return (
          <li key={id} className={classes.model}>
            {/* Without the list of models, nobody knows: that is no yes. */}
            <StatusGlyph status={reason !== undefined ? 'failed' : model === undefined ? 'empty' : 'done'}>{id}</StatusGlyph>
            <span className={reason === undefined ? classes.quiet : classes.reason}>
              {reason ?? (model === undefined ? [...facts, messages.voices.availabilityUnknown] : facts).join(' · ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const known = new Set([
  'voiceId',
  'name',
  'isPersonal',
  'primaryLanguage',
  'languages',
  'modelIds',
  'description',
  'createdAt',
  'updatedAt',
  'requestId',
]);
/** Characters of a field that the studio does not know, as it is shown. */
const longest = 300;

function Facts({ voice }: { voice: CatalogueVoice }) {
  const usedAt = useVoices((state) => state.marks[voice.voiceId]?.usedAt);
  const pitch = useSamples((state) => state.samples[voice.voiceId]?.measure?.pitch);
  const [now] = useState(() => Date.now());
  const others = Object.entries(voice).filter(([name, value]) => !known.has(name) && value !== null && value !== undefined);
  return (
    <dl className={classes.facts}>
      <Fact name={messages.voices.speaks}>
        {[voice.primaryLanguage, ...voice.languages.filter((code) => code !== voice.primaryLanguage)]
          .map((code) => `${language(code)} (${code})`)
          .join(', ')}
      </Fact>
      {pitch && (
        <Fact name={messages.voices.pitch}>
          {messages.voices.pitchRange(number(Math.round(pitch.median)), number(Math.round(pitch.low)), number(Math.round(pitch.high)))}
        </Fact>
      )}
      <Fact name={messages.voices.kind}>{voice.isPersonal ? messages.voices.personalKind : messages.voices.public}</Fact>
      {voice.createdAt !== undefined && <Fact name={messages.voices.created}>{dayOf(voice.createdAt)}</Fact>}
      {voice.updatedAt !== undefined && voice.updatedAt !== voice.createdAt && (
        <Fact name={messages.voices.changed}>{dayOf(voice.updatedAt)}</Fact>
      )}
      {usedAt != null && <Fact name={messages.voices.used}>{age(usedAt, Math.max(now, usedAt))}</Fact>}
      <Fact name={messages.voices.serviceName}>{voice.name}</Fact>
      <Fact name={messages.voices.voiceId}>
        <code className={classes.id}>{voice.voiceId}</code>
      </Fact>
      {others.map(([name, value]) => (
        <Fact key={name} name={name}>
          {(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longest)}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function dayOf(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : day(at);
}
