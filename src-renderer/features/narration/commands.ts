import { addCommands } from '../../core/commands/commands.ts';
import { useChapter } from '../../core/chapter/chapter.ts';
import { useProject } from '../../core/project/project.ts';
import { whyNotReady } from '../../core/studio/studio.ts';
import { stopGenerating, useGeneration } from '../../core/generation/generation.ts';
import { generateAll, generateSelected } from './actions.ts';
import { extendSelectedBlocks, moveSelectedBlocks, toggleSelectedBlock } from './script.tsx';
import { blocksToMake, selectedToMake, whyNothingToMake } from './what-to-make.ts';

export const noBlock = 'Put the caret into a block with words.';
export const noVoice = 'Choose a voice first.';

const lacksVoice = (): boolean => useProject.getState().details?.voiceId === null;

/** The commands that there are while Narration is shown. */
export function addNarrationCommands(): () => void {
  return addCommands([
    {
      id: 'speech.generate',
      title: 'Generate the selected blocks',
      group: 'Speech',
      keys: ['Mod+Enter'],
      run: generateSelected,
      unavailable: () => {
        const selected = selectedToMake(useChapter.getState(), useProject.getState().selected);
        return whyNotReady() ?? (selected.length === 0 ? noBlock : lacksVoice() ? noVoice : undefined);
      },
    },
    {
      id: 'speech.generate-all',
      title: 'Generate all',
      group: 'Speech',
      keys: ['Mod+Shift+Enter'],
      run: generateAll,
      unavailable: () => {
        const chapter = useChapter.getState();
        if (blocksToMake(chapter.blocks).length === 0) return whyNotReady() ?? whyNothingToMake(chapter);
        return whyNotReady() ?? (lacksVoice() ? noVoice : undefined);
      },
    },
    {
      id: 'speech.stop',
      title: 'Stop generating',
      group: 'Speech',
      run: stopGenerating,
      unavailable: () => (useGeneration.getState().progress ? undefined : 'Nothing is being generated.'),
    },
    {
      id: 'script.move-up',
      title: 'Move the block up',
      group: 'Script',
      keys: ['Alt+ArrowUp'],
      repeats: true,
      run: () => moveSelectedBlocks(-1),
    },
    {
      id: 'script.move-down',
      title: 'Move the block down',
      group: 'Script',
      keys: ['Alt+ArrowDown'],
      repeats: true,
      run: () => moveSelectedBlocks(1),
    },
    {
      id: 'script.extend-up',
      title: 'Select the block, then one more above',
      group: 'Script',
      keys: ['Shift+Alt+ArrowUp'],
      repeats: true,
      run: () => extendSelectedBlocks(-1),
    },
    {
      id: 'script.extend-down',
      title: 'Select the block, then one more below',
      group: 'Script',
      keys: ['Shift+Alt+ArrowDown'],
      repeats: true,
      run: () => extendSelectedBlocks(1),
    },
    {
      id: 'script.select-apart',
      title: 'Select blocks one by one: Up and Down go to another, Space selects it',
      group: 'Script',
      keys: ['Shift+F8'],
      run: toggleSelectedBlock,
    },
  ]);
}
