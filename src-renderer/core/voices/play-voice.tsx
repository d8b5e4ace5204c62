import { Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlay, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { VoiceShape } from '../../ui/voice-shape.tsx';
import { leaves, number } from '../../lib/format.ts';
import { useStudio } from '../studio/studio.ts';
import { useSounds } from '../player/sounds.ts';
import { playVoice, priceOfSample, useFreeSound, useSamples, wantMeasure } from './samples.ts';
import { isPractice, priceWords } from './samples-store.ts';
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
  const [isPointedAt, setIsPointedAt] = useState(false);
  const isLocal = useIsPractice();
  const price = usePrice(voice, isPointedAt && free === undefined && !isMaking && !offer);
  const title =
    free !== undefined || price === 0
      ? messages.voices.sampleFree
      : offer
        ? offerWords(offer.credits, isLocal)
        : price == null
          ? messages.voices.noSampleYet
          : (isLocal ? messages.voices.noSampleYetLocal : messages.voices.noSampleYetFor)(priceWords(price));
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
      data-sounding={isSounding ? '' : undefined}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsPointedAt(true)}
      onBlur={() => setIsPointedAt(false)}
      onClick={(event) => {
        event.stopPropagation();
        void playVoice(voice);
      }}
    >
      <VoicePicture voiceId={voiceId} name={name} size={size === 'field' ? 'row' : size} />
      <span className={classes.glyph}>
        <Glyph isMaking={isMaking} isSounding={isSounding} isFree={free !== undefined} />
      </span>
      {(size === 'card' || size === 'large') && <PriceLabel credits={free === undefined ? price : 0} />}
    </button>
  );
}

/** Pointing at a voice in passing asks for no price. */
const askAfterMs = 250;

/** What hearing the voice would cost, once it was pointed at for a moment; undefined until that is known. */
function usePrice(voice: CatalogueVoice, isAsked: boolean): number | null | undefined {
  const [price, setPrice] = useState<number | null>();
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOver = false;
    const timer = setTimeout(
      () =>
        void priceOfSample(voice).then((credits) => {
          if (!isOver) setPrice(credits);
        }),
      askAfterMs,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      setPrice(undefined);
    };
  }, [voice, isAsked]);
  return price;
}

/** Under the picture, for who points at it; the title says it too. */
function PriceLabel({ credits }: { credits: number | null | undefined }) {
  if (credits == null) return null;
  return (
    <span className={classes.price} aria-hidden>
      {credits === 0 ? messages.voices.free : messages.shapes.about(number(credits))}
    </span>
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
  const isLocal = useIsPractice();
  return offer && <span className={classes.offer}>{offerWords(offer.credits, isLocal, credits)}</span>;
}

/** True while the local service is in use, whose credits cost no money. */
export const useIsPractice = (): boolean => useStudio(({ connection }) => isPractice(connection));

/** What a second press costs: of local credits that they cost no money, else what would be left of the balance. */
export const offerWords = (credits: number | null, isLocal: boolean, balance?: number | null): string =>
  isLocal
    ? messages.voices.playSample(priceWords(credits))
    : messages.voices.buySample(`${priceWords(credits)}${leaves(balance, credits)}`);

/** True while a voice's price is shown. */
export const useHasOffer = (voiceId: string): boolean => useSamples((state) => state.offer?.voiceId === voiceId);
