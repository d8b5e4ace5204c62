import { Button, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { messages } from '#shared/messages/index.ts';
import { useKeys, withKeys } from '../../../core/commands/commands.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import type { ReadingSide } from './lit-word.ts';
import classes from './script.module.css';

/** Over the script while the reading goes on out of sight: leads back to it. */
export function FollowButton({ side, onFollow }: { side: ReadingSide; onFollow: () => void }) {
  const keys = useKeys('sound.follow');
  const Arrow = side === 'above' ? IconArrowUp : IconArrowDown;
  return (
    <Tooltip label={withKeys(messages.narration.followNote, keys)}>
      <Button
        className={classes.follow ?? ''}
        variant="default"
        size="xs"
        leftSection={<Arrow size={iconSize.normal} aria-hidden />}
        onClick={onFollow}
      >
        {messages.narration.followPlayback}
      </Button>
    </Tooltip>
  );
}
