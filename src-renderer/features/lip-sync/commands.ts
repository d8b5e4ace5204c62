import { addCommands } from '../../core/commands/commands.ts';
import { addPlayerCommands } from '../../core/player/video-players.tsx';
import { makeLipSync, useLipSync, whyNoLipSync } from './stores.ts';
import { messages } from '#shared/messages/index.ts';

/** The commands that there are while Lip sync is shown. */
export function addLipSyncCommands(): () => void {
  return addCommands([
    {
      id: 'lip-sync.make',
      title: messages.lipSync.makeLipSync,
      group: messages.lipSync.lipSync,
      keys: ['Mod+Enter'],
      charges: true,
      run: () => void makeLipSync(),
      unavailable: () => (useLipSync.getState().sending ? messages.lipSync.sendingNow : whyNoLipSync()),
    },
  ]);
}

/** Every command of the panel, also those of the players that a job shows; for the lists of keys. */
export function addEveryLipSyncCommand(): () => void {
  const nothing = (): undefined => undefined;
  const stops = [addLipSyncCommands(), addPlayerCommands({ nudge: nothing, seek: nothing }, nothing)];
  return () => {
    for (const stop of stops) stop();
  };
}
