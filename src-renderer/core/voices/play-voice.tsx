import { Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlay, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { VoiceShape } from '../../ui/voice-shape.tsx';
import { leaves } from '../../lib/format.ts';
import { useStudio } from '../studio/studio.ts';
import { useSounds } from '../player/sounds.ts';
import { playVoice, useFreeSound, useSamples, wantMeasure } from './samples.ts';
import { priceWords } from './samples-store.ts';
import { voiceColour } from './speaker-colour.ts';
import classes from './play-voice.module.css';

/** The picture of a voice, measured as soon as there is a free sound of it. */
export function VoicePicture({ voiceId, name, size }: { voiceId: string; name: string; size: 'small' | 'row' | 'card' | 'large' }) {
  const measure = useSamples((state) => state.samples[voiceId]?.measure) ?? undefined;
  const free = useFreeSound(voiceId);
  useEffect(() => {
    if (measure === undefined && free !== undefined) wantMeasure(voiceId);
  }, [voiceId, measure, free]);
  return (
    <span className={classes.picture} data-speaker={voiceColour(voiceId)}>
      <VoiceShape measure={measure} name={name} size={size} />
    </span>
  );
}

interface PlayVoiceProps {
  voice: CatalogueVoice;
  /** As it is shown. */
  name: string;
  /** `field`: beside a field that chooses the voice; what it does is seen at once. */
  size: 'field' | 'row' | 'card' | 'large';
  /** In a list that the keys go through as a whole. */
  tabIndex?: number;
}

/** A voice's picture, which plays it. Without a free sample the first press shows the price, and the second buys. */
export function PlayVoice({ voice, name, size, tabIndex }: PlayVoiceProps) {
  const { voiceId } = voice;
  const free = useFreeSound(voiceId);
  const isSounding = useSounds((sounds) => free !== undefined && sounds.url === free && !sounds.paused);
  const isMaking = useSamples((state) => state.making.has(voiceId));
  const offer = useSamples((state) => (state.offer?.voiceId === voiceId ? state.offer : undefined));
  const title = free !== undefined ? undefined : offer ? messages.voices.buySample(priceWords(offer.credits)) : messages.voices.noSampleYet;
  return (
    <button
      type="button"
      className={classes.play}
      tabIndex={tabIndex}
      aria-label={isSounding ? messages.voices.pauseNamed(name) : messages.voices.playNamed(name)}
      aria-description={title}
      title={title}
      data-speaker={voiceColour(voiceId)}
      data-plays={voiceId}
      data-size={size}
      data-free={free === undefined ? undefined : ''}
      data-silent={free === undefined && !isMaking && !offer ? '' : undefined}
      data-sounding={isSounding ? '' : undefined}
      onClick={(event) => {
        event.stopPropagation();
        void playVoice(voice);
      }}
    >
      <VoicePicture voiceId={voiceId} name={name} size={size === 'field' ? 'row' : size} />
      <span className={classes.glyph}>
        <Glyph isMaking={isMaking} isSounding={isSounding} isFree={free !== undefined} />
      </span>
    </button>
  );
}

/** Filled where a sample is there, an outline where it would have to be bought. */
function Glyph({ isMaking, isSounding, isFree }: { isMaking: boolean; isSounding: boolean; isFree: boolean }) {
  if (isMaking) return <Loader size={iconSize.small} color="currentcolor" />;
  if (isSounding) return <IconPlayerPauseFilled size={iconSize.small} aria-hidden />;
  return isFree ? (
    <IconPlayerPlayFilled size={iconSize.small} aria-hidden />
  ) : (
    <IconPlayerPlay size={iconSize.small} stroke={1.75} aria-hidden />
  );
}

/** Where a voice's price was asked for: what pressing again buys. Nothing else takes its place. */
export function SampleOfferWords({ voiceId }: { voiceId: string }) {
  const offer = useSamples((state) => (state.offer?.voiceId === voiceId ? state.offer : undefined));
  const credits = useStudio((state) => state.account?.credits);
  return (
    offer && (
      <span className={classes.offer}>{messages.voices.buySample(`${priceWords(offer.credits)}${leaves(credits, offer.credits)}`)}</span>
    )
  );
}

/** True while a voice's price is shown. */
export const useHasOffer = (voiceId: string): boolean => useSamples((state) => state.offer?.voiceId === voiceId);
