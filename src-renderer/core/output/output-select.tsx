import { Button, Select } from '@mantine/core';
import { useEffect } from 'react';
import { chooseOutput, nameOutputs, readOutputs, useOutput } from './output.ts';
import classes from './output-select.module.css';
import { messages } from '#shared/messages/index.ts';

/** What everything plays on. */
export function OutputSelect({ label }: { label: string }) {
  const { outputs, deviceId, isLost } = useOutput();
  useEffect(() => void readOutputs(), []);
  return (
    <>
      <Select
        label={label}
        description={isLost ? messages.output.lost : messages.output.note}
        allowDeselect={false}
        data={[
          { value: '', label: messages.output.systemDefault },
          ...outputs.map((output, index) => ({
            value: output.deviceId,
            label: output.label === '' ? messages.output.number(String(index + 1)) : output.label,
          })),
        ]}
        value={deviceId}
        // Also the one that is shown: the system's own stands there while the chosen one is away.
        onOptionSubmit={(value) => void chooseOutput(value)}
      />
      {outputs.every((output) => output.label === '') && (
        <>
          <p className={classes.note}>{messages.output.needMicrophone}</p>
          <Button variant="default" onClick={() => void nameOutputs()}>
            {messages.output.showAll}
          </Button>
        </>
      )}
    </>
  );
}
