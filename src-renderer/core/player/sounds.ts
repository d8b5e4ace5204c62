import { create } from 'zustand';
import { announce } from '../../lib/live-region.tsx';
import { player, usePlayer } from './player.ts';
import { messages } from '#shared/messages/index.ts';

interface SoundsState {
  /** The studio address of what is heard, or paused. */
  url: string | undefined;
  paused: boolean;
}

/** Sounds outside the script: lines of voices, previews, recordings. One at a time, and never together with the chapter. */
export const useSounds = create<SoundsState>(() => ({ url: undefined, paused: true }));

let element: HTMLAudioElement | undefined;

function audio(): HTMLAudioElement {
  if (element) return element;
  element = new Audio();
  element.preload = 'auto';
  const own = element;
  const tell = (): void => useSounds.setState({ paused: own.paused });
  for (const event of ['play', 'pause', 'ended']) own.addEventListener(event, tell);
  own.addEventListener('error', () => {
    if (!own.hasAttribute('src')) return;
    announce(messages.player.audioNotRead);
    stopSounds();
  });
  // The chapter is started by its own keys at any time; then this one gives way.
  usePlayer.subscribe(({ mode, paused }) => {
    if (mode !== 'stopped' && !paused) own.pause();
  });
  return own;
}

/** Plays from its start, or from `at` (0 to 1), whatever sounded before. To be called in a gesture. */
export const playSound = (url: string, at = 0): void => play(url, at === 0 ? undefined : (length) => at * length);

/** Plays from so many seconds on. To be called in a gesture. */
export const playSoundFrom = (url: string, seconds: number): void => play(url, () => seconds);

function play(url: string, placeIn: ((length: number) => number) | undefined): void {
  const own = audio();
  if (usePlayer.getState().mode !== 'stopped') player.pause();
  if (useSounds.getState().url !== url) own.src = url;
  useSounds.setState({ url });
  const seek = (): void => {
    own.currentTime = placeIn?.(Number.isFinite(own.duration) ? own.duration : 0) ?? 0;
  };
  if (own.readyState >= HTMLMediaElement.HAVE_METADATA) seek();
  else if (placeIn) own.addEventListener('loadedmetadata', seek, { once: true });
  // What keeps it from playing is told by the element's own error; a pause in between is none.
  own.play().catch(() => undefined);
}

/** Plays, pauses, or goes on. */
export function toggleSound(url: string): void {
  const own = audio();
  if (useSounds.getState().url !== url || own.ended) playSound(url);
  else if (own.paused) {
    if (usePlayer.getState().mode !== 'stopped') player.pause();
    own.play().catch(() => undefined);
  } else own.pause();
}

export function stopSounds(): void {
  if (!element) return;
  element.pause();
  element.removeAttribute('src');
  element.load();
  useSounds.setState({ url: undefined, paused: true });
}

/** How much of the sound has passed, 0 to 1; 0 for one that is not the current one. */
export function passedOf(url: string): number {
  if (!element || useSounds.getState().url !== url || !(element.duration > 0)) return 0;
  return element.ended ? 1 : element.currentTime / element.duration;
}

/** Seconds of the sound that have passed; 0 for one that is not the current one. */
export const secondsOf = (url: string): number => (element && useSounds.getState().url === url ? element.currentTime : 0);
