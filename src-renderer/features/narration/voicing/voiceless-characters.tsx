import { Button } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { useVoiceless } from '../generate/book-to-make.ts';
import { nameCharacters } from '../generate/left-out.ts';
import { chooseVoiceOf } from '../generate/make-all.ts';
import { useVoicing } from '../stores.ts';
import classes from './voicing.module.css';

/** Characters of the book without a voice, whose blocks nothing generates; leads to their voices in Cast. */
export function VoicelessCharacters() {
  const blocks = useVoiceless();
  const cast = useProject((state) => state.details?.cast);
  const isAsked = useVoicing((state) => state.found.length > 0);
  const [first] = blocks;
  if (!first || isAsked) return null;
  const characters = new Set(blocks.map(({ characterId }) => characterId)).size;
  return (
    <div className={classes.voiceless}>
      <div className={classes.foundWords} role="status">
        <strong>{messages.voicing.withoutVoice(nameCharacters(blocks, cast ?? []), characters)}</strong>
        <span>{messages.voicing.withoutVoiceNote(messages.narration.block(blocks.length), blocks.length)}</span>
      </div>
      <Button variant="default" onClick={() => chooseVoiceOf(first.characterId)}>
        {messages.voicing.chooseVoice}
      </Button>
    </div>
  );
}
