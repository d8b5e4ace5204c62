import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Puts the caret back where the script has it, as soon as the keyboard comes back by anything but a press on the text. The browser puts it at the
 * start; ProseMirror undoes that later, and not at all where the window was busy for 200 ms: then a command would act on the first block.
 */
export function createCaretAtFocus(): Plugin {
  let isPressing = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousedown: (view) => {
          isPressing = true;
          const released = (): void => void (isPressing = false);
          // A press that drags ends with `dragend` alone.
          for (const end of ['mouseup', 'dragend']) view.dom.ownerDocument.addEventListener(end, released, { capture: true, once: true });
          return false;
        },
        focus: (view) => {
          if (!isPressing) view.focus();
          return false;
        },
        keydown: (view) => {
          trustCaret(view);
          return false;
        },
      },
    },
  });
}

/**
 * For 200 ms after the focus came, ProseMirror takes a caret at the start of the document for the browser’s own doing and puts it back. The caret is
 * in its place by then (see above), so after a key that it went there is what a person wants: Ctrl+Home right after Tab. ProseMirror offers no
 * setting for it.
 */
function trustCaret(view: EditorView & { input?: { lastFocus?: number } }): void {
  if (view.input?.lastFocus !== undefined) view.input.lastFocus = 0;
}
