import { fixed } from '../../../lib/format.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useAriaKeys, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { endComparison, switchTakes, chooseCompared, useTakes } from '../stores.ts';
import { nameOfTake, type TakeView } from './takes-view.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './takes.module.css';
import { messages } from '#shared/messages/index.ts';

/** Two takes in turn: which one is heard, that neither is louder, and which is used. `heardId`: the take in use. */
export function Comparison({ views, heardId }: { views: readonly TakeView[]; heardId: string | undefined }) {
  const { takeIds, heard, paused, decibels } = useTakes(
    useShallow(({ takeIds, heard, paused, decibels }) => ({ takeIds, heard, paused, decibels })),
  );
  const keys = useKeys('takes.switch');
  const ariaKeys = useAriaKeys('takes.switch');
  const useKey = useKeys('takes.use-compared');
  const ariaUseKey = useAriaKeys('takes.use-compared');
  const bar = useRef<HTMLDivElement>(null);
  const isShown = takeIds.length === 2;
  useEffect(() => (isShown ? endByEscape() : undefined), [isShown]);
  if (!isShown) return null;
  const side = takeIds[0] === heard ? 'A' : 'B';
  const winner = nameOfTake(views, heard);
  /** The bar goes; the focus that was in it goes to the take that is in use then. */
  const leave = (act: () => void, takeId: string | undefined): void => {
    const hadFocus = bar.current?.contains(document.activeElement) === true;
    act();
    if (hadFocus && takeId !== undefined) document.querySelector<HTMLElement>(`[data-take="${takeId}"] [aria-expanded]`)?.focus();
  };
  const lowered = decibels.findIndex((change) => change <= -0.1);
  return (
    <div ref={bar} className={classes.comparison} role="group" aria-label={messages.narration.comparison}>
      <div className={classes.pair}>
        {takeIds.map((takeId, index) => (
          <button
            key={takeId}
            type="button"
            className={classes.side}
            aria-pressed={takeId === heard}
            onClick={() => {
              if (takeId !== heard) switchTakes();
            }}
          >
            {index === 0 ? 'A' : 'B'} <span className={classes.sideName}>{nameOfTake(views, takeId)}</span>
          </button>
        ))}
        <Tooltip label={withKeys(messages.narration.switchNote, keys)}>
          <ActionIcon aria-label={messages.narration.switchTakes} aria-keyshortcuts={ariaKeys} variant="default" onClick={switchTakes}>
            <IconArrowsExchange size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.foot}>
        <span>
          {paused ? messages.narration.paused : messages.narration.playingTake(side)}
          {lowered >= 0 && messages.narration.turnedDown(lowered === 0 ? 'A' : 'B', fixed(Math.abs(decibels[lowered] ?? 0), 1))}
        </span>
      </div>
      <div className={classes.foot}>
        <Tooltip label={withKeys(messages.narration.useComparedNote, useKey)}>
          <Button size="compact-sm" aria-keyshortcuts={ariaUseKey} onClick={() => leave(chooseCompared, heard)}>
            {heard === heardId ? messages.narration.keepCompared(winner) : messages.narration.useCompared(winner)}
          </Button>
        </Tooltip>
        <button type="button" className={classes.link} onClick={() => leave(endComparison, heardId)}>
          {messages.narration.endComparison}
        </button>
      </div>
    </div>
  );
}

/** Wherever the focus is, unless Escape closes or leaves what has it. Answers with what ends that. */
function endByEscape(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const isOfOther =
      event.target instanceof Element && event.target.closest('[role="dialog"], [role="listbox"], input, textarea') !== null;
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isOfOther) return;
    event.preventDefault();
    endComparison();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
