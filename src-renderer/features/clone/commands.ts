import { addCommands } from '../../core/commands/commands.ts';
import { useClone } from './store.ts';
import { startRecording, stopRecording, useRecorder } from './recorder.ts';
import { sendClone, stopSending } from './send-store.ts';
import { whyNotSent } from './why-not.ts';

/** The commands that there are while Clone is shown. R records, as in most recorders. */
export function addCloneCommands(): () => void {
  return addCommands([
    {
      id: 'clone.send',
      title: 'Clone the voice',
      group: 'Clone',
      keys: ['Mod+Enter'],
      run: () => void sendClone(),
      unavailable: () => whyNotSent(),
    },
    {
      id: 'clone.stop',
      title: 'Stop sending the voice',
      group: 'Clone',
      run: stopSending,
      unavailable: () => (useClone.getState().sending ? undefined : 'Nothing is being sent.'),
    },
    {
      id: 'clone.record',
      title: 'Record, or stop recording',
      group: 'Clone',
      keys: ['R'],
      run: () => void (useRecorder.getState().phase === 'idle' ? startRecording() : stopRecording()),
    },
  ]);
}
