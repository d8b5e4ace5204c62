import { create } from 'zustand';
import { byFrames, clamp, placeOfFrame, toFrame } from '#shared/dubbing/timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { createAudio } from '../../../audio/output.ts';
import { attempt } from '../../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { DubsStore } from '../../../core/dubbing-timeline/dubs-store.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import type { SoundsStore } from '../../../core/player/sounds-store.ts';
import type { announce } from '../../../lib/live-region.tsx';

export interface DubPlayerDependencies {
  client: StudioClient;
  dubs: Pick<DubsStore, 'store' | 'setAt' | 'flushDub'>;
  player: Pick<PlayerStore, 'store' | 'player'>;
  sounds: Pick<SoundsStore, 'stopSounds'>;
  announce: typeof announce;
}

/** What is heard of the dub that is open: the very sound that is exported, with the video held to it. */
export class DubPlayerStore {
  /** What is heard of the dub that is open: the very sound that is exported, with the video held to it. */
  readonly store = create<{ playing: boolean; waiting: boolean; missing: readonly string[] }>(() => ({
    playing: false,
    waiting: false,
    missing: [],
  }));
  readonly #deps: DubPlayerDependencies;
  #audio: HTMLAudioElement | undefined;
  #video: HTMLVideoElement | undefined;
  #frame = 0;
  /** Which start is wanted: one whose dub was left while its sound was made begins nothing. */
  #starting = 0;

  constructor(dependencies: DubPlayerDependencies) {
    this.#deps = dependencies;
  }

  #element(): HTMLAudioElement {
    if (this.#audio) return this.#audio;
    const own = (this.#audio = createAudio());
    own.preload = 'auto';
    own.addEventListener('ended', () => this.pauseDub());
    own.addEventListener('error', () => {
      if (!own.hasAttribute('src')) return;
      this.#deps.announce(messages.dubbing.dubAudioNotRead);
      this.pauseDub();
    });
    return own;
  }

  /** The panel's video, while it is shown. Answers with what gives it back. */
  readonly attachVideo = (own: HTMLVideoElement): (() => void) => {
    this.#video = own;
    own.muted = true;
    own.currentTime = this.#deps.dubs.store.getState().at / sampleRate;
    return () => {
      if (this.#video === own) this.#video = undefined;
    };
  };

  /** Where it is heard now, in samples. */
  readonly heardAt = (): number =>
    this.store.getState().playing && this.#audio ? Math.round(this.#audio.currentTime * sampleRate) : this.#deps.dubs.store.getState().at;

  readonly seekDub = (at: number): void => {
    const { dub } = this.#deps.dubs.store.getState();
    const place = clamp(Math.round(at), 0, dub?.video.samples ?? 0);
    this.#deps.dubs.setAt(place);
    if (this.#audio && this.store.getState().playing) this.#audio.currentTime = place / sampleRate;
    if (this.#video) this.#video.currentTime = place / sampleRate;
  };

  /** To the frame that is nearest to a place, as a click sets it: what is split and exported there is what is shown. */
  readonly seekDubToFrame = (at: number): void => {
    const { dub } = this.#deps.dubs.store.getState();
    if (dub) this.seekDub(placeOfFrame(toFrame(at, dub.video.frameRate), dub.video.frameRate));
  };

  /** The playhead, so many frames of the video further. What plays is paused. */
  readonly nudgeDub = (frames: number): void => {
    this.pauseDub();
    const { dub, at } = this.#deps.dubs.store.getState();
    if (dub) this.seekDub(byFrames(at, frames, dub.video.frameRate));
  };

  readonly playDub = async (): Promise<void> => {
    const { dub } = this.#deps.dubs.store.getState();
    if (!dub || this.store.getState().waiting) return;
    const own = this.#element();
    if (this.#deps.player.store.getState().mode !== 'stopped') this.#deps.player.player.pause();
    this.#deps.sounds.stopSounds();
    this.store.setState({ waiting: true });
    const turn = (this.#starting += 1);
    const url = await this.#soundUrl();
    if (turn !== this.#starting) return;
    this.store.setState({ waiting: false });
    if (url === undefined || this.#deps.dubs.store.getState().dub?.id !== dub.id) return;
    // Somebody may have gone to another place meanwhile.
    const { at } = this.#deps.dubs.store.getState();
    if (own.getAttribute('src') !== url) own.src = url;
    own.currentTime = (at >= dub.video.samples - sampleRate / 50 ? 0 : at) / sampleRate;
    this.store.setState({ playing: true });
    try {
      await own.play();
    } catch {
      // Paused before it began; the element tells of anything else.
      return;
    }
    if (this.#video) {
      this.#video.currentTime = own.currentTime;
      this.#video.play().catch(() => undefined);
    }
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(this.#follow);
  };

  readonly pauseDub = (): void => {
    cancelAnimationFrame(this.#frame);
    if (!this.store.getState().playing) return;
    const at = this.heardAt();
    this.store.setState({ playing: false });
    this.#audio?.pause();
    if (this.#video) {
      this.#video.pause();
      this.#video.playbackRate = 1;
    }
    this.seekDub(at);
  };

  readonly toggleDub = (): void => {
    if (this.store.getState().playing) this.pauseDub();
    else void this.playDub();
  };

  /** Lets go of the sound, when another dub is opened or the panel is left. */
  readonly stopDub = (): void => {
    this.#starting += 1;
    this.store.setState({ waiting: false });
    this.pauseDub();
    this.#audio?.removeAttribute('src');
    this.#audio?.load();
  };

  /** What was changed is heard from where it is, without a stop. */
  readonly refreshSound = async (): Promise<void> => {
    if (!this.store.getState().playing || !this.#audio) return;
    const url = await this.#soundUrl();
    if (url === undefined || !this.store.getState().playing || this.#audio.getAttribute('src') === url) return;
    const at = this.#audio.currentTime;
    this.#audio.src = url;
    this.#audio.currentTime = at;
    this.#audio.play().catch(() => undefined);
  };

  async #soundUrl(): Promise<string | undefined> {
    const { dub } = this.#deps.dubs.store.getState();
    if (!dub || !(await this.#deps.dubs.flushDub())) return undefined;
    const answer = await attempt(() => this.#deps.client.run('dubs.sound', { dubId: dub.id }));
    if (this.#deps.dubs.store.getState().dub?.id !== dub.id) return undefined;
    if (!answer.ok) {
      this.#deps.dubs.store.setState({ failure: { failure: answer.failure, about: messages.dubbing.dubNotPlayable } });
      return undefined;
    }
    this.store.setState({ missing: answer.value.missing });
    return answer.value.audioUrl;
  }

  readonly #follow = (): void => {
    if (!this.#audio || !this.store.getState().playing) return;
    if (this.#video && this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      const ahead = this.#video.currentTime - this.#audio.currentTime;
      if (Math.abs(ahead) > farApart && !this.#video.seeking) this.#video.currentTime = this.#audio.currentTime;
      else this.#video.playbackRate = clamp(1 - ahead * 2, 0.8, 1.25);
      if (this.#video.paused && !this.#video.ended) this.#video.play().catch(() => undefined);
    }
    this.#frame = requestAnimationFrame(this.#follow);
  };
}

/** A drift of this many seconds is put right at once; a smaller one by a change of the video's pace that nobody sees. */
const farApart = 0.25;
