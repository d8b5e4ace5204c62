import { Button } from '@mantine/core';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { formatList } from '../../lib/format.ts';
import { withoutKind } from '../../lib/without-kind.ts';
import { answerAgain, useClone } from './stores.ts';
import { messages } from '#shared/messages/index.ts';

/** Before a voice is cloned while another clone may have been made and charged: it may be the same voice, paid for twice. */
export function SendAgainDialog() {
  const asks = useClone((state) => state.asksAgain);
  const lost = useClone((state) => state.lost);
  const own = useClone((state) => state.form.name);
  if (!asks) return null;
  const names = lost.length === 0 ? [own] : lost.map(({ operation }) => withoutKind(operation.summary, messages.voices.cloneOf));
  return (
    <Dialog onClose={() => answerAgain(false)} title={messages.clone.cloneAgainTitle}>
      <DialogWords>{messages.clone.cloneAgainNote(formatList(names.map((name) => name.slice(0, 60))))}</DialogWords>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={() => answerAgain(false)}>
          {messages.clone.cancel}
        </Button>
        <Button onClick={() => answerAgain(true)}>{messages.clone.cloneAgain}</Button>
      </DialogActions>
    </Dialog>
  );
}
