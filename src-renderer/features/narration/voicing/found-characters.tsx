import { Button } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import { acceptSpeakers, dismissSpeakers, useVoicing } from '../stores.ts';
import classes from './voicing.module.css';

/** Names that were pasted before what they say: an offer to make them the cast. */
export function FoundCharacters() {
  const found = useVoicing((state) => state.found);
  if (found.length === 0) return null;
  return (
    <div className={classes.found}>
      <div className={classes.foundWords} role="status">
        <strong>{messages.voicing.charactersFound(found.length)}</strong>
        <span>{messages.voicing.foundNote(found.join(', '))}</span>
      </div>
      <Button variant="default" onClick={dismissSpeakers}>
        {messages.voicing.keepText}
      </Button>
      <Button onClick={() => void acceptSpeakers()}>{messages.voicing.addToCast}</Button>
    </div>
  );
}
