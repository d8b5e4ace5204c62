import { messages } from '#shared/messages/index.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { buzz } from '../../contract/clone/fixture.ts';
import type { Journey, PicturedStudio } from './studio.ts';

const { voices, clone, design, live, shapes } = messages;

const voicesJourney: Journey = {
  panels: ['voices'],
  beginning: { opensSample: true },
  async run({ page, service, picture, go, box, alert }) {
    const grid = page.getByRole('grid', { name: messages.window.voices });
    await go(messages.window.voices);
    await grid.getByRole('row').nth(1).waitFor();
    await picture('voices', 'first');
    await picture('voices', 'chosen', async () => {
      await grid.focus();
      for (let voice = 0; voice < 3; voice += 1) {
        await page.keyboard.press('Enter');
        await page.keyboard.press('ArrowRight');
      }
    });
    await picture('voices', 'working', async () => {
      await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'hold', times: 9 }]);
      await page.keyboard.press('Control+Enter');
      await page.getByLabel(voices.auditionResults).waitFor();
    });
    await service.clearFaults();
    await picture('voices', 'done', () =>
      page.waitForFunction((results) => document.querySelectorAll(`[aria-label="${results}"] canvas`).length === 3, voices.auditionResults),
    );
    await picture('voices', 'failed', async () => {
      await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS', times: 9 }]);
      await box(voices.lineToSay).fill('Another line, which nobody can pay for.');
      await page.keyboard.press('Control+Enter');
      await alert().waitFor();
    });
    await picture('voices', 'no-match', async () => {
      await page.getByRole('searchbox', { name: voices.searchVoices }).fill('xyzzy');
      await page.getByRole('heading', { name: voices.noMatchingVoices }).waitFor();
    });
    await page.getByRole('searchbox', { name: voices.searchVoices }).fill('');
    await picture('voices', 'gone', async () => {
      await service.kill();
      await page.reload();
      await go(messages.window.voices);
      await page.getByRole('button', { name: voices.refresh, exact: true }).click();
      await page.getByRole('status').filter({ hasText: voices.offlineNote }).waitFor();
    });
  },
};

const give = async ({ page }: PicturedStudio, name: string, seconds = 12): Promise<void> => {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: 'audio/wav', buffer: Buffer.from(buzz(seconds)) });
  await page
    .getByRole('list', { name: new RegExp(`^${clone.adviceFor('')}`, 'u') })
    .first()
    .waitFor();
};

const cloneJourney: Journey = {
  panels: ['clone'],
  beginning: { opensSample: true },
  async run(studio) {
    const { page, service, picture, go, box, button, alert } = studio;
    const create = 'POST /api/open/v1/voices';
    for (const [place, name] of ['Thomas', 'Ida Lund'].entries()) {
      await button(messages.voicing.addCharacter).click();
      await box(messages.voicing.nameOf(messages.voicing.newName(place + 1))).fill(name);
      await page.keyboard.press('Enter');
    }
    await go(messages.window.clone);
    await picture('clone', 'filled', () => give(studio, 'Anna reads.wav'));
    await picture('clone', 'no-credits', async () => {
      await page.getByRole('complementary').getByRole('checkbox').last().check();
      await service.setFaults([{ on: create, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS' }]);
      await button(clone.cloneVoice).click();
      await alert().waitFor();
    });
    await alert().getByRole('button', { name: clone.dismiss }).click();
    await picture('clone', 'unknown', async () => {
      await service.setFaults([{ on: create, kind: 'drop-after-charge' }]);
      await button(clone.cloneVoice).click();
      // Its answer is waited for first.
      await alert()
        .getByRole('button', { name: /Anna reads/u })
        .waitFor({ timeout: 120_000 });
    });
    await picture('clone', 'adopted', async () => {
      await alert()
        .getByRole('button', { name: /Anna reads/u })
        .click();
      await button(clone.generateTestLine).waitFor();
    });
    await picture('clone', 'done', async () => {
      await button(clone.generateTestLine).click();
      await page.locator('[data-sound]').waitFor();
    });
    await picture('clone', 'given', async () => {
      await page.getByRole('combobox', { name: messages.voices.useForCharacter }).focus();
      await page.keyboard.insertText('tho');
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .filter({ hasText: voices.speaksCharacter('Anna reads', 'Thomas') })
        .waitFor();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option').first().waitFor();
    });
    await picture('clone', 'working', async () => {
      await page.reload();
      await go(messages.window.clone);
      await button(clone.cloneAnother)
        .click()
        .catch(() => undefined);
      await give(studio, 'Carl reads.wav', 14);
      await page.getByRole('complementary').getByRole('checkbox').last().check();
      await service.setFaults([{ on: create, kind: 'hold' }]);
      await button(clone.cloneVoice).click();
      await button(clone.cloneVoice).waitFor({ state: 'detached' });
    });
    await picture('clone', 'gone-working', async () => {
      await service.kill();
      await alert().waitFor();
    });
    await picture('clone', 'recording', async () => {
      await page.reload();
      await go(messages.window.clone);
      await button(clone.record).click();
      await page.getByRole('timer', { name: clone.recorded }).waitFor();
    });
  },
};

const designJourney: Journey = {
  panels: ['design'],
  async run({ page, service, picture, go, box, button, region, alert }) {
    const create = 'POST /api/open/v1/voice-designs';
    const comparison = region(design.comparison);
    await go(messages.window.design);
    await picture('design', 'working', async () => {
      await box(design.prompt).fill('A calm old man with a deep, warm voice, who takes his time. British English.');
      await service.setFaults([{ on: create, kind: 'hold' }]);
      await button(design.createCandidates).click();
      await region(design.history).getByRole('listitem').first().waitFor();
    });
    await service.clearFaults();
    await picture('design', 'done', async () => {
      await comparison.getByRole('article').nth(3).getByText(/0:0/u).waitFor();
      await page.keyboard.press('2');
      await comparison.getByText(`${design.playing} 2`).waitFor();
    });
    await picture('design', 'saving', async () => {
      await comparison.press('Enter');
      await button(design.saveVoice).waitFor();
    });
    await picture('design', 'saved', async () => {
      await box(design.name).fill('Old Tom');
      await page.keyboard.press('Enter');
      await button(design.useInNarration).waitFor();
    });
    await picture('design', 'no-credits', async () => {
      await service.setFaults([{ on: create, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS' }]);
      await box(design.prompt).fill('A bright young woman who speaks quickly.');
      await button(design.createCandidates).click();
      await alert(shapes.titleNoCredits).waitFor();
    });
    await picture('design', 'unknown', async () => {
      await service.setFaults([{ on: create, kind: 'drop-after-charge' }]);
      await box(design.prompt).fill('A whispering child at night.');
      await button(design.createCandidates).click();
      await alert(shapes.titleNoResponse).waitFor();
    });
    await picture('design', 'gone-working', async () => {
      await service.setFaults([{ on: create, kind: 'hold' }]);
      await box(design.prompt).fill('A tired captain after a storm.');
      await button(design.createCandidates).click();
      await region(design.history).getByRole('listitem').filter({ hasText: 'tired captain' }).waitFor();
      await service.kill();
      await alert().waitFor();
      await region(design.history)
        .getByRole('listitem')
        .filter({ hasText: 'tired captain' })
        .getByText(messages.jobs.outcomeUnknown)
        .or(alert(shapes.titleNoResponse))
        .first()
        .waitFor();
    });
    await picture('design', 'gone', async () => {
      await page.reload();
      await go(messages.window.design);
      await box(design.prompt).fill('A cheerful baker.');
      await page.getByRole('alert').first().waitFor();
    });
  },
};

const liveJourney: Journey = {
  panels: ['live'],
  async run({ page, service, picture, go, box, button }) {
    const say = async (...texts: string[]): Promise<void> => {
      for (const text of texts) {
        await box(live.say).fill(text);
        await page.keyboard.press('Enter');
      }
    };
    const hill = 'One after another they came up the hill with lamps in their hands, and nobody said a word. '.repeat(5);
    await go(messages.window.live);
    await page.locator('button[aria-disabled="false"]').getByText(live.speak, { exact: true }).waitFor();
    await picture('live', 'working', async () => {
      await say(hill, 'The second is ready.', 'The third waits, and can still be changed.', 'So does the fourth.');
      await page.locator('[data-phrase="speaking"]').waitFor();
      await page.keyboard.insertText('And this is being typed');
    });
    await picture('live', 'silenced', async () => {
      await page.keyboard.press('Escape');
      await page.getByText(live.silenced).first().waitFor();
    });
    await picture('live', 'done', async () => {
      await page.locator('[data-phrase="speaking"]').waitFor({ state: 'detached' });
      await button(live.endSession).click();
      await page.getByRole('radiogroup', { name: live.sidePanel }).getByText(live.sessions, { exact: true }).click();
      await page.getByRole('list', { name: live.sessionsNewestFirst }).getByRole('listitem').first().waitFor();
    });
    await picture('live', 'failed', async () => {
      await service.setFaults([{ on: 'realtime:flush', kind: 'provider-error', retryable: false }]);
      await say('This one fails at the service.');
      await button(live.continueSession).waitFor();
    });
    await picture('live', 'draining', async () => {
      await service.setFaults([{ on: 'realtime:flush', kind: 'drain' }]);
      await button(live.continueSession).click();
      await say('The service is about to restart.', 'And this waits.');
      await page.locator('[data-phrase="spoken"]').filter({ hasText: 'about to restart' }).waitFor();
      await page.locator('[data-phrase="spoken"]').filter({ hasText: 'And this waits.' }).waitFor();
    });
    await picture('live', 'gone-working', async () => {
      await service.clearFaults();
      await say(hill, 'This one waits behind it.');
      await page.locator('[data-phrase="speaking"]').waitFor();
      await service.kill();
      await page.getByRole('alert').first().waitFor();
    });
    await picture('live', 'gone', async () => {
      await page.locator('[data-phrase="speaking"]').waitFor({ state: 'detached' });
      await page.getByRole('main').getByRole('alert').first().waitFor();
    });
  },
};

export const voiceJourneys = [voicesJourney, cloneJourney, designJourney, liveJourney] as const;
