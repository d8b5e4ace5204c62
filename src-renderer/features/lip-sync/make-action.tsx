import { makeLipSync, useLipSync, whyNoLipSync, wouldBeBilled } from './stores.ts';
import { secondPrice } from '../../core/media-jobs/media-jobs.ts';
import { useSources } from '../../core/sources/sources.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { stopUploading, useUploading } from '../../core/sources/uploading.ts';
import { ButtonWords } from '../../ui/button-words.tsx';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { RequestAction } from '../../ui/panel-stage.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { UploadProgress } from '../../ui/upload-progress.tsx';
import { messages } from '#shared/messages/index.ts';

/** Make lip sync, with what that would cost. */
export function MakeAction() {
  const sending = useLipSync((state) => state.sending);
  return <RequestAction busy={sending}>{sending ? <Sending /> : <Make />}</RequestAction>;
}

function Make() {
  const slots = useSources((state) => state.slots);
  const extension = useLipSync((state) => state.extension);
  const connection = useStudio((state) => state.connection);
  const done = useLipSync((state) => state.operations.filter(({ state: how }) => how === 'done').length);
  const why = whyNoLipSync(slots, connection);
  const billed = wouldBeBilled(slots, extension);
  const price = usePrice(connection?.state === 'ready' ? `${connection.id} ${String(done)}` : '', (signal) =>
    secondPrice('lip-sync', signal),
  );
  const words = {
    what: billed === undefined ? messages.lipSync.lengthUnknown : messages.lipSync.billedSecond(billed),
    credits: billed === undefined ? null : creditsFrom(price, ({ credits }) => (credits === null ? null : billed * credits)),
    learnedFrom: price?.samples ?? 0,
  };
  return (
    <>
      {why === undefined && (
        <ButtonWords>
          <PriceWords {...words} />
        </ButtonWords>
      )}
      <PaidButton
        name={messages.lipSync.makeLipSync}
        command="lip-sync.make"
        estimate={<PriceWords {...words} full />}
        recovery={messages.lipSync.sendNote}
        unavailable={why}
        onPress={() => void makeLipSync()}
      />
    </>
  );
}

function Sending() {
  const uploading = useUploading((state) => state['lip-sync']);
  if (uploading) return <UploadProgress uploading={uploading} onStop={() => stopUploading('lip-sync')} />;
  return <ButtonWords busy>{messages.lipSync.sendProgress}</ButtonWords>;
}
