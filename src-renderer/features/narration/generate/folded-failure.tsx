import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconX } from '@tabler/icons-react';
import type { Failure } from '#shared/failure.ts';
import { failureTitle, formatCharge } from '../../../lib/failure-words.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './folded-failure.module.css';
import { messages } from '#shared/messages/index.ts';

interface FoldedFailureProps {
  failure: Failure;
  about: string | undefined;
  onOpen: () => void;
  onDismiss: () => void;
}

/** An older failure in one line, below the newest: what it was, whether it may have been charged, and the way to the rest of it. */
export function FoldedFailure({ failure, about, onOpen, onDismiss }: FoldedFailureProps) {
  const title = failureTitle(failure);
  return (
    <section className={classes.row} aria-label={title}>
      <IconAlertTriangle className={classes.icon} size={iconSize.normal} stroke={1.75} aria-hidden />
      <UnstyledButton className={classes.open} aria-expanded={false} onClick={onOpen}>
        <span className={classes.title}>{title}</span>
        {about !== undefined && <span className={classes.about}>{about}</span>}
        {failure.charged !== 'no' && <span className={classes.charge}>{formatCharge(failure)}</span>}
        <IconChevronRight className={classes.mark} size={iconSize.normal} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <ActionIcon aria-label={messages.failures.dismiss} onClick={onDismiss}>
        <IconX size={iconSize.normal} aria-hidden />
      </ActionIcon>
    </section>
  );
}
