import type { DragEvent, MouseEvent } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { dragVoice } from '../../core/voices/voice-drag.ts';
import { familyOfVoice } from '../../core/voices/voice-facts.ts';
import { useVoices } from '../../core/voices/voices.ts';
import { language } from '../../lib/format.ts';
import { toggleChosen } from './grid-keys.ts';

/** The id of the element of a voice, in either view. */
export const cellId = (voiceId: string): string => `voice-${voiceId}`;

/** What a row and a card of a voice have in common: what is noted of it, its facts, and what the pointer does. */
export function useVoiceCell(voice: CatalogueVoice, index: number, isCurrent: boolean, onPress: (index: number) => void) {
  const mark = useVoices((state) => state.marks[voice.voiceId]);
  const isChosen = useVoices((state) => state.chosen.includes(voice.voiceId));
  return {
    name: mark?.alias ?? voice.name,
    alias: mark?.alias ?? undefined,
    tags: mark?.tags.slice(0, 3) ?? [],
    isFavourite: mark?.favourite === true,
    isChosen,
    language: language(voice.primaryLanguage),
    others: voice.languages.filter((code) => code !== voice.primaryLanguage).length,
    family: familyOfVoice(voice),
    attributes: {
      id: cellId(voice.voiceId),
      'aria-selected': isChosen,
      'data-place': index,
      'data-current': isCurrent ? '' : undefined,
      draggable: true,
      onClick: (event: MouseEvent): void => {
        onPress(index);
        if (event.ctrlKey || event.metaKey) toggleChosen(voice);
      },
      onDragStart: (event: DragEvent): void => dragVoice(event.dataTransfer, voice.voiceId),
    },
  };
}
