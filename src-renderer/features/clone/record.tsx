import { Button } from '@mantine/core';
import { IconMicrophone, IconRefresh } from '@tabler/icons-react';
import { useKeys, withKeys } from '../../core/commands/commands.ts';
import { useClone, recordAgain, startRecording, useRecorder } from './stores.ts';
import { MicrophoneSelect } from './microphone-select.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './record.module.css';
import { messages } from '#shared/messages/index.ts';

export function RecordButton() {
  const phase = useRecorder((state) => state.phase);
  const keys = useKeys('clone.record');
  return (
    <Button
      variant="default"
      leftSection={<IconMicrophone size={iconSize.normal} aria-hidden />}
      disabled={phase !== 'idle'}
      data-record
      title={withKeys(messages.clone.recordWithMicrophone, keys)}
      onClick={() => void startRecording()}
    >
      {messages.clone.record}
    </Button>
  );
}

/** The device, why it could not record, and another take of the last recording. */
export function Record() {
  const { devices, failure, last } = useRecorder();
  const again = useClone((state) => state.recordings.some(({ id, state: at }) => id === last && at !== 'arriving'));
  return (
    <>
      {failure && (
        <FailureCard
          failure={failure}
          title={messages.clone.cannotRecord}
          paid={false}
          onDismiss={() => useRecorder.setState({ failure: undefined })}
          action={
            <Button variant="default" onClick={() => void startRecording()}>
              {messages.clone.record}
            </Button>
          }
        />
      )}
      {(devices.length > 1 || again) && (
        <div className={classes.devices}>
          {devices.length > 1 && <MicrophoneSelect className={classes.device} />}
          {again && (
            <Button variant="default" leftSection={<IconRefresh size={iconSize.normal} aria-hidden />} onClick={() => void recordAgain()}>
              {messages.clone.recordAgain}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
