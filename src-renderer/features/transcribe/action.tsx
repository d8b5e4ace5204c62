import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useAriaKeys } from '../../core/commands/commands.ts';
import { useProject } from '../../core/project/project.ts';
import { useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { formProblems, whyFileIsRefused, whyNotTranscribed } from './form-rules.ts';
import { whyNoText } from './known-text-store.ts';
import { useUploading } from '../../core/sources/uploading.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { ButtonWords } from '../../ui/button-words.tsx';
import { clock, credits, wholeClock } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { RequestAction } from '../../ui/panel-stage.tsx';
import { creditsFrom, PriceWords, usePrice, usePriceBasis } from '../../core/account/price.tsx';
import { UploadProgress } from '../../ui/upload-progress.tsx';
import { ProgressRow } from '../../ui/progress-row.tsx';
import { useNow } from '../../lib/use-now.ts';
import { messages } from '#shared/messages/index.ts';
import { secondPrice, stopTranscribing, submit, useKnownText, useTranscripts } from './stores.ts';

/** Transcribe, with what it would cost; while it is done, how long already, and a way to wait no longer. */
export function TranscribeAction() {
  const creating = useTranscripts((state) => state.creating !== undefined);
  const aligns = useTranscripts((state) => state.form.words === 'text');
  const isRead = useTranscripts(({ open, form }) => open !== undefined && form.file === undefined && form.address === '');
  // A transcript is read, and nothing is chosen for another one.
  if (isRead && !creating) return null;
  return <RequestAction busy={creating}>{creating ? <Creating /> : aligns ? <Align /> : <Create />}</RequestAction>;
}

/** Needs no service, and costs nothing. */
function Align() {
  const file = useTranscripts((state) => state.form.file);
  const noFile = useTranscripts((state) => formProblems({ ...state, asked: true }).file);
  const text = useKnownText();
  const noText = useProject((project) => whyNoText(text, project, true));
  const refused = useTranscripts(whyFileIsRefused) ?? noFile ?? noText;
  const keys = useAriaKeys('transcribe.create');
  const seconds = file?.state.step === 'ready' ? file.state.seconds : undefined;
  return (
    <>
      <ButtonWords>{seconds === undefined ? messages.transcribe.noFile : clock(seconds)}</ButtonWords>
      <ReasonButton why={refused} shortcut={keys} onPress={() => void submit()}>
        {messages.transcribe.align}
      </ReasonButton>
    </>
  );
}

function Create() {
  const form = useTranscripts((state) => state.form);
  const done = useTranscripts((state) => state.transcripts.length);
  const connectionId = useStudio((state) => state.connection?.id);
  const unready = useStudio((state) => whyNotReady(state));
  const refused = useTranscripts(whyNotTranscribed);
  const price = usePrice(unready === undefined ? `${connectionId ?? ''} ${String(done)}` : '', secondPrice);
  const seconds = form.source === 'file' && form.file?.state.step === 'ready' ? form.file.state.seconds : undefined;
  const perSecond = creditsFrom(price, (found) => found.perSecond);
  const known = seconds !== undefined && seconds > 0;
  const isEmpty = form.source === 'file' && form.file === undefined;
  const what = known ? clock(seconds) : isEmpty ? messages.transcribe.noFile : messages.transcribe.lengthUnknown;
  const learnedFrom = price?.learnedFrom ?? 0;
  const basis = usePriceBasis(perSecond, learnedFrom);
  const words = {
    what,
    credits: known && typeof perSecond === 'number' ? perSecond * Math.ceil(seconds) : known ? perSecond : null,
    learnedFrom,
  };
  // Without a length, the price of a second says what is known.
  const short = known || perSecond == null ? <PriceWords {...words} /> : messages.transcribe.priceShort(what, credits(perSecond));
  return (
    <>
      <ButtonWords>{isEmpty && typeof perSecond !== 'number' ? messages.transcribe.chooseFile : short}</ButtonWords>
      <PaidButton
        name={messages.transcribe.transcribe}
        command="transcribe.create"
        estimate={
          known || perSecond == null ? <PriceWords {...words} full /> : messages.transcribe.priceOfSecond(what, credits(perSecond), basis)
        }
        recovery={messages.transcribe.sendNote}
        unavailable={unready ?? refused}
        onRefused={unready === undefined ? () => void submit() : undefined}
        onPress={() => void submit()}
      />
    </>
  );
}

function Creating() {
  const creating = useTranscripts((state) => state.creating);
  const uploading = useUploading((state) => state.transcription);
  const now = useNow(1_000);
  if (creating?.fraction !== undefined) {
    const words = <ButtonWords busy>{messages.transcribe.percent(Math.floor(creating.fraction * 100))}</ButtonWords>;
    return (
      <ProgressRow name={messages.transcribe.aligning(creating.name)} fraction={creating.fraction} words={words}>
        <Button variant="default" leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />} onClick={stopTranscribing}>
          {messages.shapes.stop}
        </Button>
      </ProgressRow>
    );
  }
  if (uploading) return <UploadProgress uploading={uploading} onStop={stopTranscribing} />;
  return (
    <>
      <ButtonWords busy>
        {messages.transcribe.transcribing}
        {creating && `, ${wholeClock((now - creating.since) / 1000)}`}
      </ButtonWords>
      <Button variant="default" leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />} onClick={stopTranscribing}>
        {messages.transcribe.stopWaiting}
      </Button>
    </>
  );
}
