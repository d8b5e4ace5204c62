import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { startBuiltHost } from '../helpers/served-host.ts';
import { blocks, expect as plainExpect, paidRequests, script, test } from './with-service.ts';

// Candidates are made, fetched and decoded, which takes its time on a busy machine.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });
const create = 'POST /api/open/v1/voice-designs';
const save = 'POST /api/open/v1/voice-designs/*/voices';
const line = 'A calm old man with a deep, warm voice.';

const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison' });
const cards = (page: Page) => comparison(page).getByRole('article');
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const history = (page: Page) => page.getByRole('region', { name: 'History' });
const entries = (page: Page) => history(page).getByRole('listitem');

async function openDesign(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Design' }).click();
  await expect(button(page, 'Create candidates')).toBeEnabled();
}

/** Types a prompt and a short text, and has candidates made. */
async function design(page: Page, words = line, { text = 'Hello there, how are you today?' } = {}): Promise<void> {
  await page.getByRole('textbox', { name: 'Preview text' }).fill(text);
  await page.getByRole('region', { name: 'New design' }).getByText('Alpha', { exact: true }).click();
  await prompt(page).fill(words);
  await button(page, 'Create candidates').click();
}

const designsPaid = async (service: Parameters<typeof paidRequests>[0]): Promise<number> =>
  (await service.charges()).entries.filter(({ operation, state }) => operation === create && state === 'settled').length;

test('from a prompt to a voice that narrates, by keys alone: ten at most, and blind until one is chosen', async ({ page }) => {
  await openDesign(page);
  let keys = 0;
  /** Every key of a chord counts. */
  const press = async (chord: string): Promise<void> => {
    keys += chord.split('+').length;
    await page.keyboard.press(chord);
  };
  await prompt(page).focus();
  await page.keyboard.insertText(line);
  await press('Control+Enter');
  await expect(cards(page)).toHaveCount(4);
  await expect(comparison(page)).toBeFocused();
  for (const number of ['1', '2']) {
    await press(number);
    await expect(comparison(page)).toContainText(`Hearing ${number}`);
  }
  await expect(comparison(page)).not.toContainText(/alpha|beta/iu);
  await press('Enter');
  await expect(comparison(page)).toContainText('Winner');
  await expect(comparison(page)).toContainText(/Alpha 1.*Alpha 2|Alpha 2.*Alpha 1/su);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.insertText('Old Tom');
  await press('Enter');
  await expect(button(page, 'Use in Narration')).toBeFocused();
  expect(keys).toBeLessThanOrEqual(10);

  await page.keyboard.press('Enter');
  await expect(blocks(page).first()).toHaveAttribute('data-voice', /Old Tom/u);
  await button(page, 'Generate').click();
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
});

test(
  'the comparison switches at the same place, the one fading out while the other fades in, and none is turned up',
  { tag: '@beside' },
  async ({ page }) => {
    await page.addInitScript(noteSources);
    await page.reload();
    await openDesign(page);
    await design(page, line, { text: 'One after another they came up the hill, with lamps in their hands. '.repeat(4) });
    await expect(cards(page)).toHaveCount(2);
    for (const card of await cards(page).all()) await expect(card).toContainText(/0:\d\d/u);
    for (const number of ['1', '2']) {
      await page.keyboard.press(number);
      await expect(comparison(page)).toContainText(`Hearing ${number}`);
    }
    const sources = await page.evaluate(() => (window as unknown as { sources: Noted[] }).sources);
    expect(sources).toHaveLength(2);
    const [one, other] = sources;
    // As much of the one had passed as of the other, to the sample.
    const passed = (other!.at - one!.at + one!.offset) / one!.seconds;
    expect(Math.abs(other!.offset - passed * other!.seconds)).toBeLessThan(2 / 48_000);
    // The one sounds on for the ten milliseconds in which the other rises: there is no gap.
    expect(one!.until! - other!.at).toBeCloseTo(0.01, 6);
    for (const { level } of sources) expect(level).toBeLessThanOrEqual(1);
    expect(Math.max(...sources.map(({ level }) => level))).toBeGreaterThan(0.99);
  },
);

test(
  'kill -9 in the middle: what was paid for is in the history with its sounds, and is not paid for again',
  { tag: '@beside' },
  async ({ page, context, host, profileDirectory, service, hostEnvironment }) => {
    await openDesign(page);
    await service.setFaults([{ on: 'GET /api/open/v1/voice-designs/*/candidates/*/audio', kind: 'delay', ms: 15_000 }]);
    await design(page);
    await expect.poll(() => designsPaid(service)).toBe(1);
    await expect(entries(page).first()).toContainText('Fetching previews');
    await host.stop('SIGKILL');
    await service.clearFaults();
    const again = await startBuiltHost(profileDirectory, hostEnvironment);
    try {
      const second = await context.newPage();
      await second.goto(again.url);
      await script(second).waitFor();
      await openDesign(second);
      await expect(entries(second).first()).toContainText('2 candidates');
      await entries(second).first().getByRole('button', { name: line }).first().click();
      await expect(cards(second)).toHaveCount(2);
      for (const card of await cards(second).all()) await expect(card).toContainText(/0:0\d/u);
      expect(await designsPaid(service)).toBe(1);
    } finally {
      await again.stop();
    }
  },
);

test('an answer that is lost is asked for again with the same key, by hand: one charge, one voice', async ({ page, service }) => {
  await openDesign(page);
  await service.setFaults([
    { on: create, kind: 'drop-after-charge' },
    { on: save, kind: 'drop-after-charge' },
  ]);
  await design(page);
  const lost = page.getByRole('alert', { name: 'Sent, but no answer came' });
  await expect(lost).toContainText('It is not known whether this was charged.');
  await expect(button(page, 'Ask again')).toBeVisible();
  // Another word is another request; the same words again are the same one.
  await prompt(page).press('End');
  await page.keyboard.type('!');
  await expect(button(page, 'Create candidates')).toBeVisible();
  await page.keyboard.press('Backspace');
  await button(page, 'Ask again').click();
  await expect(cards(page)).toHaveCount(2);
  expect(await designsPaid(service)).toBe(1);

  await cards(page).first().getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Old Tom');
  await button(page, 'Save voice').click();
  await expect(lost).toContainText('Saving Old Tom');
  await lost.getByRole('button', { name: 'Ask again with the same key' }).click();
  await expect(button(page, 'Use in Narration')).toBeEnabled();
  await expect(page.getByText('Saved as Old Tom').first()).toBeVisible();
  const saves = (await service.charges()).entries.filter(({ operation }) => /voices$/u.test(operation));
  expect(saves).toHaveLength(1);
});

test('no credits, a conflict and a design that has expired: each in words, with its next step', async ({ page, service }) => {
  await openDesign(page);
  await service.setFaults([
    { on: create, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS' },
    { on: save, kind: 'status', status: 409, code: 'ERR_REQUEST_ID_CONFLICT' },
    { on: save, kind: 'expire', nth: 2 },
  ]);
  await design(page);
  const poor = page.getByRole('alert', { name: 'Not enough credits' });
  await expect(poor).toContainText('Nothing was charged.');
  await poor.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(2);

  await cards(page).first().getByRole('button', { name: 'Choose' }).click();
  await button(page, 'Save voice').click();
  const conflict = page.getByRole('alert', { name: 'Something else got there first' });
  await expect(conflict).toContainText('Nothing was charged.');
  await conflict.getByRole('button', { name: 'Try again' }).click();
  const expired = page.getByRole('alert', { name: 'Not found' });
  await expect(expired).toContainText('its sound is kept on this machine');
  await expect(cards(page).first()).toContainText(/0:0\d/u);
  await service.clearFaults();
  await expired.getByRole('button', { name: 'Design it anew' }).click();
  await expect(entries(page)).toHaveCount(3);
  await expect(cards(page)).toHaveCount(2);
  // The new one is in the history from its first moment, and is charged for when it is made.
  await expect.poll(() => designsPaid(service)).toBe(2);
});

test('what cannot be sent is named, and nothing is sent', { tag: '@beside' }, async ({ page, service }) => {
  await openDesign(page);
  await button(page, 'Create candidates').click();
  await expect(prompt(page)).toHaveAccessibleDescription('The prompt is empty.');
  await prompt(page).fill('x'.repeat(1001));
  await expect(prompt(page)).toHaveAccessibleDescription('The prompt has 1,001 characters; 1,000 are the most.');
  await prompt(page).fill('A bell \u0007 rings');
  await expect(prompt(page)).toHaveAccessibleDescription(/control character \(U\+0007\)/u);
  await button(page, 'Create candidates').click();
  await expect(entries(page)).toHaveCount(0);
  expect(await designsPaid(service)).toBe(0);

  await design(page);
  await cards(page).first().getByRole('button', { name: 'Choose' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  for (const [text, words] of [
    ['', 'The name is empty.'],
    ['x'.repeat(10_000), 'The name has 10,000 characters; 100 are the most.'],
    ['Tom\u0000', /control character \(U\+0000\)/u],
  ] as const) {
    await name.fill(text);
    await button(page, 'Save voice').click();
    await expect(name).toHaveAccessibleDescription(words);
  }
  await name.fill('Tom');
  await page.getByText('Public', { exact: true }).click();
  await button(page, 'Save voice').click();
  await expect(page.getByRole('region', { name: 'Save voice' })).toContainText('tick the box, or keep it private');
  expect((await service.charges()).entries.filter(({ operation }) => /voices$/u.test(operation))).toHaveLength(0);
});

test('the history is searched, tweaked and tidied, an existing voice joins the comparison, and axe finds nothing serious', async ({
  page,
  service,
}) => {
  await openDesign(page);
  await design(page);
  await expect(cards(page)).toHaveCount(2);
  const before = await paidRequests(service);
  const add = page.getByRole('group', { name: 'Compare with voices' });
  await add.getByRole('combobox').click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await expect(add).toContainText(/1 voice, 31 characters/u);
  await button(page, 'Add to the comparison').click();
  await expect(cards(page)).toHaveCount(3);
  await expect(comparison(page)).not.toContainText(/alpha|existing/iu);
  await button(page, 'Reveal').click();
  await expect(comparison(page)).toContainText('existing');
  expect((await paidRequests(service)).settled).toBe(before.settled + 1);
  await cards(page).filter({ hasText: 'Alpha 1' }).getByRole('button', { name: 'Choose' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  }

  await button(page, 'Duplicate and tweak').click();
  await expect(prompt(page)).toHaveValue(line);
  await design(page, 'A young woman, lively');
  await expect(entries(page)).toHaveCount(2);
  const search = history(page).getByRole('searchbox', { name: 'Search designs' });
  await search.fill('DEEP man');
  await expect(entries(page)).toHaveCount(1);
  await search.fill('nobody at all');
  await expect(history(page)).toContainText('No design has these words');
  await search.fill('');
  await entries(page)
    .last()
    .getByRole('button', { name: /^More about/u })
    .click();
  await page.getByRole('menuitem', { name: 'Remove from the history…' }).click();
  await expect(page.getByRole('dialog')).toContainText('stay on this machine');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(entries(page)).toHaveCount(1);
  await button(page, 'Removed').click();
  await expect(entries(page)).toContainText([line]);
  await entries(page).first().getByRole('button', { name: line }).first().click();
  await expect(cards(page).first()).toContainText(/0:0\d/u);
});

/** A sound that was started in the page's graph: in the context's seconds, and from which second of it. */
interface Noted {
  at: number;
  offset: number;
  seconds: number;
  until: number | undefined;
  /** What it rises to. */
  level: number;
}

/** Takes down what is started and stopped, and how loud. */
function noteSources(): void {
  const sources: Noted[] = [];
  Object.assign(window, { sources });
  const noted = new WeakMap<AudioNode, Noted>();
  const levels = new WeakMap<AudioParam, number>();
  const into = new WeakMap<AudioNode, AudioNode>();
  const own = (prototype: object, name: string) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.value as (...args: unknown[]) => unknown;
  const connect = own(AudioNode.prototype, 'connect');
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    into.set(this, to);
    return connect.call(this, to);
  } as typeof AudioNode.prototype.connect;
  const ramp = own(AudioParam.prototype, 'linearRampToValueAtTime');
  AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
    if (value > 0) levels.set(this, value);
    return ramp.call(this, value, at) as AudioParam;
  };
  const start = own(AudioBufferSourceNode.prototype, 'start');
  AudioBufferSourceNode.prototype.start = function (at = 0, offset = 0) {
    const level = levels.get((into.get(this) as GainNode).gain) ?? 0;
    const note: Noted = { at, offset, seconds: this.buffer?.duration ?? 0, until: undefined, level };
    noted.set(this, note);
    sources.push(note);
    start.call(this, at, offset);
  };
  const stop = own(AudioScheduledSourceNode.prototype, 'stop');
  AudioScheduledSourceNode.prototype.stop = function (at) {
    const note = noted.get(this);
    if (note) note.until = at;
    stop.call(this, at);
  };
}
