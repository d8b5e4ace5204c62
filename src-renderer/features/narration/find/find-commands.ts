import { addCommands } from '../../../core/commands/commands.ts';
import { messages } from '#shared/messages/index.ts';
import { selectedText } from '../script/script.tsx';
import { openFind, stepFind, useFind } from '../stores.ts';

/** What is taken over from the script as the text to find: no whole paragraphs. */
const longestSelection = 200;

function open(mode: 'find' | 'replace'): void {
  const text = selectedText();
  openFind(mode, text.length <= longestSelection ? text : '');
}

const whyNoStep = (): string | undefined => (useFind.getState().matches.length === 0 ? messages.find.nothingFound : undefined);

/** Opens find and replace, and goes through what it found. */
export function addFindCommands(): () => void {
  const group = messages.narration.script;
  return addCommands([
    { id: 'script.find', title: messages.find.findCommand, group, keys: ['Mod+F'], run: () => open('find') },
    { id: 'script.replace', title: messages.find.replaceCommand, group, keys: ['Mod+H'], run: () => open('replace') },
    {
      id: 'script.find-next',
      title: messages.find.findNext,
      group,
      keys: ['F3'],
      whileWriting: true,
      repeats: true,
      run: () => stepFind(1),
      unavailable: whyNoStep,
    },
    {
      id: 'script.find-previous',
      title: messages.find.findPrevious,
      group,
      keys: ['Shift+F3'],
      whileWriting: true,
      repeats: true,
      run: () => stepFind(-1),
      unavailable: whyNoStep,
    },
  ]);
}
