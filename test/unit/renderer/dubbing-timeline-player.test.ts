import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSegment, usualDucking, type Dub } from '#shared/dubbing/timeline.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { DubPlayerStore } from '../../../src-renderer/features/dubbing/timeline/dub-player-store.ts';
import { messages } from '#shared/messages/index.ts';

const others = { paused: 0, stopped: 0 };
const stores = createFakeStores();
const usePlayer = stores.player.store;
const { connectHost } = stores.host;
const { editDub, setAt, showDub, store: useDubs } = stores.dubs;
const {
  attachVideo,
  heardAt,
  nudgeDub,
  pauseDub,
  playDub,
  refreshSound,
  seekDub,
  seekDubToFrame,
  stopDub,
  toggleDub,
  store: useDubPlayer,
} = new DubPlayerStore({
  ...stores,
  player: { store: usePlayer, player: { pause: () => void (others.paused += 1) } as never },
  sounds: { stopSounds: () => void (others.stopped += 1) },
});

/** An audio or video element: plays only in so far as it says so, and notes what is done to it. */
class Fake {
  currentTime = 0;
  paused = true;
  ended = false;
  muted = false;
  seeking = false;
  playbackRate = 1;
  readyState = 4;
  preload = '';
  loads = 0;
  source: string | null = null;
  /** A start that does not succeed. */
  refuses = false;
  plays = 0;
  readonly listeners = new Map<string, () => void>();
  set src(address: string) {
    this.source = address;
    this.currentTime = 0;
    this.paused = true;
  }
  getAttribute(): string | null {
    return this.source;
  }
  hasAttribute(): boolean {
    return this.source !== null;
  }
  removeAttribute(): void {
    this.source = null;
  }
  load(): void {
    this.loads += 1;
  }
  addEventListener(event: string, listener: () => void): void {
    this.listeners.set(event, listener);
  }
  play(): Promise<void> {
    this.plays += 1;
    if (this.refuses) return Promise.reject(new DOMException('No.', 'AbortError'));
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
}
const audio = new Fake();
let video: Fake;
let detach: () => void;
let frames: Map<number, () => void>;
const frame = () => {
  const due = [...frames.values()];
  frames.clear();
  for (const work of due) work();
};

const second = 48_000;
const dubOf = (id: string): Dub => ({
  id,
  title: 'The harbour',
  revision: 0,
  createdAt: 0,
  changedAt: 0,
  takes: [],
  ducking: usualDucking,
  segments: [{ ...newSegment([], 'first00001', 0), text: 'One.' }],
  video: {
    name: 'a.mp4',
    contentType: 'video/mp4',
    bytes: 1,
    container: 'MP4',
    codec: 'avc',
    width: 320,
    height: 180,
    rotation: 0,
    samples: 60 * second,
    frameRate: 25,
    variable: false,
    sound: { state: 'none', codec: '', channels: 0, samples: 0 },
  },
});
const state = useDubPlayer.getState;
const sound = (audioUrl: string, missing: string[] = []) => ({ audioUrl, missing });

beforeEach(async () => {
  frames = new Map();
  let next = 0;
  vi.stubGlobal('Audio', function Audio() {
    return audio;
  });
  vi.stubGlobal('HTMLMediaElement', { HAVE_CURRENT_DATA: 2 });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => (frames.set((next += 1), work), next));
  vi.stubGlobal('cancelAnimationFrame', (number: number) => frames.delete(number));
  const { listeners } = audio;
  Object.assign(audio, new Fake(), { listeners });
  Object.assign(others, { paused: 0, stopped: 0 });
  usePlayer.setState({ mode: 'stopped' });
  fakeStudio.reset({
    'dubs.sound': ({ dubId }) => sound(`/bytes/${dubId}/1`, ['first00001']),
    'dubs.save': () => ({ revision: 1, changedAt: 1 }),
  });
  useDubPlayer.setState(useDubPlayer.getInitialState(), true);
  await connectHost();
  showDub(dubOf('dub0000001'));
  video = new Fake();
  detach = attachVideo(video as never);
  fakeStudio.asked.length = 0;
});
afterEach(() => {
  stopDub();
  detach();
  vi.unstubAllGlobals();
});

describe('the video', () => {
  it('is silent, stands where the playhead is, and goes with it', () => {
    setAt(3 * second);
    const other = new Fake();
    const off = attachVideo(other as never);
    expect(other).toMatchObject({ muted: true, currentTime: 3 });
    detach(); // of the one before: the new one stays
    seekDub(5 * second);
    expect(other.currentTime).toBe(5);
    off();
    seekDub(6 * second);
    expect(other.currentTime).toBe(5);
  });
});

describe('seeking', () => {
  it('stays within the video, at a whole sample', () => {
    seekDub(-5);
    expect(useDubs.getState().at).toBe(0);
    seekDub(100 * second);
    expect(useDubs.getState().at).toBe(60 * second);
    seekDub(1000.6);
    expect(useDubs.getState().at).toBe(1001);
    expect(video.currentTime).toBe(1001 / second);
    expect(audio.currentTime).toBe(0);
  });

  it('by a click stands on the nearest frame of the video', () => {
    // 16.107 s at 25 frames a second.
    seekDubToFrame(773_136);
    expect(useDubs.getState().at).toBe(773_760);
    seekDubToFrame(16.09 * second);
    expect(useDubs.getState().at).toBe(771_840);
    seekDubToFrame(-900);
    expect(useDubs.getState().at).toBe(0);
  });

  it('by a key goes on by one frame, from between two frames to the next one that way, and stays within the video', () => {
    setAt(second);
    nudgeDub(1);
    expect(useDubs.getState().at).toBe(1.04 * second);
    expect(video.currentTime).toBe(1.04);
    nudgeDub(-2);
    expect(useDubs.getState().at).toBe(0.96 * second);
    setAt(1.05 * second);
    nudgeDub(-1);
    expect(useDubs.getState().at).toBe(1.04 * second);
    setAt(60 * second);
    nudgeDub(1);
    expect(useDubs.getState().at).toBe(60 * second);
    setAt(0);
    nudgeDub(-1);
    expect(useDubs.getState().at).toBe(0);
  });

  it('by a key pauses what plays', async () => {
    await playDub();
    audio.currentTime = 2;
    nudgeDub(1);
    expect([state().playing, useDubs.getState().at]).toEqual([false, 2.04 * second]);
  });

  it('while it plays takes the sound with it', async () => {
    await playDub();
    seekDub(7 * second);
    expect(audio.currentTime).toBe(7);
    expect(heardAt()).toBe(7 * second);
  });
});

describe('playing', () => {
  it('saves first, silences everything else, and begins sound and video together at the playhead', async () => {
    usePlayer.setState({ mode: 'playing' });
    editDub('Title', () => ({ title: 'Changed' }));
    setAt(2 * second);
    const playing = playDub();
    expect(state()).toMatchObject({ waiting: true, playing: false });
    expect(others).toMatchObject({ paused: 1, stopped: 1 });
    await playing;
    expect(fakeStudio.asked.map(({ name }) => name)).toEqual(['dubs.save', 'dubs.sound']);
    expect(fakeStudio.inputs('dubs.sound')).toEqual([{ dubId: 'dub0000001' }]);
    expect(state()).toEqual({ playing: true, waiting: false, missing: ['first00001'] });
    expect(audio).toMatchObject({ source: '/bytes/dub0000001/1', currentTime: 2, paused: false });
    expect(video).toMatchObject({ currentTime: 2, paused: false });
    expect(frames.size).toBe(1);
    audio.currentTime = 2.5;
    expect(heardAt()).toBe(2.5 * second);
  });

  it('leaves the chapter alone where that is stopped, and reads a sound that it has no second time', async () => {
    await playDub();
    expect(others).toMatchObject({ paused: 0, stopped: 1 });
    pauseDub();
    audio.currentTime = 9;
    const set = vi.spyOn(audio, 'src', 'set');
    await playDub();
    expect(set).not.toHaveBeenCalled();
    set.mockRestore();
  });

  it('begins again at the start where the playhead is at the end', async () => {
    setAt(60 * second - second / 50);
    await playDub();
    expect(audio.currentTime).toBe(0);
    pauseDub();
    setAt(60 * second - second / 50 - 1);
    await playDub();
    expect(audio.currentTime).toBeCloseTo(60 - 1 / 50 - 1 / second, 9);
  });

  it('begins where somebody went while its sound was made', async () => {
    const held = heldAnswer();
    fakeStudio.answers['dubs.sound'] = held.answer;
    setAt(1 * second);
    const playing = playDub();
    seekDub(9 * second);
    held.resolve(sound('/bytes/s'));
    await playing;
    expect(audio.currentTime).toBe(9);
    expect(video.currentTime).toBe(9);
  });

  it('is asked for once while the sound is made', async () => {
    const held = heldAnswer();
    fakeStudio.answers['dubs.sound'] = held.answer;
    const playing = playDub();
    await playDub();
    toggleDub();
    held.resolve(sound('/bytes/s'));
    await playing;
    expect(fakeStudio.inputs('dubs.sound')).toHaveLength(1);
    expect(audio.plays).toBe(1);
  });

  it('that is left while the sound is made begins nothing, and can be begun again at once', async () => {
    const held = heldAnswer();
    fakeStudio.answers['dubs.sound'] = held.answer;
    const playing = playDub();
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.sound')).toHaveLength(1));
    stopDub();
    expect(state().waiting).toBe(false);
    fakeStudio.answers['dubs.sound'] = () => new Promise(() => undefined);
    void playDub();
    held.resolve(sound('/bytes/s'));
    await playing;
    expect(state()).toMatchObject({ playing: false, waiting: true });
    expect(audio).toMatchObject({ plays: 0, source: null });
  });

  it('of a dub that another one replaced begins nothing, and says nothing about the other', async () => {
    for (const fails of [false, true]) {
      const held = heldAnswer();
      fakeStudio.answers['dubs.sound'] = held.answer;
      const playing = playDub();
      await vi.waitFor(() => expect(fakeStudio.inputs('dubs.sound')).toHaveLength(fails ? 2 : 1));
      showDub(dubOf(fails ? 'dub0000003' : 'dub0000002'));
      if (fails) held.reject(new Error('gone'));
      else held.resolve(sound('/bytes/s', ['first00001']));
      await playing;
      expect(state()).toEqual({ playing: false, waiting: false, missing: [] });
      expect(audio.plays).toBe(0);
      expect(useDubs.getState().failure).toBeUndefined();
    }
  });

  it('never starts over another dub, at whichever moment that is opened after the answer', async () => {
    const started: (string | undefined)[] = [];
    const play = vi.spyOn(audio, 'play').mockImplementation(() => {
      started.push(useDubs.getState().dub?.id);
      return Promise.resolve();
    });
    for (let turns = 0; turns < 30; turns += 1) {
      showDub(dubOf('dub0000001'));
      const held = heldAnswer();
      const asked = Promise.withResolvers<null>();
      fakeStudio.answers['dubs.sound'] = () => {
        asked.resolve(null);
        return held.answer();
      };
      const playing = playDub();
      await asked.promise;
      held.resolve(sound('/bytes/s'));
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      showDub(dubOf('dub0000002'));
      await playing;
      stopDub();
    }
    play.mockRestore();
    expect(new Set(started)).toEqual(new Set(['dub0000001']));
    // Opened before the answer reached the player, and after it had started.
    expect(started.length).toBeGreaterThan(0);
    expect(started.length).toBeLessThan(30);
  });

  it('says why where there is no sound, or the dub cannot be saved', async () => {
    fakeStudio.answers['dubs.sound'] = refuse('disk-full');
    await playDub();
    expect(useDubs.getState().failure).toMatchObject({ failure: { kind: 'disk-full' }, about: messages.dubbing.dubNotPlayable });
    expect(state()).toMatchObject({ playing: false, waiting: false });
    fakeStudio.asked.length = 0;
    fakeStudio.answers['dubs.save'] = refuse('conflict');
    editDub('Title', () => ({ title: 'Changed' }));
    await playDub();
    expect(fakeStudio.inputs('dubs.sound')).toEqual([]);
    expect(state()).toMatchObject({ playing: false, waiting: false });
  });

  it('without a dub does nothing', async () => {
    useDubs.setState({ dub: undefined });
    await playDub();
    expect(fakeStudio.asked).toEqual([]);
    expect(others.stopped).toBe(0);
  });

  it('that was paused before it began starts no video', async () => {
    audio.refuses = true;
    await playDub();
    expect(video.paused).toBe(true);
    expect(frames.size).toBe(0);
  });
});

describe('pausing', () => {
  it('keeps the playhead where it was heard, and the video with it', async () => {
    await playDub();
    audio.currentTime = 4;
    video.playbackRate = 1.1;
    toggleDub();
    expect(useDubs.getState().at).toBe(4 * second);
    expect(audio.paused).toBe(true);
    expect(video).toMatchObject({ paused: true, playbackRate: 1, currentTime: 4 });
    expect(frames.size).toBe(0);
    expect(heardAt()).toBe(4 * second);
    setAt(1);
    pauseDub(); // it is paused already
    expect(useDubs.getState().at).toBe(1);
  });

  it('comes of itself at the end, and where the sound cannot be read', async () => {
    await playDub();
    audio.currentTime = 60;
    audio.listeners.get('ended')?.();
    expect(state().playing).toBe(false);
    expect(useDubs.getState().at).toBe(60 * second);
    expect(fakeStudio.announced).toEqual([]);
    await playDub();
    audio.listeners.get('error')?.();
    expect(state().playing).toBe(false);
    expect(fakeStudio.announced).toEqual([messages.dubbing.dubAudioNotRead]);
    stopDub();
    audio.listeners.get('error')?.(); // the sound was let go
    expect(fakeStudio.announced).toHaveLength(1);
  });

  it('lets go of the sound where the dub is left', async () => {
    await playDub();
    stopDub();
    expect(state().playing).toBe(false);
    expect(audio).toMatchObject({ paused: true, source: null, loads: 1 });
  });
});

describe('while it plays', () => {
  beforeEach(playDub);

  it('a video that runs apart is put right at once, unless it is on its way there', () => {
    audio.currentTime = 10;
    video.currentTime = 10.26;
    frame();
    expect(video.currentTime).toBe(10);
    video.currentTime = 9.7;
    frame();
    expect(video.currentTime).toBe(10);
    video.currentTime = 9;
    video.seeking = true;
    frame();
    expect(video).toMatchObject({ currentTime: 9, playbackRate: 1.25 });
  });

  it('a small drift changes the pace of the video alone, within what nobody sees', () => {
    audio.currentTime = 10;
    video.currentTime = 10.25;
    frame();
    expect(video).toMatchObject({ currentTime: 10.25, playbackRate: 0.8 });
    video.currentTime = 10.05;
    frame();
    expect(video.playbackRate).toBeCloseTo(0.9, 9);
    video.currentTime = 9.95;
    frame();
    expect(video.playbackRate).toBeCloseTo(1.1, 9);
    expect(frames.size).toBe(1);
  });

  it('a video that stopped goes on, unless it is at its end or has no picture yet', () => {
    video.pause();
    frame();
    expect(video.paused).toBe(false);
    video.pause();
    video.ended = true;
    frame();
    expect(video.paused).toBe(true);
    Object.assign(video, { ended: false, readyState: 1, currentTime: 50 });
    frame();
    expect(video).toMatchObject({ paused: true, currentTime: 50 });
    video.readyState = 2;
    frame();
    expect(video.paused).toBe(false);
  });

  it('nothing is followed any more once it is paused', () => {
    useDubPlayer.setState({ playing: false });
    frame();
    expect(frames.size).toBe(0);
  });

  it('what was changed is heard from the same place', async () => {
    audio.currentTime = 8;
    fakeStudio.answers['dubs.sound'] = () => sound('/bytes/2');
    await refreshSound();
    expect(audio).toMatchObject({ source: '/bytes/2', currentTime: 8, paused: false });
    expect(audio.plays).toBe(2);
    await refreshSound(); // the same sound
    expect(audio.plays).toBe(2);
  });

  it('what was changed and paused meanwhile begins nothing', async () => {
    const held = heldAnswer();
    fakeStudio.answers['dubs.sound'] = held.answer;
    const refreshing = refreshSound();
    await Promise.resolve();
    pauseDub();
    held.resolve(sound('/bytes/2'));
    await refreshing;
    expect(audio).toMatchObject({ source: '/bytes/dub0000001/1', paused: true });
    fakeStudio.asked.length = 0;
    await refreshSound();
    expect(fakeStudio.asked).toEqual([]);
  });

  it('what was changed and has no sound leaves what is heard', async () => {
    fakeStudio.answers['dubs.sound'] = refuse('disk-full');
    await refreshSound();
    expect(audio).toMatchObject({ source: '/bytes/dub0000001/1', paused: false });
  });
});
