import { addCommands } from '../../core/commands/commands.ts';
import { makeLipSync, useLipSync, whyNoLipSync } from './store.ts';

/** The commands that there are while Lip sync is shown. */
export function addLipSyncCommands(): () => void {
  return addCommands([
    {
      ...{ id: 'lip-sync.make', title: 'Make lip sync', group: 'Lip sync', keys: ['Mod+Enter'] },
      run: () => void makeLipSync(),
      unavailable: () => (useLipSync.getState().sending ? 'One is being sent.' : whyNoLipSync()),
    },
  ]);
}
