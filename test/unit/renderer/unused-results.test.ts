import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import type { UnusedReport } from '#shared/operations/office.ts';
import { createSettingsStores } from '../../../src-renderer/app/settings/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { ages, toRemove } from '../../../src-renderer/app/settings/unused-store.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const settingsStores = createSettingsStores(stores);
const useAccount = stores.account.store;
const { connectHost } = stores.host;
const { beginUnused, chooseUnused, lookForUnused, removeUnused, store: useUnused } = settingsStores.unused;

const none = { files: 0, bytes: 0 };
const report = (id: string, unused: UnusedReport['unused'] = []): UnusedReport => ({
  id,
  unused,
  used: none,
  recent: none,
  lost: none,
  unreadProjects: [],
  unreadDocuments: [],
});
const sounds = { kind: 'sound', files: 2, bytes: 3_000_000, oldest: 1 } as const;
const lines = { kind: 'line', files: 1, bytes: 500_000, oldest: 1 } as const;
const state = useUnused.getState;
const ready = () => vi.waitFor(() => expect(state()).toMatchObject({ looking: false, report: { state: 'ready' } }));

beforeEach(async () => {
  fakeStudio.reset({ 'storage.unused': () => report('report0001', [sounds, lines]) });
  useUnused.setState(useUnused.getInitialState(), true);
  useAccount.setState(useAccount.getInitialState(), true);
  await connectHost();
});

describe('looking for unused results', () => {
  it('begins each time as at first: 90 days, known projects, sounds alone', async () => {
    useUnused.setState({ days: 1, lostProjects: true, chosen: ['line'] });
    useUnused.setState({ failure: fail('conflict', said('Old.')).failure });
    beginUnused();
    expect(state()).toMatchObject({
      days: 90,
      lostProjects: false,
      chosen: ['sound'],
      looking: true,
      report: { state: 'loading' },
      failure: undefined,
    });
    expect(ages).toEqual([1, 30, 90, 365]);
    await ready();
    expect(fakeStudio.inputs('storage.unused')).toEqual([{ days: 90, lostProjects: false }]);
    expect(state().report).toMatchObject({ value: { id: 'report0001' } });
    expect(fakeStudio.announced).toEqual([messages.account.canBeRemoved('2 results', '3\u00A0MB')]);
  });

  it('asks by what is chosen, shows the report of before meanwhile, and takes the last answer alone', async () => {
    lookForUnused();
    await ready();
    const [first, second] = [heldAnswer(), heldAnswer()];
    const answers = [first, second];
    fakeStudio.answers['storage.unused'] = () => answers.shift()?.answer();
    useUnused.setState({ failure: fail('conflict', said('Old.')).failure });
    lookForUnused({ days: 30 });
    expect(state().failure).toBeUndefined();
    lookForUnused({ lostProjects: true });
    expect(state()).toMatchObject({ looking: true, report: { state: 'ready', value: { id: 'report0001' } } });
    await vi.waitFor(() => expect(answers).toEqual([]));
    second.resolve(report('report0003'));
    await ready();
    first.resolve(report('report0002'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(state().report).toMatchObject({ value: { id: 'report0003' } });
    expect(fakeStudio.inputs('storage.unused').slice(1)).toEqual([
      { days: 30, lostProjects: false },
      { days: 30, lostProjects: true },
    ]);
    expect(fakeStudio.announced.at(-1)).toBe(messages.account.nothingChosenUnused);
  });

  it('that fails says why, announces nothing, and begins without a report the next time', async () => {
    fakeStudio.answers['storage.unused'] = refuse('conflict');
    lookForUnused();
    await vi.waitFor(() => expect(state()).toMatchObject({ looking: false, report: { state: 'failed', failure: { kind: 'conflict' } } }));
    expect(fakeStudio.announced).toEqual([]);
    lookForUnused();
    expect(state().report).toEqual({ state: 'loading' });
  });
});

describe('what would be removed', () => {
  it('is what is found of the kinds that are chosen', async () => {
    lookForUnused();
    expect(toRemove(state())).toBeUndefined();
    await ready();
    expect(toRemove(state())).toEqual({ kinds: ['sound'], files: 2, bytes: 3_000_000 });
    chooseUnused('line', true);
    chooseUnused('line', true);
    expect(state().chosen).toEqual(['sound', 'line']);
    expect(toRemove(state())).toEqual({ kinds: ['sound', 'line'], files: 3, bytes: 3_500_000 });
    chooseUnused('sound', false);
    expect(toRemove(state())).toEqual({ kinds: ['line'], files: 1, bytes: 500_000 });
  });
});

describe('removing', () => {
  beforeEach(async () => {
    lookForUnused();
    await ready();
  });

  it('names the report and its kinds, once, and shows the storage that is left', async () => {
    const held = heldAnswer();
    fakeStudio.answers['storage.removeUnused'] = held.answer;
    useUnused.setState({ failure: fail('conflict', said('Old.')).failure });
    const removed = removeUnused();
    expect(state()).toMatchObject({ removing: true, failure: undefined });
    expect(await removeUnused()).toBeUndefined();
    held.resolve({ files: 2, bytes: 3_000_000, storage: { left: true } });
    expect(await removed).toMatchObject({ files: 2, bytes: 3_000_000 });
    expect(fakeStudio.inputs('storage.removeUnused')).toEqual([{ reportId: 'report0001', kinds: ['sound'] }]);
    expect(state().removing).toBe(false);
    expect(useAccount.getState().storage).toMatchObject({ state: 'ready', value: { left: true } });
  });

  it('sends nothing where nothing is chosen that was found, or it is looked for again', async () => {
    chooseUnused('sound', false);
    expect(await removeUnused()).toBeUndefined();
    chooseUnused('sound', true);
    lookForUnused();
    expect(await removeUnused()).toBeUndefined();
    expect(fakeStudio.inputs('storage.removeUnused')).toEqual([]);
  });

  it('that fails says why, and can be tried again', async () => {
    fakeStudio.answers['storage.removeUnused'] = refuse('conflict');
    expect(await removeUnused()).toBeUndefined();
    expect(state()).toMatchObject({ removing: false, failure: { kind: 'conflict' } });
    expect(useAccount.getState().storage.state).toBe('loading');
  });
});
