import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, type Failure } from '#shared/failure.ts';
import { liveLimits } from '#shared/live.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { createLiveStores } from '../../../src-renderer/features/live/create-stores.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

const nothing = (): void => undefined;
/** Plays nothing, and remembers what it was given. */
class FakeSound {
  waiting = 0;
  readonly pushed: string[] = [];
  readonly listeners: Record<'onStarted' | 'onHeard' | 'onDry', (value?: unknown) => void>;
  constructor(listeners: unknown) {
    this.listeners = listeners as typeof this.listeners;
  }
  push(id: string): void {
    this.pushed.push(id);
  }
  prepare = nothing;
  flush = nothing;
  silence = nothing;
  rest = nothing;
}
const stores = createFakeStores();
const liveStores = createLiveStores(stores, (listeners) => new FakeSound(listeners));
const { connectHost } = stores.host;
const { store: useLiveSettings, watchLiveState } = liveStores.phrases;
const { endSession, goOn, liveSound, putBack, say, showLive, silence } = liveStores.live;
const { editWaiting, moveWaiting, removeWaiting, settle, store: useLive, waitingPhrases } = liveStores.queue;
const sound = liveSound as unknown as FakeSound;

interface Session {
  emit(event: Record<string, unknown>): void;
  sent: Record<string, unknown>[];
  end(): void;
  fail(failure: ReturnType<typeof fail>): void;
}
let sessions: Session[] = [];
const spoken = (session = sessions.at(-1)): unknown[] => session?.sent.filter(({ type }) => type === 'say').map(({ text }) => text) ?? [];
const phrases = (): unknown[] => useLive.getState().phrases.map(({ text, state }) => [text, state]);
const idOf = (text: string): string => useLive.getState().phrases.find((phrase) => phrase.text === text)?.id ?? '';
const turn = () => new Promise((resolve) => setImmediate(resolve));
const settings = { version: 'v3', mode: 'reliable', voiceId: 'anna', modelId: 'm', format: 'pcm', controls: {} } as const;
const unknown = fail('disconnected', said('Lost.'), { charged: 'unknown' });

watchLiveState();
beforeEach(async () => {
  // What waits would begin a session when one ends.
  useLive.setState({ ...useLive.getInitialState() });
  for (const session of sessions) session.end();
  await turn();
  sessions = [];
  fakeStudio.reset({
    'live.state': () => ({ phrases: [], draft: '', waiting: [], settings }),
    'live.updateState': (change) => change,
    'live.speak': (_input, { emit, sent }) =>
      new Promise((resolve, reject) => sessions.push({ emit, sent, end: () => resolve({ requests: [] }), fail: reject })),
  });
  useLive.setState({ ...useLive.getInitialState() });
  sound.pushed.length = sound.waiting = 0;
  await connectHost();
  await vi.waitFor(() => expect(useLiveSettings.getState()).toMatchObject({ loaded: true, settings: { voiceId: 'anna' } }));
});

/** Enters these phrases and waits for their session. */
async function begin(...texts: string[]): Promise<Session> {
  for (const text of texts) expect(say(text)).toBeUndefined();
  await vi.waitFor(() => expect(sessions).toHaveLength(1));
  await turn();
  return sessions[0]!;
}
async function tell(session: Session, ...events: Record<string, unknown>[]): Promise<void> {
  for (const event of events) session.emit(event);
  await turn();
}

describe('a phrase that was spoken', () => {
  const heardAgain = (text: string): string | undefined => liveStores.spoken.store.getState().urls.get(idOf(text));
  const wavOf = async (text: string): Promise<DataView> => new DataView(await (await fetch(heardAgain(text) ?? '')).arrayBuffer());
  const pcm = { type: 'pcm', pcm: { sampleRate: 24_000, channels: 1, bitDepth: 16 } };

  it('can be heard again while its session goes on: all that came of it, as one sound of its rate', async () => {
    const session = await begin('one', 'two');
    const id = idOf('one');
    await tell(session, pcm, { type: 'audio', id, bytes: Uint8Array.of(1, 2) }, { type: 'audio', id, bytes: Uint8Array.of(3, 4) });
    expect(heardAgain('one')).toBeUndefined();
    await tell(session, { type: 'completed', id, segmentId: 's', bytes: 4, whole: true });
    const wav = await wavOf('one');
    expect([wav.getUint32(24, true), wav.getUint32(40, true), wav.getUint32(44)]).toEqual([24_000, 4, 0x01_02_03_04]);
    expect(heardAgain('two')).toBeUndefined();
  });

  it('can be heard again where Escape silenced it, and where its session broke off in it', async () => {
    const session = await begin('one', 'two');
    silence();
    await tell(session, pcm, { type: 'audio', id: idOf('one'), bytes: Uint8Array.of(1, 2) });
    await tell(session, { type: 'completed', id: idOf('one'), segmentId: 's', bytes: 2, whole: true });
    expect((await wavOf('one')).byteLength).toBe(46);
    await tell(session, { type: 'audio', id: idOf('two'), bytes: Uint8Array.of(1, 2) });
    session.fail(unknown);
    await turn();
    expect((await wavOf('two')).byteLength).toBe(46);
  });

  it('cannot be where its samples are of no known rate', async () => {
    const session = await begin('one');
    await tell(session, { type: 'audio', id: idOf('one'), bytes: Uint8Array.of(1, 2) });
    await tell(session, { type: 'completed', id: idOf('one'), segmentId: 's', bytes: 2, whole: true });
    expect(heardAgain('one')).toBeUndefined();
  });
});

describe('the notice that a session paused', () => {
  const ready = { type: 'ready', requestId: 'r', format: 'pcm', warnings: [] };
  it('goes when the next one is ready, and when the session ends in a failure', async () => {
    const session = await begin('one');
    await tell(session, { type: 'state', state: 'idle', because: 'draining' });
    expect(useLive.getState().notice).toBe(messages.live.serviceRestarting);
    await tell(session, ready);
    expect(useLive.getState().notice).toBeUndefined();
    await tell(session, { type: 'state', state: 'idle', because: 'timeout' });
    session.fail(unknown);
    await turn();
    expect(useLive.getState()).toMatchObject({ notice: undefined, stopped: { charged: 'unknown' } });
  });
});

describe('phrases', () => {
  it('go out in their order, two ahead of the sound, in one session', async () => {
    const session = await begin('one', 'two', 'three', 'four');
    expect(spoken()).toEqual(['one', 'two']);
    await tell(session, { type: 'completed', id: idOf('one'), segmentId: 's', bytes: 0, whole: true });
    expect(spoken()).toEqual(['one', 'two', 'three']);
    expect(sessions).toHaveLength(1);
    expect(phrases()).toEqual([
      ['one', 'spoken'],
      ['two', 'sent'],
      ['three', 'sent'],
      ['four', 'waiting'],
    ]);
  });

  it('that had been sent are lost with their session and never sent again by themselves; what waits waits for a person', async () => {
    const session = await begin('one', 'two', 'three');
    await tell(session, { type: 'sent', id: idOf('one'), segmentId: 's' });
    session.fail(unknown);
    await turn();
    expect(phrases()).toEqual([
      ['one', 'lost'],
      ['two', 'lost'],
      ['three', 'waiting'],
    ]);
    expect(useLive.getState()).toMatchObject({ line: 'off', stopped: { kind: 'disconnected' } });
    expect(useLive.getState().phrases[0]).not.toHaveProperty('unpaid');
    say('four');
    await turn();
    expect(sessions).toHaveLength(1);
    goOn();
    await vi.waitFor(() => expect(sessions).toHaveLength(2));
    await turn();
    expect(spoken()).toEqual(['three', 'four']);
  });

  it('wait on where nothing was charged and they had not left; what had left is lost', async () => {
    const session = await begin('one', 'two');
    await tell(session, { type: 'sent', id: idOf('one'), segmentId: 's' });
    session.fail(fail('unreachable', said('No.')));
    await turn();
    expect(phrases()).toEqual([
      ['one', 'lost'],
      ['two', 'waiting'],
    ]);
    // The card says so of the whole session; the phrase must not say that it may have been charged.
    expect(useLive.getState()).toMatchObject({ stopped: { charged: 'no' }, phrases: [{ unpaid: true }, {}] });
  });

  it('that main says were never sent wait again, in their place', async () => {
    const session = await begin('one', 'two', 'three');
    await tell(session, { type: 'sent', id: idOf('one'), segmentId: 's' }, { type: 'unsent', ids: [idOf('two')] });
    session.fail(unknown);
    await turn();
    expect(phrases()).toEqual([
      ['one', 'lost'],
      ['two', 'waiting'],
      ['three', 'waiting'],
    ]);
  });

  it('that sounded in part are marked when the session ends, and one that came whole is not', async () => {
    const session = await begin('one', 'two');
    sound.listeners.onStarted(idOf('one'));
    expect(phrases()[0]).toEqual(['one', 'speaking']);
    sound.waiting = 1;
    await tell(session, { type: 'completed', id: idOf('one'), segmentId: 's', bytes: 10, whole: true });
    sound.listeners.onStarted(idOf('two'));
    session.fail(unknown);
    await turn();
    expect(phrases()).toEqual([
      ['one', 'spoken'],
      ['two', 'incomplete'],
    ]);
  });

  it('are refused with a reason where they are empty, too long, or too many wait', () => {
    useLiveSettings.setState({ settings: { ...settings, voiceId: null } });
    expect(say('  ')).toBe(messages.live.typeSomething);
    expect(say('a'.repeat(liveLimits.phraseCharacters + 1))).toBe(
      messages.live.phraseTooLongHere('10,000 characters', '10,001 characters'),
    );
    for (let count = 0; count < 500; count += 1) expect(say(`phrase ${String(count)}`)).toBeUndefined();
    expect(say('one more')).toBe(messages.live.queueFull('500 phrases'));
    expect(waitingPhrases()).toHaveLength(500);
    expect(useLive.getState().notice).toContain('Choose a voice first');
    expect(sessions).toEqual([]);
  });

  it('that wait are stored in the profile, with those that were dropped', async () => {
    await begin('one', 'two', 'three', 'four');
    await vi.waitFor(() => expect(fakeStudio.inputs('live.updateState').at(-1)).toEqual({ waiting: ['three', 'four'] }));
    silence();
    await vi.waitFor(() => expect(fakeStudio.inputs('live.updateState').at(-1)).toEqual({ waiting: ['three', 'four'] }));
    expect(waitingPhrases()).toEqual([]);
  });
});

describe('Escape', () => {
  it('drops what was not sent, can put it back in its order, and says what is paid for', async () => {
    const session = await begin('one', 'two', 'three', 'four');
    await tell(session, { type: 'sent', id: idOf('one'), segmentId: 's' });
    silence();
    await turn();
    expect(session.sent.at(-1)).toEqual({ type: 'drop' });
    // Main had not sent the second one: it goes before those that waited behind it.
    await tell(session, { type: 'dropped', id: idOf('two') });
    expect(useLive.getState().dropped).toEqual(['two', 'three', 'four']);
    expect(useLive.getState().notice).toBe(
      [messages.live.silenced, messages.live.unsentDropped('3 unsent phrases', 'them'), messages.live.sentNotHeard('1 phrase')].join(' '),
    );
    putBack();
    expect(
      useLive
        .getState()
        .phrases.slice(1)
        .map(({ text }) => text),
    ).toEqual(['two', 'three', 'four']);
    expect(useLive.getState().dropped).toEqual([]);
  });

  it('is no longer said once something else is spoken in the session, or the panel is left', async () => {
    const session = await begin('one');
    await tell(session, { type: 'sent', id: idOf('one'), segmentId: 's' });
    silence();
    expect(useLive.getState().notice).toBe([messages.live.silenced, messages.live.sentNotHeard('1 phrase')].join(' '));
    say('two');
    expect(useLive.getState().notice).toBeUndefined();
    await tell(session, { type: 'sent', id: idOf('two'), segmentId: 's' });
    const leave = showLive();
    silence();
    expect(useLive.getState().notice).toContain(messages.live.silenced);
    leave();
    expect(useLive.getState().notice).toBeUndefined();
  });

  it('goes on offering what it dropped while something else is spoken', async () => {
    await begin('one', 'two', 'three');
    silence();
    say('four');
    expect(useLive.getState().notice).toBe(messages.live.unsentDropped('3 unsent phrases', 'them'));
    expect(useLive.getState().dropped).toEqual(['three']);
  });

  it('acknowledges the sound that still comes, so that the service is not held back', async () => {
    const session = await begin('one');
    await tell(session, { type: 'pcm', pcm: { sampleRate: 48_000, channels: 1, bitDepth: 16 } });
    await tell(session, { type: 'audio', id: idOf('one'), segmentId: 's', bytes: new Uint8Array(10) });
    silence();
    await tell(session, { type: 'audio', id: idOf('one'), segmentId: 's', bytes: new Uint8Array(30) });
    expect(sound.pushed).toHaveLength(1);
    expect(session.sent.at(-1)).toEqual({ type: 'heard', bytes: 30 });
  });
});

it('a session that is ended says what was sent to its end, and what waits begins another', async () => {
  const session = await begin('one', 'two', 'three');
  endSession();
  expect(session.sent.at(-1)).toEqual({ type: 'finish' });
  await tell(session, { type: 'completed', id: idOf('one'), segmentId: 's', bytes: 0, whole: true });
  expect(spoken(session)).toEqual(['one', 'two']);
  await tell(session, { type: 'completed', id: idOf('two'), segmentId: 's', bytes: 0, whole: true });
  session.end();
  await vi.waitFor(() => expect(sessions).toHaveLength(2));
  await turn();
  expect(spoken()).toEqual(['three']);
});

describe('the queue', () => {
  const failure: Failure | undefined = undefined;
  const fill = (...states: ('waiting' | 'sent' | 'spoken')[]): void =>
    settle(
      states.map((state, at) => ({
        id: `phrase00${String(at)}`,
        text: `phrase ${String(at)}`,
        state,
        enteredAt: undefined,
        failure,
      })) as never,
    );

  it('changes, moves and removes only what waits', () => {
    fill('sent', 'waiting', 'waiting');
    editWaiting('phrase000', 'changed');
    removeWaiting('phrase000');
    moveWaiting('phrase000', 1);
    editWaiting('phrase001', '  changed  ');
    editWaiting('phrase002', '   ');
    moveWaiting('phrase002', -1);
    moveWaiting('phrase002', -1);
    expect(phrases()).toEqual([
      ['phrase 0', 'sent'],
      ['phrase 2', 'waiting'],
      ['changed', 'waiting'],
    ]);
    removeWaiting('phrase002');
    expect(waitingPhrases().map(({ text }) => text)).toEqual(['changed']);
  });

  it('shows the last 200 phrases that are over, and forgets none that waits or is under way', () => {
    fill('sent', ...Array.from({ length: 205 }, () => 'spoken' as const), 'waiting');
    const { phrases: all } = useLive.getState();
    expect(all.map(({ state }) => state).filter((state) => state === 'spoken')).toHaveLength(200);
    expect([all[0]?.state, all[1]?.id, all.at(-1)?.state]).toEqual(['sent', 'phrase006', 'waiting']);
  });
});
