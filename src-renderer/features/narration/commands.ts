import { addChapterCommands } from '../../core/chapter/chapter-commands.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { useChapter } from '../../core/chapter/chapter.ts';
import { useProject } from '../../core/project/project.ts';
import { whyNotReady } from '../../core/studio/studio.ts';
import { chooseRecording, openVersions } from './stores.ts';
import { stopGenerating, useGeneration } from '../../core/generation/generation.ts';
import { generateAll, generateSelected } from './generate/actions.ts';
import { generateBook, whyNothingInBook } from './generate/book-to-make.ts';
import { cutCommands } from './script/cut-commands.ts';
import { addExportCommands } from './export/commands.ts';
import { addFindCommands } from './find/find-commands.ts';
import { generateAllName } from './generate/generate-all-name.ts';
import { addRepairCommands } from './repair/commands.ts';
import { addTakeEditCommands } from './take-edits/commands.ts';
import { extendSelectedBlocks, followPlayback, moveSelectedBlocks, toggleSelectedBlock, whyNotFollow } from './script/script.tsx';
import { addPickupCommands } from './pickups/pickup-commands.ts';
import { voicingCommands } from './voicing/voicing-commands.ts';
import { addTakeCommands } from './takes/take-commands.ts';
import { addSoundCommands } from './waveform/waveform-commands.ts';
import { blocksToMake, selectedToMake, whyNoneSelected, whyNothingToMake, needsGenerate } from './generate/what-to-make.ts';
import { messages } from '#shared/messages/index.ts';

export const noVoice = messages.narration.chooseAVoiceFirst;

const lacksVoice = (): boolean => useProject.getState().details?.voiceId === null;

/** The commands that there are while Narration is shown. `hasOthers`: the book has several chapters. */
export function addNarrationCommands(hasOthers?: boolean): () => void {
  return addCommands([
    {
      id: 'speech.generate',
      title: messages.narration.generateSelected,
      group: messages.narration.speech,
      keys: ['Mod+Enter'],
      charges: true,
      run: generateSelected,
      unavailable: () => {
        const selected = selectedToMake(useChapter.getState(), useProject.getState().selected);
        // A block that is being generated lacks nothing more, and can be asked for once more.
        const isDone = !useGeneration.getState().progress && !selected.some(needsGenerate);
        return (
          whyNotReady() ??
          (selected.length === 0
            ? whyNoneSelected(useChapter.getState(), useProject.getState().selected)
            : lacksVoice()
              ? noVoice
              : isDone
                ? messages.narration.upToDate
                : undefined)
        );
      },
    },
    {
      id: 'recordings.import',
      title: messages.recordedTakes.importForChapter,
      group: messages.narration.takes,
      run: () => chooseRecording(),
      unavailable: () => (useProject.getState().details ? undefined : messages.chapter.openProjectFirst),
    },
    {
      id: 'speech.generate-all',
      // While the panel is not shown, the palette asks for it.
      get title() {
        return generateAllName(hasOthers ?? useProject.getState().outline.length > 1);
      },
      keywords: [messages.narration.generateAll, messages.narration.generateChapter],
      group: messages.narration.speech,
      keys: ['Mod+Shift+Enter'],
      charges: true,
      run: generateAll,
      unavailable: () => {
        const chapter = useChapter.getState();
        if (blocksToMake(chapter.blocks).length === 0) return whyNotReady() ?? whyNothingToMake(chapter);
        return whyNotReady() ?? (lacksVoice() ? noVoice : undefined);
      },
    },
    {
      id: 'speech.generate-book',
      title: messages.narration.generateBook,
      group: messages.narration.speech,
      charges: true,
      run: generateBook,
      unavailable: () => whyNotReady() ?? whyNothingInBook() ?? (lacksVoice() ? noVoice : undefined),
    },
    {
      id: 'speech.stop',
      title: messages.narration.stopGenerating,
      group: messages.narration.speech,
      run: stopGenerating,
      unavailable: () => (useGeneration.getState().progress ? undefined : messages.narration.nothingGenerating),
    },
    ...voicingCommands(),
    ...cutCommands(),
    {
      id: 'script.move-up',
      title: messages.narration.moveBlockUp,
      group: messages.narration.script,
      keys: ['Alt+ArrowUp'],
      repeats: true,
      run: () => moveSelectedBlocks(-1),
    },
    {
      id: 'script.move-down',
      title: messages.narration.moveBlockDown,
      group: messages.narration.script,
      keys: ['Alt+ArrowDown'],
      repeats: true,
      run: () => moveSelectedBlocks(1),
    },
    {
      id: 'script.extend-up',
      title: messages.narration.extendSelectionUp,
      group: messages.narration.script,
      keys: ['Shift+Alt+ArrowUp'],
      repeats: true,
      run: () => extendSelectedBlocks(-1),
    },
    {
      id: 'script.extend-down',
      title: messages.narration.extendSelectionDown,
      group: messages.narration.script,
      keys: ['Shift+Alt+ArrowDown'],
      repeats: true,
      run: () => extendSelectedBlocks(1),
    },
    {
      id: 'sound.follow',
      title: messages.narration.followPlayback,
      group: messages.narration.audioGroup,
      keys: ['F', 'Alt+F'],
      whileWriting: true,
      run: followPlayback,
      unavailable: whyNotFollow,
    },
    {
      id: 'project.versions',
      title: messages.versions.open,
      group: messages.narration.script,
      run: openVersions,
      unavailable: () => (useProject.getState().details ? undefined : messages.versions.noProject),
    },
    {
      id: 'script.select-apart',
      title: messages.narration.selectIndividually,
      group: messages.narration.script,
      keys: ['Shift+F8'],
      run: toggleSelectedBlock,
    },
  ]);
}

/** Every command of the panel, whichever parts of it are shown; for the lists of keys. */
export function addEveryNarrationCommand(): () => void {
  const nothing = (): void => undefined;
  const stops = [
    addNarrationCommands(),
    addFindCommands(),
    addRepairCommands(),
    addExportCommands(),
    addPickupCommands(),
    addTakeCommands(),
    addTakeEditCommands(),
    addSoundCommands({ zoom: nothing, fit: nothing, scroll: nothing }),
    addChapterCommands({ importFiles: nothing, updateFromFiles: nothing, whyNoUpdate: () => undefined, list: nothing, rename: nothing }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
