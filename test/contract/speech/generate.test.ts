import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseTake } from '#shared/narration/choose-take.ts';
import { wordsOf } from '#shared/narration/document.ts';
import { toFailure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { context, idsOf, SpeechFixture } from './fixture.ts';

let service: LocalService;
let fixture: SpeechFixture;
let account = 0;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  // An account of its own for each test, so that its charge book is its own.
  fixture = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: `local-speech${++account}` });
});
afterEach(async () => {
  await service.clearFaults();
  await fixture.close();
});

const charges = async () => (await service.charges(`local-speech${account}`)).entries.filter((entry) => entry.state !== 'granted');
const text = 'Once upon a time, there was “a voice” that read 21 words aloud.';
const kinds = (events: readonly { type: string }[]): string[] =>
  events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1]);

describe('a block', () => {
  it('is heard while it comes, and becomes a whole take with a word for each of its tokens', async () => {
    const project = await fixture.project([text]);
    const { events, out } = await fixture.generate(project);
    expect(out).toEqual({ made: 1, reused: 0, failed: 0 });
    expect(kinds(events).filter((kind) => kind !== 'words')).toEqual(['queued', 'sending', 'receiving', 'take']);
    const end = events.at(-1)!;
    if (end.type !== 'take') throw new Error('no take');
    expect(end.reused).toBe(false);
    const take = fixture.takes.get(end.takeId)!;
    expect(take).toMatchObject({ state: 'complete', alignment: 'complete', text, creditsUsed: text.length });
    expect(take.words.map((word) => word.text)).toEqual(wordsOf(text).map((word) => word.text));
    expect(take.words.some((word) => word.estimated)).toBe(false);
    expect(take.samples).toBeGreaterThan(48_000);
    expect(await charges()).toMatchObject([{ state: 'settled', credits: text.length }]);
    expect(await fixture.ledger.pending()).toEqual([]);
  });

  it('that is unchanged is not sent again, also from another project', async () => {
    const first = await fixture.project([text]);
    await fixture.generate(first);
    expect((await fixture.generate(first)).out).toEqual({ made: 0, reused: 1, failed: 0 });
    const second = await fixture.project([`  ${text} `]);
    const { events, out } = await fixture.generate(second);
    expect(out).toEqual({ made: 0, reused: 1, failed: 0 });
    expect(events.at(-1)).toMatchObject({ type: 'take', reused: true });
    expect(await charges()).toHaveLength(1);
  });

  it('that says the same as one before it is paid once, and has a take of its own, which stays when its voice is changed', async () => {
    const project = await fixture.project([text, 'Between them.', text]);
    const [first, second, third] = idsOf(project) as [string, string, string];
    await fixture.generate(project, [first, second]);
    expect((await fixture.generate(project, [third])).out).toEqual({ made: 0, reused: 1, failed: 0 });
    expect(await charges()).toHaveLength(2);
    const ofBlock = (blockId: string) => [...fixture.takes.values()].filter((take) => take.blockId === blockId);
    expect(ofBlock(third)).toMatchObject([{ fingerprint: ofBlock(first)[0]!.fingerprint, samples: ofBlock(first)[0]!.samples }]);
    const changed = chooseTake([...fixture.takes.values()], { id: third, takeId: null, text }, 'another voice');
    expect(changed).toMatchObject({ take: { blockId: third }, stale: true });
  });

  it('asked for twice at once is sent once', async () => {
    const [one, two] = [await fixture.project([text]), await fixture.project([text])];
    const results = await Promise.all([fixture.generate(one), fixture.generate(two)]);
    expect(results.map((result) => result.out)).toEqual([
      { made: 1, reused: 0, failed: 0 },
      { made: 0, reused: 1, failed: 0 },
    ]);
    expect(results[1].events.some((event) => event.type === 'receiving')).toBe(true);
    expect(await charges()).toHaveLength(1);
  });

  it.each([
    ['a job', 'alpha-s2pro', true],
    ['a job of MP3', 'zeta-3.8-flash-tts', true],
    ['one answer', 'zeta-3.8-flash-lite-tts', false],
  ])('of a model without aligned streaming is made as %s', async (_, modelId, isJob) => {
    const project = await fixture.project(['A short one.'], modelId);
    const { events, out } = await fixture.generate(project);
    expect(out).toEqual({ made: 1, reused: 0, failed: 0 });
    expect(events.some((event) => event.type === 'waiting')).toBe(isJob);
    const end = events.at(-1)!;
    if (end.type !== 'take') throw new Error('no take');
    const take = fixture.takes.get(end.takeId)!;
    expect(take).toMatchObject({ state: 'complete', modelId });
    expect(take.words.map((word) => word.text)).toEqual(isJob ? ['A', 'short', 'one.'] : []);
    expect(await charges()).toHaveLength(1);
  });
});

describe('a batch', () => {
  it('keeps its order, passes over empty blocks, and one failure does not stop the rest', async () => {
    const project = await fixture.project(['First.', '   ', 'x'.repeat(10_001), 'Last.']);
    const [first, , tooLong, last] = idsOf(project);
    const { events, out } = await fixture.generate(project);
    expect(out).toEqual({ made: 2, reused: 0, failed: 1 });
    const sent = events.flatMap((event) => (event.type === 'sending' ? [event.blockId] : []));
    expect(sent).toEqual([first, last]);
    const ends = events.flatMap((event) => (event.type === 'take' || event.type === 'failed' ? [event] : []));
    expect(ends.map((event) => event.blockId).toSorted()).toEqual([first, tooLong, last].toSorted());
    const failed = ends.find((event) => event.blockId === tooLong);
    expect(failed).toMatchObject({ failure: { kind: 'invalid-input', field: 'text', charged: 'no' } });
    expect(failed?.type === 'failed' && failed.failure.message).toMatch(/10001.*10000/u);
  });

  it('of nothing but empty blocks says that there is nothing to say', async () => {
    const project = await fixture.project(['', ' \t']);
    expect(toFailure((await fixture.generate(project)).thrown)).toMatchObject({
      kind: 'invalid-input',
      field: 'text',
      text: { id: 'speech.nothingToSay', values: [] },
    });
  });

  it('stops where the credits are spent, and says of what was not sent that, but the whole reason only of what was refused', async () => {
    await service.setFaults([
      { on: 'POST /api/open/v3/speech/tts/aligned', kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS', nth: 2, times: 99 },
    ]);
    const project = await fixture.project(Array.from({ length: 30 }, (_, index) => `Number ${index}.`));
    const { events, out } = await fixture.generate(project);
    expect(out).toEqual({ made: 1, reused: 0, failed: 29 });
    const failures = events.flatMap((event) => (event.type === 'failed' ? [event.failure] : []));
    expect(new Set(failures.map((failure) => failure.kind))).toEqual(new Set(['payment-required']));
    expect(new Set(failures.map((failure) => failure.charged))).toEqual(new Set(['no']));
    // Those that had left beside it were refused as well; nothing leaves after that.
    const sent = events.filter((event) => event.type === 'sending').length;
    expect(sent).toBeLessThanOrEqual(1 + fixture.throttle.limit());
    const unsent = failures.filter((failure) => failure.text?.id === 'speech.notSentBecauseBefore');
    expect(unsent).toHaveLength(30 - sent);
    expect(new Set(unsent.map(({ message, code }) => `${message} ${code}`))).toEqual(
      new Set([`${messages.speech.notSentBecauseBefore} ERR_INSUFFICIENT_CREDITS`]),
    );
  });

  it('waits for the one before it in the same project', async () => {
    const project = await fixture.project(['One.', 'Two.']);
    const order: string[] = [];
    const [one, two] = idsOf(project);
    await Promise.all([
      fixture.generate(project, [one!], undefined, (event) => order.push(`1 ${event.type}`)),
      fixture.generate(project, [two!], undefined, (event) => order.push(`2 ${event.type}`)),
    ]);
    expect(order.indexOf('2 sending')).toBeGreaterThan(order.indexOf('1 take'));
  });
});

describe('what cannot be sent', () => {
  it('names the voice that is missing or unknown', async () => {
    const project = await fixture.project(['Hello.'], null, { voiceId: 'no-such-voice' });
    expect((await fixture.generate(project)).events.at(-1)).toMatchObject({
      type: 'failed',
      failure: { kind: 'not-found', next: 'choose-voice' },
    });
    await fixture.library.services['project.update']({ projectId: project.projectId, voiceId: null }, {
      signal: new AbortController().signal,
    } as never);
    const without = await fixture.library.services['project.create']({ title: 'None' }, context());
    expect(toFailure((await fixture.generate(without)).thrown)).toMatchObject({ field: 'text' });
    expect(await charges()).toEqual([]);
  });

  it('names the model that is not available', async () => {
    const project = await fixture.project(['Hello.'], 'alpha-s2pro-enterprise');
    expect((await fixture.generate(project)).events.at(-1)).toMatchObject({
      type: 'failed',
      failure: { kind: 'service-unavailable', next: 'choose-model', charged: 'no' },
    });
    expect(await charges()).toEqual([]);
  });

  it('says so where the block or the project is gone', async () => {
    const project = await fixture.project(['Hello.']);
    expect((await fixture.generate(project, ['0123456789abcdef'])).events.at(-1)).toMatchObject({ failure: { kind: 'not-found' } });
    await fixture.library.services['project.close']({ projectId: project.projectId }, context());
    expect(toFailure((await fixture.generate(project)).thrown)).toMatchObject({ kind: 'not-found' });
  });
});

describe('the estimate', () => {
  it('counts what would be sent, and prices it from what was paid', async () => {
    const project = await fixture.project(['Twelve chars', 'Twelve chars', 'Another one here.', '']);
    expect(await fixture.estimate(project)).toEqual({ blocks: 2, characters: 29, credits: null, learnedFrom: 0 });
    await fixture.generate(project, idsOf(project).slice(0, 1));
    expect(await fixture.estimate(project)).toEqual({ blocks: 1, characters: 17, credits: 17, learnedFrom: 1 });
  });
});

describe('the account', () => {
  it('shows the service’s own numbers after each paid request', async () => {
    const before = await fixture.account.refresh();
    const settled = new Promise<number>((resolve) =>
      fixture.account.onChange(({ credits }) => credits !== null && credits < before.credits! && resolve(credits)),
    );
    await fixture.generate(await fixture.project(['Twelve chars']));
    expect(before.credits! - (await settled)).toBe(12);
  });
});
