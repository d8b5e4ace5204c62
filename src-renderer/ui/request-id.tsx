import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { iconSize } from '../lib/icon-size.ts';
import classes from './request-id.module.css';
import { messages } from '#shared/messages/index.ts';

/**
 * The id to quote to the service's support, with a button that copies it, and the service's own code where it gave one. `more`: the ids of
 * further requests that met the same; they are counted, and copied too, a line each. `detail`: what the service said, over the code.
 */
export function RequestId({
  id,
  code,
  detail,
  more = [],
}: {
  id: string;
  code?: string | undefined;
  detail?: string | undefined;
  more?: readonly string[];
}) {
  const name = more.length === 0 ? messages.shapes.copyRequestId : messages.shapes.copyRequestIds;
  return (
    <span className={classes.request}>
      {messages.shapes.request} <code className={classes.id}>{id}</code>
      {code !== undefined && <code title={detail}>{code}</code>}
      {more.length > 0 && <span>{messages.shapes.andMore(more.length)}</span>}
      <CopyButton value={[id, ...more].join('\n')}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? messages.shapes.copied : name}>
            <ActionIcon aria-label={name} onClick={copy} size="var(--control-small)">
              {copied ? <IconCheck size={iconSize.small} aria-hidden /> : <IconCopy size={iconSize.small} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
