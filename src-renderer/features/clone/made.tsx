import { Button, Loader, TextInput } from '@mantine/core';
import { IconCircleCheck, IconUserX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { secondsOf, type MadeVoice } from '#shared/clone/recordings.ts';
import { sayLimits } from '#shared/operations/paid.ts';
import { sayLine, quoteLines, stopLine, useLine } from '../../core/voices/lines.ts';
import { playSound } from '../../core/player/sounds.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { VoicePicture } from '../../core/voices/play-voice.tsx';
import { voiceColour } from '../../core/voices/speaker-colour.ts';
import { goToPanel } from '../../core/window/window.ts';
import { NarrateWith } from '../../core/voices/narrate-with.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { length } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { ForCharacter } from '../../core/voices/for-character.tsx';
import { PlaySound, SoundRow } from '../../core/player/sound-row.tsx';
import { learnClonePrice, reopen, useClone, useClonePrice } from './stores.ts';
import classes from './made.module.css';
import { language, messages } from '#shared/messages/index.ts';
import { spokenLine } from '#shared/messages/spoken-lines.ts';

/** The voice is there: what it looks like, its first line, one key away, and where it can be used. */
export function Made({ voice }: { voice: MadeVoice }) {
  return (
    <div className={classes.stage} data-speaker={voiceColour(voice.voiceId)}>
      <section className={classes.hero} aria-label={messages.clone.voiceCreated}>
        <span className={classes.shape}>
          <VoicePicture voiceId={voice.voiceId} name={voice.name} size="large" />
        </span>
        <div className={classes.words}>
          <h2 className={classes.title}>
            <IconCircleCheck size={iconSize.large} stroke={1.75} aria-hidden className={classes.icon} />
            {voice.isAdopted === true ? messages.clone.isAdopted(voice.name) : messages.clone.isCreated(voice.name)}
          </h2>
          <Cost voice={voice} />
          <TestLine voice={voice} />
        </div>
      </section>
      <WaysOn voice={voice} />
    </div>
  );
}

/** What the voice cost: the charge where it is known, the price where the service lists it, else about; of one that was adopted, that it was paid for once. */
function Cost({ voice: { isAdopted, charge } }: { voice: MadeVoice }) {
  const cost = useClonePrice((state) => state.price);
  useEffect(() => void learnClonePrice(), []);
  const words = [
    isAdopted === true ? messages.clone.adoptedNote : '',
    charge
      ? (charge.isByBalance === true ? messages.clone.costByBalance : messages.clone.cost)(messages.clone.credit(charge.credits))
      : cost && cost.creditsPerUnit > 0
        ? (cost.samples === 0 ? messages.clone.cost : messages.clone.costAbout)(messages.clone.credit(Math.ceil(cost.creditsPerUnit)))
        : '',
  ].filter(Boolean);
  return words.length === 0 ? null : <p className={classes.price}>{words.join(' ')}</p>;
}

/** A line to hear the voice by: its price before it is generated, what it cost after. */
function TestLine({ voice }: { voice: MadeVoice }) {
  const [typed, setTyped] = useState<string>();
  const chosenLanguage = useClone((state) => state.form.languages[0]);
  const listedLanguage = useStudio((state) => knownVoices(state).find(({ voiceId }) => voiceId === voice.voiceId)?.primaryLanguage);
  const text = typed ?? spokenLine('clone', chosenLanguage ?? listedLanguage ?? language());
  const line = { voiceId: voice.voiceId, text };
  const said = useLine(line);
  const price = useLinePrice(voice.voiceId, text);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  const say = async (): Promise<void> => {
    const answer = await sayLine(line);
    if (answer.state === 'said') playSound(answer.file.url);
  };
  const unavailable = text.trim() === '' ? messages.clone.writeLine : said?.state === 'saying' ? messages.clone.lineInProgress : undefined;
  return (
    <>
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
            variant={said?.state === 'said' ? 'default' : 'filled'}
            estimate={<PriceWords {...price} full />}
            unavailable={unavailable}
            onPress={() => void say()}
          />
        </div>
      </div>
      {text.trim() !== '' && (
        <p className={classes.price}>
          {said?.state === 'said' ? formatLineCost(said.reused ? null : said.creditsUsed) : <PriceWords {...price} />}
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
    </>
  );
}

const formatLineCost = (credits: number | null): string =>
  credits === null ? messages.clone.linePaid : messages.clone.lineCost(messages.clone.credit(credits));

/** What can be done with the voice next, and the recordings that it was made of, to compare. */
function WaysOn({ voice }: { voice: MadeVoice }) {
  const recordings = useClone((state) => state.recordings);
  return (
    <div className={classes.ways}>
      <section className={classes.way}>
        <h3 className={classes.heading}>{messages.window.narration}</h3>
        <div className={classes.use}>
          <NarrateWith voice={voice} label={messages.clone.useInNarration} variant="default" />
        </div>
        <ForCharacter voice={voice} />
      </section>
      <section className={classes.way}>
        <h3 className={classes.heading}>{messages.window.voices}</h3>
        <p className={classes.price}>{messages.clone.inVoicesNote}</p>
        <div>
          <Button variant="default" onClick={() => goToPanel({ panel: 'voices', voiceId: voice.voiceId })}>
            {messages.clone.showInVoices}
          </Button>
        </div>
      </section>
      {recordings.length > 0 && (
        <section className={classes.way}>
          <h3 className={classes.heading}>{messages.clone.madeFrom}</h3>
          <ul className={classes.sources} aria-label={messages.clone.madeFrom}>
            {recordings.map((recording) => (
              <li key={recording.id} className={classes.source}>
                <PlaySound
                  name={recording.name.slice(0, 40)}
                  url={recording.samples > 0 ? `/bytes/clone/${recording.id}.wav` : undefined}
                />
                <span className={classes.file}>{recording.name}</span>
                {/* What was sent of it, not what the file holds. */}
                <span className={classes.price}>{length(secondsOf([recording]))}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The voice that was made is not there any more: its recordings are. */
export function Gone({ name }: { name: string }) {
  return (
    <section className={classes.gone} aria-label={messages.clone.voiceGone}>
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
  return {
    what: messages.clone.character(text.trim().length),
    credits: creditsFrom(quote, ({ lines }) => lines[0]?.credits),
    learnedFrom: quote?.learnedFrom ?? 0,
  };
}
