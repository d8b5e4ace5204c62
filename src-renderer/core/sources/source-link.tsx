import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { slots, takeAddress, typeAddress, useSources, type Slot } from './sources.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { messages } from '#shared/messages/index.ts';

/** **By link…**: fills a slot with an address, which the service fetches. What is typed stays when the dialog is closed. */
export function SourceLink({ slot }: { slot: Slot }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {messages.sources.byLink}
      </Button>
      {opened && <LinkDialog slot={slot} onClose={() => setOpened(false)} />}
    </>
  );
}

/** It goes with the zone that it stands in, as soon as the slot has something to look at. */
function LinkDialog({ slot, onClose }: { slot: Slot; onClose: () => void }) {
  const { typed, problem } = useSources((state) => state.slots[slot]);
  const kind = slots[slot];
  const name = kind === 'video' ? messages.sources.video : messages.sources.audio;
  return (
    <Dialog onClose={onClose} title={messages.sources.byLinkTitle(name)}>
      <DialogForm onSubmit={() => void takeAddress(slot)}>
        <TextInput
          label={messages.sources.url(name)}
          description={messages.sources.urlNote}
          placeholder={`https://example.com/${kind === 'video' ? 'talk.mp4' : 'voice.mp3'}`}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          error={problem}
          onChange={(event) => typeAddress(slot, event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.sources.cancel}
          </Button>
          <Button type="submit">{messages.sources.useLink}</Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
