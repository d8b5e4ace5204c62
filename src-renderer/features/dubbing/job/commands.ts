import { addCommands } from '../../../core/commands/commands.ts';
import { makeDubbing, useDubbing, whyNoDubbing } from '../stores.ts';
import { messages } from '#shared/messages/index.ts';

/** The commands that there are while the service's dubbing is shown. */
export function addDubbingCommands(): () => void {
  return addCommands([
    {
      id: 'dubbing.make',
      title: messages.dubbing.dub,
      group: messages.dubbing.dubbing,
      keys: ['Mod+Enter'],
      charges: true,
      run: () => void makeDubbing(),
      unavailable: () => (useDubbing.getState().sending ? messages.dubbing.sendingNow : whyNoDubbing()),
    },
  ]);
}
