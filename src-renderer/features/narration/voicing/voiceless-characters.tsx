import { Button } from '@mantine/core';
import { useShallow } from 'zustand/react/shallow';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { findCharacter } from '#shared/narration/cast.ts';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { formatList } from '../../../lib/format.ts';
import { castNext, showDetails, useVoicing } from '../stores.ts';
import classes from './voicing.module.css';

/** Characters of the chapter without a voice, whose blocks nothing generates; leads to their voices in Cast. */
export function VoicelessCharacters() {
  const ids = useChapter(
    useShallow(({ blocks }) => [
      ...new Set(
        blocks.flatMap(({ wanting, problem, character }) => (wanting && problem === 'no-voice' && character ? [character.id] : [])),
      ),
    ]),
  );
  const blocks = useChapter(
    (chapter) => chapter.blocks.filter(({ wanting, problem, character }) => wanting && problem === 'no-voice' && character).length,
  );
  const cast = useProject((state) => state.details?.cast);
  const isAsked = useVoicing((state) => state.found.length > 0);
  const names = ids.flatMap((id) => findCharacter(cast ?? [], id)?.name ?? []);
  if (names.length === 0 || isAsked) return null;
  return (
    <div className={classes.voiceless}>
      <div className={classes.foundWords} role="status">
        <strong>{messages.voicing.withoutVoice(formatList(names), names.length)}</strong>
        <span>{messages.voicing.withoutVoiceNote(messages.narration.block(blocks), blocks)}</span>
      </div>
      <Button
        variant="default"
        onClick={() => {
          showDetails();
          castNext(ids[0]);
        }}
      >
        {messages.voicing.chooseVoice}
      </Button>
    </div>
  );
}
