import { useLayoutEffect, useRef } from 'react';
import { dubLimits, type Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { changeBetween } from '#shared/typing.ts';
import { typeText } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { isTypedIn } from '../../../lib/typed-in.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { textField } from './segment-keys.ts';

/** What a segment says. Undo in it is the dub's. */
export function TextOfSegment({ segment }: { segment: Segment }) {
  const { id, text } = segment;
  const field = useRef<HTMLTextAreaElement>(null);
  /** As the field shows it already. */
  const shown = useRef({ id, text });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { id, text };
    // Undo leaves the caret where writing goes on.
    if (before.id !== id || before.text === text || document.activeElement !== field.current) return;
    const { span, typed } = changeBetween(before.text, text);
    field.current?.setSelectionRange(span.from + typed.length, span.from + typed.length);
  }, [id, text]);
  return (
    <TextArea
      ref={field}
      id={textField}
      data-enter
      data-panel-undo
      label={messages.dubbing.text}
      lines={[2, 8]}
      maxLength={dubLimits.characters}
      onKeyDown={(event) => {
        // Back to the segments, whose keys go on from there.
        if (event.key === 'Escape') document.querySelector<HTMLElement>('[data-segments]')?.focus();
      }}
      value={text}
      onChange={({ currentTarget, nativeEvent }) => {
        const { value, selectionEnd } = currentTarget;
        shown.current = { id, text: value };
        typeText(id, value, { caret: selectionEnd, isTyping: isTypedIn(nativeEvent) });
      }}
    />
  );
}
