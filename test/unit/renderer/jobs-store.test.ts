import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { createSettingsStores } from '../../../src-renderer/app/settings/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { noFilter } from '../../../src-renderer/core/jobs/jobs-filter.ts';
import { noJobs, type MediaJobs } from '../../../src-renderer/core/media-jobs/media-jobs-service.ts';
import { toRemove } from '../../../src-renderer/app/settings/unused-store.ts';

const stores = createFakeStores();
const { loadStorage, store: useAccount } = stores.account;
const { connectHost, store: useHost } = stores.host;
const { act, exportJobs, goToRequest, narrow, openJob, readMore, refreshJobs, store: useJobs, watchJobs } = stores.jobs;
const { mediaJobs, saveResult } = stores.mediaJobs;
const { take } = stores.studio;
const { takeTransport, transport } = stores.transports;
const { store: useStudio } = stores.studio;
const { store: useVoices } = stores.voices;
const settingsStores = createSettingsStores(stores);
const { beginUnused, chooseUnused, lookForUnused, removeUnused, store: useUnused } = settingsStores.unused;

const operation = (operationId: string, change: Partial<PaidOperation> = {}): PaidOperation =>
  ({
    operationId,
    family: 'dubbing',
    state: 'done',
    summary: '',
    connectionId: 'local',
    createdAt: 1,
    updatedAt: 1,
    attempts: 1,
    creditsUsed: 1,
    projectId: null,
    files: [],
    failure: null,
    ...change,
  }) as PaidOperation;
const jobs = useJobs.getState;
const ids = () => jobs().operations.map(({ operationId }) => operationId);
const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => operation(`operation${String(from + at)}`, { createdAt: 1e6 - from - at }));
const listed = (operations: PaidOperation[]) => ({ operations, sum: { operations: operations.length, credits: 1 } });

beforeEach(async () => {
  fakeStudio.reset({
    'jobs.list': () => listed([]),
    'jobs.projects': () => ({ projects: [] }),
    'jobs.elsewhere': () => ({ jobs: [], total: 0 }),
  });
  await connectHost();
  useJobs.setState({ ...useJobs.getInitialState() });
  fakeStudio.asked.length = 0;
});
watchJobs();

describe('the list of jobs', () => {
  it('is read on page by page, one page at a time, each job once', async () => {
    fakeStudio.answers['jobs.list'] = ({ before }) =>
      listed(before === undefined ? page(0, 100) : [operation('operation99'), ...page(100, 49)]);
    await refreshJobs();
    expect(jobs()).toMatchObject({ whole: false, reading: undefined });
    await Promise.all([readMore(), readMore()]);
    await readMore(); // there are no older ones
    expect(fakeStudio.inputs('jobs.list').map(({ before }) => before)).toEqual([undefined, 'operation99']);
    expect([jobs().whole, ids().length, new Set(ids()).size]).toEqual([true, 149, 149]);
  });

  it('is what was narrowed to last, whichever answer comes last, and no page of another filter gets into it', async () => {
    fakeStudio.answers['jobs.list'] = () => listed(page(0, 100));
    await refreshJobs();
    const [older, narrowed] = [heldAnswer(), heldAnswer()];
    fakeStudio.answers['jobs.list'] = ({ before }) => (before === undefined ? narrowed : older).answer();
    const more = readMore();
    narrow({ text: 'tea' });
    narrowed.resolve(listed([operation('teatime01')]));
    await vi.waitFor(() => expect(ids()).toEqual(['teatime01']));
    older.resolve(listed(page(100, 100)));
    await more;
    expect(ids()).toEqual(['teatime01']);
    const [slow, fast] = [heldAnswer(), heldAnswer()];
    fakeStudio.answers['jobs.list'] = ({ text }) => (text === 'slow' ? slow : fast).answer();
    narrow({ text: 'slow' });
    narrow({ text: 'fast' });
    fast.resolve(listed([operation('fastest01')]));
    await vi.waitFor(() => expect(ids()).toEqual(['fastest01']));
    slow.resolve(listed([operation('slowest01')]));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ids()).toEqual(['fastest01']);
  });

  it('closes the timeline of a job that the filter leaves out, and keeps one that may be on a later page', async () => {
    fakeStudio.answers['jobs.show'] = refuse('not-found');
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1'), operation('operation2')]);
    await refreshJobs();
    openJob('operation2');
    narrow({ text: 'operation' });
    await vi.waitFor(() => expect(jobs().reading).toBeUndefined());
    expect(jobs().opened).toBe('operation2');
    fakeStudio.answers['jobs.list'] = () => listed(page(10, 100));
    narrow({ text: 'o' });
    await vi.waitFor(() => expect(ids()).toHaveLength(100));
    expect(jobs().opened).toBe('operation2');
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1')]);
    narrow({ text: 'operation1' });
    await vi.waitFor(() => expect(jobs().opened).toBeUndefined());
    expect(ids()).toEqual(['operation1']);
  });

  it('keeps what it shows where it cannot be read again', async () => {
    fakeStudio.answers['jobs.list'] = () => listed(page(0, 3));
    await refreshJobs();
    fakeStudio.answers['jobs.list'] = refuse('internal');
    await refreshJobs();
    expect(jobs()).toMatchObject({ failure: { kind: 'internal' }, reading: undefined });
    expect(ids()).toHaveLength(3);
  });

  it('follows what operations become: new ones on top, changed ones in their place, those that fit no more out of it', async () => {
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1', { state: 'waiting', createdAt: 5 })]);
    useJobs.setState({ filter: { ...noFilter, kind: 'dubbing' } });
    await refreshJobs();
    take({ type: 'operation', operation: operation('operation2', { state: 'sending', createdAt: 9 }) });
    take({ type: 'operation', operation: operation('operation0', { createdAt: 1 }) }); // older than what is read
    take({ type: 'operation', operation: operation('operation3', { family: 'job', createdAt: 10 }) });
    expect(ids()).toEqual(['operation2', 'operation1']);
    expect([...jobs().running.keys()]).toEqual(['operation2']);
    take({ type: 'operation', operation: operation('operation2', { state: 'done', createdAt: 9 }) });
    expect([jobs().operations[0]?.state, jobs().running.size]).toEqual(['done', 0]);
    useJobs.setState({ filter: { ...noFilter, kind: 'dubbing', state: 'running' } });
    take({ type: 'operation', operation: operation('operation2', { state: 'failed', createdAt: 9 }) });
    expect(ids()).toEqual(['operation1']);
  });

  it('shows the timeline of the row that was opened last, and reads it again when its operation changes', async () => {
    const [slow, fast] = [heldAnswer(), heldAnswer()];
    fakeStudio.answers['jobs.show'] = ({ operationId }) => (operationId === 'operation1' ? slow : fast).answer();
    openJob('operation1');
    openJob('operation2');
    fast.resolve({ operation: operation('operation2') });
    slow.resolve({ operation: operation('operation1') });
    await vi.waitFor(() => expect(jobs().shown).toMatchObject({ operation: { operationId: 'operation2' } }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(jobs().shown).toMatchObject({ operation: { operationId: 'operation2' } });
    take({ type: 'operation', operation: operation('operation2', { state: 'failed' }) });
    take({ type: 'operation', operation: operation('operation1', { state: 'failed' }) });
    expect(fakeStudio.inputs('jobs.show').map(({ operationId }) => operationId)).toEqual(['operation1', 'operation2', 'operation2']);
    openJob('speech:task'); // made elsewhere: there is nothing to read
    expect(fakeStudio.inputs('jobs.show')).toHaveLength(3);
  });

  it('goes to the job of a request, or to the search for it where there is none', async () => {
    fakeStudio.answers['jobs.list'] = ({ limit }) => (limit === 1 ? listed([operation('operation7')]) : listed([]));
    await goToRequest('req-7');
    expect(jobs()).toMatchObject({ opened: 'operation7', filter: noFilter });
    fakeStudio.answers['jobs.list'] = () => listed([]);
    await goToRequest('req-8');
    expect(jobs()).toMatchObject({ opened: undefined, filter: { text: 'req-8' } });
  });

  it('is searched by the names that its rows show, and read again when such a name comes or changes', async () => {
    const searches = () => fakeStudio.inputs('jobs.list').map(({ text, voiceIds, projectIds }) => ({ text, voiceIds, projectIds }));
    const title = 'Beatrice at sea';
    fakeStudio.answers['jobs.projects'] = () => ({ projects: [{ projectId: 'project1', operations: 1 }] });
    fakeStudio.answers['jobs.list'] = () => listed([]);
    narrow({ text: 'beatrice' });
    await refreshJobs();
    useStudio.setState({ voiceNames: new Map([['voice1', 'Beatrice']]) });
    useStudio.setState({ recent: [{ path: '/sea', title, openedAt: 1, missing: false, projectId: 'project1' }] });
    const before = searches();
    useStudio.setState({
      voiceNames: new Map([
        ['voice1', 'Beatrice'],
        ['voice2', 'Alice'],
      ]),
    });
    expect(searches()).toEqual(before);
    const asked = { text: 'beatrice', voiceIds: ['voice1'], projectIds: ['project1'] };
    expect(before).toEqual([
      { ...asked, voiceIds: undefined, projectIds: undefined },
      { ...asked, voiceIds: undefined, projectIds: undefined },
      { ...asked, projectIds: undefined },
      asked,
    ]);
    await vi.waitFor(() => expect(jobs().reading).toBeUndefined());
    take({ type: 'operation', operation: operation('operation1', { voiceId: 'voice1' }) });
    take({ type: 'operation', operation: operation('operation2', { projectId: 'project1' }) });
    take({ type: 'operation', operation: operation('operation3', { voiceId: 'voice2' }) });
    expect(ids()).toEqual(['operation2', 'operation1']);
    const alias = { favourite: false, alias: 'Grandmother', tags: [], usedAt: null, name: null };
    useVoices.setState({ marks: { voice1: alias } });
    expect(searches().at(-1)).toEqual({ ...asked, voiceIds: undefined });
    narrow({ text: '' });
    expect(searches().at(-1)).toEqual({ text: undefined, voiceIds: undefined, projectIds: undefined });
    useVoices.setState({ marks: {} });
    useStudio.setState({ voiceNames: new Map(), recent: [] });
    await vi.waitFor(() => expect(jobs().reading).toBeUndefined());
  });

  it('an act that failed says why and leaves the row as it is', async () => {
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1', { state: 'unknown' })]);
    await refreshJobs();
    fakeStudio.answers['jobs.retry'] = refuse('conflict');
    expect(await act('jobs.retry', 'operation1')).toMatchObject({ kind: 'conflict' });
    expect(jobs().operations[0]?.state).toBe('unknown');
    fakeStudio.answers['jobs.retry'] = () => operation('operation1', { state: 'waiting' });
    expect(await act('jobs.retry', 'operation1')).toBeUndefined();
    expect(jobs().operations[0]?.state).toBe('waiting');
    expect(fakeStudio.inputs('jobs.retry')).toHaveLength(2);
  });

  it('is written to the path of the dialog, and nowhere when that was closed', async () => {
    useHost.setState({ host: { kind: 'electron', nativeDialogs: true, writesToChosenPath: true } });
    fakeStudio.answers['files.choose'] = () => ({ path: null });
    expect(await exportJobs()).toEqual({ ok: true, value: undefined });
    expect(fakeStudio.inputs('jobs.export')).toEqual([]);
    fakeStudio.answers['files.choose'] = () => ({ path: '/out/jobs.csv' });
    fakeStudio.answers['jobs.export'] = () => ({ name: 'jobs.csv', url: null });
    useJobs.setState({ filter: { ...noFilter, text: 'tea' } });
    await exportJobs();
    expect(fakeStudio.inputs('jobs.export')).toMatchObject([{ text: 'tea', path: '/out/jobs.csv', overwrite: true }]);
  });
});

describe('the jobs of a panel', () => {
  let shown: MediaJobs;
  const panel = () =>
    mediaJobs('dubbing', {
      get: () => shown,
      set: (change) => (shown = { ...shown, ...change }),
    });
  const video = { files: [{ url: '/bytes/result.mp4', contentType: 'video/mp4', bytes: 1 }] };
  beforeEach(() => (shown = noJobs));

  it('are of its family alone, newest first, and follow what becomes of them', async () => {
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1', { createdAt: 5, state: 'waiting' })]);
    const stop = panel().watch();
    await vi.waitFor(() => expect(shown.history).toEqual({ state: 'ready' }));
    take({ type: 'operation', operation: operation('operation2', { createdAt: 9 }) });
    take({ type: 'operation', operation: operation('operation3', { createdAt: 10, family: 'lip-sync' }) });
    take({ type: 'operation', operation: operation('operation1', { createdAt: 5 }) });
    stop();
    take({ type: 'operation', operation: operation('operation4', { createdAt: 11 }) });
    expect(shown.operations.map(({ operationId, state }) => [operationId, state])).toEqual([
      ['operation2', 'done'],
      ['operation1', 'done'],
    ]);
    expect(fakeStudio.inputs('jobs.list')).toMatchObject([{ families: ['dubbing'] }]);
  });

  it('show what belongs to the job that was opened last, and its video when that comes', async () => {
    const slow = heldAnswer();
    fakeStudio.answers['source.order'] = ({ operationId }) =>
      operationId === 'operation1' ? slow.answer() : { videoUrl: 'https://x.example/v.mp4', audioUrl: null };
    fakeStudio.answers['source.inspect'] = () => ({ url: '/bytes/v', name: 'v', inspected: { state: 'known' } });
    fakeStudio.answers['source.result'] = () => ({ inspected: { state: 'known' } });
    const { open, watch } = panel();
    const stop = watch();
    const first = open(operation('operation1', { state: 'waiting' }));
    await open(operation('operation2', { state: 'waiting' }));
    slow.resolve({ videoUrl: null, audioUrl: null });
    await first;
    expect(shown.open).toMatchObject({ operation: { operationId: 'operation2' }, videoUrl: '/bytes/v', result: undefined });
    take({ type: 'operation', operation: operation('operation2', video) });
    await vi.waitFor(() => expect(shown.open?.result).toEqual({ state: 'known' }));
    expect(shown.open).toMatchObject({ operation: { state: 'done' }, videoUrl: '/bytes/v' });
    stop();
  });

  it('that was resolved elsewhere is shown as it is when the panel is shown again', async () => {
    const { open, watch } = panel();
    await open(operation('operation1', { state: 'unknown' }));
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1')]);
    const stop = watch();
    await vi.waitFor(() => expect(shown.open?.operation.state).toBe('done'));
    stop();
  });

  it('are read again when the wire opens again, and what is open with them', async () => {
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1', { state: 'waiting' })]);
    const { open, watch } = panel();
    const stop = watch();
    await open(operation('operation1', { state: 'waiting' }));
    await vi.waitFor(() => expect(shown.operations).toHaveLength(1));
    // Main has ended and begun again, and reported to nobody that the job is done.
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1')]);
    await connectHost();
    await vi.waitFor(() => expect([shown.operations[0]?.state, shown.open?.operation.state]).toEqual(['done', 'done']));
    stop();
    const reads = () => fakeStudio.inputs('jobs.list').filter(({ families }) => families !== undefined);
    const before = reads().length;
    await connectHost();
    expect(reads()).toHaveLength(before);
  });

  it('show what was sent and failed in the ledger, and only that', async () => {
    const { openFailed } = panel();
    fakeStudio.answers['jobs.list'] = () => listed([operation('operation1', { createdAt: 5 })]);
    expect(await openFailed(6)).toBe(false);
    expect(shown.open).toBeUndefined();
    const asked = operation('operation1', { createdAt: 5, updatedAt: 9, attempts: 2, state: 'unknown' });
    fakeStudio.answers['jobs.list'] = () => listed([asked]);
    expect(await openFailed(6)).toBe(true);
    expect(shown.open?.operation).toEqual(asked);
  });

  it('are saved over no file but the one that the dialog named', async () => {
    useHost.setState({ host: { kind: 'electron', nativeDialogs: true, writesToChosenPath: true } });
    fakeStudio.answers['files.choose'] = () => ({ path: '/out/a.mp4' });
    fakeStudio.answers['source.save'] = () => ({ name: 'a.mp4', path: '/out/a.mp4' });
    expect(await saveResult(operation('operation1', video), 'a')).toMatchObject({ ok: true, value: { path: '/out/a.mp4' } });
    expect(fakeStudio.inputs('source.save')).toEqual([{ url: '/bytes/result.mp4', path: '/out/a.mp4', overwrite: true }]);
    expect(await saveResult(operation('operation1', { ...video, state: 'failed' }), 'a')).toEqual({ ok: true, value: undefined });
  });
});

describe('results that nobody uses', () => {
  const report = (id: string) => ({
    id,
    used: { files: 0, bytes: 0 },
    recent: { files: 0, bytes: 0 },
    lost: { files: 0, bytes: 0 },
    unreadProjects: [],
    unreadDocuments: [],
    unused: [
      { kind: 'sound', files: 2, bytes: 20, oldest: 1 },
      { kind: 'line', files: 1, bytes: 5, oldest: 1 },
    ],
  });
  beforeEach(async () => {
    fakeStudio.answers['storage.unused'] = () => report('report0001');
    fakeStudio.answers['storage.removeUnused'] = () => ({ files: 2, bytes: 20, storage: { parts: [] } });
    beginUnused();
    await vi.waitFor(() => expect(useUnused.getState().report.state).toBe('ready'));
  });
  afterEach(() => useUnused.setState({ ...useUnused.getInitialState() }));

  it('are removed as they were found: the kinds that are chosen, once, of the report that is shown', async () => {
    expect(toRemove(useUnused.getState())).toEqual({ kinds: ['sound'], files: 2, bytes: 20 });
    chooseUnused('line', true);
    chooseUnused('line', true);
    expect(toRemove(useUnused.getState())).toEqual({ kinds: ['sound', 'line'], files: 3, bytes: 25 });
    chooseUnused('line', false);
    const [removed, again] = await Promise.all([removeUnused(), removeUnused()]);
    expect([removed?.files, again]).toEqual([2, undefined]);
    expect(fakeStudio.inputs('storage.removeUnused')).toEqual([{ reportId: 'report0001', kinds: ['sound'] }]);
    expect(useAccount.getState().storage).toMatchObject({ state: 'ready' });
  });

  it('are not removed while they are looked for by another choice, nor where none is chosen', async () => {
    const held = heldAnswer();
    fakeStudio.answers['storage.unused'] = held.answer;
    lookForUnused({ days: 30 });
    expect(await removeUnused()).toBeUndefined();
    held.resolve(report('report0002'));
    await vi.waitFor(() => expect(useUnused.getState().looking).toBe(false));
    chooseUnused('sound', false);
    expect(await removeUnused()).toBeUndefined();
    expect(fakeStudio.inputs('storage.removeUnused')).toEqual([]);
    chooseUnused('sound', true);
    fakeStudio.answers['storage.removeUnused'] = refuse('conflict');
    expect(await removeUnused()).toBeUndefined();
    expect(useUnused.getState()).toMatchObject({ removing: false, failure: { kind: 'conflict' } });
    expect(fakeStudio.inputs('storage.removeUnused')).toMatchObject([{ reportId: 'report0002' }]);
  });

  it('are those of the choice that was made last', async () => {
    const [slow, fast] = [heldAnswer(), heldAnswer()];
    fakeStudio.answers['storage.unused'] = ({ days }) => (days === 1 ? slow : fast).answer();
    lookForUnused({ days: 1 });
    lookForUnused({ days: 365 });
    fast.resolve(report('report0365'));
    await vi.waitFor(() => expect(useUnused.getState().looking).toBe(false));
    slow.resolve(report('report0001'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(useUnused.getState().report).toMatchObject({ value: { id: 'report0365' } });
  });
});

it('the storage that is shown is the newest that main reported, also while an older reading is under way', async () => {
  const held = heldAnswer();
  fakeStudio.answers['storage.read'] = held.answer;
  const older = loadStorage();
  fakeStudio.answers['storage.read'] = () => ({ parts: ['newer'] });
  await loadStorage();
  held.resolve({ parts: ['older'] });
  await older;
  expect(useAccount.getState().storage).toMatchObject({ value: { parts: ['newer'] } });
});

it('the keys of the transport are of the panel that took them last, until it gives them back', () => {
  const named = (name: string) => ({ toggle: () => undefined, stop: () => undefined, unavailable: () => name });
  const giveBack = [takeTransport(named('one')), takeTransport(named('two'))];
  expect(transport()?.unavailable()).toBe('two');
  giveBack[0]?.();
  giveBack[0]?.();
  expect(transport()?.unavailable()).toBe('two');
  giveBack[1]?.();
  expect(transport()).toBeUndefined();
});
