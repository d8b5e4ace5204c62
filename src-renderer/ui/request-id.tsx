import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { iconSize } from '../lib/icon-size.ts';
import classes from './request-id.module.css';
import { messages } from '#shared/messages/index.ts';

/** The id to quote to the service's support, with a button that copies it, and the service's own code where it gave one. */
export function RequestId({ id, code }: { id: string; code?: string | undefined }) {
  return (
    <span className={classes.request}>
      {messages.shapes.request} <code className={classes.id}>{id}</code>
      {code !== undefined && <code>{code}</code>}
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? messages.shapes.copied : messages.shapes.copyRequestId}>
            <ActionIcon aria-label={messages.shapes.copyRequestId} onClick={copy} size="var(--control-small)">
              {copied ? <IconCheck size={iconSize.small} /> : <IconCopy size={iconSize.small} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
