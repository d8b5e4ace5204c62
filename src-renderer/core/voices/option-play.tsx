import { IconPlayerPauseFilled, IconPlayerPlay, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { useSounds } from '../player/sounds.ts';
import { playVoice, useFreeSound, useSamples } from './samples.ts';
import { offerWords, useIsPractice } from './play-voice.tsx';
import { priceWords } from './samples-store.ts';
import classes from './voice-options.module.css';

/**
 * The second line of an option: what the voice is like, or in its place what a second press of its Play costs, or that its sample is made. It is there
 * even with nothing to say, so that Play stays under the pointer.
 */
export function OptionFacts({ voiceId, about }: { voiceId: string; about: string }) {
  const offer = useSamples((state) => (state.offer?.voiceId === voiceId ? state.offer : undefined));
  const isMaking = useSamples((state) => state.making.has(voiceId));
  const isLocal = useIsPractice();
  if (!isMaking && !offer) return <span className={classes.facts}>{about}</span>;
  return (
    <span className={classes.price} title={offer && offerWords(offer.credits, isLocal)} data-option-price={voiceId}>
      {offer ? messages.voices.optionOffer(priceWords(offer.credits)) : messages.voices.inProgress}
    </span>
  );
}

/**
 * Plays the voice of an option. An option holds nothing that takes the focus, so this is a button for the pointer alone; by keys it is the field's
 * Alt+P. Without a free sample the first press shows the price in the option, and the second buys.
 */
export function OptionPlay({ voice, name }: { voice: CatalogueVoice; name: string }) {
  const { voiceId } = voice;
  const free = useFreeSound(voiceId);
  const isSounding = useSounds((sounds) => free !== undefined && sounds.url === free && !sounds.paused);
  const offer = useSamples((state) => (state.offer?.voiceId === voiceId ? state.offer : undefined));
  const isLocal = useIsPractice();
  const label = isSounding ? messages.voices.pauseNamed(name) : messages.voices.playNamed(name);
  return (
    <span
      role="button"
      className={classes.play}
      aria-label={label}
      title={free === undefined ? (offer ? offerWords(offer.credits, isLocal) : messages.voices.noSampleYet) : label}
      data-option-play={voiceId}
      data-free={free === undefined ? undefined : ''}
      onClick={(event) => {
        // The press plays, and chooses nothing.
        event.stopPropagation();
        void playVoice(voice);
      }}
    >
      {isSounding ? (
        <IconPlayerPauseFilled size={iconSize.small} aria-hidden />
      ) : free === undefined ? (
        <IconPlayerPlay size={iconSize.small} stroke={1.75} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={iconSize.small} aria-hidden />
      )}
    </span>
  );
}
