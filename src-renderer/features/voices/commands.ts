import { audition, stopAudition, useAudition } from './audition-store.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { giveToBlocks, giveToProject, toggleFavourite, useVoices, voiceOfId, whyNoBlocks, whyNoProject } from '../../core/voices/voices.ts';
import { useProject } from '../../core/project/project.ts';
import { goToPanel } from '../../core/window/window.ts';

/** Why nothing can be auditioned now, in words. What is paid for already needs no service. */
export function whyNoAudition(given?: { count: number; text: string; allPaid: boolean }): string | undefined {
  const count = given?.count ?? useVoices.getState().chosen.length;
  const text = given?.text ?? useAudition.getState().text;
  if (count === 0) return 'Choose the voices first, with Space or by their boxes.';
  if (text.trim() === '') return 'Write the line that they are to say.';
  const { connection } = useStudio.getState();
  if (given?.allPaid === true || connection?.state === 'ready') return undefined;
  return connection?.failure?.message ?? 'The service is still starting.';
}

const current = () => voiceOfId(useVoices.getState().currentId);
const noVoice = (): string | undefined => (current() ? undefined : 'Select a voice in the list first.');

/** The commands that there are while Voices is shown. */
export function addVoicesCommands(): () => void {
  return addCommands([
    {
      id: 'voices.search',
      title: 'Search voices',
      group: 'Voices',
      keys: ['Mod+F'],
      run: () => {
        const field = document.querySelector<HTMLInputElement>('[data-voice-search]');
        field?.focus();
        field?.select();
      },
    },
    {
      id: 'voices.favourite',
      title: 'Make the voice a favourite, or no longer',
      group: 'Voices',
      keys: ['Mod+D'],
      run: () => {
        const voice = current();
        if (voice) toggleFavourite(voice);
      },
      unavailable: noVoice,
    },
    {
      id: 'voices.audition',
      title: 'Audition the chosen voices',
      group: 'Voices',
      keys: ['Mod+Enter'],
      run: () => void audition(),
      unavailable: () => whyNoAudition(),
    },
    {
      id: 'voices.stop-audition',
      title: 'Stop the audition',
      group: 'Voices',
      run: stopAudition,
      unavailable: () => (useAudition.getState().running ? undefined : 'No audition is running.'),
    },
    {
      id: 'voices.use-blocks',
      title: 'Use the voice for the selected blocks',
      group: 'Voices',
      keys: ['Mod+Shift+B'],
      run: () => {
        const voice = current();
        if (voice) giveToBlocks(voice, useProject.getState().selected);
      },
      unavailable: () => noVoice() ?? whyNoBlocks(),
    },
    {
      id: 'voices.use-project',
      title: 'Use the voice for the project',
      group: 'Voices',
      run: () => {
        const voice = current();
        if (voice) void giveToProject(voice);
      },
      unavailable: () => noVoice() ?? whyNoProject(),
    },
    { id: 'voices.to-script', title: 'Back to the script', group: 'Voices', run: () => goToPanel({ panel: 'narration' }) },
  ]);
}
