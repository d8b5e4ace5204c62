import { beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { AskFirstStore } from '../../../src-renderer/features/narration/generate/ask-first-store.ts';
import { MissingSound } from '../../../src-renderer/features/narration/export/missing-sound.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer } from '../../helpers/fake-studio.ts';

let stores: ReturnType<typeof createFakeStores>;
let askFirst: AskFirstStore;
let missing: MissingSound;
let run: ReturnType<typeof heldAnswer>;
let isOccupied = false;
const exports = { open: vi.fn(() => Promise.resolve()), close: vi.fn() };
const orders = [{ chapterId: 'chapter01' as never, blocks: [{ id: 'block0001' as never, text: 'The lamp burned.' }] }];
const isGenerating = () => vi.waitFor(() => expect(fakeStudio.inputs('speech.generate')).toHaveLength(1));
const ended = { made: 1, reused: 0, failed: 0 };

beforeEach(async () => {
  run = heldAnswer();
  isOccupied = false;
  exports.open.mockClear();
  exports.close.mockClear();
  fakeStudio.reset({
    'studio.start': () => ({ version: '', host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false } }),
    'speech.estimate': () => ({ blocks: 1, characters: 16, credits: 16, learnedFrom: 1 }),
    'speech.generate': run.answer,
  });
  stores = createFakeStores();
  await stores.host.connectHost();
  stores.project.store.setState({
    details: { projectId: 'project01', title: 'Book', path: '/book', voiceId: 'voice1', modelId: null } as never,
    chapterId: 'chapter01',
  });
  stores.studio.store.setState(({ settings }) => ({ settings: { ...settings, confirmAbove: null } }));
  const project = { store: stores.project.store, flushProject: () => Promise.resolve(undefined) };
  askFirst = new AskFirstStore(stores);
  missing = new MissingSound({ ...stores, project, exports, askFirst, isOccupied: () => isOccupied });
});

describe('Generating what an export lacks', () => {
  it('closes Export for the run, listens to nothing, and opens Export again when all is generated', async () => {
    const heard = vi.spyOn(stores.player.player, 'prepare');
    const returned = missing.generateMissing(orders);
    await isGenerating();
    expect([exports.close.mock.calls.length, exports.open.mock.calls.length]).toEqual([1, 0]);
    run.resolve(ended);
    await returned;
    expect(exports.open).toHaveBeenCalledOnce();
    expect([heard.mock.calls, fakeStudio.toasts]).toEqual([[], []]);
  });

  it('opens Export again at once where the question about the price is answered with Cancel', async () => {
    stores.studio.store.setState(({ settings }) => ({ settings: { ...settings, confirmAbove: 0 } }));
    const returned = missing.generateMissing(orders);
    await vi.waitFor(() => expect(askFirst.store.getState().question).toBeDefined());
    expect(exports.open).not.toHaveBeenCalled();
    askFirst.answerQuestion(false);
    await returned;
    expect(exports.open).toHaveBeenCalledOnce();
    expect(fakeStudio.inputs('speech.generate')).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['in another panel', () => stores.window.store.setState({ panel: 'voices' })],
    ['in a dialog or a field', () => (isOccupied = true)],
    ['listening', () => stores.player.store.setState({ mode: 'playing' })],
    ['writing', () => stores.project.store.setState({ document: {} as never })],
  ])('offers the way back in one press, and opens nothing by itself, while the person is %s', async (_, goElsewhere) => {
    const returned = missing.generateMissing(orders);
    await isGenerating();
    goElsewhere();
    run.resolve(ended);
    await returned;
    expect(exports.open).not.toHaveBeenCalled();
    expect(fakeStudio.toasts).toEqual([messages.exportSheet.generationEnded]);
    fakeStudio.offered?.();
    expect(exports.open).toHaveBeenCalledOnce();
    expect(stores.window.store.getState().panel).toBe('narration');
  });

  it('offers the way back where the run was stopped or something failed', async () => {
    const returned = missing.generateMissing(orders);
    await isGenerating();
    stores.generation.stopGenerating();
    run.resolve(ended);
    await returned;
    expect(exports.open).not.toHaveBeenCalled();
    expect(fakeStudio.toasts).toEqual([messages.exportSheet.generationEnded]);
  });

  it('forgets the export of a project that was closed meanwhile', async () => {
    const returned = missing.generateMissing(orders);
    await isGenerating();
    stores.project.store.setState({ details: undefined });
    run.resolve(ended);
    await returned;
    expect([exports.open.mock.calls, fakeStudio.toasts]).toEqual([[], []]);
  });
});
