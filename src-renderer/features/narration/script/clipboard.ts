import { DOMSerializer, Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import type { Message } from '#shared/messages/message.ts';
import { schema } from '#shared/narration/document.ts';
import { coversWholeBlocks } from './block-selection.ts';
import { copiedAttributes, insertPaste, manuscriptOf, readPaste } from './paste.ts';
import { ScatteredBlocks } from './scattered-blocks.ts';

/** What leaves the script's editor by copying, and what comes in by a paste or a drop. */

export interface PasteListeners {
  /** It was not pasted, and why; the chapter is as it was. */
  refused(why: Message): void;
  /** It is a manuscript, to be imported. */
  manuscript(file: File): void;
  /** Paragraphs were pasted. */
  pasted(texts: readonly string[]): void;
}

/** How the editor copies: blocks are paragraphs that keep their settings. */
export const copying: Pick<EditorProps, 'clipboardTextSerializer' | 'clipboardSerializer' | 'transformCopied'> = {
  clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, '\n\n'),
  clipboardSerializer: new DOMSerializer(
    { ...DOMSerializer.nodesFromSchema(schema), block: (node) => ['p', copiedAttributes(node), 0] },
    DOMSerializer.marksFromSchema(schema),
  ),
  // Whole blocks leave as blocks, so that they can be put down as blocks.
  transformCopied: (slice, view) => (coversWholeBlocks(view.state.selection) ? new Slice(slice.content, 0, 0) : slice),
};

/** What a clipboard or a drag holds. */
interface Carried {
  text: string;
  html: string;
}

export const carriedBy = (data: DataTransfer | null): Carried => ({
  text: data?.getData('text/plain') ?? '',
  html: data?.getData('text/html') ?? '',
});

/** What the clipboard holds, read without its key; undefined where the window may not read it. */
export async function readClipboard(): Promise<Carried | undefined> {
  try {
    const items = await navigator.clipboard.read();
    const read = async (type: string): Promise<string> =>
      (await items.find(({ types }) => types.includes(type))?.getType(type))?.text() ?? '';
    return { text: await read('text/plain'), html: await read('text/html') };
  } catch {
    return undefined;
  }
}

/** Puts in what a clipboard or a drag holds; always true, as the browser must not put it in as well. */
export function pasteInto(view: EditorView, { text, html }: Carried, listeners: PasteListeners): boolean {
  const { doc: before } = view.state;
  const file = manuscriptOf(text, html, before.childCount === 1 && before.textContent === '');
  if (file) {
    listeners.manuscript(file);
    return true;
  }
  const paste = readPaste(text, html);
  if ('refused' in paste) listeners.refused(paste.refused);
  else {
    // Blocks that were selected one by one stay: what is pasted comes after the cursor's.
    const { selection, doc, tr } = view.state;
    if (selection instanceof ScatteredBlocks) view.dispatch(tr.setSelection(Selection.near(doc.resolve(selection.$head.end()), -1)));
    const transaction = insertPaste(view.state, paste);
    if (transaction) view.dispatch(transaction.setMeta('uiEvent', 'paste'));
    listeners.pasted('blocks' in paste ? paste.blocks.map(({ text }) => text) : [paste.text]);
  }
  return true;
}

/** The same where it was let go; a drag that holds no text does nothing. */
export function dropInto(view: EditorView, event: DragEvent, listeners: PasteListeners): boolean {
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (!event.dataTransfer?.types.some((type) => type.startsWith('text/')) || !place) return true;
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
  return pasteInto(view, carriedBy(event.dataTransfer), listeners);
}
