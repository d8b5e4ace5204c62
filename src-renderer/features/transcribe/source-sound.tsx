import { Button, Slider } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { TranscriptRecord } from '#shared/operations/transcripts.ts';
import { playSoundFrom, secondsOf, useSounds } from '../../core/player/sounds.ts';
import { attachSound } from './stores.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { clock } from '../../lib/format.ts';
import { PlaySound } from '../../core/player/sound-row.tsx';
import classes from './source-sound.module.css';
import { messages } from '#shared/messages/index.ts';

/** The sound that was transcribed, where it is on this machine; else why it cannot be heard, and how it can. */
export function SourceSound({ record }: { record: TranscriptRecord }) {
  if (record.sound === null) return <NoSound />;
  return <Player url={record.sound.url} name={record.name} seconds={record.seconds ?? 0} />;
}

function Player({ url, name, seconds }: { url: string; name: string; seconds: number }) {
  const at = usePlace(url);
  const most = Math.max(seconds, at, 0.1);
  return (
    <div className={classes.player}>
      <PlaySound name={name} url={url} />
      <Slider
        className={classes.slider ?? ''}
        thumbLabel={messages.transcribe.audioPosition}
        label={(value) => clock(value)}
        min={0}
        max={most}
        step={0.1}
        value={Math.min(at, most)}
        onChange={(value) => playSoundFrom(url, value)}
      />
      <span className={classes.place} role="timer" aria-label={messages.transcribe.position}>
        {clock(at)} / {clock(seconds)}
      </span>
    </div>
  );
}

/** Seconds that have passed; updated a few times a second while it sounds. */
function usePlace(url: string): number {
  const current = useSounds((state) => state.url === url);
  const paused = useSounds((state) => state.paused);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const tell = (): void => setAt(Math.round(secondsOf(url) * 10) / 10);
    const first = requestAnimationFrame(tell);
    const timer = current && !paused ? setInterval(tell, 100) : undefined;
    return () => {
      cancelAnimationFrame(first);
      clearInterval(timer);
    };
  }, [url, current, paused]);
  return at;
}

function NoSound() {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const attach = async (file: File): Promise<void> => {
    setBusy(true);
    setFailure(await attachSound(file));
    setBusy(false);
  };
  return (
    <>
      <div className={classes.none} role="note">
        <span>{messages.transcribe.audioMissingNote}</span>
        <Button variant="default" size="compact-sm" loading={busy} onClick={() => input.current?.click()}>
          {messages.transcribe.chooseAudio}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="audio/*,video/*"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void attach(file);
          }}
        />
      </div>
      {failure && (
        <FailureCard failure={failure} paid={false} about={messages.transcribe.audioSubject} onDismiss={() => setFailure(undefined)} />
      )}
    </>
  );
}
