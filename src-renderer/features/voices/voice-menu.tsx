import { Menu } from '@mantine/core';
import { useState, type MouseEvent, type ReactNode } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { shownKeys, useKeys } from '../../core/commands/commands.ts';
import { useProject } from '../../core/project/project.ts';
import { playVoice } from '../../core/voices/samples.ts';
import { giveToBlocks, giveToProject, toggleFavourite, useVoices, whyNoBlocks, whyNoProject } from '../../core/voices/voices.ts';
import { ContextItem, ContextMenu, type Place } from '../../ui/context-menu.tsx';
import { useFocusReturn } from '../../ui/focus-return.ts';
import { toggleChosen } from './grid-keys.ts';
import { askDelete } from './stores.ts';
import { cellId } from './voice-cell.ts';

interface OpenMenu {
  at: Place;
  voice: CatalogueVoice;
  /** Of the menu, so that one that is opened over another is a new one. */
  turn: number;
}

/**
 * The menu of a voice: `open` on a press with the right button and by the keys for menus. `menu` stands beside the voices, not in them: keys that are
 * pressed in the menu are no keys of voices.
 */
export function useVoiceMenu(
  voices: readonly CatalogueVoice[],
  current: CatalogueVoice | undefined,
  go: (index: number) => void,
): { open: (event: MouseEvent<HTMLElement>) => void; menu: ReactNode } {
  const [shown, show] = useState<OpenMenu>();
  const open = (event: MouseEvent<HTMLElement>): void => {
    const isByPointer = event.button === 2 || event.ctrlKey;
    // The browser's own menu, as everywhere.
    if (isByPointer && event.shiftKey) return;
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
    const place = cell ? Number(cell.dataset['place']) : current ? voices.indexOf(current) : -1;
    const voice = voices[place];
    if (!voice) return;
    event.preventDefault();
    go(place);
    const box = document.getElementById(cellId(voice.voiceId))?.getBoundingClientRect();
    const at = isByPointer || !box ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom };
    show((before) => ({ at: { ...at, isByPointer }, voice, turn: (before?.turn ?? 0) + 1 }));
  };
  const menu = shown && <VoiceMenu key={shown.turn} at={shown.at} voice={shown.voice} onClose={() => show(undefined)} />;
  return { open, menu };
}

/** What can be done with a voice: the same acts, words and keys as elsewhere in the panel. */
function VoiceMenu({ voice, at, onClose }: { voice: CatalogueVoice; at: Place; onClose: () => void }) {
  useFocusReturn();
  const isFavourite = useVoices((state) => state.marks[voice.voiceId]?.favourite === true);
  const isChosen = useVoices((state) => state.chosen.includes(voice.voiceId));
  const isDefault = useProject((state) => state.details?.voiceId === voice.voiceId);
  const blocks = useProject((state) => state.selected);
  const noBlocks = useProject(() => whyNoBlocks());
  const noProject = useProject(() => whyNoProject());
  const blockKeys = useKeys('voices.use-blocks');
  return (
    <ContextMenu name={messages.voices.voiceMenu} at={at} onClose={onClose}>
      <ContextItem keys={shownKeys('Space')} onChoose={() => void playVoice(voice)}>
        {messages.voices.play}
      </ContextItem>
      <ContextItem keys={shownKeys('F')} onChoose={() => toggleFavourite(voice)}>
        {isFavourite ? messages.voices.removeFavourite : messages.voices.addFavourite}
      </ContextItem>
      <ContextItem keys={shownKeys('Enter')} onChoose={() => toggleChosen(voice)}>
        {isChosen ? messages.voices.takeFromAudition : messages.voices.selectForAudition}
      </ContextItem>
      <Menu.Divider />
      <ContextItem keys={blockKeys} why={noBlocks} onChoose={() => giveToBlocks(voice, blocks)}>
        {messages.voices.useForBlocks}
      </ContextItem>
      <ContextItem
        why={noProject ?? (isDefault ? messages.voices.alreadyProjectVoice : undefined)}
        onChoose={() => void giveToProject(voice)}
      >
        {messages.voices.useForProject}
      </ContextItem>
      {voice.isPersonal && (
        <>
          <Menu.Divider />
          <ContextItem keys={shownKeys('Delete')} onChoose={() => askDelete(voice)}>
            {messages.voices.deleteEllipsis}
          </ContextItem>
        </>
      )}
    </ContextMenu>
  );
}
