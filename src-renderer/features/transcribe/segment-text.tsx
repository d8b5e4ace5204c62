import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Segment } from '#shared/transcripts/read.ts';
import { changeBetween } from '#shared/typing.ts';
import { isTypedIn } from '../../lib/typed-in.ts';
import { editText } from './stores.ts';
import classes from './segments.module.css';

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/gu, ' ');

/** Puts the caret into a segment. */
export function focusSegment(index: number): void {
  document.querySelector<HTMLElement>(`[data-segment="${String(index)}"] [contenteditable]`)?.focus();
}

/** A segment's text, corrected in place. A segment is one line: Enter goes to the next, Shift+Enter to the one before. */
export function SegmentText({ segment, name }: { segment: Segment; name: string }) {
  const element = useRef<HTMLDivElement>(null);
  const { index, text } = segment;
  // Past React, which would set the text again under the caret.
  useEffect(() => {
    const field = element.current;
    if (!field || field.textContent === text) return;
    const { span, typed } = changeBetween(field.textContent, text);
    field.textContent = text;
    // Undo leaves the caret where writing goes on.
    if (document.activeElement === field) window.getSelection()?.collapse(field.firstChild ?? field, span.from + typed.length);
  }, [text]);
  return (
    <div
      ref={element}
      className={classes.text}
      role="textbox"
      aria-multiline="false"
      aria-label={name}
      tabIndex={0}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      data-panel-undo
      onInput={({ currentTarget, nativeEvent }) =>
        editText(index, currentTarget.textContent, { caret: caretIn(currentTarget), isTyping: isTypedIn(nativeEvent) })
      }
      onPaste={(event) => pasteLine(event, index)}
      onKeyDown={(event) => goOn(event)}
    />
  );
}

/** The place of the caret in the text of a field that has it. */
function caretIn(field: HTMLElement): number | undefined {
  const selection = window.getSelection();
  if (!selection?.focusNode || !field.contains(selection.focusNode)) return undefined;
  const range = document.createRange();
  range.setStart(field, 0);
  range.setEnd(selection.focusNode, selection.focusOffset);
  return range.toString().length;
}

function goOn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const row = event.currentTarget.closest('li');
  const next = event.shiftKey ? row?.previousElementSibling : row?.nextElementSibling;
  next?.querySelector<HTMLElement>('[contenteditable]')?.focus();
}

/** Lines become one; a paste without any is the browser's own, with its undo. */
function pasteLine(event: ClipboardEvent<HTMLElement>, index: number): void {
  const pasted = event.clipboardData.getData('text/plain');
  const selection = window.getSelection();
  if (!/[\r\n\u2028\u2029]/u.test(pasted) || !selection || selection.rangeCount === 0) return;
  event.preventDefault();
  const range = selection.getRangeAt(0);
  range.deleteContents();
  range.insertNode(document.createTextNode(oneLine(pasted)));
  selection.collapseToEnd();
  event.currentTarget.normalize();
  editText(index, event.currentTarget.textContent, { caret: caretIn(event.currentTarget), isTyping: false });
}
