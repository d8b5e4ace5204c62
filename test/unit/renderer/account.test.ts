import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#shared/operations/account.ts';
import type { Connection } from '#shared/operations/connections.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const { capPassed, keepAccountFresh, loadBudget, loadProfile, updateWebhook, store: useAccount } = stores.account;
const { connectHost } = stores.host;
const useStudio = stores.studio.store;

const connection = (state: Connection['state'], id = 'local'): Connection => ({ id, kind: 'local', name: id, state });
const account = (credits: number): Account => ({ userId: 'u', tier: '', credits, apiQuotaRemaining: null, asOf: credits });

beforeEach(async () => {
  fakeStudio.reset();
  useStudio.setState({ ...useStudio.getInitialState(), connection: connection('ready'), account: account(1) });
  useAccount.setState(useAccount.getInitialState(), true);
  await connectHost();
});

describe('what is shown of the account', () => {
  let reads: number[];
  let stop: () => void;
  const start = (): void => {
    reads = [0, 0];
    stop = keepAccountFresh(reads.map((_, part) => () => Promise.resolve(void (reads[part]! += 1))));
  };
  afterEach(() => stop());

  it('is read when a panel asks, part by part, and no more once the panel is left', () => {
    start();
    expect(reads).toEqual([1, 1]);
    stop();
    useStudio.setState({ connection: connection('ready', 'account'), account: account(2) });
    expect(reads).toEqual([1, 1]);
  });

  it('is read again when a request without an outcome has one', () => {
    start();
    useStudio.setState({ unsettled: [] });
    expect(reads).toEqual([2, 2]);
  });

  const states = ['starting', 'ready', 'failed'] as const;
  const changes = states.flatMap((before) =>
    states.flatMap((after) =>
      ['local', 'account'].map((id) => {
        const isRead = after === 'ready' && (before !== 'ready' || id !== 'local');
        return { before, after, id, isRead, verb: isRead ? 'is read again' : 'is not read' };
      }),
    ),
  );
  it.each(changes)(
    '$verb where the service "local" that is $before is followed by "$id" that is $after',
    ({ before, after, id, isRead }) => {
      useStudio.setState({ connection: connection(before) });
      start();
      useStudio.setState({ connection: connection(after, id) });
      expect(reads).toEqual(isRead ? [2, 2] : [1, 1]);
    },
  );

  it('is read when the first service is ready, and not while there is none', () => {
    useStudio.setState({ connection: undefined });
    start();
    useStudio.setState({ connection: connection('starting') });
    useStudio.setState({ connection: undefined });
    expect(reads).toEqual([1, 1]);
    useStudio.setState({ connection: connection('ready') });
    expect(reads).toEqual([2, 2]);
  });

  it('is read again when the balance changes, and not when something else of the studio does', () => {
    start();
    useStudio.setState({ connection: { ...connection('ready'), name: 'Renamed' }, recent: [], paidResults: 5 });
    expect(reads).toEqual([1, 1]);
    useStudio.setState({ account: account(2) });
    expect(reads).toEqual([2, 2]);
  });

  it('is read again each midnight, when what was spent today begins again, as long as it is shown', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 28, 23, 59, 30) });
    try {
      start();
      vi.advanceTimersByTime(29_000);
      expect(reads).toEqual([1, 1]);
      vi.advanceTimersByTime(3000);
      expect(reads).toEqual([2, 2]);
      vi.advanceTimersByTime(24 * 60 * 60_000);
      expect(reads).toEqual([3, 3]);
      stop();
      vi.advanceTimersByTime(24 * 60 * 60_000);
      expect(reads).toEqual([3, 3]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stays on screen when the connection is lost, although it could not be read then', async () => {
    fakeStudio.answers['profile.read'] = () => ({ name: 'Ada' });
    stop = keepAccountFresh([loadProfile]);
    await vi.waitFor(() => expect(useAccount.getState().profile).toMatchObject({ state: 'ready', value: { name: 'Ada' } }));
    fakeStudio.answers['profile.read'] = refuse('disconnected');
    for (const state of ['failed', 'starting'] as const) {
      useStudio.setState({ connection: connection(state) });
      await new Promise((resolve) => setImmediate(resolve));
      expect(useAccount.getState().profile).toMatchObject({ state: 'ready', value: { name: 'Ada' } });
    }
    expect(fakeStudio.inputs('profile.read')).toHaveLength(1);
  });

  it('is what was read or stored last, whichever answer comes last', async () => {
    const [first, second] = [heldAnswer(), heldAnswer()];
    const answers = [first, second];
    fakeStudio.answers['profile.read'] = () => answers.shift()?.answer();
    fakeStudio.answers['profile.update'] = () => ({ name: 'stored' });
    stop = () => undefined;
    const older = [loadProfile(), loadProfile()];
    await vi.waitFor(() => expect(answers).toEqual([]));
    second.resolve({ name: 'second' });
    await older[1];
    first.reject(new Error('gone'));
    await older[0];
    expect(useAccount.getState().profile).toMatchObject({ state: 'ready', value: { name: 'second' } });
    const late = heldAnswer();
    fakeStudio.answers['profile.read'] = late.answer;
    const reading = loadProfile();
    expect(await updateWebhook('https://x.example/hook')).toBeUndefined();
    late.resolve({ name: 'late' });
    await reading;
    expect(useAccount.getState().profile).toMatchObject({ state: 'ready', value: { name: 'stored' } });
  });
});

describe('a price beside the caps', () => {
  const caps = async (perBatch: number | null, perDay: number | null, spentToday: number | null): Promise<void> => {
    fakeStudio.answers['budget.read'] = () => ({ perBatch, perDay, spentToday });
    await loadBudget();
  };

  it('names the cap per batch that it alone would pass', async () => {
    await caps(100, null, 0);
    expect(capPassed(100)).toBeUndefined();
    expect(capPassed(101)).toContain('100 credits per batch');
  });

  it('names the cap per day, with what is left of it, that it would pass with what was spent today', async () => {
    await caps(100, 500, 420);
    expect(capPassed(80)).toBeUndefined();
    expect(capPassed(81)).toMatch(/500 credits per day.*80 credits/u);
    await caps(null, 500, 501);
    expect(capPassed(1)).toContain('0 credits');
  });

  it('passes none where there is none, where it is free or not known, and where the caps or what was spent are not known', async () => {
    expect(capPassed(1e9)).toBeUndefined();
    await caps(null, null, 5);
    expect(capPassed(1e9)).toBeUndefined();
    await caps(null, 10, null);
    expect(capPassed(1e9)).toBeUndefined();
    await caps(0, 0, 0);
    expect([capPassed(0), capPassed(null), capPassed(undefined)]).toEqual([undefined, undefined, undefined]);
  });
});
