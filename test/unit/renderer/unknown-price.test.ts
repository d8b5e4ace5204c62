import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const { mayBuy, mayBuyAgain, answerQuestion, store } = stores.unknownPrice;
const price = { unit: 'request', family: 'voice-create' } as const;
const use = (connection: object): void =>
  stores.studio.store.setState({ connection: { state: 'ready', name: 'Studio', ...connection } as never });
const question = () => store.getState().question;
const isAsked = () => vi.waitFor(() => expect(question()).toBeDefined());

beforeEach(async () => {
  fakeStudio.reset({ 'jobs.price': () => null });
  await stores.host.connectHost();
  use({ id: 'https://service.example', kind: 'account' });
  stores.studio.store.setState(({ settings }) => ({ settings: { ...settings, confirmAbove: 5_000 } }));
});

describe('a purchase whose price is not known', () => {
  it('is asked about on a hosted service, and made or not as the person answers', async () => {
    for (const goOn of [true, false]) {
      const answer = mayBuy('Clone voice', price);
      await isAsked();
      expect(question()).toEqual({ name: 'Clone voice', takes: 'credits' });
      answerQuestion(goOn);
      expect(await answer).toBe(goOn);
      expect(question()).toBeUndefined();
    }
  });

  it('is asked about where main cannot say the price', async () => {
    fakeStudio.answers['jobs.price'] = refuse('unreachable');
    const answer = mayBuy('Clone voice', price);
    await isAsked();
    answerQuestion(false);
    expect(await answer).toBe(false);
  });

  it('is refused when the service is changed while the question stands', async () => {
    const answer = mayBuy('Clone voice', price);
    await isAsked();
    use({ id: 'local', kind: 'local' });
    expect(await answer).toBe(false);
    expect(question()).toBeUndefined();
  });

  it('is not asked about on the local service, nor where the person chose never to be asked', async () => {
    use({ id: 'local', kind: 'local' });
    expect(await mayBuy('Clone voice', price)).toBe(true);
    use({ id: 'https://service.example', kind: 'account' });
    stores.studio.store.setState(({ settings }) => ({ settings: { ...settings, confirmAbove: null } }));
    expect(await mayBuy('Clone voice', price)).toBe(true);
    expect(fakeStudio.inputs('jobs.price')).toEqual([]);
  });
});

describe('a purchase whose price is known', () => {
  it('is made without a question, a price of nothing too', async () => {
    fakeStudio.answers['jobs.price'] = () => ({ creditsPerUnit: 500, samples: 1 });
    expect(await mayBuy('Clone voice', price)).toBe(true);
    expect(await mayBuy('Save voice', () => Promise.resolve(0))).toBe(true);
    expect(question()).toBeUndefined();
  });

  it('is made once, however often it is pressed while the price is looked up', async () => {
    const held = heldAnswer();
    fakeStudio.answers['jobs.price'] = held.answer;
    const presses = [mayBuy('Clone voice', price), mayBuy('Clone voice', price)];
    held.resolve({ creditsPerUnit: 500, samples: 1 });
    expect(await Promise.all(presses)).toEqual([true, false]);
  });
});

describe('a purchase of what may have been bought before', () => {
  const known = () => Promise.resolve(7);
  const never = () => Promise.resolve({ operationId: null });
  const before = () => Promise.resolve({ operationId: 'operation1' });
  const broken = () => Promise.reject(fail('file-failed', said('The disk cannot be read.')));

  it('is asked about where exactly this was bought, and not where it was not', async () => {
    use({ id: 'local', kind: 'local' });
    expect(await mayBuyAgain('Make image', never, known)).toBe(true);
    const answer = mayBuyAgain('Make image', before, known, { takes: 'quota' });
    await isAsked();
    expect(question()).toEqual({ name: 'Make image', takes: 'quota', isAgain: true, amount: 7 });
    answerQuestion(false);
    expect(await answer).toBe(false);
  });

  it('is never made without a question where nobody can say whether it was bought', async () => {
    use({ id: 'local', kind: 'local' });
    for (const goOn of [false, true]) {
      const answer = mayBuyAgain('Make image', broken, known, { note: 'See the history.' });
      await isAsked();
      expect(question()).toMatchObject({ name: 'Make image', amount: 7, unchecked: { kind: 'file-failed' } });
      expect(question()).not.toHaveProperty('note');
      answerQuestion(goOn);
      expect(await answer).toBe(goOn);
    }
  });

  it('is looked up once more on request: what is found then is asked about, and what is not found is bought', async () => {
    const lookups = [broken, before, broken, never];
    const next = () => lookups.shift()!();
    const found = mayBuyAgain('Make image', next, known);
    await isAsked();
    answerQuestion('check-again');
    await vi.waitFor(() => expect(question()).toMatchObject({ isAgain: true }));
    answerQuestion(false);
    expect(await found).toBe(false);
    const none = mayBuyAgain('Make image', next, known);
    await isAsked();
    answerQuestion('check-again');
    expect(await none).toBe(true);
    expect(lookups).toEqual([]);
  });
});
