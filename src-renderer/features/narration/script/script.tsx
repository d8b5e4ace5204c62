import { fail } from '#shared/failure.ts';
import type { BlockId } from '#shared/ids.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { findPaidBlock } from '#shared/narration/parts.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { currentChapter, useChapter } from '../../../core/chapter/chapter.ts';
import {
  findBlock,
  flushProject,
  openManuscript,
  openPlace,
  select,
  showChapter,
  takeToName,
  useProject,
} from '../../../core/project/project.ts';
import { shownName, type Marks } from '../../../core/voices/voice-search.ts';
import { useVoices } from '../../../core/voices/voices.ts';
import { useWindow } from '../../../core/window/window.ts';
import { player, seekToBlock, seekToWord } from '../../../core/player/player.ts';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { shownKeys } from '../../../core/commands/commands.ts';
import { runCommandNamed } from '../../../core/commands/run-command.ts';
import { announce } from '../../../lib/live-region.tsx';
import { toastFailure, toastReason } from '../../../lib/toast.tsx';
import { openManuscripts, offerSpeakers, openMenu, endComparison, useTakes, useVoicing } from '../stores.ts';
import type { RangeInBlock } from './caret.ts';
import { ScriptEditor } from './editor.ts';
import { matchesToShow } from '../find/find-matches-shown.ts';
import { FollowButton } from './follow-button.tsx';
import { showMenuWord } from './menu-word.ts';
import { LitWord, scrollerOf, type ReadingSide } from './lit-word.ts';
import { MarkedWords } from './marked-words.ts';
import { UndoneChapters } from './undone-chapters.tsx';
import { findWordsOf, findWordsToMark } from '../pickups/words-of-pickup.ts';
import { closeFind, currentPickup, matchRevealed, pickupRevealed, useFind, usePickups } from '../stores.ts';
import classes from './script.module.css';
import { messages } from '#shared/messages/index.ts';

let current: ScriptEditor | undefined;
let reading: LitWord | undefined;

/** Puts the caret into a block of the script and shows it. */
export function goToBlock(blockId: string): void {
  const found = findBlock(blockId);
  if (!found) return;
  if (found.chapterId === useProject.getState().chapterId) current?.goTo(blockId);
  else {
    goTo = blockId;
    showChapter(found.chapterId);
  }
}

/** Puts the caret into the block that a paid request is for, and the playhead at its start, or says that it is gone. */
export function goToPaidBlock(paidBlockId: BlockId): void {
  const manuscript = openManuscript();
  const blocks = manuscript?.chapterIds.flatMap((id) => blocksOf(manuscript.document(id))) ?? [];
  const found = findPaidBlock(
    paidBlockId,
    blocks.map(({ attributes: { id } }) => id),
  );
  if (found === undefined) toastReason(messages.narration.blockGone, messages.narration.blockGoneNote);
  else {
    goToBlock(found);
    seekToBlock(found);
  }
}

/** The block that is gone to once its chapter's script is there. */
let goTo: string | undefined;

/** Whether the focus is in the script. */
export const isScriptFocused = (): boolean => current?.isFocused() === true;

/** Puts the caret back where it was in the script. */
export function focusScript(): void {
  current?.focus();
}

/** The word at the caret of the script. */
export const wordAtCaret = (): string => current?.wordAtCaret() ?? '';

/** The words that are selected in one block of the script. */
export const selectedText = (): string => current?.selectedText() ?? '';

/** The words that are selected in one block of the script, or the caret in one, in UTF-16 units of its text. */
export const selectedRange = (): RangeInBlock | undefined => current?.selectedRange();

/** Moves the blocks that the selection touches past their neighbour. */
export function moveSelectedBlocks(direction: -1 | 1): void {
  current?.moveBlocks(direction);
}

/** Selects the caret's block, or, where whole blocks are selected, one more or one less in that direction. */
export function extendSelectedBlocks(direction: -1 | 1): void {
  current?.extendBlocks(direction);
}

/** The block that the caret of the script is in. */
export const blockAtCaret = (): BlockId | undefined => current?.blockAtCaret();

/** What the clipboard's keys do, from a menu. */
export const isTextSelected = (): boolean => current?.hasSelection() ?? false;
export const cutSelection = (): void => current?.toClipboard('cut');
export const copySelection = (): void => current?.toClipboard('copy');
export async function pasteAtCaret(): Promise<void> {
  if ((await current?.paste()) === false) toastReason(messages.narration.paste, messages.narration.pasteByKey(shownKeys(pasteKeys)));
}
export const pasteKeys = 'Mod+V';

/** Parts the caret's block there. */
export const splitBlockAtCaret = (): void => current?.splitBlock();
export const whyNotSplitBlock = (): string | undefined =>
  current?.canSplitBlock() === true ? undefined : messages.narration.placeCaretInside;

/** Joins the caret's block with the one above it. */
export const joinBlockAtCaret = (): void => current?.joinBlock();
export const whyNotJoinBlock = (): string | undefined =>
  current?.canJoinBlock() === true ? undefined : messages.narration.placeCaretBelow;

/** Selects blocks one by one; see `toggleBlock`. */
export function toggleSelectedBlock(): void {
  current?.toggleBlock();
}

/** Brings the word that is read into view, and follows the reading from there. */
export const followPlayback = (): void => reading?.follow();
export const whyNotFollow = (): string | undefined => (reading?.isReading === true ? undefined : messages.narration.playFirst);

/** The button is gone then: the keyboard goes to the script. */
const followFromButton = (): void => {
  focusScript();
  followPlayback();
};

/** The editor lives beside React: it is made once a chapter and told of changes directly. */
export function Script({ chapterId }: { chapterId: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [aside, setAside] = useState<ReadingSide>();
  // Before the script is taken from the page: what is in sight can still be measured.
  useLayoutEffect(() => () => openPlace()?.leaveScript(), [chapterId]);
  const isEmpty = useProject((state) => state.document?.childCount === 1 && state.document.textContent === '');
  useEffect(() => {
    const manuscript = openManuscript();
    if (!box.current || !manuscript) return;
    const editor = new ScriptEditor(box.current, manuscript.document(chapterId), messages.narration.script, {
      edited: ({ steps, before, document, typing }) =>
        manuscript.commit([{ chapterId, steps, before, document }], { source: 'editor', typing }),
      selected: (blockIds) => {
        select(blockIds);
        openPlace()?.moved();
      },
      wordClicked: (blockId, word) => {
        const chapter = currentChapter();
        if (chapter.block(blockId)?.take) seekToWord(chapter.firstWord(blockId) + word);
      },
      takeToName,
      refused: (why) => toastFailure(fail('too-large', why, { next: 'none' }).failure),
      manuscript: (file) => void openManuscripts([file]),
      said: announce,
      menu: openMenu,
      pasted: offerSpeakers,
      left: () => {
        manuscript.closeEntry();
        void flushProject();
      },
      generate: (all) => runCommandNamed(all ? 'speech.generate-all' : 'speech.generate'),
      undo: () => manuscript.undo(),
      redo: () => manuscript.redo(),
      escape: () => {
        if (useTakes.getState().takeIds.length === 2) endComparison();
        else if (useFind.getState().mode === undefined) document.querySelector<HTMLElement>('[data-play]')?.focus();
        else closeFind();
      },
    });
    current = editor;
    const place = openPlace();
    const before = place?.takeInScript(chapterId);
    if (before) editor.restore(before);
    if (goTo !== undefined) editor.goTo(goTo);
    else if (useWindow.getState().focusScript) editor.focus();
    goTo = undefined;
    useWindow.setState({ focusScript: false });
    place?.setScript({ chapterId, read: () => editor.place() });
    const scroller = scrollerOf(editor.element);
    const onScroll = (): void => place?.moved();
    scroller.addEventListener('scroll', onScroll, { passive: true });
    const lit = new LitWord(editor.element, editor.chrome, () => useChapter.getState(), setAside);
    reading = lit;
    const marked = new MarkedWords(editor.chrome);
    const markPickup = (): void => marked.show(usePickups.getState().isShown ? findWordsToMark(currentPickup()) : undefined);
    let voices: ReturnType<typeof knownVoices> | undefined;
    let marks: Marks | undefined;
    let names = new Map<string, string>();
    const show = (): void => {
      if (voices !== knownVoices() || marks !== useVoices.getState().marks) {
        voices = knownVoices();
        marks = useVoices.getState().marks;
        // A voice that is gone is called as it was when it was last used, one of another service as it is there.
        const noted = Object.entries(marks).flatMap(([voiceId, { name, alias }]) => {
          const called = alias ?? name;
          return called === null ? [] : [[voiceId, called] as const];
        });
        const listed = voices.map((voice) => [voice.voiceId, shownName(voice, marks ?? {})] as const);
        names = new Map([...useStudio.getState().voiceNames, ...noted, ...listed]);
      }
      editor.chrome.show(useChapter.getState(), names);
      lit.refresh();
      markPickup();
    };
    show();
    const showFound = (): void => {
      const find = useFind.getState();
      const shown = matchesToShow(find, chapterId);
      editor.showMatches(shown.matches, shown.current);
      const { reveal } = find;
      if (reveal?.chapterId !== chapterId) return;
      editor.reveal(reveal, reveal);
      matchRevealed();
    };
    showFound();
    const showPickup = (): void => {
      const { reveal } = usePickups.getState();
      if (reveal?.chapterId !== chapterId) return;
      const placed = currentPickup();
      const start = (placed?.blockId === reveal.blockId ? findWordsOf(placed)?.from : undefined) ?? 0;
      editor.reveal({ blockId: reveal.blockId, start, end: start }, { select: true, focus: false });
      pickupRevealed();
    };
    showPickup();
    const showOpenPickups = (): void => {
      const open = usePickups.getState().placed.filter(({ pickup, chapterId: at }) => at === chapterId && pickup.state === 'open');
      editor.chrome.showPickups(new Map([...Map.groupBy(open, ({ blockId }) => blockId)].map(([id, { length }]) => [id, length])));
    };
    showOpenPickups();
    const offs = [
      usePickups.subscribe((now, before) => {
        if (now.reveal !== before.reveal) showPickup();
        if (now.placed !== before.placed) showOpenPickups();
        if (now.currentKey !== before.currentKey || now.listed !== before.listed || now.isShown !== before.isShown) markPickup();
      }),
      useFind.subscribe((now, before) => {
        if (now.matches !== before.matches || now.current !== before.current || now.reveal !== before.reveal) showFound();
      }),
      manuscript.subscribe((change) => {
        if (change.chapterId !== chapterId || change.source === 'editor') return;
        editor.follow(change.steps, change.document, change.source);
      }),
      useChapter.subscribe(show),
      useStudio.subscribe((now, before) => {
        if (now.voices !== before.voices) show();
      }),
      useVoices.subscribe((now, before) => {
        if (now.marks !== before.marks) show();
      }),
      player.onMoment((moment) => lit.show(moment)),
      useVoicing.subscribe((now, before) => {
        if (now.menu !== before.menu) showMenuWord(now.menu, editor.chrome, useChapter.getState());
      }),
    ];
    return () => {
      for (const off of offs) off();
      scroller.removeEventListener('scroll', onScroll);
      lit.destroy();
      showMenuWord(undefined, editor.chrome, useChapter.getState());
      marked.destroy();
      editor.destroy();
      if (current === editor) current = undefined;
      if (reading === lit) reading = undefined;
    };
  }, [chapterId]);
  return (
    <>
      <div className={classes.scroll}>
        <div className={classes.script} ref={box} />
        {isEmpty && (
          <>
            <p className={classes.hint} aria-hidden>
              {messages.narration.scriptPlaceholder}
            </p>
            <UndoneChapters />
          </>
        )}
      </div>
      {aside && <FollowButton side={aside} onFollow={followFromButton} />}
    </>
  );
}
