import { fixed } from '../../../lib/format.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useAriaKeys, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { stopTakes, switchTakes, useTakes } from '../stores.ts';
import type { TakeView } from './takes-view.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './takes.module.css';
import { messages } from '#shared/messages/index.ts';

/** Two takes in turn: which one is heard, and that neither is louder. */
export function Comparison({ views }: { views: readonly TakeView[] }) {
  const { takeIds, heard, paused, decibels } = useTakes(
    useShallow(({ takeIds, heard, paused, decibels }) => ({ takeIds, heard, paused, decibels })),
  );
  const keys = useKeys('takes.switch');
  const ariaKeys = useAriaKeys('takes.switch');
  const isShown = takeIds.length === 2;
  useEffect(() => (isShown ? endByEscape() : undefined), [isShown]);
  if (!isShown) return null;
  const nameOf = (takeId: string): string => {
    const index = views.findIndex((view) => view.take.id === takeId);
    return index < 0 ? messages.narration.take : messages.narration.takeNumber(String(views.length - index));
  };
  const lowered = decibels.findIndex((change) => change <= -0.1);
  return (
    <div className={classes.comparison} role="group" aria-label={messages.narration.comparison}>
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
            {index === 0 ? 'A' : 'B'} <span className={classes.sideName}>{nameOf(takeId)}</span>
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
          {paused ? messages.narration.paused : messages.narration.playingTake(takeIds[0] === heard ? 'A' : 'B')}
          {lowered >= 0 && messages.narration.turnedDown(lowered === 0 ? 'A' : 'B', fixed(Math.abs(decibels[lowered] ?? 0), 1))}
        </span>
        <button type="button" className={classes.link} onClick={stopTakes}>
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
    stopTakes();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
