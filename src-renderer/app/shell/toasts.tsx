import { CloseButton, Loader, UnstyledButton } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { notifications, useNotifications, type NotificationData } from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messages } from '#shared/messages/index.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './toasts.module.css';

/**
 * What happened, in the room that the top bar has left: nothing else is there, so no toast lies over work or moves it. The newest is
 * shown; those before it wait behind it, and the time of each runs while it is shown.
 */
export function Toasts() {
  const { notifications: shown, queue } = useNotifications();
  const [back, setBack] = useState(0);
  const waiting = [...shown, ...queue];
  const newest = waiting.at(-1)?.id;
  const [seen, setSeen] = useState(newest);
  if (seen !== newest) {
    setSeen(newest);
    setBack(0);
  }
  const current = waiting.at(-1 - (waiting.length === 0 ? 0 : back % waiting.length));
  return (
    <div className={classes.room}>
      {current && (
        <Toast key={current.id} data={current}>
          {waiting.length > 1 && (
            <UnstyledButton
              className={classes.more}
              aria-label={messages.window.nextToast(waiting.length - 1)}
              onClick={() => setBack(back + 1)}
            >
              {messages.window.moreToasts(waiting.length - 1)}
            </UnstyledButton>
          )}
        </Toast>
      )}
    </div>
  );
}

const closer = (): HTMLElement | null => document.querySelector('[data-toast] [data-dismiss]');
export const isToastShown = (): boolean => closer() !== null;
export const dismissToast = (): void => closer()?.click();

function Toast({ data, children }: { data: NotificationData; children: React.ReactNode }) {
  const { id = '', title, message, icon, color, loading = false, withCloseButton = true } = data;
  const [held, setHeld] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  // Its time runs while it can be seen.
  const isSeen = useDocumentVisibility() === 'visible';
  const autoClose = typeof data.autoClose === 'number' && !held && isSeen ? data.autoClose : undefined;
  useEffect(() => {
    if (autoClose === undefined) return undefined;
    const timer = setTimeout(() => notifications.hide(id), autoClose);
    return () => clearTimeout(timer);
  }, [autoClose, id, message]);
  // It goes by its button, its time or Escape: the focus then returns to where it came from.
  useLayoutEffect(() => {
    const element = root.current;
    return () => {
      if (element?.contains(document.activeElement) === true && before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  const close = (): unknown => notifications.hide(id);
  return (
    <div
      ref={root}
      className={classes.toast}
      role="alert"
      data-toast={color}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true);
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHeld(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <span className={classes.icon}>{loading ? <Loader size={iconSize.normal} /> : icon}</span>
      <Words title={title} message={message} />
      {children}
      {withCloseButton && <CloseButton size="sm" data-dismiss className={classes.close} {...data.closeButtonProps} onClick={close} />}
    </div>
  );
}

/** Two lines; what is longer opens by a button, over what is below, for as long as the person wants it. */
function Words({ title, message }: Pick<NotificationData, 'title' | 'message'>) {
  const words = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = words.current;
    if (!element) return undefined;
    const measure = (): void => setCut(element.scrollHeight > element.clientHeight + 1);
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    measure();
    return () => resized.disconnect();
  }, [title, message]);
  return (
    <>
      <div ref={words} className={classes.words} data-open={open || undefined}>
        <strong>{title}</strong> {message}
      </div>
      {(isCut || open) && (
        <UnstyledButton className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? messages.window.lessOfToast : messages.window.moreOfToast}
        </UnstyledButton>
      )}
    </>
  );
}
