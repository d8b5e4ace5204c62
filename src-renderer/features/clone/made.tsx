import { Button, Loader, TextInput } from '@mantine/core';
import { IconCircleCheck, IconUserX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { sayLimits } from '#shared/operations/paid.ts';
import { sayLine, quoteLines, stopLine, useLine } from '../../core/voices/lines.ts';
import { playSound } from '../../core/player/sounds.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { NarrateWith } from '../../core/voices/narrate-with.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { PriceWords, usePrice } from '../../core/account/price.tsx';
import { ForCharacter } from '../../core/voices/for-character.tsx';
import { SoundRow } from '../../core/player/sound-row.tsx';
import { learnClonePrice, reopen, useClone, useClonePrice } from './stores.ts';
import classes from './made.module.css';
import { messages } from '#shared/messages/index.ts';
import { spokenLine } from '#shared/messages/spoken-lines.ts';

/** The voice is there: its first line is one key away. */
export function Made({ voice }: { voice: { voiceId: string; name: string } }) {
  const [typed, setTyped] = useState<string>();
  const chosenLanguage = useClone((state) => state.form.languages[0]);
  const listedLanguage = useStudio((state) => knownVoices(state).find(({ voiceId }) => voiceId === voice.voiceId)?.primaryLanguage);
  const text = typed ?? spokenLine('clone', chosenLanguage ?? listedLanguage);
  const line = { voiceId: voice.voiceId, text };
  const said = useLine(line);
  const price = useLinePrice(voice.voiceId, text);
  const cost = useClonePrice((state) => state.price);
  useEffect(() => void learnClonePrice(), []);
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
      {cost && cost.creditsPerUnit > 0 && (
        <p className={classes.price}>{messages.clone.costAbout(messages.clone.credit(Math.ceil(cost.creditsPerUnit)))}</p>
      )}
      <div className={classes.line}>
        <TextInput
          aria-label={messages.clone.testLine}
          className={classes.text}
          maxLength={sayLimits.characters}
          value={text}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && unavailable === undefined) void say();
          }}
        />
        <div ref={place}>
          <PaidButton
            name={messages.clone.generateTestLine}
            estimate={<PriceWords {...price} full />}
            shortcut={undefined}
            unavailable={unavailable}
            onPress={() => void say()}
          />
        </div>
      </div>
      {text.trim() !== '' && (
        <p className={classes.price}>
          <PriceWords {...price} />
        </p>
      )}
      {said?.state === 'saying' && (
        <p className={classes.saying}>
          <Loader size={iconSize.normal} /> <span role="status">{messages.clone.testLineProgress}</span>
          <Button variant="subtle" onClick={() => stopLine(line)}>
            {messages.clone.stopWaiting}
          </Button>
        </p>
      )}
      {said?.state === 'said' && <SoundRow name={messages.clone.testLineOf(voice.name)} url={said.file.url} />}
      {said?.state === 'failed' && <FailureCard failure={said.failure} about={messages.clone.testLineSubject} />}
      <div className={classes.use}>
        <NarrateWith voice={voice} label={messages.clone.useInNarration} variant="default" />
      </div>
      <ForCharacter voice={voice} />
    </section>
  );
}

/** The voice that was made is not there any more: its recordings are. */
export function Gone({ name }: { name: string }) {
  return (
    <section className={`${classes.made} ${classes.gone}`} aria-label={messages.clone.voiceGone}>
      <h2 className={classes.title}>
        <IconUserX size={iconSize.large} stroke={1.75} aria-hidden className={classes.quiet} />
        {messages.clone.isGone(name)}
      </h2>
      <p className={classes.price}>{messages.clone.isGoneNote}</p>
      <div>
        <Button variant="default" onClick={() => void reopen()}>
          {messages.clone.useRecordingsAgain}
        </Button>
      </div>
    </section>
  );
}

/** What a line of the voice would cost, as `PriceWords` takes it. */
function useLinePrice(voiceId: string, text: string): { what: string; credits: number | null | undefined; learnedFrom: number } {
  const voice = useStudio((state) => knownVoices(state).find((known) => known.voiceId === voiceId));
  // As it is sent: without a model.
  const modelId = voice && answeringModelId(voice);
  const said = useLine({ voiceId, text })?.state;
  const isAsked = modelId !== undefined && text.trim() !== '';
  const quote = usePrice(isAsked ? `${modelId} ${said ?? ''} ${text}` : '', (signal) =>
    quoteLines(text, [{ voiceId, modelId: modelId ?? '' }], signal),
  );
  return { what: messages.clone.character(text.trim().length), credits: quote?.lines[0]?.credits, learnedFrom: quote?.learnedFrom ?? 0 };
}
