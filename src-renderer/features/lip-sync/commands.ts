import { addCommands } from '../../core/commands/commands.ts';
import { makeLipSync, useLipSync, whyNoLipSync } from './store.ts';
import { messages } from '#shared/messages/index.ts';

/** The commands that there are while Lip sync is shown. */
export function addLipSyncCommands(): () => void {
  return addCommands([
    {
      id: 'lip-sync.make',
      title: messages.lipSync.makeLipSync,
      group: messages.lipSync.lipSync,
      keys: ['Mod+Enter'],
      run: () => void makeLipSync(),
      unavailable: () => (useLipSync.getState().sending ? messages.lipSync.oneIsBeingSent : whyNoLipSync()),
    },
  ]);
}
