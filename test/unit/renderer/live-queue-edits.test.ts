import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#shared/failure.ts';
import { liveLimits } from '#shared/live.ts';
import { messages } from '#shared/messages/index.ts';
import { liveStateLimits } from '#shared/operations/live.ts';
import { fakeStudio, liveRegionModule } from '../../helpers/fake-studio.ts';
import {
  isAhead,
  isUnderWay,
  mayGo,
  QueueStore,
  type LivePhrase,
  type PhraseState,
} from '../../../src-renderer/features/live/queue-store.ts';
import { said } from '../../helpers/said.ts';

const fixture = { waiting: [] as (readonly string[])[] };
const {
  change,
  dismissNotice,
  dismissStopped,
  editWaiting,
  moveWaiting,
  removeWaiting,
  settle,
  store: useLive,
  waitingPhrases,
} = new QueueStore({ ...liveRegionModule, phrases: { saveState: ({ waiting }) => void fixture.waiting.push(waiting ?? []) } });

const phrase = (id: string, state: PhraseState = 'waiting', facts: Partial<LivePhrase> = {}): LivePhrase => ({
  id,
  text: `Say ${id}.`,
  state,
  enteredAt: undefined,
  ...facts,
});
const put = (...phrases: LivePhrase[]) => useLive.setState({ phrases });
const ids = () => useLive.getState().phrases.map(({ id }) => id);
const texts = () => useLive.getState().phrases.map(({ text }) => text);
const stored = () => fixture.waiting.at(-1);

beforeEach(() => {
  fakeStudio.reset();
  fixture.waiting = [];
  useLive.setState(useLive.getInitialState(), true);
});

it('a phrase is ahead while it is sent and heard, and under way until all of its sound is here', () => {
  const table = (['waiting', 'sent', 'speaking', 'spoken', 'incomplete', 'refused', 'lost'] as const).map((state) => [
    state,
    isAhead(phrase('a', state)),
    isUnderWay(phrase('a', state)),
  ]);
  expect(table.filter(([, ahead, underWay]) => ahead === true || underWay === true)).toEqual([
    ['sent', true, true],
    ['speaking', true, true],
  ]);
  expect([isAhead(phrase('a', 'sent', { silenced: true })), isUnderWay(phrase('a', 'sent', { silenced: true }))]).toEqual([false, true]);
  expect([isAhead(phrase('a', 'speaking', { arrived: true })), isUnderWay(phrase('a', 'speaking', { arrived: true }))]).toEqual([
    true,
    false,
  ]);
});

it('phrases go together as long as they have no more characters than one may have', () => {
  const long = (characters: number) => phrase('a', 'speaking', { text: 'a'.repeat(characters) });
  const most = liveLimits.phraseCharacters;
  expect(mayGo([long(most - 1)], long(1), Infinity)).toBe(true);
  expect(mayGo([long(most)], long(1), 0)).toBe(false);
  const arrived = { ...long(most), arrived: true };
  expect(mayGo([arrived], long(1), liveLimits.unheardBytes / 8)).toBe(true);
  expect(mayGo([arrived], long(1), liveLimits.unheardBytes / 8 + 1)).toBe(false);
});

it('facts of one phrase leave the others the same', () => {
  put(phrase('a'), phrase('b'));
  const [, other] = useLive.getState().phrases;
  change('a', { state: 'sent', units: 3 });
  expect(useLive.getState().phrases[0]).toMatchObject({ id: 'a', state: 'sent', units: 3, text: 'Say a.' });
  expect(useLive.getState().phrases[1]).toBe(other);
});

describe('what is shown and stored of the queue', () => {
  it('is all that waits or is ahead, and the last 200 that are over', () => {
    const over = Array.from({ length: 202 }, (_, index) => phrase(`over${index}`, index % 2 ? 'spoken' : 'lost'));
    const silenced = phrase('silenced', 'sent', { silenced: true });
    settle([phrase('first'), phrase('sent', 'sent'), ...over.slice(0, 200)]);
    expect(ids()).toHaveLength(202);
    settle([phrase('first'), phrase('sent', 'sent'), ...over.slice(0, 201)]);
    expect(ids().slice(0, 3)).toEqual(['first', 'sent', 'over1']);
    settle([phrase('first'), phrase('sent', 'sent'), silenced, ...over]);
    expect(ids().slice(0, 3)).toEqual(['first', 'sent', 'over2']);
    expect(ids()).toHaveLength(202);
  });

  it('keeps every phrase that is over while there are no more than 200, and then the newest 200', () => {
    const over = Array.from({ length: 450 }, (_, index) => phrase(`over${index}`, 'spoken'));
    fc.assert(
      fc.property(fc.nat(over.length), (count) => {
        const all = over.slice(0, count);
        settle(all);
        expect(ids()).toEqual(all.slice(-200).map(({ id }) => id));
      }),
      { examples: [[0], [1], [100], [150], [199], [200], [201]] },
    );
  });

  it('is stored with what Escape dropped behind it, within its bound', () => {
    useLive.setState({ dropped: ['Dropped.'] });
    settle([phrase('a', 'spoken'), phrase('b'), phrase('c')]);
    expect(stored()).toEqual(['Say b.', 'Say c.', 'Dropped.']);
    settle(Array.from({ length: liveStateLimits.waiting + 1 }, (_, index) => phrase(String(index))));
    expect(stored()).toHaveLength(liveStateLimits.waiting);
  });

  it('stays as it is where the notice goes, but for what was dropped', () => {
    useLive.setState({
      notice: 'Notice.',
      dropped: ['Dropped.'],
      stopped: fail('internal', said('Odd.')).failure,
      phrases: [phrase('a')],
    });
    dismissNotice();
    expect(useLive.getState()).toMatchObject({ notice: undefined, dropped: [] });
    expect(stored()).toEqual(['Say a.']);
    expect(useLive.getState().stopped).toBeDefined();
    dismissStopped();
    expect(useLive.getState().stopped).toBeUndefined();
  });
});

describe('a phrase that waits', () => {
  beforeEach(() => put(phrase('sent', 'sent'), phrase('a'), phrase('b'), phrase('c')));

  it('can be changed to other words, without the blanks around them', () => {
    editWaiting('b', '  Other. ');
    expect(texts()).toEqual(['Say sent.', 'Say a.', 'Other.', 'Say c.']);
    expect(stored()).toEqual(['Say a.', 'Other.', 'Say c.']);
    const longest = 'a'.repeat(liveLimits.phraseCharacters);
    editWaiting('b', longest);
    expect(texts()[2]).toBe(longest);
  });

  it('stays where it is changed to nothing or to too much', () => {
    editWaiting('b', '   ');
    editWaiting('b', 'a'.repeat(liveLimits.phraseCharacters + 1));
    expect(texts()[2]).toBe('Say b.');
    expect(fixture.waiting).toEqual([]);
  });

  it('that has been sent by now stays, and that is announced', () => {
    editWaiting('sent', 'Other.');
    expect(texts()[0]).toBe('Say sent.');
    expect(fakeStudio.announced).toEqual([messages.live.alreadySent]);
  });

  it('can be removed; one that was sent cannot', () => {
    removeWaiting('b');
    removeWaiting('sent');
    expect(ids()).toEqual(['sent', 'a', 'c']);
    expect(stored()).toEqual(['Say a.', 'Say c.']);
    expect(fakeStudio.announced[0]).toBe(messages.live.removedFromQueue);
  });

  it('can be moved among those that wait, and says where it stands', () => {
    moveWaiting('b', 1);
    expect(ids()).toEqual(['sent', 'a', 'c', 'b']);
    moveWaiting('b', -1);
    moveWaiting('b', -1);
    expect(ids()).toEqual(['sent', 'b', 'a', 'c']);
    expect(fakeStudio.announced).toEqual([
      messages.live.queueMoved('3', '3'),
      messages.live.queueMoved('2', '3'),
      messages.live.queueMoved('1', '3'),
    ]);
    expect(waitingPhrases().map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it('is not moved past an end, nor is one that was sent', () => {
    moveWaiting('a', -1);
    moveWaiting('c', 1);
    moveWaiting('sent', 1);
    expect(ids()).toEqual(['sent', 'a', 'b', 'c']);
    expect([fakeStudio.announced, fixture.waiting]).toEqual([[], []]);
  });
});
