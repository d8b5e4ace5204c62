import { Anchor } from '@mantine/core';
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

/** Work that goes on, with a way to stop it; stays until the answer is called. */
export function toastProgress(title: string, stop: () => void): () => void {
  const id = notifications.show({
    title,
    message: (
      <Anchor component="button" type="button" fz="inherit" onClick={stop}>
        {messages.shapes.stop}
      </Anchor>
    ),
    loading: true,
    color: 'blue',
    autoClose: false,
    withCloseButton: false,
  });
  return () => notifications.hide(id);
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
