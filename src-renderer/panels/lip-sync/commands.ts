import { addCommands } from '../../state/commands.ts';
import { makeLipSync, useLipSync, whyNoLipSync } from '../../state/lip-sync.ts';

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
