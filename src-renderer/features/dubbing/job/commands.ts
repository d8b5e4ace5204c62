import { addCommands } from '../../../core/commands/commands.ts';
import { makeDubbing, useDubbing, whyNoDubbing } from './store.ts';

/** The commands that there are while the service's dubbing is shown. */
export function addDubbingCommands(): () => void {
  return addCommands([
    {
      ...{ id: 'dubbing.make', title: 'Dub', group: 'Dubbing', keys: ['Mod+Enter'] },
      run: () => void makeDubbing(),
      unavailable: () => (useDubbing.getState().sending ? 'One is being sent.' : whyNoDubbing()),
    },
  ]);
}
