import { addCommands } from '../../core/commands/commands.ts';
import { useClone, startRecording, stopRecording, useRecorder, sendClone, stopSending } from './stores.ts';
import { whyNotSent } from './why-not.ts';
import { messages } from '#shared/messages/index.ts';

/** The commands that there are while Clone is shown. R records, as in most recorders. */
export function addCloneCommands(): () => void {
  return addCommands([
    {
      id: 'clone.send',
      title: messages.clone.cloneVoice,
      group: messages.clone.clone,
      keys: ['Mod+Enter'],
      charges: true,
      run: () => void sendClone(),
      unavailable: () => whyNotSent(),
    },
    {
      id: 'clone.stop',
      title: messages.clone.stopSending,
      group: messages.clone.clone,
      run: stopSending,
      unavailable: () => (useClone.getState().sending ? undefined : messages.clone.notSending),
    },
    {
      id: 'clone.record',
      title: messages.clone.toggleRecording,
      group: messages.clone.clone,
      keys: ['R'],
      run: () => void (useRecorder.getState().phase === 'idle' ? startRecording() : stopRecording()),
      unavailable: () => (useClone.getState().made ? messages.clone.alreadyCreated : undefined),
    },
  ]);
}
