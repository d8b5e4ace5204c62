import { askDelete, audition, stopAudition, useAudition } from './stores.ts';
import { whyNotDeleted } from './deletion-store.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { giveToBlocks, giveToProject, toggleFavourite, useVoices, voiceOfId, whyNoBlocks, whyNoProject } from '../../core/voices/voices.ts';
import { useProject } from '../../core/project/project.ts';
import { goToPanel } from '../../core/window/window.ts';
import { messages } from '#shared/messages/index.ts';
import { plainFailure } from '../../lib/failure-words.ts';

/** Why nothing can be auditioned now, in words. What is paid for already needs no service. */
export function whyNoAudition(given?: { count: number; text: string; allPaid: boolean }): string | undefined {
  const count = given?.count ?? useVoices.getState().chosen.length;
  const text = given?.text ?? useAudition.getState().text;
  if (count === 0) return messages.voices.chooseVoicesFirst;
  if (text.trim() === '') return messages.voices.writeLine;
  const { connection } = useStudio.getState();
  if (given?.allPaid === true || connection?.state === 'ready') return undefined;
  return plainFailure(connection?.failure) ?? messages.voices.serviceStarting;
}

const current = () => voiceOfId(useVoices.getState().currentId);
const noOwnVoice = (): string | undefined => {
  const voice = current();
  return voice ? whyNotDeleted(voice) : messages.voices.selectVoiceFirst;
};
const noVoice = (): string | undefined => (current() ? undefined : messages.voices.selectVoiceFirst);

/** The commands that there are while Voices is shown. */
export function addVoicesCommands(): () => void {
  return addCommands([
    {
      id: 'voices.search',
      title: messages.voices.searchVoices,
      group: messages.voices.voices,
      keys: ['Mod+F'],
      run: () => {
        const field = document.querySelector<HTMLInputElement>('[data-voice-search]');
        field?.focus();
        field?.select();
      },
    },
    {
      id: 'voices.favourite',
      title: messages.voices.toggleFavourite,
      group: messages.voices.voices,
      keys: ['Mod+D'],
      run: () => {
        const voice = current();
        if (voice) toggleFavourite(voice);
      },
      unavailable: noVoice,
    },
    {
      id: 'voices.audition',
      title: messages.voices.auditionCommand,
      group: messages.voices.voices,
      keys: ['Mod+Enter'],
      charges: true,
      run: () => void audition(),
      unavailable: () => whyNoAudition(),
    },
    {
      id: 'voices.stop-audition',
      title: messages.voices.stopAudition,
      group: messages.voices.voices,
      run: stopAudition,
      unavailable: () => (useAudition.getState().running ? undefined : messages.voices.noAudition),
    },
    {
      id: 'voices.use-blocks',
      title: messages.voices.useForBlocksCommand,
      group: messages.voices.voices,
      keys: ['Mod+Shift+B'],
      run: () => {
        const voice = current();
        if (voice) giveToBlocks(voice, useProject.getState().selected);
      },
      unavailable: () => noVoice() ?? whyNoBlocks(),
    },
    {
      id: 'voices.use-project',
      title: messages.voices.useForProjectCommand,
      group: messages.voices.voices,
      run: () => {
        const voice = current();
        if (voice) void giveToProject(voice);
      },
      unavailable: () => noVoice() ?? whyNoProject(),
    },
    {
      id: 'voices.delete',
      title: messages.voices.deleteEllipsis,
      group: messages.voices.voices,
      run: () => {
        const voice = current();
        if (voice) askDelete(voice);
      },
      unavailable: noOwnVoice,
    },
    {
      id: 'voices.to-script',
      title: messages.voices.backToScript,
      group: messages.voices.voices,
      run: () => goToPanel({ panel: 'narration' }),
    },
  ]);
}
