import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { fakeOutputs } from './fake-outputs.ts';
import { keptSamples, renderedAlike } from './kept-sound.ts';
import { tabTo } from './media.ts';
import { find, heardCount, heardSamples, tapSpeaker } from './speaker.ts';
import { blocks, expect as plainExpect, paidRequests, script, test } from './with-service.ts';

// Speech is made and heard at its own speed, and on a busy machine later.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });

const say = (page: Page) => page.getByRole('textbox', { name: messages.live.say, exact: true });
const phrases = (page: Page) => page.getByRole('list', { name: messages.live.phrases, exact: true }).getByRole('listitem');
const phrase = (page: Page, text: string) => phrases(page).filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const session = (page: Page) => page.getByLabel(messages.live.session, { exact: true });

async function openLive(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.live }).click();
  await expect(button(page, messages.live.speak)).toHaveAttribute('aria-disabled', 'false');
}
const show = (page: Page, side: string) =>
  page.getByRole('radiogroup', { name: messages.live.sidePanel }).getByText(side, { exact: true }).click();

/** Types a phrase and presses Enter: the caret stays. */
async function speak(page: Page, text: string): Promise<void> {
  await say(page).focus();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
  await expect(say(page)).toHaveValue('');
  await expect(say(page)).toBeFocused();
}

test('a text in a language that the voice does not speak is said beside it, with a voice that does', async ({ page }) => {
  await openLive(page);
  const { voicing, live } = messages;
  await say(page).fill('Heute scheint die Sonne über der Stadt, und niemand will nach Hause gehen.');
  const use = page.getByRole('button', { name: voicing.useVoice('Clara'), exact: true });
  await expect(page.getByText(voicing.otherLanguage('German', 'Abigail'))).toBeVisible();
  await use.focus();
  await page.keyboard.press('Enter');
  await expect(use).toHaveCount(0);
  await expect(say(page)).toBeFocused();
  await expect(page.getByRole('combobox', { name: live.changeVoice })).toHaveValue(/Clara/u);
  await say(page).fill('The lamps are lit in every window, and nobody else is awake.');
  await expect(page.getByText(voicing.otherLanguage('English', 'Clara'))).toBeVisible();
});

const isIn = (page: Page, text: string, state: string) => expect(phrase(page, text)).toHaveAttribute('data-phrase', state);

test('a session whose window is loaded again when all of it was spoken is complete, and its request is done', async ({ page, service }) => {
  await openLive(page);
  await speak(page, 'All of this was spoken.');
  await isIn(page, 'All of this was spoken.', 'spoken');
  await page.reload();
  await openLive(page);
  await show(page, messages.live.sessions);
  const newest = page.getByRole('list', { name: messages.live.sessionsNewestFirst }).getByRole('listitem').first();
  await expect(newest).toContainText('All of this was spoken.');
  await expect(newest.getByText(messages.live.complete, { exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.jobs }).click();
  const job = page.getByRole('listbox', { name: messages.window.jobs }).getByRole('option').filter({ hasText: 'All of this' });
  await expect(job.getByText(messages.jobs.done, { exact: true })).toBeVisible();
  expect(await paidRequests(service)).toMatchObject({ settled: 1 });
});

test.describe('what leaves the speaker', () => {
  // The tap's own module comes from no file of the host.
  test.use({ bypassCSP: true });
  test.beforeEach(async ({ page }) => {
    await tapSpeaker(page);
    await expect(blocks(page).first()).toBeVisible();
    await page.reload();
  });

  test(
    'over two cuts is each sample once and in its order, is kept so, becomes a chapter, and plays there with its words',
    { tag: '@beside' },
    async ({ page, service }) => {
      await openLive(page);
      await service.setFaults([
        { on: 'realtime:flush', nth: 1, kind: 'cut-after-events', events: 4 },
        { on: 'realtime:flush', nth: 3, kind: 'cut-after-events', events: 3 },
      ]);
      const texts = ['The lamps are lit in every window.', 'He counts them.', 'Nobody else is awake.'];
      for (const text of texts) await speak(page, text);
      for (const text of texts) await isIn(page, text, 'spoken');
      await expect(session(page)).toContainText(/First audio\s*[\d,]+ ms after Enter/u);
      expect((await paidRequests(service)).characters).toBe(texts.join('').length);

      await button(page, messages.live.endSession).click();
      await show(page, messages.live.sessions);
      const list = page.getByRole('list', { name: messages.live.sessionsNewestFirst });
      await expect(list).toContainText(messages.live.complete);
      const kept = await keptSamples(page);
      expect(kept.length).toBeGreaterThan(22_050);
      const { samples } = await heardSamples(page);
      // Silence stands between phrases, and where the connection was gone; taken out of both, nothing is lost, doubled or changed.
      const sounding = (all: Int16Array): Int16Array => all.filter((value) => value !== 0);
      expect(find(sounding(samples), sounding(kept))).toBeGreaterThanOrEqual(0);
      expect(sounding(samples)).toHaveLength(sounding(kept).length);

      // And whatever pieces the same bytes come in, the audio thread gives the same samples.
      expect(await renderedAlike(page)).toBe(true);

      await button(page, messages.live.keepAsAChapter).click();
      await expect(blocks(page)).toHaveCount(3);
      for (const [index, text] of texts.entries()) {
        await expect(blocks(page).nth(index)).toContainText(text);
        await expect(blocks(page).nth(index)).toHaveAttribute('data-state', 'done');
      }
      await page.getByRole('button', { name: messages.narration.play, exact: true }).click();
      await expect.poll(async () => Number(await script(page).getAttribute('data-playing-word'))).toBeGreaterThan(1);
      expect((await paidRequests(service)).characters).toBe(texts.join('').length);
    },
  );

  test(
    'after Escape is at most a tenth of a second more; what waits is dropped and can be put back, what was sent is kept',
    { tag: '@beside' },
    async ({ page, service }) => {
      await openLive(page);
      // Long enough that it still sounds when all of this has been done.
      const long = 'One after another they came up the hill with lamps in their hands, and nobody said a word. '.repeat(12).trim();
      for (const text of [long, 'The second is ready.', 'The third waits.', 'The fourth waits too.']) await speak(page, text);
      await isIn(page, 'The third', 'waiting');
      // What waits can be changed, moved and taken out.
      await phrase(page, 'The third').getByRole('button', { name: /^Edit/u }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('Changed in time.');
      await page.keyboard.press('Enter');
      await phrase(page, messages.narration.changed)
        .getByRole('button', { name: /later$/u })
        .click();
      await expect(phrases(page).last()).toContainText('Changed in time.');
      await phrase(page, 'The fourth')
        .getByRole('button', { name: /^Remove/u })
        .click();
      await expect(phrases(page)).toHaveCount(3);

      await isIn(page, long, 'speaking');
      await expect.poll(() => heardCount(page)).toBeGreaterThan(8_000);
      await say(page).focus();
      const before = await page.evaluate(() => {
        const own = window as unknown as { heard: Float32Array[]; atEscape: number };
        addEventListener('keydown', () => (own.atEscape = own.heard.length), { once: true, capture: true });
        return own.heard.length;
      });
      expect(before).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alert').filter({ hasText: messages.live.silenced })).toContainText('1 unsent phrase dropped');
      await isIn(page, long, 'spoken');
      const after = await page.evaluate(() => {
        const own = window as unknown as { heard: Float32Array[]; atEscape: number };
        return own.heard.slice(own.atEscape).reduce((sum, piece) => sum + piece.filter((value) => value !== 0).length, 0);
      });
      expect(after).toBeLessThanOrEqual(4_800 * (22_050 / 48_000));
      await expect(phrase(page, long)).toContainText('Spoken, not played to its end');
      await expect(phrase(page, 'The second is ready.')).toContainText(/not played(?! to)/u);
      await button(page, 'Put back 1 phrase').click();
      await expect(say(page)).toBeFocused();
      await isIn(page, 'Changed in time.', 'spoken');
      await expect.poll(async () => (await paidRequests(service)).settled).toBe(3);
    },
  );
});

/** Chooses in a list by keys alone. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await tabTo(page, field);
  await page.keyboard.press('ArrowDown');
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 10 && (await wanted.getAttribute('data-combobox-selected')) === null; presses += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(option);
}

test(
  'by keys alone: version 2 in simple mode at twice the speed, a queue changed and silenced, and the session kept as a chapter',
  { tag: '@beside' },
  async ({ page, service, profileDirectory }) => {
    await expect(blocks(page).first()).toBeVisible();
    await page.evaluate(() => {
      const outputs: AudioContext[] = [];
      Object.assign(window, {
        outputs,
        AudioContext: class extends AudioContext {
          constructor(options: AudioContextOptions) {
            super(options);
            outputs.push(this);
          }
        },
      });
    });
    const outputs = () =>
      page.evaluate(() => (window as unknown as { outputs: AudioContext[] }).outputs.filter(({ state }) => state === 'running').length);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('go to live');
    await expect(page.getByRole('option', { name: messages.window.goToArea('Live') })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(say(page)).toBeFocused();
    await expect(button(page, messages.live.speak)).toHaveAttribute('aria-disabled', 'false');
    const sentence = 'The lamps are lit in every window of the house.';
    await page.keyboard.insertText(sentence);
    await page.keyboard.press('Enter');
    await isIn(page, sentence, 'spoken');

    // Another choice is another session.
    const speed = page.getByRole('textbox', { name: messages.live.speed });
    await tabTo(page, speed);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('2');
    await tabTo(page, button(page, messages.narration.advanced));
    await page.keyboard.press('Enter');
    await pick(page, messages.live.version, messages.live.version2);
    await expect(page.getByRole('note').filter({ hasText: /^Version 2 / })).toBeVisible();
    await pick(page, messages.live.mode, messages.live.simple);
    await expect(session(page)).toContainText(messages.live.noSession);
    // A closed list opens by Enter; with Ctrl it is the panel's key to the text.
    await page.keyboard.press('Control+Enter');
    await expect(say(page)).toBeFocused();
    const long = 'One after another they came up the hill with lamps in their hands, and nobody said a word. '.repeat(8).trim();
    for (const text of [long, 'The second is ready.', 'The third waits.', 'The fourth waits too.']) {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    }
    await tabTo(page, phrase(page, 'The third').getByRole('button', { name: /^Edit/u }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('Changed in time.');
    await page.keyboard.press('Enter');
    await isIn(page, 'Changed in time.', 'waiting');
    await expect(button(page, 'Edit Changed in time.')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(say(page)).toBeFocused();
    // The second waits for the end of the first's request, unless that was made by now: it is charged in one place either way.
    await expect(page.getByRole('alert').filter({ hasText: messages.live.silenced })).toContainText(/[23] unsent phrases dropped/u);
    await tabTo(page, page.getByRole('button', { name: /^Put back [23] phrases$/u }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await isIn(page, 'The fourth waits too.', 'spoken');
    await expect.poll(async () => (await paidRequests(service)).settled).toBe(5);

    await tabTo(page, button(page, messages.live.endSession), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(session(page)).toContainText(messages.live.noSession);
    await tabTo(page, page.getByRole('radio', { name: 'Setup' }));
    for (const side of [messages.live.phrases, messages.live.sessions]) {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('radio', { name: side })).toBeFocused();
    }
    const newest = page.getByRole('list', { name: messages.live.sessionsNewestFirst }).getByRole('listitem').first();
    await expect(newest).toContainText('4 phrases');
    await tabTo(page, newest.getByRole('button', { name: messages.live.keepAsAChapter }));
    expect(await outputs()).toBe(1);
    await page.keyboard.press('Enter');
    await expect(blocks(page)).toHaveCount(4);
    // Behind another panel, and with nothing to be heard, the output is let go.
    await expect.poll(outputs).toBe(0);
    await expect(blocks(page).last()).toHaveAttribute('data-state', 'done');

    // What was set went to the service: the same engine takes half the time for as many letters.
    const directory = `${profileDirectory}/live`;
    const manifests = readdirSync(directory).filter((name) => name.endsWith('.json') && name !== 'live.json');
    const perLetter = manifests
      .map((name) => JSON.parse(readFileSync(`${directory}/${name}`, 'utf8')) as { segments: { texts: string[]; bytes: number }[] })
      .flatMap(({ segments }) => segments.map(({ texts, bytes }) => ({ text: texts.join(''), rate: bytes / texts.join('').length })));
    const rateOf = (text: string): number => perLetter.find((one) => one.text === text)?.rate ?? Number.NaN;
    expect(rateOf(long) / rateOf(sentence)).toBeLessThan(0.7);
  },
);

test(
  'a session without credits, one that drains, and a device that vanishes are reported in words, the draft is kept, and axe finds nothing serious',
  { tag: '@beside' },
  async ({ page, service }) => {
    const outputs = await fakeOutputs(page);
    await openLive(page);
    await page.getByRole('combobox', { name: messages.live.device }).click();
    await page.getByRole('option', { name: 'Virtual cable' }).click();
    // It vanishes behind another panel, where what is spoken goes on.
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.narration }).click();
    await outputs.unplug();
    await expect(page.getByRole('status').filter({ hasText: messages.output.lost })).toBeAttached();
    await openLive(page);
    await expect(page.getByRole('alert').filter({ hasText: messages.output.lost })).toBeVisible();
    await expect(page.getByRole('combobox', { name: messages.live.device })).toHaveValue(messages.output.systemDefault);
    await outputs.plug();
    await expect(page.getByRole('combobox', { name: messages.live.device })).toHaveValue('Virtual cable');
    await expect(page.getByRole('status').filter({ hasText: messages.output.back })).toBeAttached();
    await expect(page.getByRole('alert').filter({ hasText: messages.output.lost })).toHaveCount(0);

    await service.setFaults([{ on: 'GET /v3/tts/live', kind: 'status', status: 402, code: 'quota_exceeded' }]);
    await speak(page, 'This cannot be paid for.');
    await page.keyboard.insertText('Half a thought');
    const stopped = page.getByRole('alert', { name: messages.shapes.titleNoCredits });
    await expect(stopped).toContainText(messages.shapes.notCharged);
    await isIn(page, 'This cannot be paid for.', 'waiting');
    await expect(say(page)).toHaveValue('Half a thought');
    await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'drain' }]);
    await button(page, messages.live.resumeQueue).click();
    await isIn(page, 'This cannot be paid for.', 'spoken');
    expect(await outputs.routed()).toContain('AudioContext cable');
    await say(page).focus();
    await page.keyboard.press('Enter');
    // What waits begins another session at once, which takes the alert away; what was announced stays.
    await expect(
      page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: messages.live.serviceRestarting }).first(),
    ).toBeAttached();
    await isIn(page, 'Half a thought', 'spoken');
    for (const side of ['Setup', messages.live.phrases, messages.live.sessions]) {
      await show(page, side);
      await page.emulateMedia({ colorScheme: side === messages.live.phrases ? 'dark' : 'light' });
      expect(await seriousTroubles(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousTroubles(page)).toEqual([]);

    // What is shown beside the text stays so.
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.narration }).click();
    await openLive(page);
    await expect(page.getByRole('radio', { name: messages.live.sessions })).toBeChecked();

    // With nobody there, nothing is charged, and the phrase waits in sight.
    await button(page, messages.live.endSession).click();
    await expect(session(page)).toContainText(messages.live.noSession);
    await service.stop();
    await page.setViewportSize({ width: 1024, height: 500 });
    await speak(page, 'Nobody hears this.');
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: messages.shapes.notCharged })).toContainText(
      messages.live.sessionEndedWaiting('1 phrase'),
    );
    await isIn(page, 'Nobody hears this.', 'waiting');
    await expect(phrase(page, 'Nobody hears this.')).toBeInViewport({ ratio: 0.9 });
  },
);

test(
  'a key that is refused in mid-session is reported, what waits is kept and is continued by the user, and the session is made whole under its own id',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openLive(page);
    await service.setFaults([
      // Held until all three are typed: else a fast service cuts before the third is there.
      { on: 'realtime:flush', nth: 1, kind: 'hold' },
      { on: 'realtime:flush', nth: 1, kind: 'cut-after-bytes', bytes: 60_000 },
      { on: 'GET /v3/tts/live', nth: 2, kind: 'status', status: 401 },
      { on: 'realtime:flush', nth: 3, times: 3, kind: 'status', status: 400, code: 'client_backpressure' },
    ]);
    const long = 'One after another they came up the hill with lamps in their hands, and nobody said a word. '.repeat(2).trim();
    const texts = [long, 'The second is ready.', 'The third waits.'];
    for (const text of texts) await speak(page, text);
    await isIn(page, 'The third', 'waiting');
    await service.releaseFaults();
    const card = page.getByRole('alert', { name: messages.shapes.titleKeyRejected });
    await expect(card).toContainText(messages.shapes.maybeCharged);
    await expect(card).toContainText(messages.live.sessionEndedWaiting('1 phrase'));
    await isIn(page, 'The third', 'waiting');
    await button(page, messages.live.resumeQueue).click();
    await expect(phrase(page, 'The third')).toContainText(messages.live.serviceFullWaiting);
    await isIn(page, 'The third', 'spoken');
    await expect(phrase(page, 'The third')).not.toContainText('The service is full');
    await show(page, messages.live.sessions);
    const broken = page
      .getByRole('list', { name: messages.live.sessionsNewestFirst })
      .getByRole('listitem')
      .filter({ hasText: 'One after' });
    await expect(broken).toContainText(messages.live.interrupted);
    await broken.getByRole('button', { name: messages.live.resume }).click();
    await expect(broken).toContainText(messages.live.complete);
    expect((await paidRequests(service)).characters).toBe(texts.join('').length);
  },
);

test(
  'kill -9 in the middle: what was typed, what waits and the phrase bank are there, and the session is heard again',
  { tag: '@beside' },
  async ({ page, host, profileDirectory, service, openAgain }) => {
    await openLive(page);
    await show(page, messages.live.phrases);
    await page.getByRole('textbox', { name: messages.live.newPhrase }).fill('Good evening.');
    await page.keyboard.press('Enter');
    await say(page).focus();
    await page.keyboard.press('Alt+1');
    await isIn(page, 'Good evening.', 'spoken');
    const long = 'One after another they came up the hill with lamps in their hands, and nobody said a word.';
    for (const text of [long, 'The second is ready.', 'The third waits.']) await speak(page, text);
    await page.keyboard.insertText('Not sent yet');
    await isIn(page, long, 'speaking');
    await expect.poll(() => readFileSync(`${profileDirectory}/live/live.json`, 'utf8')).toContain('Not sent yet');
    await host.stop('SIGKILL');
    const second = await openAgain();
    await openLive(second);
    await expect(say(second)).toHaveValue('Not sent yet');
    await expect(second.getByRole('alert').filter({ hasText: 'not sent when Voicewright closed' })).toBeVisible();
    await show(second, messages.live.phrases);
    await expect(second.getByRole('list', { name: messages.live.phraseBank })).toContainText('Good evening.');
    await show(second, messages.live.sessions);
    const list = second.getByRole('list', { name: messages.live.sessionsNewestFirst });
    const resume = button(second, messages.live.resume);
    const last = list.getByRole('listitem').first();
    // What was stored of it may have been fetched as the studio started.
    await expect(
      last.getByText(messages.live.interrupted, { exact: true }).or(last.getByText(messages.live.complete, { exact: true })),
    ).toBeVisible();
    if (await resume.isVisible()) await resume.click();
    await expect(list.getByRole('listitem').first()).toContainText(messages.live.complete);
    await list
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Play session/u })
      .click();
    await expect(list.getByRole('button', { name: /^Pause session/u })).toBeVisible();
    expect((await paidRequests(service)).characters).toBe(`Good evening.${long}The second is ready.`.length);
  },
);
