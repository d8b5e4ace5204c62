import { memo, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { maximumNoteCharacters, type BlockAttributes, type Controls } from '#shared/narration/document.ts';
import { characterOf, modelOf, noDefaults } from '#shared/narration/shape.ts';
import { findFamily } from '#shared/wire/models.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';
import { sameRecords, useKept } from '../saved-view.ts';
import { setBlocks, updateProject, useProject } from '../../../core/project/project.ts';
import { knownModels, knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { mixed, shared, type Shared } from '../../../lib/mixed.ts';
import { ModelSelect } from '../../../core/voices/model-select.tsx';
import { useVoices } from '../../../core/voices/voices.ts';
import { toastFailure } from '../../../lib/toast.tsx';
import { Words } from '../../../ui/voice-controls.tsx';
import { ControlFields } from './control-fields.tsx';
import { Takes } from '../takes/takes.tsx';
import { Cast } from '../voicing/cast.tsx';
import { blockVoiceField } from './inspector-places.ts';
import { Lock, Pause } from './inspector-fields.tsx';
import { InspectorTabs } from '../pickups/inspector-tabs.tsx';
import { ChangedSentences } from '../repair/changed-sentences.tsx';
import { RecordingNote } from '../recordings/recording-note.tsx';
import { TakeEditFields } from '../take-edits/take-edit-fields.tsx';
import { Problems } from './inspector-problems.tsx';
import { defaultModelId } from '../voicing/voice-rules.ts';
import { givenVoice, projectVoice, VoiceSelect } from '../voicing/voice-select.tsx';
import classes from './inspector.module.css';
import { messages } from '#shared/messages/index.ts';

/** Beside the script: what shapes the selected blocks, or the list of pickups. */
export function Inspector() {
  return <InspectorTabs details={<Details />} />;
}

/** What shapes the selected blocks, and below it what the project gives to blocks that name nothing. */
function Details() {
  const selectedIds = useProject((state) => state.selected);
  const ids = useChapter(useShallow((chapter) => selectedIds.filter((id) => chapter.block(id) !== undefined)));
  return (
    <div className={classes.inspector}>
      <Section title={ids.length > 1 ? messages.narration.selectedBlock(ids.length) : messages.narration.blockTitle}>
        {ids.length === 0 ? <p className={classes.note}>{messages.narration.placeCaret}</p> : <BlockFields key={ids.join()} ids={ids} />}
      </Section>
      {ids.length > 0 && (
        <Section title={messages.narration.takes}>
          {/* A key of its own among its siblings: the list of takes has the block’s id. */}
          <TakeEditFields key={`edits ${ids.join()}`} blockIds={ids} />
          {ids.length === 1 && ids[0] !== undefined ? (
            <Takes key={ids[0]} blockId={ids[0]} />
          ) : (
            <p className={classes.note}>{messages.takeEdits.selectOne}</p>
          )}
        </Section>
      )}
      <Cast />
      <Section title={messages.narration.projectVoice}>
        <ProjectFields />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}

/** Of a block, what its fields show: nothing of its text, so that typing draws none of them anew. */
const shownOf = ({ attributes, voiceId, usualPauseMs }: BlockView): Pick<BlockView, 'attributes' | 'voiceId' | 'usualPauseMs'> => ({
  attributes,
  voiceId,
  usualPauseMs,
});

function BlockFields({ ids }: { ids: readonly string[] }) {
  const blocks = useChapter(
    useKept(
      (chapter) =>
        ids.flatMap((id) => {
          const block = chapter.block(id);
          return block ? [shownOf(block)] : [];
        }),
      sameRecords,
    ),
  );
  const voices = useStudio((state) => knownVoices(state));
  const models = useStudio((state) => knownModels(state));
  const defaults = useProject((state) => state.details ?? noDefaults);
  const all = blocks.map((block) => block.attributes);
  const set = (change: Partial<BlockAttributes>): void => setBlocks(ids, () => change);
  const control = <K extends keyof Controls>(name: K, value: Controls[K] | undefined): void =>
    setBlocks(ids, (attributes) => {
      const rest = Object.fromEntries(Object.entries(attributes.controls).filter(([other]) => other !== name));
      return { controls: value === undefined ? rest : { ...rest, [name]: value } };
    });

  const voiceId = shared(all.map((attributes) => attributes.voiceId));
  const heardVoice = shared(blocks.map((block) => block.voiceId));
  const voice = typeof heardVoice === 'string' ? voices.find((known) => known.voiceId === heardVoice) : undefined;
  const modelId = shared(all.map((attributes) => attributes.modelId));
  const heardModel = shared(all.map((attributes) => modelOf(attributes, defaults)));
  const effective = typeof heardModel === 'string' ? heardModel : voice && defaultModelId(voice);
  const model = models.find((known) => known.id === effective);
  const family = effective === undefined ? undefined : findFamily(effective);
  const value = <K extends keyof Controls>(name: K): Shared<Controls[K]> => shared(all.map((attributes) => attributes.controls[name]));

  const characters = shared(all.map((attributes) => characterOf(attributes, defaults)));
  const character = characters === mixed ? undefined : characters;
  const given = useVoices(() => (characters === mixed ? messages.narration.voicesOfCast : givenVoice(character, defaults.voiceId)));

  return (
    <>
      {ids.length === 1 && ids[0] !== undefined && <ChangedSentences blockId={ids[0]} />}
      <RecordingNote blockIds={ids} />
      <VoiceSelect
        id={blockVoiceField}
        label={messages.narration.voice}
        value={voiceId === mixed ? mixed : (voiceId ?? projectVoice)}
        first={{ value: projectVoice, label: given }}
        onChange={(chosen) => set({ voiceId: chosen === projectVoice ? null : chosen, modelId: null })}
      />
      <ModelSelect
        voice={voice}
        value={modelId === mixed ? mixed : (modelId ?? '')}
        first={defaults.modelId !== null && voiceId === null ? messages.narration.projectModel(defaults.modelId) : undefined}
        disabled={heardVoice === mixed}
        onChange={(chosen) => set({ modelId: chosen })}
      />
      <Problems blockIds={ids} />
      <ControlFields voice={voice} model={model} family={family} value={value} inherited={character?.controls} onChange={control}>
        <Pause
          value={shared(all.map((attributes) => attributes.pauseMs)) ?? null}
          usual={shared(blocks.map((block) => block.usualPauseMs))}
          onChange={(pauseMs) => set({ pauseMs })}
        />
        <Lock value={shared(all.map((attributes) => attributes.locked)) ?? false} onChange={(locked) => set({ locked })} />
        <Words
          name={messages.narration.note}
          long
          most={maximumNoteCharacters}
          value={shared(all.map((attributes) => attributes.note ?? undefined))}
          onChange={(note) => set({ note: note ?? null })}
        />
      </ControlFields>
      <Ignored blockIds={ids} />
    </>
  );
}

const ProjectFields = memo(function ProjectFields() {
  const voices = useStudio((state) => knownVoices(state));
  const details = useProject((state) => state.details);
  const voice = voices.find((known) => known.voiceId === details?.voiceId);
  const change = (wanted: Parameters<typeof updateProject>[0]): void =>
    void updateProject(wanted).then((failure) => failure && toastFailure(failure));
  return (
    <>
      <VoiceSelect
        label={messages.narration.voiceOfTheProject}
        value={details?.voiceId ?? undefined}
        onChange={(voiceId) => change({ voiceId, modelId: null })}
      />
      <ModelSelect
        label={messages.narration.modelOfTheProject}
        voice={voice}
        value={details?.modelId ?? ''}
        onChange={(modelId) => change({ modelId })}
      />
      <p className={classes.note}>{messages.narration.projectVoiceNote}</p>
    </>
  );
});

/** What the service said that it left out of account. */
function Ignored({ blockIds }: { blockIds: readonly string[] }) {
  const ignored = useChapter(
    useShallow((chapter) => [...new Set(blockIds.flatMap((id) => chapter.block(id)?.take?.ignoredParameters ?? []))]),
  );
  if (ignored.length === 0) return null;
  return <p className={classes.warning}>{messages.narration.ignoredSettings(ignored.join(', '))}</p>;
}
