import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useAriaKeys, useKeys, withKeys } from '../../core/commands/commands.ts';
import { length } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { ReadingScript } from './reading.tsx';
import { heldPeak, hotPeak } from './recorder-store.ts';
import { stopRecording, useRecorder } from './stores.ts';
import classes from './recording-stage.module.css';
import { messages } from '#shared/messages/index.ts';

/** While the microphone is open: the clock, the level, Stop and the text to read, and nothing else. */
export function RecordingStage() {
  const phase = useRecorder((state) => state.phase);
  const count = useRecorder((state) => state.count);
  const seconds = useRecorder((state) => state.seconds);
  const isLoud = useRecorder((state) => heldPeak(state) >= hotPeak);
  const stop = useRef<HTMLButtonElement>(null);
  const keys = useKeys('clone.record');
  const ariaKeys = useAriaKeys('clone.record');
  useEffect(() => {
    stop.current?.focus();
    return () => {
      // The button that ended it is gone, and the focus with it.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-record]')?.focus();
      // What came of it is the next step, at the end of a list that may be long.
      document.querySelector('[data-recording-row]:last-child')?.scrollIntoView({ block: 'nearest' });
    };
  }, []);
  return (
    <div className={classes.stage}>
      <section className={classes.recorder} aria-label={messages.clone.recorder} data-phase={phase}>
        <div className={classes.state}>
          {phase === 'asking' && messages.clone.waitingForMicrophone}
          {phase === 'counting' && (
            <>
              {messages.clone.recordingInLabel} <strong className={classes.time}>{count}</strong>
            </>
          )}
          {(phase === 'recording' || phase === 'ending') && (
            <>
              <span className={classes.dot} aria-hidden /> {messages.clone.recordingState}{' '}
              <strong role="timer" aria-label={messages.clone.recorded} className={classes.time}>
                {length(seconds)}
              </strong>
            </>
          )}
        </div>
        <Button
          ref={stop}
          color="red"
          leftSection={<IconPlayerStopFilled size={iconSize.normal} aria-hidden />}
          title={withKeys(messages.clone.stopRecording, keys)}
          aria-keyshortcuts={ariaKeys}
          onClick={() => void stopRecording()}
        >
          {messages.clone.stopRecording}
        </Button>
        <Level />
        <span className={classes.hint} data-loud={isLoud || undefined}>
          {isLoud ? messages.clone.tooLoudAdvice : messages.clone.speakNaturally}
        </span>
      </section>
      <ReadingScript />
    </div>
  );
}

/** Within the scale, -60 to 0: a sample may lie beyond full scale. */
const toDecibels = (peak: number): number => (peak > 0 ? Math.min(0, Math.max(-60, 20 * Math.log10(peak))) : -60);

/** The input's level now and its highest of the last two seconds, in decibels of full scale from -60 to 0. The lamp stays lit once it was cut off. */
function Level() {
  const peak = useRecorder((state) => state.peak);
  const held = toDecibels(useRecorder(heldPeak));
  const wasCut = useRecorder((state) => state.hot);
  const decibels = toDecibels(peak);
  const words =
    peak >= hotPeak
      ? messages.clone.tooLoud
      : decibels < -45
        ? messages.clone.levelSilent
        : decibels < -30
          ? messages.clone.levelSoft
          : messages.clone.levelGood;
  return (
    <div className={classes.input}>
      <div className={classes.scale}>
        <meter
          className={classes.level}
          aria-label={messages.clone.inputLevel}
          min={-60}
          max={0}
          low={-30}
          high={-1}
          optimum={-12}
          value={decibels}
          aria-valuetext={words}
        >
          {words}
        </meter>
        {held > -60 && (
          <span
            className={classes.held}
            data-loud={held > -1 || undefined}
            style={{ insetInlineStart: `${String(Math.round((100 * (held + 60)) / 60))}%` }}
            aria-hidden
          />
        )}
      </div>
      {wasCut && (
        <span className={classes.cut} title={messages.clone.clippedNote}>
          {messages.clone.clipped}
        </span>
      )}
    </div>
  );
}
