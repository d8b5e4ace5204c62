import { useRef, type KeyboardEvent } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { playVoice, useSamples, withdrawOffer } from '../../core/voices/samples.ts';
import { shownName } from '../../core/voices/voice-search.ts';
import { choose, chooseNone, toggleFavourite, useVoices } from '../../core/voices/voices.ts';
import { announce } from '../../lib/live-region.tsx';
import { placeBeside, type VoiceLines } from './arrange.ts';
import { askDelete } from './stores.ts';

/** Letters that are typed within this time make one word, in milliseconds. */
const typeAheadMs = 800;

export interface GridKeys {
  lines: VoiceLines;
  /** Voices lie beside each other. */
  isCards: boolean;
  /** The place of the current voice; -1 where there is none. */
  at: number;
  go: (index: number) => void;
  /** Lines that Page Up and Page Down pass over. */
  pageOf: () => number;
}

/** Arrows, Home, End and pages move, with Shift they select; Space plays, Enter selects, F is for favourites, Delete asks; other letters find a name. */
export function useGridKeys({ lines, isCards, at, go, pageOf }: GridKeys): (event: KeyboardEvent) => void {
  const { voices } = lines;
  const typed = useRef({ text: '', at: 0 });
  const anchor = useRef<number | undefined>(undefined);
  const current = voices[at];

  const chooseUpTo = (target: number): void => {
    anchor.current ??= Math.max(0, at);
    const to = Math.max(0, Math.min(voices.length - 1, target));
    const [from, end] = [Math.min(anchor.current, to), Math.max(anchor.current, to)];
    choose(
      voices.slice(from, end + 1).map(({ voiceId }) => voiceId),
      true,
    );
  };
  const isTyping = (event: KeyboardEvent): boolean => event.timeStamp - typed.current.at <= typeAheadMs && typed.current.text !== '';
  const typeAhead = (event: KeyboardEvent): void => {
    const text = (isTyping(event) ? typed.current.text : '') + event.key.toLowerCase();
    typed.current = { text, at: event.timeStamp };
    const { marks } = useVoices.getState();
    // The same letter again goes on to the next of it.
    const wanted = /^(.)\1*$/u.test(text) ? (text[0] ?? '') : text;
    const from = Math.max(0, at) + (wanted.length === 1 ? 1 : 0);
    const order = [...voices.slice(from), ...voices.slice(0, from)];
    const found = order.find((voice) => shownName(voice, marks).toLowerCase().startsWith(wanted));
    if (found) go(voices.indexOf(found));
  };

  /** What a key does here; undefined for one that does nothing. */
  const actOf = (event: KeyboardEvent): (() => void) | undefined => {
    const mod = event.ctrlKey || event.metaKey;
    const target = mod ? undefined : targetOf(event.key, { lines, isCards, at, page: pageOf() });
    if (target !== undefined)
      return () => {
        if (event.shiftKey) chooseUpTo(target);
        else anchor.current = undefined;
        go(target);
      };
    if (event.key.toLowerCase() === 'a' && mod)
      return () =>
        choose(
          voices.map(({ voiceId }) => voiceId),
          true,
        );
    if (mod) return undefined;
    if (event.key === 'Escape') return escape();
    if (event.key === 'Delete') return current && (() => askDelete(current));
    if (event.key === 'Enter') return event.shiftKey ? focusDetail : current && (() => toggleChosen(current));
    if (event.key === ' ' && !isTyping(event)) return current && (() => void playVoice(current));
    if (event.key.toLowerCase() === 'f' && !isTyping(event)) return current && (() => toggleFavourite(current));
    return event.key.length === 1 ? () => typeAhead(event) : undefined;
  };

  return (event) => {
    if (event.altKey || event.nativeEvent.isComposing) return;
    const act = actOf(event);
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Where a key leads to; undefined for one that leads nowhere. */
function targetOf(
  key: string,
  { lines, isCards, at, page }: { lines: VoiceLines; isCards: boolean; at: number; page: number },
): number | undefined {
  const targets: Partial<Record<string, () => number>> = {
    ArrowDown: () => (at < 0 ? 0 : placeBeside(lines, at, 1)),
    ArrowUp: () => (at < 0 ? 0 : placeBeside(lines, at, -1)),
    ...(isCards && { ArrowRight: () => at + 1, ArrowLeft: () => Math.max(0, at - 1) }),
    PageDown: () => placeBeside(lines, Math.max(0, at), page),
    PageUp: () => placeBeside(lines, Math.max(0, at), -page),
    Home: () => 0,
    End: () => lines.voices.length - 1,
  };
  return targets[key]?.();
}

/** A price that is shown is withdrawn first; then nothing is selected. */
function escape(): (() => void) | undefined {
  if (useSamples.getState().offer) return withdrawOffer;
  return useVoices.getState().chosen.length > 0 ? chooseNone : undefined;
}

function focusDetail(): void {
  document.querySelector<HTMLElement>(`aside[aria-label="${messages.commands.inspector}"] button`)?.focus();
}

export function toggleChosen(voice: CatalogueVoice): void {
  const { chosen, marks } = useVoices.getState();
  const wanted = !chosen.includes(voice.voiceId);
  choose([voice.voiceId], wanted);
  announce(
    messages.voices.auditionSelection(
      shownName(voice, marks),
      wanted ? 'chosen' : messages.voices.notChosen,
      messages.voices.voice(useVoices.getState().chosen.length),
    ),
  );
}
