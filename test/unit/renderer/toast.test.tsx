import { notificationsStore, type NotificationData } from '@mantine/notifications';
import { Children, isValidElement, type ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { fail } from '#shared/failure.ts';
import {
  offeredUndo,
  toast,
  toastEnd,
  toastFailure,
  toastOffer,
  toastReason,
  toastReplay,
  withdrawFailedEnd,
  withdrawReplay,
} from '../../../src-renderer/lib/toast.tsx';
import { said } from '../../helpers/said.ts';

const waiting = (): NotificationData[] => {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue];
};
const titles = (): ReactNode[] => waiting().map(({ title }) => title);

/** Presses the button of these words in what a toast says. */
function press(words: string, said: ReactNode): void {
  const buttons = Children.toArray(isValidElement<{ children: ReactNode }>(said) ? said.props.children : []).filter((part) =>
    isValidElement<{ children: ReactNode; onClick: () => void }>(part),
  );
  const button = buttons.find(({ props }) => props.children === words);
  if (!button) throw new Error(`The toast has no ${words}.`);
  button.props.onClick();
}
const failure = fail('internal', said('It broke.')).failure;

beforeEach(() => notificationsStore.setState((state) => ({ ...state, notifications: [], queue: [] })));

it('a toast without an undo offers none and closes by itself; one with an undo stays longer', () => {
  toast('Saved', 'As a file.');
  toast('Deleted', '', () => true);
  const [saved, deleted] = waiting();
  expect(saved?.message).toBe('As a file.');
  expect(saved?.autoClose).toBeLessThan(Number(deleted?.autoClose));
});

it('an offer closes by itself, as late as an undo does; one of what is missing stays', () => {
  toast('Deleted', '', () => true);
  toastOffer('Voice made', '', 'Show', () => undefined);
  toastOffer('Left out', '', 'Show', () => undefined, 'left-out', true);
  const [deleted, made, leftOut] = waiting();
  expect(made?.autoClose).toBe(deleted?.autoClose);
  expect(leftOut?.autoClose).toBe(false);
});

it('Undo of a toast takes the act back once, closes the toast and says nothing more', () => {
  let undone = 0;
  toast('Deleted', '', () => {
    undone += 1;
    return true;
  });
  press(messages.window.undo, waiting()[0]?.message);
  expect(undone).toBe(1);
  expect(waiting()).toEqual([]);
});

it('Undo of a toast after another change takes nothing back and says what to do', () => {
  toast('Deleted', '', () => false);
  press(messages.window.undo, waiting()[0]?.message);
  expect(waiting().map(({ title, message }) => [title, message])).toEqual([[messages.window.undo, messages.shapes.undoTooLate]]);
});

it('of what can be taken back only the newest is offered', () => {
  toast('Deleted', '', () => true);
  toast('Saved', 'As a file.');
  toast('Moved', '', () => true);
  expect(titles()).toEqual(['Saved', 'Moved']);
});

it('of more than five toasts the oldest that closes by itself gives way, and a failure stays', () => {
  toastFailure(failure);
  for (const name of ['1', '2', '3', '4', '5']) toast(name, '');
  expect(titles().slice(1)).toEqual(['2', '3', '4', '5']);
  expect(waiting()).toHaveLength(5);
  expect(waiting()[0]?.autoClose).toBe(false);
});

it('a sixth failure takes the place of the oldest, so that the bar has a bound', () => {
  for (let count = 0; count < 8; count += 1) toastFailure(failure);
  expect(waiting()).toHaveLength(5);
});

it('of reasons only the newest is shown', () => {
  toastReason('Generate', 'One.');
  toastReason('Generate', 'Two.');
  expect(waiting().map(({ message }) => message)).toEqual(['Two.']);
});

it('of what Undo and Redo say only the newest is shown, as a toast of its own; other toasts and an offered Undo stay', () => {
  toastFailure(failure);
  toast('Deleted', '', () => true);
  toastReplay('Undone: one');
  const [, , undone] = waiting();
  toast('Saved', 'As a file.');
  toastReplay('Redone: one');
  expect(titles().slice(1)).toEqual(['Deleted', 'Saved', 'Redone: one']);
  expect(waiting()).toHaveLength(4);
  expect(waiting().at(-1)?.id).not.toBe(undone?.id); // so its time begins with it
  expect(offeredUndo()).toBeDefined();
  withdrawReplay();
  expect(titles().slice(1)).toEqual(['Deleted', 'Saved']);
});

it('Undo is on offer while its toast is there, also behind a later one, and takes back the newest act', () => {
  expect(offeredUndo()).toBeUndefined();
  const undone: string[] = [];
  for (const name of ['Moved', 'Deleted'])
    toast(name, '', () => {
      undone.push(name);
      return true;
    });
  toastReason('Generate', 'Not now.');
  offeredUndo()?.takeBack();
  expect(undone).toEqual(['Deleted']);
  expect(offeredUndo()).toBeUndefined();
});

it('paid requests that end one after another are counted in one toast, which shows the last; once it is closed the count begins again', () => {
  const opened: number[] = [];
  const end = (number: number): void =>
    toastEnd({ message: `Request ${String(number)} failed.`, openJobs: () => void opened.push(number) });
  end(1);
  expect(titles()).toEqual([messages.shapes.paidRequestEnded]);
  end(2);
  end(3);
  expect(titles()).toEqual([messages.shapes.paidRequestsEnded(3)]);
  expect(waiting()[0]?.autoClose).toBeGreaterThan(10_000); // it goes by itself: Jobs keeps how they ended
  press(messages.shapes.showInJobs, waiting()[0]?.message);
  expect(opened).toEqual([3]);
  notificationsStore.setState((state) => ({ ...state, notifications: [], queue: [] }));
  end(4);
  expect(titles()).toEqual([messages.shapes.paidRequestEnded]);
});

it('that a paid request for a block failed is withdrawn when the block has its audio, also behind a later toast, and other ends stay', () => {
  const end = (message: string, failedBlockId?: string): void => toastEnd({ message, openJobs: () => undefined, failedBlockId });
  end('One failed.', 'block1');
  toastFailure(failure);
  withdrawFailedEnd('block2');
  expect(titles()).toContain(messages.shapes.paidRequestEnded);
  withdrawFailedEnd('block1');
  expect(titles()).not.toContain(messages.shapes.paidRequestEnded);
  expect(waiting()).toHaveLength(1);
  end('Saved.');
  end('Two failed.', 'block2');
  expect(titles()).toContain(messages.shapes.paidRequestsEnded(2));
  withdrawFailedEnd('block2');
  expect(titles()).toContain(messages.shapes.paidRequestEnded);
  withdrawFailedEnd('block2');
  expect(waiting()).toHaveLength(2);
});
