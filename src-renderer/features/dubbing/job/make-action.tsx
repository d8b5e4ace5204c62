import { dubbingModel, dubbingPrice, forecastOf, makeDubbing, useDubbing, whyNoDubbing } from '../stores.ts';
import { secondsOf, useSources } from '../../../core/sources/sources.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { stopUploading, useUploading } from '../../../core/sources/uploading.ts';
import { ButtonWords } from '../../../ui/button-words.tsx';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { RequestAction } from '../../../ui/panel-stage.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../../core/account/price.tsx';
import { UploadProgress } from '../../../ui/upload-progress.tsx';
import { useSpoken } from './use-spoken.ts';
import classes from './one-text.module.css';
import { messages } from '#shared/messages/index.ts';

/** Dub, with what that would cost. */
export function MakeAction() {
  const sending = useDubbing((state) => state.sending);
  return <RequestAction busy={sending}>{sending ? <Sending /> : <Make />}</RequestAction>;
}

function Make() {
  const draft = useDubbing((state) => state.draft);
  const slots = useSources((state) => state.slots);
  const connection = useStudio((state) => state.connection);
  const spoken = useSpoken();
  const modelId = useStudio((state) => dubbingModel(draft, state));
  const why = whyNoDubbing(slots, connection);
  const forecast = forecastOf(draft, secondsOf(slots['dubbing.video']), spoken);
  const characters = draft.text.trim().length;
  const billed = forecast?.billed;
  const price = usePrice(
    billed === undefined || connection?.state !== 'ready'
      ? ''
      : `${connection.id} ${modelId ?? ''} ${String(characters)} ${String(billed)}`,
    (signal) => dubbingPrice({ characters, modelId, billed: billed ?? 0 }, signal),
  );
  const words = {
    what: messages.dubbing.aboutLength(
      messages.dubbing.character(characters),
      billed === undefined ? messages.dubbing.unknownLength : messages.dubbing.billedSecond(billed),
    ),
    credits: creditsFrom(price, ({ credits }) => credits),
    learnedFrom: price?.learnedFrom ?? 0,
  };
  return (
    <>
      {why === undefined && characters > 0 && (
        <ButtonWords>
          <span className={classes.price}>
            <PriceWords {...words} />
          </span>
        </ButtonWords>
      )}
      <PaidButton
        name={messages.dubbing.dub}
        command="dubbing.make"
        estimate={<PriceWords {...words} full />}
        recovery={messages.dubbing.dubNote}
        unavailable={why}
        onPress={() => void makeDubbing()}
      />
    </>
  );
}

function Sending() {
  const uploading = useUploading((state) => state.dubbing);
  if (uploading) return <UploadProgress uploading={uploading} onStop={() => stopUploading('dubbing')} />;
  return <ButtonWords busy>{messages.dubbing.dubProgress}</ButtonWords>;
}
