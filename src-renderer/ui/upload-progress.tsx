import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import type { Uploading } from '#shared/operations/bucket.ts';
import { ButtonWords } from './button-words.tsx';
import { size } from '../lib/format.ts';
import { iconSize } from '../lib/icon-size.ts';
import { ProgressRow } from './progress-row.tsx';
import classes from './upload-progress.module.css';
import { messages } from '#shared/messages/index.ts';

/** A file on its way into the person's bucket, before anything is sent to the service. */
export function UploadProgress({ uploading: { name, sent, bytes }, onStop }: { uploading: Uploading; onStop: () => void }) {
  const fraction = sent / bytes;
  const words = (
    <ButtonWords>
      <span className={classes.name}>{name}</span>
      <span>{messages.shapes.uploadedToBucket(String(Math.floor(100 * fraction)), size(bytes))}</span>
    </ButtonWords>
  );
  return (
    <ProgressRow name={messages.shapes.uploading(name)} fraction={fraction} words={words}>
      <Button variant="default" leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />} onClick={onStop}>
        {messages.shapes.stop}
      </Button>
    </ProgressRow>
  );
}
