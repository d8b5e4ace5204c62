import { beforeEach, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores, SilentPlayer } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';

/** A player that a test makes fail at a place. */
class FailingPlayer extends SilentPlayer {
  #listener: ((message: string) => void) | undefined;
  #seconds = 0;
  override onFailure = (listener: (message: string) => void) => {
    this.#listener = listener;
    return () => undefined;
  };
  override play = vi.fn();
  override moment(): ReturnType<SilentPlayer['moment']> {
    return { ...super.moment(), seconds: this.#seconds };
  }
  failAt(seconds: number): void {
    this.#seconds = seconds;
    this.#listener?.(messages.shapes.chapterAudioNotRead);
  }
}

let audio: FailingPlayer;
let stores: ReturnType<typeof createFakeStores>;
const sound = { audioUrl: '/a.wav', peaksUrl: '/a.peaks', samples: 48_000 };
const state = () => stores.player.store.getState();
const asked = () => fakeStudio.inputs('chapter.sound').length;

beforeEach(async () => {
  fakeStudio.reset({ 'chapter.sound': () => sound });
  audio = new FailingPlayer();
  stores = createFakeStores({ audio });
  await stores.host.connectHost();
  stores.chapter.watchChapter();
  stores.player.watchPlayer();
  const document = schema.node('doc', null, [createBlock('One.', { id: 'block0001' })]);
  stores.project.store.setState({
    status: 'open',
    details: { ...noDefaults, projectId: 'project01', voiceId: 'voice' } as never,
    chapterId: 'chapter01',
    document,
    takes: [takeOf('block0001', 'One.', { id: 'take00001', samples: 48_000 })],
  });
  await vi.waitFor(() => expect(state().sound).toBeDefined());
});

it('sound that could not be read is asked for again, and playing goes on where it was', async () => {
  audio.failAt(0.5);
  await vi.waitFor(() => expect(audio.play).toHaveBeenCalledOnce());
  expect(asked()).toBe(2);
  expect(state().problem).toBe('');
});

it('sound that cannot be read at the same place again is said, until a person tries again', async () => {
  audio.failAt(0.5);
  await vi.waitFor(() => expect(audio.play).toHaveBeenCalledOnce());
  audio.failAt(0.5);
  expect(state().problem).toBe(messages.shapes.chapterAudioNotRead);
  expect(asked()).toBe(2);
  await stores.player.retrySound();
  expect(state().problem).toBe('');
  expect(asked()).toBe(3);
  expect(audio.play).toHaveBeenCalledTimes(2);
});

it('what could not be read while the studio was away can be read again once its project is open, stays paused where it was, and is not said', async () => {
  fakeStudio.answers['chapter.sound'] = refuse('disconnected');
  audio.failAt(0.5);
  await vi.waitFor(() => expect(state().failure).toMatchObject({ kind: 'disconnected' }));
  expect(audio.play).not.toHaveBeenCalled();
  fakeStudio.answers['chapter.sound'] = () => sound;
  stores.project.store.setState({ reopened: 1 });
  await vi.waitFor(() => expect(state()).toMatchObject({ failure: undefined, problem: '' }));
  await stores.player.retrySound();
  expect(audio.play).not.toHaveBeenCalled();
  expect(audio.moment().seconds).toBe(0.5);
});

it('what a person stopped while the studio was away stays silent', async () => {
  fakeStudio.answers['chapter.sound'] = refuse('disconnected');
  audio.failAt(0.5);
  await vi.waitFor(() => expect(state().failure).toMatchObject({ kind: 'disconnected' }));
  stores.player.stopSound();
  fakeStudio.answers['chapter.sound'] = () => sound;
  stores.project.store.setState({ reopened: 1 });
  await vi.waitFor(() => expect(state().failure).toBeUndefined());
  await stores.player.retrySound();
  expect(audio.play).not.toHaveBeenCalled();
});

it('sound whose address main refuses is said, and does not play by itself when a person tries again', async () => {
  fakeStudio.answers['chapter.sound'] = refuse('internal');
  stores.project.store.setState({ reopened: 1 });
  await vi.waitFor(() => expect(state().failure).toMatchObject({ kind: 'internal' }));
  fakeStudio.answers['chapter.sound'] = () => sound;
  await stores.player.retrySound();
  expect(state().failure).toBeUndefined();
  expect(audio.play).not.toHaveBeenCalled();
});

it('another chapter that is shown meanwhile is not played in its place', async () => {
  const held = heldAnswer();
  fakeStudio.answers['chapter.sound'] = held.answer;
  audio.failAt(0.5);
  stores.project.store.setState({ chapterId: 'chapter02' });
  held.resolve({ ...sound, audioUrl: '/b.wav' });
  await vi.waitFor(() => expect(state().sound?.audioUrl).toBe('/b.wav'));
  await stores.player.retrySound();
  expect(audio.play).not.toHaveBeenCalled();
});
