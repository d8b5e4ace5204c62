import { Select } from '@mantine/core';
import { chooseMicrophone, useRecorder } from './stores.ts';
import { messages } from '#shared/messages/index.ts';

/** The microphone that is recorded from. */
export function MicrophoneSelect({ className, note }: { className?: string | undefined; note?: string }) {
  const devices = useRecorder((state) => state.devices);
  const deviceId = useRecorder((state) => state.deviceId);
  return (
    <Select
      label={messages.clone.microphone}
      description={note}
      {...(className === undefined ? {} : { className })}
      data={[{ value: '', label: messages.clone.systemMicrophone }, ...devices.map(({ id, name }) => ({ value: id, label: name }))]}
      value={deviceId ?? ''}
      allowDeselect={false}
      onChange={(value) => chooseMicrophone(value === null || value === '' ? undefined : value)}
    />
  );
}
