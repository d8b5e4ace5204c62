import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { TranscriptRecord } from '#shared/operations/transcripts.ts';
import { attachSound } from './stores.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { SoundStrip } from './sound-strip.tsx';
import classes from './source-sound.module.css';
import { messages } from '#shared/messages/index.ts';

/** The sound that was transcribed, where it is on this machine; else why it cannot be heard, and how it can. */
export function SourceSound({ record }: { record: TranscriptRecord }) {
  if (record.sound === null) return <NoSound />;
  return <SoundStrip url={record.sound.url} name={record.name} seconds={record.seconds ?? 0} />;
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
        <FailureCard
          failure={failure}
          paid={false}
          about={messages.transcribe.audioSubject}
          failed={messages.transcribe.audioNotKept}
          onDismiss={() => setFailure(undefined)}
        />
      )}
    </>
  );
}
