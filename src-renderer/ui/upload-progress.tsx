import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import type { Uploading } from '#shared/operations/bucket.ts';
import { ButtonWords } from './button-words.tsx';
import { size } from './format.ts';
import { iconSize } from './icon-size.ts';
import classes from './upload-progress.module.css';

/** A file on its way into the person's bucket, before anything is sent to the service. */
export function UploadProgress({ uploading, onStop }: { uploading: Uploading; onStop: () => void }) {
  const { name, sent, bytes } = uploading;
  const percent = Math.floor((100 * sent) / bytes);
  return (
    <>
      <ButtonWords busy>
        <span className={classes.name} role="progressbar" aria-label={`Uploading ${name}`} aria-valuenow={percent}>
          {name}
        </span>
        <span>
          {percent} % of {size(bytes)}, to your bucket
        </span>
      </ButtonWords>
      <Button variant="default" leftSection={<IconPlayerStopFilled size={iconSize.small} />} onClick={onStop}>
        Stop
      </Button>
    </>
  );
}
