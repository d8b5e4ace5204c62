import { correctionOf, frameAt, middleOf, usualFrameRate } from './frame-clock.ts';

/** What an element of `<audio>` or `<video>` has that a lock needs. */
export type LockedElement = Pick<
  HTMLMediaElement,
  | 'currentTime'
  | 'duration'
  | 'ended'
  | 'muted'
  | 'paused'
  | 'playbackRate'
  | 'readyState'
  | 'seeking'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>;

export interface LockedState {
  playing: boolean;
  /** Playing, and waiting for what is heard to arrive. */
  waiting: boolean;
  /** Of the one that they end with, else of the longest, in seconds; 0 while none is known. */
  duration: number;
  /** Which is heard; the others are silent. */
  heard: string | undefined;
  frameRate: number;
}

interface Member {
  element: LockedElement;
  correcting: boolean;
}

/** `HAVE_FUTURE_DATA`: it can go on from where it is. */
const canGoOn = 3;
/** A player that is this near to its end, in seconds, has ended for the clock. */
const nearEnd = 0.02;

/**
 * Several players on one clock, within a frame of one another. The clock is what is heard, as long as that goes on, so that what is heard is
 * never bent; where it has ended, or is shorter than the others, time itself. While what is heard waits for its bytes, all wait.
 */
export class LockedPlayers {
  readonly #members = new Map<string, Member>();
  readonly #listeners = new Set<() => void>();
  #state: LockedState = { playing: false, waiting: false, duration: 0, heard: undefined, frameRate: usualFrameRate };
  /** Where the clock was, in seconds, at that moment of `#now`, in milliseconds. */
  #at = 0;
  #since = 0;
  #frame = 0;
  /** Playing was asked for, and not all can begin yet: they begin together. */
  #gathering = false;
  #endsWith: string | undefined;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): LockedState => this.#state;

  /** Where the clock is, in seconds. */
  get position(): number {
    const { playing, waiting, duration } = this.#state;
    const at = playing && !waiting ? this.#at + (this.#now() - this.#since) / 1000 : this.#at;
    return duration > 0 ? Math.min(at, duration) : at;
  }

  /** Answers with what takes it off again. The first is heard until another is chosen. */
  add(id: string, element: LockedElement): () => void {
    this.#members.set(id, { element, correcting: false });
    const measure = (): void => {
      this.#measure();
      this.#place(element, this.position);
    };
    element.addEventListener('loadedmetadata', measure);
    element.addEventListener('durationchange', measure);
    if (this.#state.heard === undefined || !this.#members.has(this.#state.heard)) this.hear(id);
    else element.muted = true;
    measure();
    if (this.#state.playing) this.#tick();
    return () => {
      element.removeEventListener('loadedmetadata', measure);
      element.removeEventListener('durationchange', measure);
      element.pause();
      this.#members.delete(id);
      this.#measure();
      if (this.#members.size === 0) this.pause();
      else if (this.#state.heard === id) this.hear([...this.#members.keys()][0]);
    };
  }

  setFrameRate(frameRate: number | null | undefined): void {
    this.#set({ frameRate: frameRate ?? usualFrameRate });
  }

  /** All end with this one, as soon as it is there: what others have beyond is not part of it. */
  endWith(id: string | undefined): void {
    this.#endsWith = id;
    this.#measure();
  }

  hear(id: string | undefined): void {
    this.#rebase(this.position);
    this.#set({ heard: id });
    for (const [each, { element }] of this.#members) element.muted = each !== id;
  }

  toggle(): void {
    if (this.#state.playing) this.pause();
    else this.play();
  }

  /** From where it is, or from the start where it is at the end. To be called in a gesture. */
  play(): void {
    if (this.#state.playing || this.#members.size === 0) return;
    const { duration, frameRate } = this.#state;
    if (duration > 0 && this.position >= duration - 1 / frameRate) this.#move(0);
    this.#rebase(this.position);
    this.#gathering = true;
    this.#set({ playing: true, waiting: true });
    this.#tick();
  }

  /** All stop on the same frame. */
  pause(): void {
    const at = this.position;
    cancelAnimationFrame(this.#frame);
    for (const member of this.#members.values()) {
      member.element.pause();
      this.#free(member);
    }
    this.#gathering = false;
    this.#set({ playing: false, waiting: false });
    this.#move(middleOf(frameAt(at, this.#state.frameRate), this.#state.frameRate));
  }

  /** To a place, in seconds; playing goes on from there. */
  seek(seconds: number): void {
    const { frameRate, playing } = this.#state;
    this.#move(playing ? seconds : middleOf(frameAt(seconds, frameRate), frameRate));
  }

  /** So many frames on, or back; it pauses. */
  nudge(frames: number): void {
    if (this.#state.playing) this.pause();
    const { frameRate } = this.#state;
    this.#move(middleOf(Math.max(0, frameAt(this.position, frameRate) + frames), frameRate));
  }

  #move(seconds: number): void {
    const { duration, frameRate } = this.#state;
    // The last frame, not the end behind it, which shows nothing.
    const last = duration > 0 ? middleOf(Math.max(0, frameAt(duration - 1e-3, frameRate)), frameRate) : seconds;
    this.#rebase(Math.max(0, Math.min(seconds, last)));
    for (const { element } of this.#members.values()) this.#place(element, this.#at);
    this.#tell();
  }

  #place(element: LockedElement, seconds: number): void {
    const end = Number.isFinite(element.duration) ? Math.max(0, element.duration - 1e-3) : seconds;
    const at = Math.min(seconds, end);
    if (Math.abs(element.currentTime - at) > 1e-3) element.currentTime = at;
  }

  #rebase(at: number): void {
    this.#at = at;
    this.#since = this.#now();
  }

  #free(member: Member): void {
    member.correcting = false;
    if (member.element.playbackRate !== 1) member.element.playbackRate = 1;
  }

  #tick = (): void => {
    if (!this.#state.playing) return;
    this.#follow();
    cancelAnimationFrame(this.#frame);
    if (this.state().playing) this.#frame = requestAnimationFrame(this.#tick);
  };

  /** One look at all of them. */
  #follow(): void {
    if (this.#gathering) {
      const ready = ({ element }: Member): boolean => hasEnded(element, this.#at) || (element.readyState >= canGoOn && !element.seeking);
      if (![...this.#members.values()].every(ready)) return;
      this.#gathering = false;
    }
    const { heard, duration } = this.#state;
    const master = heard === undefined ? undefined : this.#members.get(heard);
    const leads = master !== undefined && !hasEnded(master.element, this.position);
    const stalled = leads && (master.element.readyState < canGoOn || master.element.seeking);
    if (leads) {
      this.#free(master);
      this.#start(master.element);
      this.#rebase(master.element.currentTime);
    }
    if (stalled !== this.#state.waiting) {
      this.#rebase(this.#at);
      this.#set({ waiting: stalled });
    }
    const at = this.position;
    if (duration > 0 && at >= duration - 1e-3) {
      this.pause();
      return;
    }
    for (const member of this.#members.values()) {
      if (leads && member === master) continue;
      if (stalled || hasEnded(member.element, at)) {
        member.element.pause();
        continue;
      }
      this.#start(member.element);
      if (!member.element.seeking) this.#correct(member, at);
    }
  }

  #start(element: LockedElement): void {
    // What keeps it from playing is reported by the element's own error; a pause in between is none.
    if (element.paused) element.play().catch(() => undefined);
  }

  #correct(member: Member, at: number): void {
    const { element, correcting } = member;
    const correction = correctionOf({ at: element.currentTime, correcting }, { at, rate: 1, frameRate: this.#state.frameRate });
    if (correction.type === 'none') this.#free(member);
    else if (correction.type === 'seek') element.currentTime = correction.to;
    else {
      member.correcting = true;
      element.playbackRate = correction.rate;
    }
  }

  #measure(): void {
    const last = this.#endsWith === undefined ? undefined : this.#members.get(this.#endsWith)?.element.duration;
    const isKnown = last !== undefined && Number.isFinite(last);
    const known = [...this.#members.values()].map(({ element }) => element.duration).filter((seconds) => Number.isFinite(seconds));
    this.#set({ duration: isKnown ? last : Math.max(0, ...known) });
  }

  #set(change: Partial<LockedState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const hasEnded = (element: LockedElement, at: number): boolean =>
  element.ended || (Number.isFinite(element.duration) && at >= element.duration - nearEnd);
