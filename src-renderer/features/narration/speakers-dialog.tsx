import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { AttributedSpeaker } from '#shared/narration/attributions.ts';
import { messages } from '#shared/messages/index.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { assignSpeakers, closeSpeakers, useVoicing } from './stores.ts';
import classes from './voicing.module.css';

/** Who the sentences of the text say speaks: a person chooses who of them becomes a character. */
export function SpeakersDialog() {
  const proposed = useVoicing((state) => state.proposed);
  return proposed && <Proposal proposed={proposed} />;
}

function Proposal({ proposed }: { proposed: readonly AttributedSpeaker[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (name: string, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? [...before, name] : before.filter((one) => one !== name)));
  return (
    <Dialog onClose={closeSpeakers} closeOnClickOutside={chosen.length === 0} title={messages.voicing.speakersTitle}>
      <DialogWords>{proposed.length === 0 ? messages.voicing.noSpeakers : messages.voicing.speakersNote}</DialogWords>
      {proposed.length > 0 && (
        <ul className={classes.speakers} aria-label={messages.voicing.characters}>
          {proposed.map(({ name, blocks }) => (
            <li key={name}>
              <Checkbox
                label={name}
                description={messages.manuscript.speaksIn(blocks)}
                checked={chosen.includes(name)}
                onChange={(event) => choose(name, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button variant="default" onClick={closeSpeakers}>
          {proposed.length === 0 ? messages.voicing.close : messages.voicing.cancel}
        </Button>
        {proposed.length > 0 && (
          <Button disabled={chosen.length === 0} onClick={() => void assignSpeakers(chosen)}>
            {messages.voicing.addToCast}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
