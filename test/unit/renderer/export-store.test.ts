import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExportedFile } from '#shared/operations/exports.ts';
import { ExportStore, timeLeft, type ExportJob } from '../../../src-renderer/features/narration/export/export-store.ts';
import {
  chooseFormat,
  choosePreset,
  exportPresets,
  keptChoices,
  settle,
  timingsOf,
  toOrder,
} from '../../../src-renderer/features/narration/export/export-choices.ts';
import { checkExport } from '../../../src-renderer/features/narration/export/export-checks.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { messages } from '#shared/messages/index.ts';

/** What the window remembers. */
const kept = new Map<string, string>();
for (const name of ['localStorage', 'sessionStorage'])
  vi.stubGlobal(name, {
    getItem: (key: string) => kept.get(`${name} ${key}`) ?? null,
    setItem: (key: string, value: string) => void kept.set(`${name} ${key}`, value),
    removeItem: (key: string) => void kept.delete(`${name} ${key}`),
  });

const stores = createFakeStores();
const { project, host } = stores;
let exporting: ExportStore;

const plan = { files: 2, names: ['01 One.mp3', '02 Two.mp3'], durationMs: 60_000, existing: [], tooLong: [], longest: 0.5 };
const file = (name: string, url: string | null = null): ExportedFile => ({
  name,
  path: url === null ? `/out/${name}` : null,
  url,
  format: 'mp3',
  chapter: 1,
  durationMs: 1000,
  bytes: 10,
  peak: null,
  measures: null,
  report: [],
});
const result = { files: 1, first: null, kept: 0, skippedBlocks: 0, isOk: true, reports: [] };
const state = () => exporting.store.getState();
const runs = () => fakeStudio.inputs('export.run');

beforeEach(async () => {
  kept.clear();
  fakeStudio.reset({
    'studio.start': () => ({ version: '', host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false } }),
    'export.plan': () => plan,
    'export.measure': () => ({ files: 0 }),
    'export.run': () => result,
  });
  await host.connectHost();
  host.store.setState({ host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false } });
  project.store.setState({
    details: { projectId: 'project1', title: 'Book', path: '/book', voiceId: null, modelId: null } as never,
    outline: [
      { id: 'chapter1', title: 'One' },
      { id: 'chapter2', title: 'Two' },
    ],
  });
  exporting = new ExportStore({ ...stores, project: { store: project.store, flushProject: () => Promise.resolve(undefined) } });
});
afterEach(() => exporting.close());

describe('Export', () => {
  it('asks main for the names and checks of what is chosen, again after each change, and never for two at once', async () => {
    await exporting.open();
    expect(state()).toMatchObject({ isOpen: true, plan: { files: 2 } });
    const held = heldAnswer();
    fakeStudio.answers['export.plan'] = held.answer;
    const asked = fakeStudio.inputs('export.plan').length;
    for (const template of ['a', 'ab', 'abc']) exporting.change({ template });
    await vi.waitFor(() => expect(fakeStudio.inputs('export.plan')).toHaveLength(asked + 1));
    fakeStudio.answers['export.plan'] = () => plan;
    held.resolve({ ...plan, files: 9 });
    await vi.waitFor(() => expect(fakeStudio.inputs('export.plan').at(-1)).toMatchObject({ template: 'abc' }));
    await exporting.refresh();
    expect(state().plan?.files).toBe(2); // not what was asked for before
  });

  it('leaves chapters without audio out until they have some, remembers no such choice, and takes one that is ticked', async () => {
    const seconds = new Map([
      ['chapter1', 12],
      ['chapter2', 0],
    ]);
    const progressByChapter = () => new Map([...seconds].map(([id, some]) => [id, { seconds: some, words: 1, finished: 0 }]));
    exporting = new ExportStore({
      ...stores,
      project: { store: project.store, flushProject: () => Promise.resolve(undefined) },
      chapters: { progressByChapter },
    });
    const openAgain = async (): Promise<readonly string[]> => {
      exporting.close();
      await exporting.open();
      return state().choices.leftOut;
    };
    expect(await openAgain()).toEqual(['chapter2']);
    expect(fakeStudio.inputs('export.plan').at(-1)).toMatchObject({ chapterIds: ['chapter1'] });
    exporting.change({ leftOut: [] });
    await vi.waitFor(() => expect(fakeStudio.inputs('export.plan').at(-1)).toMatchObject({ chapterIds: ['chapter1', 'chapter2'] }));
    expect(await openAgain()).toEqual(['chapter2']);
    exporting.change({ leftOut: ['chapter1', 'chapter2'] });
    seconds.set('chapter2', 3);
    expect(await openAgain()).toEqual(['chapter1']);
    // Where none has audio, what a person left out counts alone.
    for (const id of seconds.keys()) seconds.set(id, 0);
    expect(await openAgain()).toEqual(['chapter1']);
  });

  it('shows why names cannot be, and exports nothing then', async () => {
    await exporting.open();
    fakeStudio.answers['export.plan'] = refuse('invalid-input', { field: 'template' });
    exporting.change({ template: '../x' });
    await vi.waitFor(() => expect(state().planFailure).toMatchObject({ field: 'template' }));
    await exporting.start();
    expect(runs()).toEqual([]);
  });

  it('is of what is saved: nothing is planned where the script could not be', async () => {
    const failure = { kind: 'disk-full', message: 'Full.', charged: 'no', next: 'none' } as const;
    exporting = new ExportStore({ ...stores, project: { store: project.store, flushProject: () => Promise.resolve(failure) } });
    await exporting.open();
    expect(state()).toMatchObject({ plan: undefined, planFailure: { kind: 'disk-full' } });
    expect(fakeStudio.inputs('export.plan')).toEqual([]);
  });

  it('asks before files are replaced, and sends what was answered', async () => {
    await exporting.open();
    fakeStudio.answers['export.plan'] = () => ({ ...plan, existing: ['01 One.mp3'] });
    exporting.change({ folder: '/out' });
    await exporting.start();
    expect([state().existing, runs()]).toEqual([['01 One.mp3'], []]);
    await exporting.start('keep');
    exporting.backToChoices();
    await exporting.start('replace');
    expect(runs()).toMatchObject([
      { folder: '/out', keepExisting: true },
      { folder: '/out', overwrite: true },
    ]);
    expect(runs()[0]).not.toHaveProperty('overwrite');
  });

  it('follows the job, downloads its files, and passes on pause, resume and stop', async () => {
    await exporting.open();
    const download = vi.spyOn(stores.files, 'download').mockImplementation(() => undefined);
    exporting = new ExportStore({
      ...stores,
      files: { chooseFile: stores.files.chooseFile, download },
      project: { store: project.store, flushProject: () => Promise.resolve(undefined) },
    });
    await exporting.open();
    const held = heldAnswer();
    let emit: (event: unknown) => void = () => undefined;
    let sent: Record<string, unknown>[] = [];
    fakeStudio.answers['export.run'] = (_input, answering) => {
      ({ emit, sent } = answering);
      return held.answer();
    };
    const running = exporting.start();
    await vi.waitFor(() => expect(runs()).toHaveLength(1));
    emit({ type: 'progress', fraction: 0.25, index: 0, of: 2, name: '01 One.mp3' });
    emit({ type: 'file', index: 0, file: file('01 One.mp3', '/bytes/export/1') });
    exporting.pause();
    emit({ type: 'paused' });
    await vi.waitFor(() => expect(state().job).toMatchObject({ state: 'paused', fraction: 0.25, of: 2, written: 1, since: undefined }));
    expect(download.mock.calls).toEqual([['/bytes/export/1', '01 One.mp3']]);
    exporting.resume();
    emit({ type: 'resumed' });
    await vi.waitFor(() => expect(state().job?.state).toBe('running'));
    expect(sent).toEqual([{ type: 'pause' }, { type: 'resume' }]);
    exporting.close();
    exporting.stop();
    await running;
    expect(state().job).toMatchObject({ state: 'stopped', written: 1, failure: undefined });
    expect(fakeStudio.announced.at(-1)).toBe(messages.exportSheet.stopped);
    expect(fakeStudio.toasts.join(' ')).toContain(messages.exportSheet.stopped); // the sheet is closed
  });

  it('that ended out of sight is offered, and shows what it wrote each time it is opened, until another begins', async () => {
    await exporting.open();
    const held = heldAnswer();
    fakeStudio.answers['export.run'] = held.answer;
    const running = exporting.start();
    await vi.waitFor(() => expect(runs()).toHaveLength(1));
    exporting.close();
    stores.window.store.setState({ panel: 'voices' });
    held.resolve(result);
    await running;
    expect(state().job).toMatchObject({ isUnseen: true });
    fakeStudio.offered?.();
    await vi.waitFor(() => expect(state().plan).toBeDefined());
    expect(stores.window.store.getState().panel).toBe('narration');
    expect(state()).toMatchObject({ isOpen: true, job: { state: 'done', result } });
    exporting.close();
    await exporting.open();
    expect(state().job).toMatchObject({ isUnseen: false });
    expect(state().job?.state).toBe('done');
    exporting.backToChoices();
    fakeStudio.answers['export.run'] = () => result;
    // What was watched to its end has been seen.
    await exporting.start();
    exporting.close();
    await exporting.open();
    expect(state().job).toBeUndefined();
  });

  it('of one file that ended out of sight names the file, and its message goes when Export is opened, by whatever way', async () => {
    await exporting.open();
    const held = heldAnswer();
    let emit: (event: unknown) => void = () => undefined;
    fakeStudio.answers['export.run'] = (_input, answering) => {
      ({ emit } = answering);
      return held.answer();
    };
    const running = exporting.start();
    await vi.waitFor(() => expect(runs()).toHaveLength(1));
    exporting.close();
    emit({ type: 'file', index: 0, file: file('The Lighthouse.m4b', null) });
    held.resolve(result);
    await running;
    expect(fakeStudio.toasts).toEqual([messages.exportSheet.finished('The Lighthouse.m4b')]);
    expect(fakeStudio.offeredAbout).toBe('export');
    await exporting.open();
    expect(fakeStudio.offeredAbout).toBeUndefined();
  });

  it('that a reload of the window ended is offered again with what was chosen, once, and never for another project', async () => {
    const load = () => new ExportStore({ ...stores, project: { store: project.store, flushProject: () => Promise.resolve(undefined) } });
    const { details } = project.store.getState();
    const start = async (): Promise<void> => {
      await exporting.open();
      exporting.leaveOut(true);
      exporting.change({ folder: '/out', author: 'Ida' });
      fakeStudio.answers['export.run'] = heldAnswer().answer;
      const before = runs().length;
      void exporting.start();
      await vi.waitFor(() => expect(runs()).toHaveLength(before + 1));
    };
    const offers = () => fakeStudio.toasts.filter((toast) => toast.includes(messages.exportSheet.stoppedByReload)).length;
    await start();
    exporting = load();
    // The window is loaded before its project is open.
    project.store.setState({ details: undefined });
    const ends = [exporting.watchStopped()];
    expect(offers()).toBe(0);
    project.store.setState({ details });
    expect(offers()).toBe(1);
    ends.push(load().watchStopped());
    expect(offers()).toBe(1);
    host.store.setState({ host: { kind: 'electron', nativeDialogs: true, writesToChosenPath: true } });
    fakeStudio.offered?.();
    await vi.waitFor(() => expect(state().plan).toBeDefined());
    expect(state()).toMatchObject({ isOpen: true, job: undefined, leavesOut: true, choices: { folder: '/out', author: 'Ida' } });
    exporting.close();

    exporting = load();
    await start();
    project.store.setState({ details: { ...details, projectId: 'project2' } as never });
    ends.push(load().watchStopped());
    expect(offers()).toBe(1);
    for (const end of ends) end();
  });

  it('that came to its end is not said to have been ended by a reload', async () => {
    await exporting.open();
    await exporting.start();
    exporting.watchStopped()();
    expect(fakeStudio.toasts).toEqual([]);
  });

  it('names the same job when a failed export goes on, so that its own files are known, and another for another export', async () => {
    await exporting.open();
    fakeStudio.answers['export.run'] = refuse('disk-full');
    await exporting.start();
    fakeStudio.answers['export.run'] = () => result;
    await exporting.resumeStopped();
    exporting.backToChoices();
    await exporting.start();
    const [first, goneOn, another] = runs().map((run) => (run as { jobId: string }).jobId);
    expect(goneOn).toBe(first);
    expect(another).not.toBe(first);
  });

  it('lists files in the order of the book, whichever of them is done first', async () => {
    await exporting.open();
    fakeStudio.answers['export.run'] = (_input, { emit }) => {
      emit({ type: 'file', index: 1, file: file('02 Two.mp3', null) });
      emit({ type: 'file', index: 0, file: file('01 One.mp3', null) });
      return result;
    };
    await exporting.start();
    expect(state().job?.files.map(({ name }) => name)).toEqual(['01 One.mp3', '02 Two.mp3']);
  });

  it('keeps what failed, and what came of it', async () => {
    await exporting.open();
    fakeStudio.answers['export.run'] = refuse('disk-full');
    await exporting.start();
    expect(state().job).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } });
    exporting.backToChoices();
    fakeStudio.answers['export.run'] = () => result;
    await exporting.start();
    expect(state().job).toMatchObject({ state: 'done', fraction: 1, result });
  });

  it('remembers the choices of each project, and measures only what a preset judges', async () => {
    await exporting.open();
    expect(fakeStudio.inputs('export.measure')).toHaveLength(1);
    exporting.change({ author: 'Ida' });
    await exporting.refresh();
    expect(fakeStudio.inputs('export.measure')).toHaveLength(1);
    exporting.choosePreset('captions');
    await exporting.refresh();
    expect(fakeStudio.inputs('export.measure')).toHaveLength(1);
    expect(keptChoices.get('project1')).toMatchObject({ author: 'Ida', presetId: 'captions', format: 'srt', level: 'none' });
    expect(keptChoices.get('project2')).toMatchObject({ author: '', presetId: 'audiobook' });
    kept.set('localStorage export:project2', '{"presetId":"gone"}');
    expect(keptChoices.get('project2').presetId).toBe('audiobook');
  });

  it('keeps all that was chosen while it is closed, also the cover and what is left out, and gives none of it to another project', async () => {
    await exporting.open();
    expect(state().isChanged).toBe(false);
    exporting.change({ author: 'Ida' });
    exporting.leaveOut(true);
    exporting.store.setState({ cover: { name: 'cover.png', uploadId: 'upload1' } });
    expect(state().isChanged).toBe(true);
    exporting.close();
    await exporting.open();
    expect(state()).toMatchObject({ isChanged: false, leavesOut: true, cover: { name: 'cover.png' }, choices: { author: 'Ida' } });
    exporting.close();
    project.store.setState({ details: { projectId: 'project2', title: 'Other', path: '/other', voiceId: null, modelId: null } as never });
    await exporting.open();
    expect(state()).toMatchObject({ leavesOut: false, cover: undefined, choices: { author: '' } });
  });

  it('has the folder chosen by the system’s dialog where there is one, and stops where that is closed', async () => {
    host.store.setState({ host: { kind: 'electron', nativeDialogs: true, writesToChosenPath: true } });
    fakeStudio.answers['files.choose'] = () => ({ path: null });
    await exporting.open();
    await exporting.start();
    expect(runs()).toEqual([]);
    fakeStudio.answers['files.choose'] = () => ({ path: '/chosen' });
    await exporting.start();
    expect(fakeStudio.inputs('files.choose').at(-1)).toMatchObject({ purpose: 'export-folder' });
    expect(runs()).toMatchObject([{ folder: '/chosen' }]);
    exporting.showFolder();
    exporting.showFolder('report.html');
    expect(fakeStudio.inputs('files.showFolder')).toEqual([{ path: '/chosen' }, { path: '/chosen', file: 'report.html' }]);
  });
});

describe('choices of an export', () => {
  const ground = { projectId: 'project1', chapterIds: ['chapter1', 'chapter2'], coverUploadId: 'upload1' };

  it('that do not go together give way, whatever order they are made in', () => {
    const usual = keptChoices.get('none');
    const captions = choosePreset({ ...usual, sampleRate: 44_100 }, 'captions');
    expect(toOrder({ ...captions, author: 'Ida' }, ground)).toEqual({
      projectId: 'project1',
      chapterIds: ['chapter1', 'chapter2'],
      format: 'srt',
    });
    const stems = settle({ ...choosePreset(usual, 'own'), each: 'character' });
    expect(stems.each).toBe('character');
    expect(settle({ ...stems, level: 'podcast' }).each).toBe('one');
    expect(settle({ ...usual, format: 'm4b', sampleRate: 44_100 }).sampleRate).toBeUndefined();
  });

  it('of captions are timed to the audio of last time, as many files as it has, where its files begin elsewhere, until a person chooses', async () => {
    const timedTo = () => (fakeStudio.inputs('export.plan').at(-1) as { timedTo?: string }).timedTo;
    const planned = async (act: () => void): Promise<string | undefined> => {
      act();
      await exporting.refresh();
      return timedTo();
    };
    await exporting.open();
    expect(await planned(() => exporting.choosePreset('captions'))).toBeUndefined();
    expect(await planned(() => exporting.choosePreset('audiobook'))).toBeUndefined();
    await exporting.start();
    exporting.close();
    await exporting.open();
    expect(await planned(() => exporting.choosePreset('captions'))).toBe('audiobook');
    expect(exporting.store.getState().choices.each).toBe('chapter');
    expect(await planned(() => exporting.chooseFormat('json'))).toBe('audiobook');
    exporting.choosePreset('podcast');
    await exporting.start();
    exporting.backToChoices();
    expect(await planned(() => exporting.choosePreset('captions'))).toBeUndefined();
    expect(exporting.store.getState().choices.each).toBe('one');
    expect(await planned(() => exporting.change({ timedTo: 'audiobook' }))).toBe('audiobook');
    expect(keptChoices.get('project1')).toMatchObject({ timedTo: 'audiobook', lastLevel: 'podcast' });
    expect(timingsOf({ format: 'srt' })).toEqual(['none', 'audiobook']);
    expect(timingsOf({ format: 'epub' })).toEqual([]);
  });

  it('of M4B are one book with its chapters, which a person can part again; another format has the files of the preset', () => {
    const usual = { ...keptChoices.get('none'), template: '{chapter}' };
    const book = chooseFormat(usual, 'm4b');
    expect(book).toMatchObject({ format: 'm4b', each: 'one', template: '' });
    expect(settle({ ...book, each: 'chapter' })).toMatchObject({ format: 'm4b', each: 'chapter' });
    expect(chooseFormat({ ...book, each: 'chapter' }, 'm4b').each).toBe('chapter');
    expect(chooseFormat(book, 'wav')).toMatchObject({ format: 'wav', each: 'chapter' });
    expect(chooseFormat({ ...usual, each: 'one' }, 'wav')).toMatchObject({ each: 'one', template: '{chapter}' });
  });

  it('leave out what does not apply: credits of chapters that are left out, and of one file', () => {
    const usual = { ...keptChoices.get('none'), openingCredits: 'chapter1', sample: 'chapter2' };
    expect(toOrder(usual, ground)).toMatchObject({
      each: 'chapter',
      openingCredits: 'chapter1',
      sample: 'chapter2',
      coverUploadId: 'upload1',
    });
    expect(toOrder({ ...usual, leftOut: ['chapter1'] }, ground)).toMatchObject({ chapterIds: ['chapter2'] });
    expect(toOrder({ ...usual, leftOut: ['chapter1'] }, ground)).not.toHaveProperty('openingCredits');
    expect(toOrder({ ...usual, each: 'one' }, ground)).not.toHaveProperty('sample');
  });

  it('offer no preset without a format that can be made', () => {
    expect(exportPresets.every(({ formats }) => formats.length > 0)).toBe(true);
  });
});

describe('checks of an export', () => {
  const line = (rule: 'rms' | 'true-peak', value: number, ok: boolean) => ({ rule, limit: '', value, ok });
  const measured = [
    { index: 0, of: 2, title: 'One', now: [line('rms', -30, false)], after: [line('rms', -20, true)] },
    { index: 1, of: 2, title: 'Two', now: [line('rms', -25.04, false)], after: [line('rms', -20, true)] },
  ];
  const ground = {
    format: 'mp3',
    level: 'audiobook',
    plan,
    measured,
    isMeasuring: false,
    missing: 0,
    changed: 0,
    pickups: 0,
    unchecked: 0,
  } as const;
  const rms = (more: object) => checkExport({ ...ground, ...more })[0];

  it('show the values of all files as they are and as they will be, and say what the export corrects', () => {
    expect(rms({})).toMatchObject({ rule: 'RMS', value: '−30.0 to −25.0 → −20.0', state: 'fixed' });
    expect(rms({ measured: [{ ...measured[0], after: [line('rms', -28, false)] }] })).toMatchObject({ state: 'broken', broken: ['One'] });
  });

  it('say so while a value is not known', () => {
    expect(rms({ isMeasuring: true })).toMatchObject({ value: messages.exportSheet.measuring, state: 'unknown' });
    expect(rms({ measured: [] })).toMatchObject({ value: messages.exportSheet.afterExport, state: 'unknown' });
  });

  it('name the chapters that last longer than a shop takes, and count blocks without audio', () => {
    const checks = checkExport({ ...ground, plan: { ...plan, longest: 131.2, tooLong: [{ title: 'Two', minutes: 132 }] }, missing: 3 });
    expect(checks.slice(-4, -2)).toMatchObject([
      { rule: messages.exports.rules.duration, value: '131.2 min', state: 'broken', broken: ['Two (132 min)'] },
      { rule: messages.exportSheet.missingRule, value: '3', state: 'broken' },
    ]);
  });

  it('count blocks whose audio is of an earlier text or voice, and lead to them', () => {
    const check = (changed: number) => checkExport({ ...ground, changed }).at(-2);
    expect(check(3)).toMatchObject({ rule: messages.exportSheet.changedRule, value: '3', state: 'old', leadsTo: 'changed' });
    expect(check(0)).toMatchObject({ value: '0', state: 'ok' });
  });

  it('name open pickups, which a person should listen to before', () => {
    const check = (pickups: number, unchecked = 0) => checkExport({ ...ground, pickups, unchecked }).at(-1);
    expect(check(10)).toMatchObject({ rule: messages.exportSheet.pickupsRule, value: '10', state: 'review' });
    expect(check(0)).toMatchObject({ value: '0', state: 'ok' });
    expect(check(0, 8)).toMatchObject({ value: messages.exportSheet.pickupsUnchecked('0', 8), state: 'unknown' });
    expect(check(1, 8)).toMatchObject({ state: 'review' });
  });
});

it('the time that is left counts no pauses', () => {
  const job = { fraction: 0.5, ranMs: 4000, since: 10_000 } as ExportJob;
  expect(timeLeft(job, 12_000)).toBe(6000);
  expect(timeLeft({ ...job, since: undefined }, 99_000)).toBe(4000);
  expect(timeLeft({ ...job, fraction: 0.01 }, 12_000)).toBeUndefined();
});
