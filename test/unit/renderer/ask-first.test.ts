import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlockId } from '#shared/ids.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { AskFirstStore, type ChapterOrder } from '../../../src-renderer/features/narration/generate/ask-first-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';

let stores: ReturnType<typeof createFakeStores>;
let askFirst: AskFirstStore;
const order = (chapterId: string): ChapterOrder => ({
  chapterId: chapterId,
  blocks: [{ id: `block-${chapterId}` as never, text: 'The lamp burned.' }],
});
const chapter = [order('chapter01')];
const book = [order('chapter01'), order('chapter02')];
const isAsked = () => askFirst.store.getState().question !== undefined;
let credits: number | null;
let toBuy: number;
let sentBefore: number | undefined;
let outcomeUnknown: number | undefined;
const generate = vi.fn(() => Promise.resolve());

beforeEach(() => {
  credits = 16;
  toBuy = 1;
  sentBefore = undefined;
  outcomeUnknown = undefined;
  generate.mockClear();
  stores = createFakeStores();
  const details = { projectId: 'project01', title: 'Book', path: '/book', voiceId: 'voice1', modelId: null };
  // Something of the project was generated before.
  stores.project.store.setState({ details: details as never, chapterId: 'chapter01', takes: [{ id: 'take1' }] as never });
  stores.studio.store.setState(({ settings }) => ({
    settings: { ...settings, confirmAbove: 5_000 },
    connection: { id: 'https://service.example', kind: 'account', name: 'Service', state: 'ready' } as never,
  }));
  const estimateParts = () =>
    Promise.resolve({
      blocks: toBuy,
      characters: 16,
      credits,
      learnedFrom: 1,
      ...(sentBefore !== undefined && { sentBefore }),
      ...(outcomeUnknown !== undefined && { outcomeUnknown }),
    });
  askFirst = new AskFirstStore({ ...stores, generation: { store: stores.generation.store, generate, estimateParts } });
});

describe('Generate all', () => {
  it('asks nothing for a chapter of a known price below the limit', async () => {
    await askFirst.makeOrAsk(chapter);
    expect([generate.mock.calls.length, isAsked()]).toEqual([1, false]);
  });

  it('asks where a hosted service’s price is not known, however short the text', async () => {
    credits = null;
    await askFirst.makeOrAsk(chapter);
    expect([generate.mock.calls.length, isAsked()]).toEqual([0, true]);
  });
});

describe('a block that was sent before, and of which only a part arrived', () => {
  it('is bought again only after a question that counts it, however small the price', async () => {
    sentBefore = 1;
    await askFirst.makeOrAsk(chapter);
    expect([generate.mock.calls.length, askFirst.store.getState().question?.estimate.sentBefore]).toEqual([0, 1]);
    askFirst.answerQuestion(true);
    expect(generate).toHaveBeenCalledTimes(1);
  });
});

describe('a block whose earlier request has an unknown outcome', () => {
  it('is named in a question, also of a book that was agreed to', async () => {
    await askFirst.makeOrAsk(book);
    askFirst.answerQuestion(true);
    generate.mockClear();
    outcomeUnknown = 1;
    await askFirst.makeOrAsk(book);
    expect([generate.mock.calls.length, askFirst.store.getState().question?.estimate.outcomeUnknown]).toEqual([0, 1]);
  });
});

describe('a block that is too long for its model', () => {
  it('is named in the question; where nothing is asked, the answer says so', async () => {
    const tooLong = [{ id: 'block-long' as BlockId, obstacle: 'too-long' as const, characterId: undefined }];
    expect(await askFirst.makeOrAsk(chapter, true, tooLong)).toBe(false);
    credits = 6_000;
    expect(await askFirst.makeOrAsk(chapter, true, tooLong)).toBe(true);
    expect(askFirst.store.getState().question?.leftOut).toEqual(tooLong);
  });
});

describe('the question about a book', () => {
  it('can be made one about the chapter that is shown, at its own price and with what is left out there, and then only that is generated', async () => {
    const leftOut = ['block-here', 'block-there'].map((id) => ({
      id: id as BlockId,
      obstacle: 'no-voice' as const,
      characterId: undefined,
    }));
    const document = schema.node('doc', null, [createBlock('The lamp burned.', { id: 'block-here' })]);
    stores.project.store.setState({ document });
    await askFirst.makeOrAsk(book, true, leftOut);
    const question = askFirst.store.getState().question!;
    expect(askFirst.canNarrow(question)).toBe(true);
    credits = 7;
    await askFirst.narrow();
    const narrowed = askFirst.store.getState().question!;
    expect([generate.mock.calls.length, narrowed.orders, narrowed.estimate.credits, narrowed.leftOut]).toEqual([
      0,
      chapter,
      7,
      leftOut.slice(0, 1),
    ]);
    expect(askFirst.canNarrow(narrowed)).toBe(false);
    askFirst.answerQuestion(true);
    expect(generate).toHaveBeenCalledTimes(1);
    // Nobody agreed to the book.
    await askFirst.makeOrAsk(book);
    expect(isAsked()).toBe(true);
  });
});

describe('what was paid for before', () => {
  it('is put into the script without a question, also first in a project and at an unknown price', async () => {
    stores.project.store.setState({ takes: [] });
    [toBuy, credits] = [0, null];
    await askFirst.makeOrAsk(chapter);
    expect([generate.mock.calls.length, isAsked()]).toEqual([1, false]);
  });
});

describe('Generate book', () => {
  it('asks before the first order of more than the chapter, and not again once that was agreed to', async () => {
    await askFirst.makeOrAsk(book);
    expect(isAsked()).toBe(true);
    askFirst.answerQuestion(false);
    await askFirst.makeOrAsk(book);
    expect(isAsked()).toBe(true);
    expect(generate).not.toHaveBeenCalled();
    askFirst.answerQuestion(true);
    expect(generate).toHaveBeenCalledTimes(2);
    await askFirst.makeOrAsk(book);
    expect(isAsked()).toBe(false);
  });
});

describe('Resume of what a run was asked for before', () => {
  it('asks no first question, of a book nor of a project without audio', async () => {
    stores.project.store.setState({ takes: [] });
    await askFirst.resume(book);
    expect([generate.mock.calls.length, isAsked()]).toEqual([2, false]);
  });

  it('asks where the price passes the limit or something was sent, and does not call that a first order', async () => {
    credits = 6_000;
    await askFirst.resume(book);
    expect(askFirst.store.getState().question?.isFirst).toBe(false);
    askFirst.answerQuestion(false);
    [credits, sentBefore] = [16, 1];
    await askFirst.resume(book);
    expect(askFirst.store.getState().question).toMatchObject({ isFirst: false, estimate: { sentBefore: 1 } });
    expect(generate).not.toHaveBeenCalled();
  });
});
