import { Anchor, Progress } from '@mantine/core';
import { notifications, notificationsStore, useNotifications, type NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { endSentence, failureTitle, stepWords, plainFailure } from './failure-words.ts';
import { iconSize } from './icon-size.ts';
import { messages } from '#shared/messages/index.ts';

const closeButtonProps = { 'aria-label': messages.shapes.close };

/** At most this many wait in the top bar; one more takes the place of the oldest that closes by itself, else of the oldest. */
const mostToasts = 5;

function show(data: NotificationData): string {
  const { notifications: shown, queue } = notificationsStore.getState();
  const all = [...shown, ...queue];
  const goes = all.length < mostToasts ? undefined : (all.find(({ autoClose }) => typeof autoClose === 'number') ?? all[0]);
  if (goes?.id !== undefined) notifications.hide(goes.id);
  return notifications.show(data);
}

const undoId = 'undo';

/** What takes an act back; false where it is no longer the last one. */
export type Undo = () => boolean;

/** Of a toast with something to press. */
const offerMs = 10_000;
/** Of a toast that only says what was done. */
const saidMs = 6000;
let undoTimer: ReturnType<typeof setTimeout> | undefined;

/** What Undo of a toast takes back. */
export interface OfferedUndo {
  /** When its act was done, in milliseconds of `performance.now()`. */
  at: number;
  takeBack: () => void;
}
let offered: OfferedUndo | undefined;

/** The Undo that a toast offers now, also one behind a later toast; there is one at most. */
export function offeredUndo(): OfferedUndo | undefined {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].some(({ id }) => id === undoId) ? offered : undefined;
}

/** The same for what is drawn. */
export const useOffersUndo = (): boolean => useNotifications(notificationsStore).notifications.some(({ id }) => id === undoId);

/** What it would take back was taken back otherwise. */
export function withdrawUndo(): void {
  clearTimeout(undoTimer);
  notifications.hide(undoId);
}

/** An offer that waits behind later toasts does not come back long after the act. */
function withdrawUndoIfBehind(): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  if ([...shown, ...queue].at(-1)?.id !== undoId) notifications.hide(undoId);
}

/** Says what was done; with `undo`, offers to take it back. */
export function toast(title: string, message: ReactNode, undo?: Undo): void {
  // Only what was done last can be taken back: an offer of before would be refused.
  if (undo) {
    withdrawUndo();
    undoTimer = setTimeout(withdrawUndoIfBehind, offerMs);
  }
  const id = show({
    ...(undo && { id: undoId }),
    title,
    message: undo ? (
      <>
        {message}{' '}
        <Anchor component="button" type="button" fz="inherit" aria-label={messages.window.undoOf(title)} onClick={() => takeBack(undo)}>
          {messages.window.undo}
        </Anchor>
      </>
    ) : (
      message
    ),
    icon: <IconCheck size={iconSize.large} aria-hidden />,
    color: 'blue',
    autoClose: undo ? offerMs : saidMs,
    closeButtonProps,
  });
  const takeBack = (act: Undo): void => {
    notifications.hide(id);
    if (!act()) toastReason(messages.window.undo, messages.shapes.undoTooLate);
  };
  if (undo) offered = { at: performance.now(), takeBack: () => takeBack(undo) };
}

let replayId: string | undefined;

/**
 * What Undo took back or Redo did again; the newest stands in the place of the one before. Each has an id of its own, so that its time begins with it,
 * and it is shown also where the person looks at an earlier toast.
 */
export function toastReplay(title: string): void {
  withdrawReplay();
  replayId = show({
    title,
    message: '',
    icon: <IconCheck size={iconSize.large} aria-hidden />,
    color: 'blue',
    autoClose: saidMs,
    closeButtonProps,
  });
}

/** A later Undo or Redo needs no toast. */
export function withdrawReplay(): void {
  if (replayId !== undefined) notifications.hide(replayId);
  replayId = undefined;
}

/**
 * What ended while the person was elsewhere, with the way back to it. `about`: the newest about it stands in the place of the one before. `lasts`: stays
 * until it is closed or the way is taken, as what is missing should be read.
 */
export function toastOffer(title: string, message: string, label: string, act: () => void, about?: string, lasts = false): void {
  if (about !== undefined) notifications.hide(about);
  const id = show({
    ...(about !== undefined && { id: about }),
    title,
    message: (
      <>
        {message}{' '}
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          onClick={() => {
            notifications.hide(id);
            act();
          }}
        >
          {label}
        </Anchor>
      </>
    ),
    icon: <IconCheck size={iconSize.large} aria-hidden />,
    color: 'blue',
    autoClose: lasts ? false : offerMs,
    closeButtonProps,
  });
}

/** What changed by itself and lasts. Stays until it is closed or withdrawn; one `about` the same takes its place. */
export function toastLasting(title: string, message: string, about: string): void {
  notifications.hide(about);
  show({
    id: about,
    title,
    message,
    icon: <IconInfoCircle size={iconSize.large} aria-hidden />,
    color: 'gray',
    autoClose: false,
    closeButtonProps,
  });
}

/** What it offered was done in another way, or what it said is over. */
export const withdrawOffer = (about: string): unknown => notifications.hide(about);

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
  const id = show(describe());
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

const endId = 'end';
/** Long enough to be read and followed; Jobs keeps how each request ended. */
const endMs = 20_000;

interface ShownEnd {
  title: string;
  message: string;
  openJobs: () => void;
  /** The block that it failed for: it is withdrawn when that has its audio. */
  failedBlockId?: string | undefined;
}
/** What the toast counts; the last is shown. */
let ends: readonly ShownEnd[] = [];

const isEndShown = (): boolean => {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].some(({ id }) => id === endId);
};

function describeEnds({ title, message, openJobs }: ShownEnd): NotificationData {
  return {
    id: endId,
    title: ends.length === 1 ? title : messages.shapes.paidRequestsEnded(ends.length),
    message: (
      <>
        {message}{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={openJobs}>
          {messages.shapes.showInJobs}
        </Anchor>
      </>
    ),
    icon: <IconInfoCircle size={iconSize.large} aria-hidden />,
    color: 'blue',
    autoClose: endMs,
    closeButtonProps,
  };
}

/** How a paid request ended whose end was not known. Those that end while it is shown are counted in one. */
export function toastEnd({
  title = messages.shapes.paidRequestEnded,
  ...rest
}: Omit<ShownEnd, 'title'> & { title?: string | undefined }): void {
  const end = { title, ...rest };
  ends = isEndShown() ? [...ends, end] : [end];
  notifications.hide(endId);
  show(describeEnds(end));
}

/** The block has its audio: that an earlier request for it failed is not worth a word any more. */
export function withdrawFailedEnd(blockId: string): void {
  const left = ends.filter(({ failedBlockId }) => failedBlockId !== blockId);
  if (left.length === ends.length || !isEndShown()) return;
  ends = left;
  const last = left.at(-1);
  if (last) notifications.update(describeEnds(last));
  else notifications.hide(endId);
}

/**
 * For failures that belong to no place on the screen, with the way to what ends it. Stays until it is closed, or until what it returns is called. That the
 * window is not connected is said by its dialog.
 */
export function toastFailure(failure: Failure, way?: { label: string; act: () => void }): () => void {
  if (failure.kind === 'disconnected') return () => undefined;
  const words = `${endSentence(plainFailure(failure))} ${stepWords(failure)}`.trim();
  const id = show({
    title: failureTitle(failure),
    message: way ? (
      <>
        {words}{' '}
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          onClick={() => {
            notifications.hide(id);
            way.act();
          }}
        >
          {way.label}
        </Anchor>
      </>
    ) : (
      words
    ),
    icon: <IconAlertTriangle size={iconSize.large} aria-hidden />,
    color: 'red',
    autoClose: false,
    closeButtonProps,
  });
  return () => notifications.hide(id);
}

/** Why something cannot be done now; the newest stands in the place of the one before. */
export function toastReason(title: string, reason: string): void {
  notifications.hide('reason');
  show({
    id: 'reason',
    title,
    message: reason,
    icon: <IconInfoCircle size={iconSize.large} aria-hidden />,
    color: 'gray',
    autoClose: 4000,
    closeButtonProps,
  });
}
