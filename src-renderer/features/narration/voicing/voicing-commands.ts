import type { Command } from '../../../core/commands/commands-store.ts';
import { useProject } from '../../../core/project/project.ts';
import { messages } from '#shared/messages/index.ts';
import { wordAtCaret } from '../script/script.tsx';
import { addCharacter, findSpeakersInText, openEntry, showDetails } from '../stores.ts';
import { assignSelection } from './assign-selection.ts';

/** Places of the cast that have a key. */
const places = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const noBlock = (): string | undefined => (useProject.getState().selected.length === 0 ? messages.voicing.selectBlock : undefined);
const characterAt = (place: number) => useProject.getState().details?.cast[place - 1];

/** How words are said, and who speaks. */
export function voicingCommands(): Command[] {
  return [
    {
      id: 'script.say-as',
      title: messages.voicing.sayItAs,
      group: messages.narration.script,
      run: () => openEntry(wordAtCaret()),
      unavailable: () => (wordAtCaret() === '' ? messages.voicing.placeCaretOnWord : undefined),
    },
    {
      id: 'script.pronunciations',
      title: messages.voicing.pronunciationsCommand,
      group: messages.narration.script,
      run: () => openEntry(''),
    },
    {
      id: 'inspector.voice',
      title: messages.voicing.chooseBlockVoice,
      group: messages.narration.script,
      run: () => showDetails('voice'),
      unavailable: noBlock,
    },
    {
      id: 'inspector.details',
      title: messages.window.goToArea(messages.pickups.details),
      keywords: [messages.narration.takes, messages.commands.inspector],
      group: messages.window.goToGroup,
      run: () => showDetails('details'),
    },
    {
      id: 'inspector.cast',
      title: messages.window.goToArea(messages.voicing.cast),
      keywords: [messages.voicing.characters],
      group: messages.window.goToGroup,
      run: () => showDetails('cast'),
    },
    {
      id: 'cast.add',
      title: messages.voicing.addCharacter,
      group: messages.voicing.cast,
      run: () => {
        showDetails();
        addCharacter();
      },
    },
    {
      id: 'cast.find-speakers',
      title: messages.voicing.findSpeakers,
      group: messages.voicing.cast,
      run: () => findSpeakersInText(),
      unavailable: () => (useProject.getState().details ? undefined : messages.chapter.openProjectFirst),
    },
    ...places.map((place) => ({
      id: `cast.assign-${place}`,
      title: messages.voicing.assignCharacter(place),
      group: messages.voicing.cast,
      keys: [`Alt+${place}`],
      whileWriting: true,
      run: () => {
        const character = characterAt(place);
        if (character) assignSelection(character);
      },
      isListed: () => characterAt(place) !== undefined,
      unavailable: () => (characterAt(place) ? noBlock() : messages.voicing.noSuchCharacter),
    })),
    {
      id: 'cast.assign-none',
      title: messages.voicing.assignNoCharacter,
      group: messages.voicing.cast,
      keys: ['Alt+0'],
      whileWriting: true,
      run: () => assignSelection(null),
      unavailable: noBlock,
    },
  ];
}
