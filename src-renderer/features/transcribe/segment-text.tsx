import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Segment } from '#shared/transcripts/read.ts';
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
    field.textContent = text;
    // Undo leaves the caret where writing goes on.
    if (document.activeElement !== field) return;
    window.getSelection()?.selectAllChildren(field);
    window.getSelection()?.collapseToEnd();
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
      onInput={(event) => editText(index, event.currentTarget.textContent)}
      onPaste={(event) => pasteLine(event, index)}
      onKeyDown={(event) => goOn(event)}
    />
  );
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
  editText(index, event.currentTarget.textContent);
}
