import { Button, Select } from '@mantine/core';
import { useLiveSettings, chooseOutput, nameOutputs, useOutputs } from './stores.ts';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Where Live plays. */
export function OutputSelect({ label = messages.live.device, note }: { label?: string; note?: string }) {
  const deviceId = useLiveSettings((state) => state.settings.deviceId);
  const outputs = useOutputs((state) => state.outputs);
  const nameless = outputs.every(({ label: name }) => /^Output \d+$/u.test(name));
  return (
    <>
      <Select
        label={label}
        description={note}
        allowDeselect={false}
        data={[
          { value: '', label: messages.live.systemDefault },
          ...outputs.map((output) => ({ value: output.deviceId, label: output.label })),
        ]}
        value={deviceId}
        onChange={(value) => value !== null && void chooseOutput(value)}
      />
      {nameless && (
        <>
          <p className={classes.note}>{messages.live.outputsNeedMicrophone}</p>
          <Button variant="default" onClick={() => void nameOutputs()}>
            {messages.live.showAllOutputs}
          </Button>
        </>
      )}
    </>
  );
}
