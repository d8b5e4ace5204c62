import { Button, Loader, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { sayLimits } from '#shared/operations/paid.ts';
import { sayLine, quoteLines, stopLine, useLine, type LineQuote } from '../../core/voices/lines.ts';
import { useProject } from '../../core/project/project.ts';
import { playSound } from '../../core/player/sounds.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { narrateWith, useWhatNarrates } from '../../core/voices/voices.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { leaves } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { SoundRow } from '../../core/player/sound-row.tsx';
import classes from './made.module.css';
import { messages } from '#shared/messages/index.ts';

const usualLine = messages.clone.sampleLine;
const quoteAfterMs = 250;

/** The voice is there: its first line is one key away. */
export function Made({ voice }: { voice: { voiceId: string; name: string } }) {
  const [text, setText] = useState<string>(usualLine);
  const line = { voiceId: voice.voiceId, text };
  const said = useLine(line);
  const quote = useQuote(voice.voiceId, text);
  const hasProject = useProject((state) => state.details !== undefined);
  const narrates = useWhatNarrates();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  const say = async (): Promise<void> => {
    const answer = await sayLine(line);
    if (answer.state === 'said') playSound(answer.file.url);
  };
  const unavailable = text.trim() === '' ? messages.clone.writeLine : said?.state === 'saying' ? messages.clone.lineInProgress : undefined;
  return (
    <section className={classes.made} aria-label={messages.clone.voiceCreated}>
      <h2 className={classes.title}>
        <IconCircleCheck size={iconSize.large} stroke={1.75} aria-hidden className={classes.icon} />
        {messages.clone.isCreated(voice.name)}
      </h2>
      <div className={classes.line}>
        <TextInput
          aria-label={messages.clone.testLine}
          className={classes.text}
          maxLength={sayLimits.characters}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && unavailable === undefined) void say();
          }}
        />
        <div ref={place}>
          <PaidButton
            name={messages.clone.generateTestLine}
            estimate={priceOf(quote)}
            shortcut={undefined}
            unavailable={unavailable}
            onPress={() => void say()}
          />
        </div>
      </div>
      <div className={classes.use}>
        <Button variant="default" disabled={!hasProject} onClick={() => void narrateWith(voice)}>
          {messages.clone.useInNarration}
        </Button>
        <span className={classes.note}>{narrates}</span>
      </div>
      {said?.state === 'saying' && (
        <p className={classes.saying} role="status">
          <Loader size={iconSize.normal} /> {messages.clone.testLineProgress}
          <Button variant="subtle" onClick={() => stopLine(line)}>
            {messages.clone.stopWaiting}
          </Button>
        </p>
      )}
      {said?.state === 'said' && <SoundRow name={messages.clone.testLineOf(voice.name)} url={said.file.url} />}
      {said?.state === 'failed' && <FailureCard failure={said.failure} about={messages.clone.testLineSubject} />}
    </section>
  );
}

function useQuote(voiceId: string, text: string): LineQuote | undefined {
  const modelId = useStudio((state) => knownVoices(state).find((voice) => voice.voiceId === voiceId)?.modelIds[0]);
  const [known, setKnown] = useState<{ text: string; quote: LineQuote | undefined }>();
  useEffect(() => {
    if (modelId === undefined || text.trim() === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void quoteLines(text, [{ voiceId, modelId }], abort.signal).then((answer) => {
        if (!abort.signal.aborted) setKnown({ text, quote: answer?.lines[0] });
      });
    }, quoteAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [voiceId, modelId, text]);
  return known?.text === text ? known.quote : undefined;
}

function priceOf(quote: LineQuote | undefined): string {
  const account = useStudio.getState().account;
  if (!quote || quote.credits === null) return messages.clone.priceUnknownNote;
  const credits = Math.ceil(quote.credits);
  if (credits === 0) return messages.clone.alreadyPaid;
  return `≈ ${messages.clone.credit(credits)}${leaves(account?.credits, credits)}.`;
}
