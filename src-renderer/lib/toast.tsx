import { Anchor, Progress } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatFailure, type Failure } from '#shared/failure.ts';
import { failureTitle, nextWords } from './failure-words.ts';
import { iconSize } from './icon-size.ts';
import { messages } from '#shared/messages/index.ts';

const closeButtonProps = { 'aria-label': messages.shapes.close };

export function toast(title: string, message: ReactNode): void {
  notifications.show({ title, message, icon: <IconCheck size={iconSize.large} />, color: 'blue', autoClose: 6000, closeButtonProps });
}

interface ShownProgress {
  /** Shows how far the work is, from 0 to 1. */
  report(fraction: number): void;
  hide(): void;
}

/** Work that goes on, with a way to stop it. */
export function toastProgress(title: string, stop: () => void): ShownProgress {
  let shown = -1;
  const describe = (percent?: number) => ({
    title,
    message: (
      <>
        {percent !== undefined && <Progress value={percent} my="xs" aria-label={messages.shapes.percentDone(percent)} />}
        {percent !== undefined && <span aria-live="off">{messages.shapes.percentDone(percent)} </span>}
        <Anchor component="button" type="button" fz="inherit" onClick={stop}>
          {messages.shapes.stop}
        </Anchor>
      </>
    ),
    loading: true,
    color: 'blue',
    autoClose: false as const,
    withCloseButton: false,
  });
  const id = notifications.show(describe());
  return {
    report: (fraction) => {
      const percent = Math.floor(fraction * 100);
      if (percent === shown) return;
      shown = percent;
      notifications.update({ id, ...describe(percent) });
    },
    hide: () => notifications.hide(id),
  };
}

/** How a paid request ended whose end was not known. Stays until it is closed: it is about money. */
export function toastEnd(message: string, show: () => void): void {
  notifications.show({
    title: messages.shapes.paidRequestEnded,
    message: (
      <>
        {message}{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={show}>
          {messages.shapes.showInJobs}
        </Anchor>
      </>
    ),
    icon: <IconInfoCircle size={iconSize.large} />,
    color: 'blue',
    autoClose: false,
    closeButtonProps,
  });
}

/** For failures that belong to no place on the screen. Stays until it is closed. */
export function toastFailure(failure: Failure): void {
  notifications.show({
    title: failureTitle(failure),
    message: `${formatFailure(failure)} ${nextWords[failure.next]}`.trim(),
    icon: <IconAlertTriangle size={iconSize.large} />,
    color: 'red',
    autoClose: false,
    closeButtonProps,
  });
}

/** Why something cannot be done now; the newest stands in the place of the one before. */
export function toastReason(title: string, reason: string): void {
  notifications.hide('reason');
  notifications.show({
    id: 'reason',
    title,
    message: reason,
    icon: <IconInfoCircle size={iconSize.large} />,
    color: 'gray',
    autoClose: 4000,
    closeButtonProps,
  });
}
