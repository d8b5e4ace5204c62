import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { currentChapter, knownFacts, useChapter } from '../../../core/chapter/chapter.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';
import { sameRecords, useKept } from '../saved-view.ts';
import { replaceVoice, splitLongBlocks, updateProject, useProject } from '../../../core/project/project.ts';
import { knownModels, knownVoices, otherServiceOf, useStudio } from '../../../core/studio/studio.ts';
import { nameOfVoice, useVoices } from '../../../core/voices/voices.ts';
import { announce } from '../../../lib/live-region.tsx';
import { toastFailure } from '../../../lib/toast.tsx';
import { generateAgain } from '../generate/actions.ts';
import { incompleteWords } from '../takes/take-words.ts';
import { VoiceSelect } from '../voicing/voice-select.tsx';
import classes from './inspector.module.css';
import { messages } from '#shared/messages/index.ts';

type Trouble = Pick<BlockView, 'id' | 'attributes' | 'voiceId' | 'character' | 'state' | 'problem' | 'take'> & { length: number };

/** Of a block, what tells of its trouble; its length only where that is the trouble, so that typing draws nothing else anew. */
function troubleOf({ id, attributes, voiceId, character, state, problem, take, text }: BlockView): Trouble {
  return { id, attributes, voiceId, character, state, problem, take, length: problem === 'too-long' ? text.trim().length : 0 };
}

const lacksVoice = ({ problem }: Trouble): boolean => problem === 'voice-gone' || problem === 'voice-elsewhere';

/** What keeps the selected blocks from being made as they are, and what can be done about it. */
export function Problems({ blockIds }: { blockIds: readonly string[] }) {
  const blocks = useChapter(
    useKept(
      (chapter) =>
        blockIds.flatMap((id) => {
          const block = chapter.block(id);
          return block ? [troubleOf(block)] : [];
        }),
      sameRecords,
    ),
  );
  const long = blocks.filter((block) => block.problem === 'too-long');
  const gone = [...new Set(blocks.flatMap((block) => (lacksVoice(block) && block.voiceId !== null ? [block.voiceId] : [])))];
  const incomplete = blocks.find((block) => block.state === 'incomplete');
  const damaged = blocks.filter((block) => block.state === 'damaged');
  return (
    <>
      {long.length > 0 && <TooLong blocks={long} />}
      {[...new Set(blocks.flatMap(({ problem, character }) => (problem === 'no-voice' && character ? [character.name] : [])))].map(
        (name) => (
          <p key={name} className={classes.warning}>
            {messages.voicing.characterNeedsVoice(name)}
          </p>
        ),
      )}
      {gone.map((voiceId) => (
        <VoiceGone key={voiceId} voiceId={voiceId} />
      ))}
      {incomplete && blocks.length === 1 && <Incomplete block={incomplete} />}
      {damaged.length > 0 && (
        <>
          <p className={classes.warning}>
            {messages.narration.damagedNote(damaged.length === 1 ? messages.narration.thisBlock : messages.narration.block(damaged.length))}
          </p>
          <Button variant="default" onClick={() => generateAgain(damaged.map((block) => block.id))}>
            {messages.narration.generateAgain}
          </Button>
        </>
      )}
    </>
  );
}

/** Its stream broke off, or the studio ended in the middle of it: what came is kept, and what else can be had is said. */
function Incomplete({ block: { id, take } }: { block: Trouble }) {
  const voice = useStudio((studio) => knownVoices(studio).find((known) => known.voiceId === take?.voiceId));
  const models = useStudio((studio) => knownModels(studio));
  if (!take) return null;
  return (
    <>
      <p className={classes.warning}>{incompleteWords(take, voice, models)}</p>
      <Button variant="default" onClick={() => generateAgain([id])}>
        {messages.narration.generateAgain}
      </Button>
    </>
  );
}

function TooLong({ blocks }: { blocks: readonly Trouble[] }) {
  const longest = Math.max(...blocks.map(({ length }) => length));
  const limit = Math.min(...blocks.map((block) => limitOf(block) ?? Infinity));
  return (
    <>
      <p className={classes.warning}>
        {messages.narration.tooLongNote(messages.narration.character(longest), messages.narration.character(limit))}
      </p>
      <SplitButton blockIds={blocks.map((block) => block.id)} />
    </>
  );
}

/** Parts the blocks that are too long at their sentences; one act. `otherwise` where none of them is too long any more. */
export function SplitButton({ blockIds, otherwise = null }: { blockIds: readonly string[]; otherwise?: ReactNode }) {
  const isLong = useChapter((chapter) => blockIds.some((id) => chapter.block(id)?.problem === 'too-long'));
  if (!isLong) return otherwise;
  return (
    <Button variant="default" onClick={() => splitBeforeSending(blockIds)}>
      {messages.narration.splitBeforeSending}
    </Button>
  );
}

function splitBeforeSending(blockIds: readonly string[]): void {
  const chapter = currentChapter();
  const wanted = new Set(blockIds);
  const defaults = useProject.getState().details;
  const made = splitLongBlocks((id) => {
    const block = wanted.has(id) ? chapter.block(id) : undefined;
    const limit = block && limitOf(block);
    if (block === undefined || limit === undefined || !defaults) return undefined;
    return { limit, language: knownFacts().languageOf(block.attributes, defaults) };
  });
  announce(messages.narration.splitDone(messages.narration.block(made)));
}

function limitOf(block: Pick<BlockView, 'attributes'>): number | undefined {
  const { details } = useProject.getState();
  return details && knownFacts().limitOf(block.attributes, details);
}

/** A voice that the service does not list: another one for every block of it, in all chapters. */
function VoiceGone({ voiceId }: { voiceId: string }) {
  const name = useVoices(() => nameOfVoice(voiceId));
  const other = useStudio((studio) => otherServiceOf(voiceId, studio));
  const isOfProject = useProject((state) => state.details?.voiceId === voiceId);
  const count = useChapter(useShallow((chapter) => chapter.blocks.filter((block) => block.attributes.voiceId === voiceId).length));
  const replace = (other: string): void => {
    const replaced = replaceVoice(voiceId, other);
    if (isOfProject)
      void updateProject({ voiceId: other, modelId: null }).then((failure) => {
        if (failure) toastFailure(failure);
      });
    announce(replaced > 0 ? messages.narration.voiceReplaced(messages.narration.block(replaced)) : messages.narration.projectVoiceReplaced);
  };
  const whose = isOfProject
    ? count > 0
      ? messages.narration.projectAndBlocks(messages.narration.block(count))
      : messages.narration.theProject
    : messages.narration.block(count);
  return (
    <>
      <p className={classes.warning}>
        {other === undefined ? messages.narration.voiceMissing(name) : messages.narration.voiceElsewhere(name, other, other)}
      </p>
      <VoiceSelect label={messages.narration.replacementVoice(whose)} value={undefined} onChange={replace} />
    </>
  );
}
