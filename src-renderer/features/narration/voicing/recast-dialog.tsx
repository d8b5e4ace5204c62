import { Button } from '@mantine/core';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { messages } from '#shared/messages/index.ts';
import { previewWords } from './change-preview.ts';
import { answerRecast, useVoicing } from '../stores.ts';

/** Before a character has another voice: what becomes stale, and what generating it again would cost. */
export function RecastDialog() {
  const recast = useVoicing((state) => state.recast);
  if (!recast) return null;
  const { character, preview } = recast;
  return (
    <Dialog onClose={() => answerRecast(false)} title={messages.voicing.recast(character.name)}>
      <p role="status">{previewWords(preview)}</p>
      <DialogWords>{messages.voicing.recastNote}</DialogWords>
      <DialogActions>
        <Button variant="default" onClick={() => answerRecast(false)}>
          {messages.voicing.cancel}
        </Button>
        <Button data-autofocus onClick={() => answerRecast(true)}>
          {messages.voicing.change}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
