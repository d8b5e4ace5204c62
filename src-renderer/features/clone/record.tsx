import { ActionIcon, Button } from '@mantine/core';
import { IconMicrophone, IconPlayerStopFilled, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useKeys, withKeys } from '../../core/commands/commands.ts';
import { useClone, recordAgain, startRecording, stopRecording, useRecorder } from './stores.ts';
import { MicrophoneSelect } from './microphone-select.tsx';
import { hotPeak } from './recorder-store.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { length } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './record.module.css';
import { messages } from '#shared/messages/index.ts';

export function RecordButton() {
  const phase = useRecorder((state) => state.phase);
  const keys = useKeys('clone.record');
  return (
    <Button
      variant="default"
      leftSection={<IconMicrophone size={iconSize.normal} aria-hidden />}
      disabled={phase !== 'idle'}
      data-record
      title={withKeys(messages.clone.recordWithMicrophone, keys)}
      onClick={() => void startRecording()}
    >
      {messages.clone.record}
    </Button>
  );
}

/** The device, the countdown, the level, and what is being recorded. */
export function Record() {
  const { phase, count, seconds, hot, devices, failure, last } = useRecorder();
  const stop = useRef<HTMLButtonElement>(null);
  const wasActive = useRef(false);
  const again = useClone((state) => state.recordings.some(({ id, state: at }) => id === last && at !== 'arriving'));
  const active = phase !== 'idle';
  useEffect(() => {
    if (active) stop.current?.focus();
    else if (wasActive.current) {
      // The button that ended it is gone, and the focus with it.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-record]')?.focus();
      // What came of it is the next step, at the end of a list that may be long.
      document.querySelector('[data-recording-row]:last-child')?.scrollIntoView({ block: 'nearest' });
    }
    wasActive.current = active;
  }, [active]);
  return (
    <>
      {failure && (
        <FailureCard
          failure={failure}
          title={messages.clone.cannotRecord}
          paid={false}
          onDismiss={() => useRecorder.setState({ failure: undefined })}
          action={
            <Button variant="default" onClick={() => void startRecording()}>
              {messages.clone.record}
            </Button>
          }
        />
      )}
      {(devices.length > 1 || again) && !active && (
        <div className={classes.devices}>
          {devices.length > 1 && <MicrophoneSelect className={classes.device} />}
          {again && (
            <Button variant="default" leftSection={<IconRefresh size={iconSize.normal} aria-hidden />} onClick={() => void recordAgain()}>
              {messages.clone.recordAgain}
            </Button>
          )}
        </div>
      )}
      {active && (
        <section className={classes.recorder} aria-label={messages.clone.recorder} data-phase={phase}>
          <div className={classes.state}>
            {phase === 'asking' && messages.clone.waitingForMicrophone}
            {phase === 'counting' && (
              <>
                {messages.clone.recordingInLabel} <strong className={classes.count}>{count}</strong>
              </>
            )}
            {(phase === 'recording' || phase === 'ending') && (
              <>
                <span className={classes.dot} aria-hidden /> {messages.clone.recordingState}{' '}
                <span role="timer" aria-label={messages.clone.recorded} className={classes.time}>
                  {length(seconds)}
                </span>
              </>
            )}
          </div>
          <Level />
          <span className={classes.hint}>{hot ? messages.clone.tooLoudAdvice : messages.clone.speakNaturally}</span>
          <ActionIcon ref={stop} variant="default" aria-label={messages.clone.stopRecording} onClick={() => void stopRecording()}>
            <IconPlayerStopFilled size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </section>
      )}
    </>
  );
}

/** The input's level now, in decibels of full scale from -60 to 0. */
function Level() {
  const peak = useRecorder((state) => state.peak);
  const decibels = peak > 0 ? Math.max(-60, 20 * Math.log10(peak)) : -60;
  const words = peak >= hotPeak ? messages.clone.tooLoud : decibels < -45 ? 'silent' : decibels < -30 ? 'soft' : 'good';
  return (
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
      data-level={words}
    >
      {words}
    </meter>
  );
}
