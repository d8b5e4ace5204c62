import { currentTake, heardOf, nextVariant, voiceless, type Heard, type IsVoiceGone } from '#shared/dubbing/fit.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { maximumVariants, sampleRate } from '#shared/narration/take.ts';
import { creditsFrom, usePrice } from '../../../core/account/price.tsx';
import { partAddress, togglePart, toggleSound, useSounds } from '../../../core/player/sounds.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { estimateSegments, estimateTake, pauseDub, useMaking, type DubEstimate } from '../stores.ts';
import { messages } from '#shared/messages/index.ts';

/** What is done with segments from their fields and from their menu alike. */

interface TakeSound {
  heard: Heard | undefined;
  sounding: boolean;
  /** Plays what is heard of the take, or pauses it. */
  toggle: () => void;
}

/** The take of a segment, heard alone. */
export function useTakeSound(segment: Segment | undefined, dub: Dub): TakeSound {
  const heard = segment && heardOf(segment, dub.takes);
  const whole = heard ? `/bytes/media/${heard.take.id}` : '';
  const isPart = heard !== undefined && (heard.from > 0 || heard.to < heard.take.samples);
  const ends: [number, number] = heard ? [heard.from / sampleRate, heard.to / sampleRate] : [0, 0];
  const url = isPart ? partAddress(whole, ...ends) : whole;
  const sounding = useSounds((state) => heard !== undefined && state.url === url && !state.paused);
  const toggle = (): void => {
    if (!heard) return;
    pauseDub();
    if (isPart) togglePart(whole, ...ends);
    else toggleSound(whole);
  };
  return { heard, sounding, toggle };
}

interface Generation {
  /** Those that lack a take. */
  wanted: readonly Segment[];
  characters: number;
  price: DubEstimate | null | undefined;
  /** Why nothing can be generated now, in words. */
  unavailable: string | undefined;
}

/** A price of lines, as `PriceWords` takes it. */
export const priceOfLines = ({ characters, price }: Pick<Generation, 'characters' | 'price'>) => ({
  what: messages.dubbing.character(characters),
  credits: creditsFrom(price, ({ credits }) => credits),
  learnedFrom: price?.learnedFrom ?? 0,
});

/** What **Generate** would make of these segments. */
export function useGeneration(those: readonly Segment[], dub: Dub): Generation {
  const running = useMaking((state) => state.running !== undefined);
  const unready = useStudio((state) => whyNotReady(state));
  const isGone = useStudio((state) => findGoneVoices(state));
  const wanted = those.filter(
    (segment) =>
      segment.voiceId !== null && !isGone(segment.voiceId) && segment.text.trim() !== '' && currentTake(segment, dub.takes) === undefined,
  );
  const key = JSON.stringify(wanted.map(({ text, voiceId, modelId, speed }) => [text, voiceId, modelId, speed]));
  const price = usePrice(wanted.length === 0 ? '' : key, (signal) => estimateSegments(wanted, signal));
  const characters = price?.characters ?? wanted.reduce((sum, { text }) => sum + text.trim().length, 0);
  const lacking = those.some(({ text }) => text.trim() === '')
    ? messages.dubbing.segmentEmpty
    : voiceless({ segments: [...those], takes: dub.takes }, isGone).length > 0
      ? messages.dubbing.chooseVoiceFirst
      : messages.dubbing.upToDate;
  const unavailable = unready ?? (running ? messages.dubbing.generationRunning : wanted.length > 0 ? undefined : lacking);
  return { wanted, characters, price, unavailable };
}

/** Why no other take of a segment's line can be made, whatever the service does, in words. */
export function whyNotAnotherTake(segment: Segment, { takes }: Dub, isGone: IsVoiceGone): string | undefined {
  if (!currentTake(segment, takes)) return messages.dubbingTimeline.needsFirstTake;
  if (segment.voiceId === null || isGone(segment.voiceId)) return messages.dubbing.chooseVoiceFirst;
  return nextVariant(segment, takes) === undefined ? messages.dubbingTimeline.noMoreTakes(maximumVariants + 1) : undefined;
}

/** What **Make another take** of a segment would send and cost, and why it cannot be pressed now. */
export function useAnotherTake(segment: Segment, dub: Dub): Pick<Generation, 'characters' | 'price' | 'unavailable'> {
  const running = useMaking((state) => state.running !== undefined);
  const unready = useStudio((state) => whyNotReady(state));
  const isGone = useStudio((state) => findGoneVoices(state));
  const whyNot = whyNotAnotherTake(segment, dub, isGone);
  const variant = nextVariant(segment, dub.takes);
  const { text, voiceId, modelId, speed } = segment;
  const key = whyNot === undefined ? JSON.stringify([text, voiceId, modelId, speed, variant]) : '';
  const price = usePrice(key, async (signal) => (variant === undefined ? undefined : estimateTake(segment, variant, signal)));
  const characters = price?.characters ?? text.trim().length;
  return { characters, price, unavailable: unready ?? (running ? messages.dubbing.generationRunning : whyNot) };
}
