import { create } from 'zustand';
import { clamp } from '#shared/dubbing/timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { announce } from '../../../lib/live-region.tsx';
import { flushDub, setAt, useDubs } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { attempt, studio } from '../../../core/host/host.ts';
import { player, usePlayer } from '../../../core/player/player.ts';
import { stopSounds } from '../../../core/player/sounds.ts';
import { messages } from '#shared/messages/index.ts';

/** What is heard of the dub that is open: the very sound that is exported, with the video held to it. */
export const useDubPlayer = create<{ playing: boolean; waiting: boolean; missing: readonly string[] }>(() => ({
  playing: false,
  waiting: false,
  missing: [],
}));

let audio: HTMLAudioElement | undefined;
let video: HTMLVideoElement | undefined;
let frame = 0;

/** A drift of this many seconds is put right at once; a smaller one by a change of the video's pace that nobody sees. */
const farApart = 0.25;

function element(): HTMLAudioElement {
  if (audio) return audio;
  const own = (audio = new Audio());
  own.preload = 'auto';
  own.addEventListener('ended', () => pauseDub());
  own.addEventListener('error', () => {
    if (!own.hasAttribute('src')) return;
    announce(messages.dubbing.dubAudioNotRead);
    pauseDub();
  });
  return own;
}

/** The panel's video, while it is shown. Answers with what gives it back. */
export function attachVideo(own: HTMLVideoElement): () => void {
  video = own;
  own.muted = true;
  own.currentTime = useDubs.getState().at / sampleRate;
  return () => {
    if (video === own) video = undefined;
  };
}

/** Where it is heard now, in samples. */
export const heardAt = (): number =>
  useDubPlayer.getState().playing && audio ? Math.round(audio.currentTime * sampleRate) : useDubs.getState().at;

export function seekDub(at: number): void {
  const { dub } = useDubs.getState();
  const place = clamp(Math.round(at), 0, dub?.video.samples ?? 0);
  setAt(place);
  if (audio && useDubPlayer.getState().playing) audio.currentTime = place / sampleRate;
  if (video) video.currentTime = place / sampleRate;
}

/** Which start is wanted: one whose dub was left while its sound was made begins nothing. */
let starting = 0;

export async function playDub(): Promise<void> {
  const { dub } = useDubs.getState();
  if (!dub || useDubPlayer.getState().waiting) return;
  const own = element();
  if (usePlayer.getState().mode !== 'stopped') player.pause();
  stopSounds();
  useDubPlayer.setState({ waiting: true });
  const turn = (starting += 1);
  const url = await soundUrl();
  if (turn !== starting) return;
  useDubPlayer.setState({ waiting: false });
  if (url === undefined || useDubs.getState().dub?.id !== dub.id) return;
  // Somebody may have gone to another place meanwhile.
  const { at } = useDubs.getState();
  if (own.getAttribute('src') !== url) own.src = url;
  own.currentTime = (at >= dub.video.samples - sampleRate / 50 ? 0 : at) / sampleRate;
  useDubPlayer.setState({ playing: true });
  try {
    await own.play();
  } catch {
    // Paused before it began; the element tells of anything else.
    return;
  }
  if (video) {
    video.currentTime = own.currentTime;
    video.play().catch(() => undefined);
  }
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(follow);
}

export function pauseDub(): void {
  cancelAnimationFrame(frame);
  if (!useDubPlayer.getState().playing) return;
  const at = heardAt();
  useDubPlayer.setState({ playing: false });
  audio?.pause();
  if (video) {
    video.pause();
    video.playbackRate = 1;
  }
  seekDub(at);
}

export const toggleDub = (): void => {
  if (useDubPlayer.getState().playing) pauseDub();
  else void playDub();
};

/** Lets go of the sound, when another dub is opened or the panel is left. */
export function stopDub(): void {
  starting += 1;
  useDubPlayer.setState({ waiting: false });
  pauseDub();
  audio?.removeAttribute('src');
  audio?.load();
}

/** What was changed is heard from where it is, without a stop. */
export async function refreshSound(): Promise<void> {
  if (!useDubPlayer.getState().playing || !audio) return;
  const url = await soundUrl();
  if (url === undefined || !useDubPlayer.getState().playing || audio.getAttribute('src') === url) return;
  const at = audio.currentTime;
  audio.src = url;
  audio.currentTime = at;
  audio.play().catch(() => undefined);
}

async function soundUrl(): Promise<string | undefined> {
  const { dub } = useDubs.getState();
  if (!dub || !(await flushDub())) return undefined;
  const answer = await attempt(() => studio().run('dubs.sound', { dubId: dub.id }));
  if (useDubs.getState().dub?.id !== dub.id) return undefined;
  if (!answer.ok) {
    useDubs.setState({ failure: { failure: answer.failure, about: messages.dubbing.dubNotPlayable } });
    return undefined;
  }
  useDubPlayer.setState({ missing: answer.value.missing });
  return answer.value.audioUrl;
}

function follow(): void {
  if (!audio || !useDubPlayer.getState().playing) return;
  if (video && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
    const ahead = video.currentTime - audio.currentTime;
    if (Math.abs(ahead) > farApart && !video.seeking) video.currentTime = audio.currentTime;
    else video.playbackRate = clamp(1 - ahead * 2, 0.8, 1.25);
    if (video.paused && !video.ended) video.play().catch(() => undefined);
  }
  frame = requestAnimationFrame(follow);
}
