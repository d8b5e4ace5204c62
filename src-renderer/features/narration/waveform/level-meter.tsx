import { fixed } from '../../../lib/format.ts';
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { LevelDisplay, meterFloor } from '../../../audio/level.ts';
import { player } from '../../../core/player/player.ts';
import { useProject } from '../../../core/project/project.ts';
import { formatTruePeak } from '../../../lib/peak-words.ts';
import classes from './level-meter.module.css';
import { messages } from '#shared/messages/index.ts';
import { isWished } from '../../../lib/system-wishes.ts';

/** The limit of true peaks that platforms ask for, in dBTP; exports are brought under it. */
const highestTruePeak = -1;
/** Milliseconds between two drawings of the bar, and of what is written for screen readers. */
const drawEvery = 50;
const describeEvery = 1000;

/** The level of what plays, and the highest true peak since Play or since the last reset. Drawn past React. */
export function LevelMeter() {
  const meter = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLSpanElement>(null);
  const [display] = useState(() => new LevelDisplay());
  useEffect(() => {
    if (!meter.current || !figure.current) return undefined;
    return watchLevels(display, meter.current, figure.current);
  }, [display]);
  const reset = (): void => {
    player.resetPeak();
    display.resetTruePeak();
    if (figure.current) writeTruePeak(figure.current, null);
  };
  return (
    <div className={classes.level}>
      <div
        ref={meter}
        role="meter"
        aria-label={messages.narration.level}
        aria-valuemin={meterFloor}
        aria-valuemax={0}
        aria-valuenow={meterFloor}
        aria-valuetext={messages.narration.noAudio}
        className={classes.bar}
      >
        <div data-part="peak" />
        <div data-part="rms" />
        <div data-part="held" />
      </div>
      <Tooltip label={messages.narration.truePeakNote}>
        <UnstyledButton className={classes.figure} onClick={reset}>
          <VisuallyHidden>{messages.narration.resetTruePeak} </VisuallyHidden>
          <span ref={figure}>{formatTruePeak(null)}</span>
        </UnstyledButton>
      </Tooltip>
    </div>
  );
}

function watchLevels(display: LevelDisplay, meter: HTMLElement, figure: HTMLElement): () => void {
  let isRunning = false;
  let [drawnAt, describedAt] = [-Infinity, -Infinity];
  const stopLevels = player.onLevel((level) => {
    if (!isRunning) return;
    const now = performance.now();
    display.push(level, now / 1000);
    writeTruePeak(figure, display.truePeak);
    if (now - drawnAt >= (isWished('motion') ? describeEvery : drawEvery)) {
      drawnAt = now;
      drawBar(meter, display);
    }
    if (now - describedAt >= describeEvery) {
      describedAt = now;
      describe(meter, display);
    }
  });
  const follow = (mode: typeof player.mode, isPaused: boolean): void => {
    const wasRunning = isRunning;
    isRunning = mode !== 'stopped' && !isPaused;
    if (isRunning === wasRunning) return;
    display.clear();
    [drawnAt, describedAt] = [-Infinity, -Infinity];
    drawBar(meter, display);
    describe(meter, display);
    if (!isRunning) return;
    player.resetPeak();
    display.resetTruePeak();
    writeTruePeak(figure, null);
  };
  const stopModes = player.onMode(follow);
  // What was measured is of another chapter.
  const stopChapters = useProject.subscribe((now, before) => {
    if (now.chapterId === before.chapterId) return;
    display.resetTruePeak();
    writeTruePeak(figure, null);
  });
  follow(player.mode, player.paused);
  return () => {
    stopLevels();
    stopModes();
    stopChapters();
  };
}

/** Share of the meter's width, 0 to 1. */
const toShare = (decibels: number): number => 1 - decibels / meterFloor;

function drawBar(meter: HTMLElement, { shown }: LevelDisplay): void {
  for (const part of meter.querySelectorAll<HTMLElement>('[data-part]')) {
    const { part: name } = part.dataset;
    if (name === 'held') part.style.transform = `translateX(${String(100 * (toShare(shown.held) - 1))}%)`;
    else part.style.transform = `scaleX(${String(toShare(name === 'rms' ? shown.rms : shown.peak))})`;
  }
}

function describe(meter: HTMLElement, { shown: { held, rms } }: LevelDisplay): void {
  const format = (decibels: number): string => messages.narration.decibels(fixed(decibels, 1).replace('-', '−'));
  meter.setAttribute('aria-valuenow', String(Math.round(held * 10) / 10));
  meter.setAttribute(
    'aria-valuetext',
    held <= meterFloor ? messages.narration.noAudio : messages.narration.peakAndRms(format(held), format(rms)),
  );
}

function writeTruePeak(figure: HTMLElement, decibels: number | null): void {
  const text = formatTruePeak(decibels);
  if (text === figure.textContent) return;
  figure.textContent = text;
  figure.toggleAttribute('data-over', decibels !== null && decibels > highestTruePeak);
}
