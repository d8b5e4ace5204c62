import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import type { RecogniserState } from '#shared/operations/transcripts.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { redoDub, useDubs } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../../core/account/price.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { goToPanel } from '../../../core/window/window.ts';
import { clock, wholeClock } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { explainFailure, findTitle } from '../../../lib/transcription-failure.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ButtonWords } from '../../../ui/button-words.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeptFocus } from '../../../ui/kept-focus.tsx';
import {
  dismissTranscriptionFailure,
  findTranscriptionOffer,
  stopTranscribingDub,
  takePaidTranscript,
  transcribeDub,
  useDubTranscription,
} from '../stores.ts';
import { offerSubject } from './transcription-store.ts';
import classes from './no-segments.module.css';

/** A dub without segments: the ways to some. */
export function NoSegments({ dub }: { dub: Dub }) {
  const failed = useDubTranscription((state) => (state.failed?.dubId === dub.id ? state.failed.failure : undefined));
  const isSilent = dub.video.sound.state === 'none';
  const canRedo = useDubs((state) => state.history.future.length > 0);
  return (
    <>
      {failed && (
        <div className={classes.failure}>
          <FailureCard
            failure={explainFailure(failed)}
            title={findTitle(failed)}
            about={dub.title}
            onDismiss={dismissTranscriptionFailure}
          />
        </div>
      )}
      <EmptyState title={messages.dubbing.noSegmentsTitle} action={isSilent ? undefined : <Transcription dub={dub} />}>
        {messages.dubbing.noSegmentsNote}
        {!isSilent && ` ${messages.dubbing.noSegmentsTranscribe}`}
        {canRedo && (
          <p className={classes.translation}>
            {dub.takes.length > 0 ? messages.dubbing.segmentsUndoneAudioSaved : messages.dubbing.segmentsUndone}{' '}
            <Button variant="default" onClick={redoDub}>
              {messages.dubbing.redoSegments}
            </Button>
          </p>
        )}
        <p className={classes.translation}>{messages.dubbing.noTranslationNote}</p>
      </EmptyState>
    </>
  );
}

function Transcription({ dub }: { dub: Dub }) {
  const isRunning = useDubTranscription((state) => state.running !== undefined);
  return (
    <div className={classes.transcription}>
      <KeptFocus state={isRunning}>{isRunning ? <Running /> : <Offer dub={dub} />}</KeptFocus>
    </div>
  );
}

function Running() {
  const since = useDubTranscription((state) => state.running?.since);
  const now = useNow(1_000);
  return (
    <>
      <ButtonWords busy>
        {messages.transcribe.transcribing}
        {since !== undefined && `, ${wholeClock((now - since) / 1000)}`}
      </ButtonWords>
      <Button variant="default" leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />} onClick={stopTranscribingDub}>
        {messages.transcribe.stopWaiting}
      </Button>
    </>
  );
}

function Offer({ dub }: { dub: Dub }) {
  const unready = useStudio((state) => whyNotReady(state));
  const offer = usePrice(offerSubject(dub), (signal) => findTranscriptionOffer(dub, signal));
  const words = {
    what: clock((dub.video.sound.samples || dub.video.samples) / sampleRate),
    credits: creditsFrom(offer, ({ credits }) => credits),
    learnedFrom: offer?.learnedFrom ?? 0,
  };
  const paidId = offer?.paidId;
  const inTranscribe = (): void => goToPanel({ panel: 'transcribe', dub: { id: dub.id, title: dub.title } });
  return (
    <>
      {paidId !== undefined && (
        <>
          <ButtonWords>{messages.dubbing.transcriptPaid(words.what)}</ButtonWords>
          <Button onClick={() => void takePaidTranscript(paidId)}>{messages.dubbing.usePaidTranscript}</Button>
        </>
      )}
      {paidId === undefined && offer?.recogniser?.kind !== 'none' && (
        <>
          <ButtonWords>
            <PriceWords {...words} />
          </ButtonWords>
          <PaidButton
            name={messages.dubbing.transcribeVideo}
            estimate={<PriceWords full {...words} />}
            recovery={messages.transcribe.sendNote}
            unavailable={unready ?? offer?.refused}
            onPress={() => void transcribeDub()}
          />
        </>
      )}
      {paidId === undefined && <p className={classes.note}>{offer?.refused ?? describeRecogniser(offer?.recogniser)}</p>}
      <Button variant="default" onClick={inTranscribe}>
        {messages.dubbing.transcribeElsewhere}
      </Button>
    </>
  );
}

/** What comes of it, by who recognises it. */
function describeRecogniser(recogniser: RecogniserState | null | undefined): string {
  if (recogniser?.kind === 'none') return messages.transcribe.recognizeOwnNote;
  const limit = messages.dubbing.transcribeLimit(String(importLimits.seconds / 60));
  if (recogniser?.kind === 'draft') return `${limit} ${messages.transcribe.recognizeDraftNote}`;
  if (recogniser?.kind === 'model')
    return `${limit} ${messages.transcribe.recognizeModelNote(recogniser.name ?? messages.transcribe.theRecognizer)}`;
  return limit;
}
