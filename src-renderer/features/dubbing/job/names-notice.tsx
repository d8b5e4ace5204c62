import { speakersIn } from '#shared/narration/named-lines.ts';
import { showDubbing } from '../../../core/hand-over/dubbing-mode.ts';
import { formatList } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { focusField } from '../focus-field.ts';
import { Notice } from '../notice.tsx';
import { removeNames, useDubbing } from '../stores.ts';
import { messages } from '#shared/messages/index.ts';

export const textField = 'dubbing-text';

/** Says, before it is paid for, that the names of speakers in the text would be spoken. */
export function NamesNotice() {
  const text = useDubbing((state) => state.draft.text);
  const names = speakersIn(text);
  if (names.length === 0) return null;
  const remove = (): void => {
    const undo = removeNames();
    toast(messages.dubbing.namesRemoved, formatList(names), undo);
    focusField(textField);
  };
  return (
    <Notice
      act={messages.dubbing.removeNames}
      onAct={remove}
      other={{ act: messages.dubbing.openTimeline, onAct: () => showDubbing('timeline') }}
    >
      {messages.dubbing.namesSpoken(formatList(names), names.length)}
    </Notice>
  );
}
