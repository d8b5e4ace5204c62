import { Menu } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { shownKeys, useKeys, useKeysInText } from '../../../core/commands/commands.ts';
import { useProject } from '../../../core/project/project.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { playFromBlock, whyNotFromBlock } from '../../../core/player/player.ts';
import { castColour } from '../../../core/voices/speaker-colour.ts';
import { ContextItem, ContextMenu } from '../../../ui/context-menu.tsx';
import { iconSize } from '../../../lib/icon-size.ts';
import { mixed, shared } from '../../../lib/mixed.ts';
import { maximumCharacters } from '#shared/narration/cast.ts';
import { messages } from '#shared/messages/index.ts';
import { repairChanged, repairSelection, whyNotChanged, whyNotSelection } from '../repair/commands.ts';
import { isSelectionLocked, joinChapterWithAbove, splitChapterHere, toggleLock, whyNoChapterHere, whyNotJoined } from './cut-commands.ts';
import {
  copySelection,
  cutSelection,
  focusScript,
  isTextSelected,
  joinBlockAtCaret,
  pasteAtCaret,
  pasteKeys,
  splitBlockAtCaret,
  whyNotJoinBlock,
  whyNotSplitBlock,
} from './script.tsx';
import { chooseRecording, closeMenu, markWords, openEntry, useVoicing, whyNotMarked } from '../stores.ts';
import { assignSelection, assignSelectionToNew } from '../voicing/assign-selection.ts';
import classes from '../voicing/voicing.module.css';

const noCast: readonly never[] = [];

/** Enter and Space open a submenu as the right arrow does; Mantine knows only the arrow. */
const openByKey = ({ detail, currentTarget }: MouseEvent): void => {
  if (detail === 0) currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
};

/** What can be done with the word and the blocks that the pointer or the caret is at. */
export function ScriptMenu() {
  const menu = useVoicing((state) => state.menu);
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const selected = useProject((state) => state.selected);
  const current = useChapter((chapter) => shared(selected.map((id) => chapter.block(id)?.attributes.characterId ?? null)));
  const selectionKeys = useKeys('repair.selection');
  const changedKeys = useKeys('repair.changed');
  // The script has the caret: the key that writes a space is none there.
  const playKeys = useKeysInText('sound.play-from-block');
  if (!menu) return null;
  const choose = (id: string | null): void => {
    assignSelection(cast.find((character) => character.id === id) ?? null);
    closeMenu();
    focusScript();
  };
  const act = (work: () => void): void => {
    closeMenu();
    work();
    focusScript();
  };
  const keysOf = (keys: string) => <span className={classes.keys}>{shownKeys(keys)}</span>;
  const check = (id: string | null) => {
    const isChosen = current !== mixed && (current ?? null) === id;
    return <IconCheck size={iconSize.normal} className={isChosen ? undefined : classes.noCheck} aria-hidden />;
  };
  return (
    <ContextMenu
      name={messages.voicing.scriptMenu}
      at={menu}
      onClose={() => {
        closeMenu();
        focusScript();
      }}
    >
      <Menu.Item disabled={!isTextSelected()} rightSection={keysOf('Mod+X')} onClick={() => act(cutSelection)}>
        {messages.narration.cut}
      </Menu.Item>
      <Menu.Item disabled={!isTextSelected()} rightSection={keysOf('Mod+C')} onClick={() => act(copySelection)}>
        {messages.narration.copy}
      </Menu.Item>
      <Menu.Item rightSection={keysOf(pasteKeys)} onClick={() => act(() => void pasteAtCaret())}>
        {messages.narration.paste}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        disabled={whyNotFromBlock() !== undefined}
        rightSection={<span className={classes.keys}>{playKeys}</span>}
        onClick={() => act(playFromBlock)}
      >
        {messages.narration.playFromHere}
      </Menu.Item>
      <ContextItem why={whyNotMarked(menu.range?.blockId)} onChoose={() => act(() => menu.range && markWords(menu.range))}>
        {messages.pickups.markCommand}
      </ContextItem>
      <Menu.Divider />
      <Menu.Item disabled={menu.word === ''} onClick={() => openEntry(menu.word)}>
        {messages.voicing.sayItAs}
      </Menu.Item>
      <Menu.Item
        disabled={whyNotSelection() !== undefined}
        rightSection={<span className={classes.keys}>{selectionKeys}</span>}
        onClick={() => {
          repairSelection();
          closeMenu();
        }}
      >
        {messages.repair.selectionCommand}
      </Menu.Item>
      <Menu.Item
        disabled={whyNotChanged() !== undefined}
        rightSection={<span className={classes.keys}>{changedKeys}</span>}
        onClick={() => {
          repairChanged();
          closeMenu();
        }}
      >
        {messages.repair.changedCommand}
      </Menu.Item>
      {selected.length > 0 && (
        <Menu.Item
          onClick={() => {
            closeMenu();
            chooseRecording(selected);
          }}
        >
          {messages.recordedTakes.importForBlocks(selected.length)}
        </Menu.Item>
      )}
      {selected.length > 0 && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item onClick={openByKey}>{messages.voicing.character}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown className={classes.characters} aria-label={messages.voicing.character}>
            {cast.map(({ id, name, colour }) => (
              <Menu.Item
                key={id}
                leftSection={check(id)}
                rightSection={<span className={classes.dot} data-speaker={castColour(colour)} />}
                onClick={() => choose(id)}
              >
                {name}
              </Menu.Item>
            ))}
            <Menu.Item leftSection={check(null)} onClick={() => choose(null)}>
              {messages.voicing.noCharacter}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              disabled={cast.length >= maximumCharacters}
              leftSection={<IconPlus size={iconSize.normal} aria-hidden />}
              onClick={() => {
                closeMenu();
                assignSelectionToNew();
              }}
            >
              {messages.voicing.newCharacter}
            </Menu.Item>
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      <Menu.Divider />
      <Menu.Item disabled={whyNotSplitBlock() !== undefined} onClick={() => act(splitBlockAtCaret)}>
        {messages.narration.splitBlock}
      </Menu.Item>
      <Menu.Item disabled={whyNotJoinBlock() !== undefined} onClick={() => act(joinBlockAtCaret)}>
        {messages.narration.joinBlock}
      </Menu.Item>
      <Menu.Item disabled={selected.length === 0} onClick={() => act(toggleLock)}>
        {isSelectionLocked() ? messages.narration.unlock(selected.length) : messages.narration.lock(selected.length)}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item disabled={whyNoChapterHere() !== undefined} onClick={() => act(() => void splitChapterHere())}>
        {messages.chapter.splitHere}
      </Menu.Item>
      <Menu.Item disabled={whyNotJoined() !== undefined} onClick={() => act(() => void joinChapterWithAbove())}>
        {messages.chapter.joinWithAbove}
      </Menu.Item>
    </ContextMenu>
  );
}
