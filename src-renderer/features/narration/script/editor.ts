import type { BlockId } from '#shared/ids.ts';
import { baseKeymap, chainCommands } from '@tiptap/pm/commands';
import { keymap } from '@tiptap/pm/keymap';
import type { Node } from '@tiptap/pm/model';
import { EditorState, Plugin, Selection, TextSelection, type Command, type Transaction } from '@tiptap/pm/state';
import { AttrStep, type Step } from '@tiptap/pm/transform';
import { EditorView } from '@tiptap/pm/view';
import { attributesOf, editProblem, wordsOf, type BlockAttributes } from '#shared/narration/document.ts';
import { pressBeside, selectLastWord } from './beside-blocks.ts';
import { BlockDrag } from './block-drag.ts';
import {
  deleteBlocks,
  deleteEmpty,
  extendBlocks,
  isReordered,
  moveBlocksTo,
  selectedPlaces,
  selectionOf,
  wholeBlockIds,
  wholeBlocks,
} from './block-selection.ts';
import { BlockGroups } from './block-groups.ts';
import { BlockChrome } from './block-view.ts';
import {
  blockAtCaret,
  canJoinBlock,
  canSplitBlock,
  rangeAtPlace,
  rangeInBlock,
  selectedText,
  wordAtCaret,
  type RangeInBlock,
  type ScriptMenuPlace,
} from './caret.ts';
import { createCaretAtFocus } from './caret-at-focus.ts';
import { carriedBy, copying, dropInto, pasteInto, readClipboard, type PasteListeners } from './clipboard.ts';
import {
  choiceDropped,
  mergeBackward,
  mergeForward,
  moveBlocks,
  splitAroundSelection,
  splitBlock,
  uniqueIds,
  type DroppedChoice,
} from './editor-commands.ts';
import { createFoundMatches, revealMatch, showMatches, type ShownMatch } from './found-matches.ts';
import { goToBlock, readPlace, restorePlace, type ScriptPlace } from './place-in-script.ts';
import { endScattered, extendScattered, ScatteredBlocks, stepCursor, toggled } from './scattered-blocks.ts';
import { SelectionReport, type SelectionListeners } from './selection-report.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** What the editor reports, and what it asks for. */
export interface ScriptListeners extends PasteListeners, SelectionListeners {
  /** Steps that a person made; `typing` where they may join the ones before in one act. */
  edited(change: { steps: readonly Step[]; before: readonly Node[]; document: Node; typing: boolean }): void;
  /** A word was clicked: its block, and its place among the block's words. */
  wordClicked(blockId: string, word: number): void;
  /** The take that a block must name to be spoken by what is made of its text already; `null` where it need not name one. */
  takeToName(block: { attributes: BlockAttributes; text: string }): string | null;
  menu(at: ScriptMenuPlace): void;
  left(): void;
  generate(all: boolean): void;
  undo(): void;
  redo(): void;
  escape(): void;
}

/** Marks transactions that repeat what happened elsewhere (undo, inspector): they are not announced again. */
const repeated = 'voicewright-repeated';

/** The script's editor: ProseMirror over the chapter's own schema. History, saving and sound are the listeners' concern. */
export class ScriptEditor {
  readonly chrome = new BlockChrome();
  readonly #view: EditorView;
  readonly #listeners: ScriptListeners;
  readonly #drag: BlockDrag;
  readonly #selection: SelectionReport;
  /** By block: joined again to what it was, it names its take again. */
  readonly #droppedChoices = new Map<string, DroppedChoice>();
  #groups: BlockGroups | undefined;

  constructor(place: HTMLElement, document: Node, label: string, listeners: ScriptListeners) {
    this.#listeners = listeners;
    this.#selection = new SelectionReport(this.chrome, listeners);
    this.#view = new EditorView(place, {
      state: this.#stateOf(document),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        spellcheck: 'true',
        tabindex: '0',
        'aria-keyshortcuts': messages.narration.scriptKeyShortcuts,
      },
      nodeViews: { block: this.chrome.nodeView },
      dispatchTransaction: (transaction) => this.#dispatch(transaction),
      ...copying,
      handlePaste: (view, event) => pasteInto(view, carriedBy(event.clipboardData), listeners),
      handleDrop: (view, event, _slice, moved) => !moved && dropInto(view, event, listeners),
      handleTextInput: () => this.#writesNothing(),
      handleDoubleClick: selectLastWord,
      handleClick: (view, position, event) => {
        this.#click(view, position, event);
        return false;
      },
      handleDOMEvents: {
        // The browser moves the caret at once and tells of it later: a command that follows fast would find it where it was.
        keydown: (view, event) => {
          if (isCommandKey(event)) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
          return false;
        },
        // The browser's own history knows nothing of the chapter's.
        beforeinput: (_view, event) => {
          if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
          event.preventDefault();
          if (event.inputType === 'historyUndo') listeners.undo();
          else listeners.redo();
          return true;
        },
        mousedown: pressBeside,
        contextmenu: (view, event) => this.#menu(view, event),
        blur: () => {
          listeners.left();
          return false;
        },
      },
    });
    this.#drag = new BlockDrag(this.#view.dom, {
      press: (index, how) => this.#press(index, how),
      clicked: (index) => this.#selectAlone(index),
      dropped: (target) => this.#move(target),
    });
    this.#selection.report(this.#view.state);
  }

  get element(): HTMLElement {
    return this.#view.dom;
  }

  isFocused(): boolean {
    return this.#view.hasFocus();
  }

  focus(): void {
    this.#view.focus();
  }

  /** By the pointer, which puts the caret where it points unless it points at the selection, or by the keys. With Shift, the browser's own menu comes. */
  #menu(view: EditorView, event: MouseEvent): boolean {
    const isPointer = event.button === 2;
    if (isPointer && event.shiftKey) return false;
    event.preventDefault();
    const place = isPointer ? view.posAtCoords({ left: event.clientX, top: event.clientY }) : undefined;
    const { selection } = view.state;
    if (place && (selection.empty || place.pos < selection.from || place.pos > selection.to))
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
    const caret = isPointer ? { left: event.clientX, bottom: event.clientY } : view.coordsAtPos(view.state.selection.head);
    const [word, range] = [wordAtCaret(view.state, place?.pos), rangeAtPlace(view.state, place?.pos)];
    this.#listeners.menu({ x: caret.left, y: caret.bottom, isByPointer: isPointer, word, range });
    return true;
  }

  /** Puts the caret at the start of a block and shows it. */
  goTo(blockId: string): void {
    goToBlock(this.#view, blockId);
  }

  // What is at the caret, or selected: see `caret.ts`.

  wordAtCaret(): string {
    return wordAtCaret(this.#view.state);
  }

  selectedText(): string {
    return selectedText(this.#view.state);
  }

  selectedRange(): RangeInBlock | undefined {
    return rangeInBlock(this.#view.state);
  }

  blockAtCaret(): BlockId | undefined {
    return blockAtCaret(this.#view.state);
  }

  canSplitBlock(): boolean {
    return canSplitBlock(this.#view.state);
  }

  canJoinBlock(): boolean {
    return canJoinBlock(this.#view.state);
  }

  /** Shows these matches in the text, and no others. */
  showMatches(matches: readonly ShownMatch[], current: ShownMatch | undefined): void {
    showMatches(this.#view, matches, current);
  }

  /** Brings a match into view; with `select`, it is selected, and with `focus`, the keyboard is there. */
  reveal(match: ShownMatch, how: { select: boolean; focus: boolean }): void {
    revealMatch(this.#view, match, how.select);
    if (how.focus) this.#view.focus();
  }

  /** Where the caret is, and the block whose text is first in sight. */
  place(): ScriptPlace {
    return readPlace(this.#view);
  }

  /** Puts the caret and the view back. What is gone is left out. */
  restore(place: ScriptPlace): void {
    restorePlace(this.#view, place);
  }

  hasSelection(): boolean {
    return !this.#view.state.selection.empty;
  }

  /** As its key does. The browser allows it where a person pressed something. */
  toClipboard(act: 'cut' | 'copy'): void {
    this.#view.focus();
    // oxlint-disable-next-line typescript/no-deprecated -- the Clipboard API needs a permission that not every window gives
    this.#view.dom.ownerDocument.execCommand(act);
  }

  /** As its key does; false where the window may not read the clipboard. */
  async paste(): Promise<boolean> {
    this.#view.focus();
    const carried = await readClipboard();
    if (carried && !this.#view.isDestroyed) pasteInto(this.#view, carried, this.#listeners);
    return carried !== undefined;
  }

  /** As Enter does at the caret; around what is selected. */
  splitBlock(): void {
    if (this.canSplitBlock()) splitAroundSelection(this.#view.state, (transaction) => this.#view.dispatch(transaction));
    this.#view.focus();
  }

  /** As Backspace does at the start of the caret's block. */
  joinBlock(): void {
    if (this.canJoinBlock()) {
      const start = TextSelection.create(this.#view.state.doc, this.#view.state.selection.$from.start());
      this.#view.dispatch(this.#view.state.tr.setSelection(start));
      mergeBackward(this.#takeToName)(this.#view.state, (transaction) => this.#view.dispatch(transaction));
    }
    this.#view.focus();
  }

  /** Moves the selected blocks past their neighbour; at the edge, nothing happens. */
  moveBlocks(direction: -1 | 1): void {
    this.#moves(direction)(this.#view.state, (transaction) => this.#view.dispatch(transaction));
  }

  /** Selects whole blocks; see `extendBlocks`. */
  extendBlocks(direction: -1 | 1): void {
    extendBlocks(direction)(this.#view.state, (transaction) => this.#view.dispatch(transaction));
    this.#view.focus();
  }

  /** Selects blocks one by one: the caret's block at first, then the cursor's, which goes out where it was in. */
  toggleBlock(): void {
    this.#toggle(this.#view.state, (transaction) => this.#view.dispatch(transaction));
    this.#view.focus();
  }

  readonly #toggle: Command = (state, dispatch) => {
    const places = selectedPlaces(state);
    const { selection } = state;
    const isScattered = selection instanceof ScatteredBlocks;
    const next = isScattered
      ? toggled(state, places, selection.cursor)
      : new ScatteredBlocks(state.doc, places, Math.min(selection.$head.index(0), state.doc.childCount - 1));
    dispatch?.(state.tr.setSelection(next).scrollIntoView());
    return true;
  };

  /**
   * Repeats steps that were not made in this editor. The caret goes to where they end, and of undo and redo a block whose settings they change
   * comes into view; whole blocks that undo or redo moves stay selected. Of another window's steps, everything stays where it is.
   */
  follow(steps: readonly Step[], document: Node, source: string): void {
    const { tr } = this.#view.state;
    const kept = source === 'history' ? wholeBlockIds(this.#view.state) : [];
    for (const step of steps) {
      if (tr.maybeStep(step).failed === null) continue;
      this.replace(document);
      return;
    }
    const changed = tr.mapping.maps.at(-1);
    let end: number | undefined;
    changed?.forEach((_oldStart, _oldEnd, _newStart, newEnd) => (end = newEnd));
    if (end !== undefined && source !== 'elsewhere' && this.#view.hasFocus())
      tr.setSelection(Selection.near(tr.doc.resolve(Math.min(end, tr.doc.content.size)), -1)).scrollIntoView();
    const moved = isReordered(tr.before, tr.doc) ? selectionOf(tr.doc, kept) : undefined;
    if (moved) tr.setSelection(moved).scrollIntoView();
    this.#view.dispatch(tr.setMeta(repeated, true));
    const last = steps.at(-1);
    if (source !== 'history' || end !== undefined || !(last instanceof AttrStep)) return;
    const element = this.#view.nodeDOM(last.pos);
    if (element instanceof HTMLElement) element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  /** Shows another document; the caret goes to its start. */
  replace(document: Node): void {
    this.#view.updateState(this.#stateOf(document));
    this.#selection.report(this.#view.state);
  }

  destroy(): void {
    this.#drag.destroy();
    this.#view.destroy();
  }

  #stateOf(document: Node): EditorState {
    const listeners = this.#listeners;
    const does = (act: () => void) => (): boolean => {
      act();
      return true;
    };
    return EditorState.create({
      doc: document,
      plugins: [
        keymap({
          Enter: chainCommands(endScattered, splitBlock),
          'Shift-Enter': chainCommands(endScattered, splitBlock),
          Backspace: chainCommands(deleteBlocks, mergeBackward(this.#takeToName)),
          Delete: chainCommands(deleteBlocks, deleteEmpty, mergeForward(this.#takeToName)),
          'Alt-ArrowUp': this.#moves(-1),
          'Alt-ArrowDown': this.#moves(1),
          'Shift-Alt-ArrowUp': extendBlocks(-1),
          'Shift-Alt-ArrowDown': extendBlocks(1),
          'Shift-F8': this.#toggle,
          Space: (state, dispatch) => state.selection instanceof ScatteredBlocks && this.#toggle(state, dispatch),
          ArrowUp: stepCursor(-1),
          ArrowDown: stepCursor(1),
          'Shift-ArrowUp': extendScattered(-1),
          'Shift-ArrowDown': extendScattered(1),
          'Mod-Enter': does(() => listeners.generate(false)),
          'Mod-Shift-Enter': does(() => listeners.generate(true)),
          'Mod-z': does(() => listeners.undo()),
          'Mod-Shift-z': does(() => listeners.redo()),
          'Mod-y': does(() => listeners.redo()),
          Escape: chainCommands(
            endScattered,
            does(() => listeners.escape()),
          ),
        }),
        keymap(baseKeymap),
        createFoundMatches(),
        createCaretAtFocus(),
        new Plugin({
          view: (view) => {
            const arrange = (): void => this.chrome.whenBlocksChanged(() => (this.#groups ??= new BlockGroups(view.dom)).arrange());
            arrange();
            return { update: arrange };
          },
          appendTransaction: (transactions, old, state) =>
            transactions.some((one) => one.docChanged) ? (uniqueIds(state, old.doc) ?? null) : null,
        }),
      ],
    });
  }

  readonly #takeToName = (block: { attributes: BlockAttributes; text: string }): string | null => {
    const dropped = this.#droppedChoices.get(block.attributes.id);
    return dropped?.text === block.text ? dropped.takeId : this.#listeners.takeToName(block);
  };

  #dispatch(transaction: Transaction): void {
    const before = this.#view.state;
    const dropped = transaction.getMeta(choiceDropped) as DroppedChoice | undefined;
    if (dropped) this.#droppedChoices.set(dropped.id, dropped);
    const { state, transactions } = before.applyTransaction(transaction);
    const problem = transaction.docChanged ? editProblem(before.doc, state.doc) : undefined;
    if (problem !== undefined) {
      this.#view.updateState(before); // what the browser did by itself goes too
      this.#listeners.refused(message('narration.editRejected', problem));
      return;
    }
    this.#view.updateState(state);
    if (transaction.docChanged && transaction.getMeta(repeated) !== true) {
      const changed = transactions.filter((one) => one.docChanged);
      this.#listeners.edited({
        steps: changed.flatMap((one) => one.steps),
        before: changed.flatMap((one) => one.docs),
        document: state.doc,
        typing: changed.length === 1 && transaction.getMeta('uiEvent') === undefined && staysInBlock(transaction),
      });
    }
    if (transaction.docChanged || transaction.selectionSet) this.#selection.report(this.#view.state);
  }

  /**
   * A block's handle was pressed: its block is selected, unless it is among those that are; with Shift, all up to it. With Ctrl or Command,
   * anywhere on a block: it comes to those that are selected, or goes from them.
   */
  #press(index: number, how: 'alone' | 'up-to' | 'toggle'): void {
    const { state } = this.#view;
    const places = selectedPlaces(state);
    const isAmong = places.length > 1 && places.includes(index);
    if (how === 'alone' && isAmong) return;
    const anchor = how === 'up-to' ? Math.min(state.selection.$anchor.index(0), state.doc.childCount - 1) : index;
    const next = how === 'toggle' ? toggled(state, places, index) : wholeBlocks(state.doc, anchor, index);
    this.#view.dispatch(state.tr.setSelection(next));
  }

  /** Until it is let go, a press on one of several selected blocks may be the start of a drag of all of them. */
  #selectAlone(index: number): void {
    const { state } = this.#view;
    if (selectedPlaces(state).length > 1 && index < state.doc.childCount)
      this.#view.dispatch(state.tr.setSelection(wholeBlocks(state.doc, index, index)));
  }

  /** Whole blocks are not written over by a stray key. */
  #writesNothing(): boolean {
    if (!(this.#view.state.selection instanceof ScatteredBlocks)) return false;
    this.#listeners.said(messages.narration.selectionMode);
    return true;
  }

  #move(target: number): void {
    const { state } = this.#view;
    const transaction = moveBlocksTo(state, target);
    if (!transaction) return;
    this.#view.dispatch(transaction.setMeta('uiEvent', 'drop'));
    this.#view.focus();
    this.#selection.reportMoved(this.#view.state);
  }

  /** Past the neighbour, and says where the blocks are now. */
  #moves(direction: -1 | 1): Command {
    return (state, dispatch, view) => {
      const isMoved = moveBlocks(direction)(state, dispatch, view);
      if (isMoved && dispatch) this.#selection.reportMoved(this.#view.state);
      return isMoved;
    };
  }

  #click(view: EditorView, position: number, event: MouseEvent): void {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.detail > 1) return;
    const place = view.state.doc.resolve(position);
    if (place.depth === 0) return;
    const offset = place.parentOffset;
    const word = wordsOf(place.parent.textContent).findIndex(({ start, end }) => offset >= start && offset <= end);
    // A click beside the text places the caret; only one on a word is meant for it.
    const onText = event.target instanceof HTMLElement && event.target.closest('p') !== null;
    if (word >= 0 && onText) this.#listeners.wordClicked(attributesOf(place.parent).id, word);
  }
}

/** Typing and deleting within one block may join in one act; splitting, merging and moving stand alone. */
function staysInBlock(transaction: Transaction): boolean {
  return transaction.before.childCount === transaction.doc.childCount && transaction.steps.length === 1;
}

/** Whether a key does something other than write its letter. */
function isCommandKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || key.length > 1;
}
