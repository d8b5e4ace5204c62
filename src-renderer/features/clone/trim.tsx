import { ActionIcon, Button, Select, Switch, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { adviceOn, type AdviceLevel } from '#shared/clone/advice.ts';
import { listCuts, type Kept } from '#shared/clone/clean-up.ts';
import { bytesInWords, fileBytesInWords } from '#shared/clone/files.ts';
import {
  canBeCleanedUp,
  listForms,
  chooseForm,
  secondsOf,
  wholeOf,
  type Recording,
  type Trim as Stretch,
} from '#shared/clone/recordings.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { updateRecording, useClone } from './stores.ts';
import { takeTransport } from '../../core/player/transport.ts';
import { length } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Section } from '../../ui/section.tsx';
import { CleanUp } from './clean-up.tsx';
import type { Side } from './compare-media.ts';
import { formWords } from './words.ts';
import { TrimWaveform } from './waveform.ts';
import classes from './trim.module.css';
import { messages } from '#shared/messages/index.ts';

/** One recording: what is kept of it, how it goes out, and what its signal says. The file itself is never changed. */
export function Trim({ recording }: { recording: Recording }) {
  const { id, name, trim, cleaned } = recording;
  const samples = wholeOf(recording);
  const decoded = recording.samples > 0;
  const decoding = useClone((state) => state.decoding[id] === 'wanted');
  const place = useRef<HTMLDivElement>(null);
  const wave = useRef<TrimWaveform>(null);
  const [playing, setPlaying] = useState(false);
  const [loop, setLoop] = useState(false);
  const [failed, setFailed] = useState(false);
  const first = useRef(recording);
  useEffect(() => {
    if (!place.current) return;
    const made = new TrimWaveform(place.current, first.current, {
      onTrim: (stretch) => void updateRecording(first.current.id, { trim: stretch }),
      onPlaying: setPlaying,
      onFailed: () => setFailed(true),
    });
    wave.current = made;
    return () => {
      wave.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => wave.current?.show(trim), [trim]);
  const [heard, setHeard] = useState<Side>('after');
  useEffect(() => wave.current?.setResult(cleaned), [cleaned]);
  useEffect(() => wave.current?.hear(cleaned ? heard : 'before'), [heard, cleaned]);
  // Space plays what is trimmed here, not the chapter.
  useEffect(
    () =>
      takeTransport({
        toggle: () => void wave.current?.play(),
        stop: () => wave.current?.pause(),
        unavailable: () => (wave.current ? undefined : messages.clone.cannotPlay),
      }),
    [],
  );
  const { from, to } = trim ?? { from: 0, to: samples };
  const setTrim = (change: Partial<Stretch>): void => {
    const now = useClone.getState().recordings.find((one) => one.id === id)?.trim ?? { from: 0, to: samples };
    void updateRecording(id, { trim: { ...now, ...change } });
  };
  return (
    <Section
      title={messages.clone.trimAndCheckNamed(name.length > 60 ? `${name.slice(0, 59)}…` : name)}
      actions={
        trim && (
          <Button variant="subtle" onClick={() => void updateRecording(id, { trim: null })}>
            {messages.clone.keepAll}
          </Button>
        )
      }
    >
      {decoded ? (
        <div className={classes.stage} dir="ltr" aria-hidden>
          <div ref={place} className={classes.wave} />
          {cleaned && <Cuts kept={cleaned.kept} stretch={trim ?? { from: 0, to: samples }} samples={samples} />}
        </div>
      ) : (
        <p className={classes.note}>
          {decoding
            ? messages.clone.trimWhileDecoding(recording.codec ?? messages.clone.thisFormat)
            : messages.clone.trimWithoutDecoder(recording.codec ?? messages.clone.thisFormat)}
        </p>
      )}
      {failed && <p className={classes.note}>{messages.clone.noWaveform}</p>}
      <div className={classes.controls}>
        {decoded && (
          <>
            <Tooltip label={messages.clone.playTrimmed}>
              <ActionIcon
                variant="default"
                aria-label={playing ? messages.clone.pauseTrimmed : messages.clone.playTrimmed}
                onClick={() => void wave.current?.play()}
              >
                {playing ? (
                  <IconPlayerPauseFilled size={iconSize.small} aria-hidden />
                ) : (
                  <IconPlayerPlayFilled size={iconSize.small} aria-hidden />
                )}
              </ActionIcon>
            </Tooltip>
            <Switch
              label={messages.clone.loop}
              className={classes.loop}
              checked={loop}
              onChange={(event) => {
                setLoop(event.currentTarget.checked);
                if (wave.current) wave.current.loop = event.currentTarget.checked;
              }}
            />
          </>
        )}
        <Seconds label={messages.clone.from} value={from} most={samples} onChange={(value) => setTrim({ from: value })} />
        <Seconds label={messages.clone.to} value={to} most={samples} onChange={(value) => setTrim({ to: value })} />
        <span className={classes.length}>{messages.clone.selected(length((to - from) / sampleRate))}</span>
        <SendAs recording={recording} />
      </div>
      {canBeCleanedUp(recording) && <CleanUp recording={recording} heard={heard} onHear={setHeard} />}
      <Advice recording={recording} />
    </Section>
  );
}

/** What is cut out, over the waveform. */
function Cuts({ kept, stretch, samples }: { kept: Kept; stretch: Stretch; samples: number }) {
  const share = (count: number): string => `${(100 * count) / samples}%`;
  return listCuts(kept, stretch).map(({ from, to }) => (
    <span key={from} className={classes.cut} style={{ left: share(from), width: share(to - from) }} />
  ));
}

/** A place in the recording, in seconds to a hundredth. */
function Seconds({ label, value, most, onChange }: { label: string; value: number; most: number; onChange: (samples: number) => void }) {
  return (
    <NumberField
      label={label}
      className={classes.seconds}
      unit={messages.clone.s}
      min={0}
      max={Number((most / sampleRate).toFixed(2))}
      step={0.1}
      decimals={2}
      value={Number((value / sampleRate).toFixed(2))}
      onCommit={(next) => next !== null && onChange(Math.round(Math.min(next * sampleRate, most)))}
    />
  );
}

function SendAs({ recording }: { recording: Recording }) {
  const forms = listForms(recording);
  const usual = chooseForm({ ...recording, sendAs: 'auto' });
  const data = [
    { value: 'auto', label: usual ? messages.clone.bestFormat(formWords[usual.form]) : messages.clone.nothingFits },
    ...forms.map(({ form, bytes }) => ({
      value: form,
      label: `${form === 'as-is' ? messages.clone.originalFile : formWords[form]}, ${bytesInWords(bytes)}${bytes > cloneLimits.fileBytes ? messages.clone.overLimit(fileBytesInWords) : ''}`,
      disabled: bytes > cloneLimits.fileBytes,
    })),
  ];
  return (
    <Select
      label={messages.clone.sendAs}
      className={classes.form}
      data={data}
      value={recording.sendAs}
      allowDeselect={false}
      onChange={(value) => {
        if (value !== null) void updateRecording(recording.id, { sendAs: value as Recording['sendAs'] });
      }}
    />
  );
}

const signs: Record<AdviceLevel, { icon: typeof IconCheck; words: string }> = {
  good: { icon: IconCheck, words: messages.clone.good },
  note: { icon: IconInfoCircle, words: messages.clone.couldBeBetter },
  warn: { icon: IconAlertTriangle, words: messages.clone.needsALook },
};

/** What the signal says. Advice alone: nothing of it keeps a recording from being sent. */
function Advice({ recording: { facts, name } }: { recording: Recording }) {
  const all = useClone((state) => secondsOf(state.recordings));
  if (!facts) return null;
  return (
    <ul className={classes.advice} aria-label={messages.clone.adviceFor(name.slice(0, 60))}>
      {adviceOn(facts, all).map(({ topic, level, finding, reason }) => {
        const { icon: Icon, words } = signs[level];
        return (
          <li key={topic} className={classes.item} data-level={level} data-topic={topic}>
            <Icon size={14} stroke={1.75} role="img" aria-label={words} className={classes.icon} />
            <span>
              <span className={classes.finding}>{finding}</span>
              {reason !== '' && <span className={classes.reason}> {reason}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
