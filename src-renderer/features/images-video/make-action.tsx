import { modelsOf } from './media-store.ts';
import { chosenModel, mediaProblems, quotaOf } from './form-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { ButtonWords } from '../../ui/button-words.tsx';
import { age, leaves, number } from '../../lib/format.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { useNow } from '../../lib/use-now.ts';
import { messages } from '#shared/messages/index.ts';
import { makeMedia, useMedia, whyNotMade, useMediaForm } from './stores.ts';

/** The one button that takes quota, with how much, and what is left of it. */
export function MakeAction() {
  const form = useMediaForm((state) => state.form);
  const media = useMedia();
  const account = useStudio((state) => state.account);
  const connection = useStudio((state) => state.connection);
  const now = useNow(30_000);
  const model = chosenModel(form, modelsOf(media, form.kind));
  const quota = quotaOf(form, model);
  const unready = whyNotMade(media, { form }, { connection });
  const { prompt, references } = mediaProblems({ form, asked: true }, model);
  const takes = quota === null ? messages.imagesVideo.quotaUnknown : messages.imagesVideo.apiQuota(number(quota));
  const remaining = account?.apiQuotaRemaining;
  const left = leaves(remaining, quota);
  const has =
    account === undefined || typeof remaining !== 'number' ? '' : messages.imagesVideo.leftAsOf(number(remaining), age(account.asOf, now));
  return (
    <>
      <ButtonWords busy={media.sending}>
        {unready === undefined && !media.sending
          ? (prompt ?? references ?? `${takes}${left}`)
          : // While nothing is known of the models, their price is not unknown.
            quota !== null && `${takes}${left}`}
      </ButtonWords>
      <PaidButton
        name={form.kind === 'image' ? messages.imagesVideo.makeImage : messages.imagesVideo.makeVideo}
        command="media.make"
        estimate={messages.imagesVideo.quotaPrice(takes, left, has)}
        recovery={messages.imagesVideo.makeNote}
        unavailable={unready ?? prompt ?? references}
        onRefused={unready === undefined ? () => void makeMedia() : undefined}
        onPress={() => void makeMedia()}
      />
    </>
  );
}
