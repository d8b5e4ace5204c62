import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { readingScripts } from '#shared/clone/reading-scripts.ts';
import { messages } from '#shared/messages/index.ts';
import { spokenLine } from '#shared/messages/spoken-lines.ts';
import { buzz } from '../contract/clone/fixture.ts';
import { allVoices, call } from '../contract/local-service/support.ts';
import { soundOf } from '../contract/local-service/voices/voice-support.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import type { LocalService } from '../helpers/local-service.ts';
import { length } from '../../src-renderer/lib/format.ts';
import { recordWithPauses, toWav } from '../helpers/recording-with-pauses.ts';
import { seriousTroubles } from './axe.ts';
import { dropAt } from './media.ts';
import { blocks, expect, script, test } from './with-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'voicewright-clone-'));
const spokenByTheMicrophone = join(folder, 'microphone.wav');
writeFileSync(spokenByTheMicrophone, buzz(4));
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const microphone = ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${spokenByTheMicrophone}`];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...microphone] });
  },
});

const create = 'POST /api/open/v1/voices';
const line = spokenLine('clone', 'en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: messages.clone.recordings, exact: true }).getByRole('listitem').filter({ hasText: name });

async function openClone(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.clone, exact: true })
    .click();
  await expect(page.getByRole('heading', { name: messages.clone.cloneAVoice })).toBeVisible();
}

const consent = (page: Page) => page.getByRole('checkbox', { name: /^I have the consent of the person whose voice this is/u });

/** Lets recordings go in the middle of the window. */
const drop = (page: Page, files: string[], before?: () => Promise<void>) => dropAt(page, { x: 400, y: 400 }, files, before);

/** English voices of a family that offers WAV. */
const speaksWav = ({ primaryLanguage, modelIds }: Voice): boolean =>
  primaryLanguage.startsWith('en') && modelIds[0]?.startsWith('alpha') === true;

/** The local service measures and tries voices for a clone, which takes two cores half a minute beside another journey. */
const clonesWithin = 90_000;

async function speech(service: LocalService, voiceId: string, text: string) {
  const answer = await call(service, 'POST', '/api/open/v3/speech/tts', { body: { text, voiceId, format: 'wav' } });
  const wav = new Uint8Array(await answer.arrayBuffer());
  return { wav, hertz: (await soundOf('wav', wav)).hertz };
}

test('a newcomer drops a recording, confirms the consent, clones it and hears the voice in five actions, then narrates with it', async ({
  page,
  service,
}) => {
  test.slow();
  const voices = (await allVoices(service)).filter(speaksWav).slice(0, 8);
  const spoken = await Promise.all(voices.map(async ({ voiceId }) => speech(service, voiceId, line)));
  const baseId = await page.evaluate(() => document.querySelector('[data-block]')?.getAttribute('data-voice'));
  const base =
    spoken[
      Math.max(
        0,
        voices.findIndex(({ name }) => name === baseId),
      )
    ]!;
  const reference = spoken.toSorted((one, other) => Math.abs(other.hertz - base.hertz) - Math.abs(one.hertz - base.hertz))[0]!;
  const file = join(folder, 'Anna reads.wav');
  writeFileSync(file, reference.wav);

  // Narration is shown: the whole window takes it.
  await drop(page, [file], async () => {
    await expect(page.getByText(messages.window.dropRecording, { exact: true })).toBeVisible();
  });
  await button(page, messages.window.recordingUses.clone).click();
  await expect(page.getByRole('textbox', { name: messages.clone.name })).toHaveValue('Anna reads');
  await expect(row(page, 'Anna reads.wav')).toContainText(messages.clone.sentUnchanged);
  await expect(button(page, messages.clone.cloneVoice)).toBeDisabled();
  await expect(page.getByText(messages.clone.confirmConsent)).toBeVisible();
  await consent(page).check();
  // To make it public needs more consent than was confirmed.
  await page.getByRole('checkbox', { name: messages.clone.makePublic, exact: true }).check();
  await expect(consent(page)).not.toBeChecked();
  await expect(consent(page)).toHaveAccessibleName(/and make it public\.$/u);
  await page.getByRole('checkbox', { name: messages.clone.makePublic, exact: true }).uncheck();
  await consent(page).check();
  await button(page, messages.clone.cloneVoice).click();
  await expect(button(page, messages.clone.generateTestLine)).toBeFocused({ timeout: clonesWithin });
  // What it cost is known now: no estimate any more.
  await expect(page.getByRole('region', { name: messages.clone.voiceCreated })).toContainText(
    /Cost: \d+ credits, by the change of your balance/u,
  );
  // It is done: nothing looks as if it could still be changed.
  await expect(page.getByRole('textbox', { name: messages.clone.name })).toHaveCount(0);
  await expect(page.getByRole('list', { name: messages.clone.recordings })).toHaveCount(0);
  await page.keyboard.press('Enter');
  const sound = page.locator('[data-sound]');
  await expect(sound).toBeVisible({ timeout: 30_000 });

  const address = (await sound.getAttribute('data-sound')) ?? '';
  const bytes = await page.evaluate(async (url) => Array.from(new Uint8Array(await (await fetch(url)).arrayBuffer())), address);
  const clone = await soundOf(address.endsWith('.mp3') ? 'mp3' : 'wav', Uint8Array.from(bytes));
  expect(Math.abs(clone.hertz - reference.hertz)).toBeLessThan(Math.abs(base.hertz - reference.hertz));

  await button(page, messages.clone.useInNarration).click();
  await expect(blocks(page).first()).toHaveAttribute('data-voice', 'Anna reads');
  await script(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Enter');
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done', { timeout: 45_000 });
});

test(
  'what cannot be cloned from says why, nothing of it is read, and a draft outlives its window',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    const things = join(folder, 'things');
    mkdirSync(join(things, 'deep'), { recursive: true });
    const take = buzz(0.3);
    for (let count = 0; count < 1_000; count += 1) writeFileSync(join(things, 'deep', `take ${count + 1}.wav`), take);
    writeFileSync(join(things, 'cover.jpg'), 'not a recording');
    const paths = ['notes.txt', 'nothing.wav', 'a text.wav', 'huge.wav'].map((name) => join(folder, name));
    writeFileSync(paths[0]!, 'a text');
    writeFileSync(paths[1]!, '');
    writeFileSync(paths[2]!, 'There is no sound in this. '.repeat(10));
    const huge = openSync(paths[3]!, 'w');
    ftruncateSync(huge, 10 * 1024 ** 3); // sparse: it takes no room
    closeSync(huge);

    await openClone(page);
    await drop(page, paths);
    const refused = page.getByRole('list', { name: messages.clone.unopenedFiles }).getByRole('listitem');
    await expect(refused.filter({ hasText: 'notes.txt' })).toContainText('.txt is not a recording');
    await expect(refused.filter({ hasText: 'nothing.wav' })).toContainText('0 bytes');
    await expect(refused.filter({ hasText: 'huge.wav' })).toContainText(
      '10.0 GB is too large: a recording may have 10 MB. Nothing of it was read.',
    );
    // Opened all the same, it is read piece by piece, and no further than it takes to see that there is no sound in it.
    await refused.filter({ hasText: 'huge.wav' }).getByRole('button', { name: messages.clone.openToTrimOrConvert }).click();
    await expect(row(page, 'huge.wav')).toContainText(messages.clone.noReadableSound);
    await expect(row(page, 'a text.wav')).toContainText(messages.clone.noReadableSound);
    await expect(button(page, messages.clone.cloneVoice)).toBeDisabled();
    await expect(page.getByText(messages.clone.removeUnusableFile('a text.wav'))).toBeVisible();
    await button(page, messages.clone.remove('huge.wav')).click();
    await expect(page.getByText(messages.clone.countUnusable('3 files'))).toBeVisible();
    await button(page, messages.clone.removeUnusable).click();
    await expect(button(page, messages.shapes.chooseFiles)).toBeFocused();
    await expect(refused.or(row(page, 'a text.wav'))).toHaveCount(0);

    await drop(page, [things]);
    const listed = page.getByRole('list', { name: messages.clone.recordings, exact: true }).getByRole('listitem');
    await expect(listed).toHaveCount(20);
    await expect(listed.first()).toContainText('take 1.wav');
    await expect(page.getByText(messages.clone.filesLeftOut('980 files', 'were', 20), { exact: true })).toBeVisible();
    await expect(page.getByText(messages.clone.tooManyRecordings(5, 15))).toBeVisible({ timeout: 60_000 });
    // What is chosen at the end of a long list is trimmed in sight.
    await row(page, 'take 20.wav').getByTitle(messages.clone.trimAndCheck).click();
    await expect(page.getByRole('heading', { name: messages.clone.trimAndCheckNamed('take 20.wav') })).toBeInViewport();
    await expect(page.getByRole('textbox', { name: messages.clone.from })).toBeInViewport();
    await expect(row(page, 'take 20.wav')).toBeInViewport();

    await page.getByRole('textbox', { name: messages.clone.name }).fill('x'.repeat(10_000));
    await expect(page.getByText('The name has 10,000 characters; 100 are taken.')).toBeVisible();
    await page.getByRole('textbox', { name: messages.clone.transcript }).fill('Kept.');
    await page.getByRole('textbox', { name: messages.clone.transcript }).blur();
    await expect(page.getByText(messages.clone.draftSaved)).toBeVisible();
    await page.reload();
    await openClone(page);
    await expect(listed).toHaveCount(20);
    await expect(page.getByRole('textbox', { name: messages.clone.transcript })).toHaveValue('Kept.');
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toEqual([]);
  },
);

test(
  'a file of another speaker is named, and the clone goes on once it is confirmed or removed',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    const voices = (await allVoices(service)).filter(speaksWav).slice(0, 6);
    const spoken = await Promise.all(
      voices.map(async ({ voiceId }) => ({ voiceId, ...(await speech(service, voiceId, `${line} ${line}`)) })),
    );
    const [low, high] = [
      spoken.toSorted((one, other) => one.hertz - other.hertz)[0]!,
      spoken.toSorted((one, other) => other.hertz - one.hertz)[0]!,
    ];
    const again = await speech(
      service,
      low.voiceId,
      'Nobody in the village could remember a winter as long as this one, or a spring that had kept them waiting.',
    );
    const paths = ['Anna one.wav', 'Anna two.wav', 'Carl.wav'].map((name) => join(folder, name));
    [low.wav, again.wav, high.wav].forEach((wav, index) => writeFileSync(paths[index]!, wav));
    await openClone(page);
    await drop(page, paths);
    const speakers = page.getByRole('region', { name: messages.clone.speakers });
    await expect(speakers).toContainText('“Carl.wav” sounds like another speaker than “Anna one.wav”.');
    await consent(page).check();
    await expect(button(page, messages.clone.cloneVoice)).toBeDisabled();
    await expect(page.getByText(messages.clone.confirmSpeaker)).toBeVisible();
    await speakers.getByRole('checkbox', { name: 'These recordings are the same person' }).check();
    await expect(button(page, messages.clone.cloneVoice)).toBeEnabled();
    await speakers.getByRole('checkbox', { name: 'These recordings are the same person' }).uncheck();
    await button(page, messages.clone.remove('Carl.wav')).click();
    await expect(speakers).toHaveCount(0);
    await expect(button(page, messages.clone.cloneVoice)).toBeEnabled();
  },
);

test(
  'the status bar stays one line while a microphone is open, work goes on and the service is gone',
  { tag: '@beside' },
  async ({ page, service }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    const bar = page.getByRole('contentinfo');
    const { height } = (await bar.boundingBox())!;
    await openClone(page);
    await page.context().grantPermissions(['microphone'], { origin: new URL(page.url()).origin });
    await button(page, messages.clone.record).click();
    const open = bar.getByRole('button', { name: /^Recording \d+:\d\d$/u });
    await open.waitFor();
    await service.stop();
    await bar.getByRole('button', { name: messages.window.refreshBalance }).click();
    await expect(bar).toContainText(messages.connections.stateUnreachable);
    const outdated = bar.getByText(messages.window.balanceOutdated('just now'));
    await outdated.waitFor();
    expect((await bar.boundingBox())!.height).toBe(height);
    await page.setViewportSize({ width: 640, height: 700 });
    const place = (await bar.boundingBox())!;
    expect(place.height).toBe(height);
    // What is recorded stays in sight; how old the balance is has given way.
    expect((await open.boundingBox())!.y).toBeLessThan(place.y + place.height);
    expect((await outdated.boundingBox())!.y).toBeGreaterThanOrEqual(place.y + place.height - 1);
    await expect(bar.getByTitle(messages.window.balanceIs('100,000,000'), { exact: false })).toBeVisible();
    await open.focus();
    await bar.getByRole('button', { name: messages.window.refreshBalance }).focus();
    expect((await outdated.boundingBox())!.y).toBeLessThan(place.y + place.height);
  },
);

test(
  'a recording is made with the microphone, trimmed and looped; a denied microphone is said to be',
  { tag: '@beside' },
  async ({ page }) => {
    await openClone(page);
    // There is a text to read aloud, in the language of the choice.
    const reading = page.getByRole('region', { name: messages.clone.readAloud });
    await expect(reading.getByRole('listitem')).toHaveCount(readingScripts.en.length);
    await reading.getByRole('combobox', { name: messages.clone.scriptLanguage }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await expect(reading.getByRole('listitem').first()).toHaveText(readingScripts.de[0]);
    // Nobody is there to be asked: that is a no.
    await button(page, messages.clone.record).click();
    await expect(page.getByRole('alert')).toContainText(messages.shapes.microphoneDenied);
    await page.getByRole('alert').getByRole('button', { name: messages.clone.dismiss }).click();

    await page.context().grantPermissions(['microphone'], { origin: new URL(page.url()).origin });
    await button(page, messages.clone.record).click();
    const recorder = page.getByRole('region', { name: messages.clone.recorder });
    await expect(recorder).toContainText(messages.clone.recordingInLabel);
    await expect(reading.getByRole('listitem').first()).toHaveAttribute('aria-current', 'step');
    await expect(page.getByRole('timer', { name: messages.clone.recorded })).toHaveText(/0:0[1-9]/u, { timeout: 20_000 });
    await expect(page.getByRole('meter', { name: messages.clone.inputLevel })).toHaveAttribute('aria-valuetext', /good|soft|silent/u);
    // From another panel it is still seen that the microphone is open, and one press leads back.
    const rail = page.getByRole('navigation', { name: messages.window.panels });
    await rail.getByRole('button', { name: messages.window.voices, exact: true }).click();
    await expect(rail.getByRole('button', { name: `${messages.window.clone} ${messages.clone.microphoneOpen}` })).toBeVisible();
    const open = page.getByRole('contentinfo').getByRole('button', { name: /^Recording \d+:\d\d$/u });
    await expect(open).toHaveAccessibleDescription(/^Microphone on/u);
    await open.press('Enter');
    await button(page, messages.clone.stopRecording).click();
    await expect(open).toHaveCount(0);
    await expect(rail.getByRole('button', { name: messages.window.clone, exact: true })).toBeVisible();
    await expect(row(page, 'Recording 1.wav')).toContainText('sent as WAV');
    await expect(reading).toHaveCount(0);
    await expect(page.getByRole('list', { name: messages.clone.adviceFor('Recording 1') })).toContainText(/\d:\d\d\.\d long/u);

    const to = page.getByRole('textbox', { name: messages.clone.to, exact: true });
    await to.fill('0.5');
    await to.press('Enter');
    await expect(row(page, 'Recording 1.wav')).toContainText('0:00.5 of');
    // The end is caught beside its line too.
    const grip = await page.locator('[part~="region-handle-right"]').boundingBox();
    if (!grip) throw new Error('The end of the stretch has no grip.');
    const [x, y] = [grip.x + grip.width - 2, grip.y + grip.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 8 });
    await page.mouse.up();
    await expect(to).not.toHaveValue('0.5');
    await to.fill('0.5');
    await to.press('Enter');
    await expect(row(page, 'Recording 1.wav')).toContainText('0:00.5 of');
    await page.getByRole('switch', { name: messages.clone.loop }).press('Space');
    await button(page, messages.clone.playTrimmed).click();
    await expect(button(page, messages.clone.pauseTrimmed)).toBeVisible();
    await button(page, messages.clone.pauseTrimmed).click();
    await button(page, messages.clone.recordAgain).click();
    await button(page, messages.clone.stopRecording).click();
    await expect(row(page, 'Recording 1.wav')).toHaveCount(0);

    // Pulled out in the middle: the track ends, and nothing of what was recorded is lost.
    await page.evaluate(() => {
      const media = navigator.mediaDevices;
      const open = media.getUserMedia.bind(media);
      media.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        addEventListener('unplug', () => {
          for (const track of stream.getTracks()) {
            track.stop();
            track.dispatchEvent(new Event('ended'));
          }
        });
        return stream;
      };
    });
    await button(page, messages.clone.record).click();
    await expect(page.getByRole('timer', { name: messages.clone.recorded })).toHaveText(/0:0[1-9]/u, { timeout: 20_000 });
    await page.evaluate(() => dispatchEvent(new Event('unplug')));
    await expect(page.getByRole('alert')).toContainText(messages.clone.microphoneLostSaved);
    await expect(row(page, 'Recording 1.wav')).toContainText('sent as WAV');
    await expect(page.getByRole('alert')).toContainText(messages.clone.cannotRecord);
    // Space is the panel's own: it plays what is trimmed here, and not the chapter.
    await page.getByRole('heading', { name: messages.clone.cloneAVoice }).click();
    await page.keyboard.press('Space');
    await expect(button(page, messages.clone.pauseTrimmed)).toBeVisible();
    // Once: it is repeated where somebody asks for that.
    await expect(button(page, messages.clone.playTrimmed)).toBeVisible();
    await page.getByRole('switch', { name: messages.clone.loop }).press('Space');
    await page.getByRole('heading', { name: messages.clone.cloneAVoice }).click();
    await page.keyboard.press('Space');
    await expect(button(page, messages.clone.pauseTrimmed)).toBeVisible();
    await page.keyboard.press('Space');
    await expect(button(page, messages.clone.playTrimmed)).toBeVisible();

    // What was recorded is nowhere else: it goes only when that was said and meant.
    const asked = page.getByRole('dialog', { name: messages.clone.startOverTitle });
    await button(page, messages.clone.startOver).click();
    await expect(asked).toContainText(messages.clone.recordedHereLost('1 recording', 'is'));
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    await expect(row(page, 'Recording 1.wav')).toHaveCount(1);
    await button(page, messages.clone.startOver).click();
    await asked.getByRole('button', { name: messages.clone.startOver }).click();
    await expect(row(page, 'Recording 1.wav')).toHaveCount(0);
  },
);

test(
  'what a telephone recorded is decoded by the window: drawn, heard, checked and trimmed as any other',
  { tag: '@beside' },
  async ({ page }) => {
    await openClone(page);
    for (const name of ['sweep.m4a', 'sweep.aac']) {
      await drop(page, [fileURLToPath(new URL(`../fixtures/sound/${name}`, import.meta.url))]);
      await expect(row(page, name)).toContainText('AAC');
      await expect(row(page, name).getByRole('button', { name: `Play ${name}` })).toBeEnabled();
      await row(page, name).getByTitle(messages.clone.trimAndCheck).click();
      await expect(page.getByRole('list', { name: messages.clone.adviceFor(name) })).toContainText(/\d:\d\d\.\d (?:long|of)/u);
    }
    await page.getByRole('textbox', { name: messages.clone.from, exact: true }).fill('0.1');
    await page.keyboard.press('Enter');
    await expect(row(page, 'sweep.aac')).toContainText('sent as uncompressed WAV');
    // It is short.
    await page.getByRole('switch', { name: messages.clone.loop }).press('Space');
    await button(page, messages.clone.playTrimmed).click();
    await expect(button(page, messages.clone.pauseTrimmed)).toBeVisible();
  },
);

test(
  'a refusal costs nothing and says so; a lost answer is looked up, adopted and never sent twice',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    const file = join(folder, 'Lost.wav');
    const voice = (await allVoices(service)).find(speaksWav);
    writeFileSync(file, (await speech(service, voice!.voiceId, line)).wav);
    await openClone(page);
    await drop(page, [file]);
    await expect(row(page, 'Lost.wav')).toContainText(messages.clone.sentUnchanged);
    await consent(page).check();
    for (const [status, code, title] of [
      [402, 'ERR_INSUFFICIENT_CREDITS', messages.shapes.titleNoCredits],
      [413, 'ERR_PAYLOAD_TOO_LARGE', messages.shapes.titleTooLarge],
      [409, 'ERR_REQUEST_ID_CONFLICT', messages.shapes.titleConflict],
    ] as const) {
      await service.setFaults([{ on: create, kind: 'status', status, code, times: 1 }]);
      await button(page, messages.clone.cloneVoice).click();
      const card = page.getByRole('alert', { name: title });
      await expect(card).toContainText(messages.shapes.notCharged);
      await card.getByRole('button', { name: messages.clone.dismiss }).click();
    }
    await service.setFaults([{ on: create, kind: 'drop-after-charge', times: 1 }]);
    await button(page, messages.clone.cloneVoice).click();
    const card = page.getByRole('alert').filter({ hasText: 'but no response arrived' });
    await expect(card).toContainText('The service lists a voice with that name', { timeout: 90_000 });
    await card.getByRole('button', { name: /^Adopt Lost/u }).click();
    await expect(button(page, messages.clone.generateTestLine)).toBeFocused();
    expect((await service.charges()).entries.filter(({ state }) => state === 'settled')).toHaveLength(2); // the reference, the clone
  },
);

test(
  'a noisy recording with long pauses is cleaned up by keyboard: before and after are compared, and a restart keeps it',
  { tag: '@beside' },
  async ({ page }) => {
    const file = join(folder, 'Noisy.wav');
    const { wav, samples } = await recordWithPauses(['The lamp had burned since dusk.', 'Nobody could say who had lit it.'], {
      noise: 0.02,
    });
    writeFileSync(file, wav);
    const silent = join(folder, 'Silent.wav');
    writeFileSync(silent, toWav(new Int16Array(48_000)));
    await openClone(page);
    await drop(page, [file, silent]);
    await expect(row(page, 'Noisy.wav')).toContainText(messages.clone.sentUnchanged);
    const part = page.getByRole('region', { name: messages.clone.cleanUp });
    const [noise, silence] = [messages.clone.reduceNoise, messages.clone.trimSilence].map((name) => part.getByRole('switch', { name }));
    await noise!.focus();
    await page.keyboard.press('Space');
    await expect(row(page, 'Noisy.wav')).toContainText(messages.clone.cleanedUp);
    await page.keyboard.press('Tab');
    await expect(silence!).toBeFocused();
    await page.keyboard.press('Space');
    await expect(part).toContainText(new RegExp(`^.*${length(samples.length / 48_000).replace('.', '\\.')} → 0:0`, 'u'));
    await expect(row(page, 'Noisy.wav')).toContainText('sent as WAV');
    await page.keyboard.press('Tab');
    const [before, after] = [messages.clone.before, messages.clone.after].map((name) => part.getByRole('radio', { name }));
    await expect(after!).toBeFocused();
    await expect(after!).toBeChecked();
    await button(page, messages.clone.playTrimmed).click();
    await expect(button(page, messages.clone.pauseTrimmed)).toBeVisible();
    await after!.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(before!).toBeChecked();
    await expect(button(page, messages.clone.pauseTrimmed)).toBeVisible();
    await button(page, messages.clone.pauseTrimmed).click();
    expect(await seriousTroubles(page)).toEqual([]);

    // Where nobody speaks there is nothing to trim to.
    await row(page, 'Silent.wav').getByTitle(messages.clone.trimAndCheck).click();
    await silence!.press('Space');
    await expect(part.getByRole('alert')).toContainText('No speech was found');
    await expect(silence!).not.toBeChecked();

    await page.reload();
    await openClone(page);
    await expect(row(page, 'Noisy.wav')).toContainText(messages.clone.cleanedUp);
    await expect(noise!).toBeChecked();
    await noise!.press('Space');
    await silence!.press('Space');
    await expect(row(page, 'Noisy.wav')).toContainText(messages.clone.sentUnchanged);
  },
);

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `axe finds nothing serious in Clone in the ${colorScheme} theme, empty and with a recording`,
    { tag: '@beside' },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1024, height: 700 });
      await openClone(page);
      expect(await seriousTroubles(page)).toEqual([]);
      const file = join(folder, `${colorScheme}.wav`);
      writeFileSync(file, buzz(2));
      await drop(page, [file]);
      await expect(page.getByRole('list', { name: /^Advice for/u })).toBeVisible();
      expect(await seriousTroubles(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    },
  );

test('a voice that was cloned right after a trim was made from what the trim leaves, and shows that length', async ({ page }) => {
  test.slow();
  const file = join(folder, 'trimmed.wav');
  writeFileSync(file, buzz(6));
  await openClone(page);
  await drop(page, [file]);
  await consent(page).check();
  await page.getByRole('textbox', { name: messages.clone.to, exact: true }).fill('3.2');
  await button(page, messages.clone.cloneVoice).click();
  await expect(page.getByRole('list', { name: messages.clone.madeFrom })).toContainText('0:03.2', { timeout: clonesWithin });
});
