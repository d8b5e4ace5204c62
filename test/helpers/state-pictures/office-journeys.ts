import { messages } from '#shared/messages/index.ts';
import type { Journey, PicturedStudio } from './studio.ts';

const { window: names } = messages;
/** Each panel by what it is called on the command line. */
const named = {
  narration: names.narration,
  voices: names.voices,
  clone: names.clone,
  design: names.design,
  live: names.live,
  'lip-sync': names.lipSync,
  dubbing: names.dubbing,
  transcribe: names.transcribe,
  'images-video': names.imagesVideo,
  jobs: names.jobs,
  account: names.account,
  settings: names.settings,
} as const;
const all = Object.entries(named);
const aligned = 'POST /api/open/v3/speech/tts/aligned';

async function showHelp({ page }: PicturedStudio): Promise<void> {
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: messages.help.help }).waitFor();
}

/** As a first start shows it, with nothing made yet. */
const first: Journey = {
  panels: ['start', 'help', ...Object.keys(named).filter((panel) => panel !== 'narration')],
  async run(studio) {
    const { page, picture } = studio;
    await page
      .locator('footer')
      .filter({ hasNotText: /Connecting|starting|Verbind|startet/u })
      .waitFor();
    await picture('start', 'first');
    for (const [panel, name] of all.filter(([each]) => each !== 'narration'))
      await picture(panel, 'empty', async () => {
        await studio.go(name);
        await page.waitForLoadState('networkidle');
      });
    await picture('dubbing', 'empty-job', async () => {
      await studio.go(names.dubbing);
      await page.getByText(messages.dubbing.oneText, { exact: true }).click();
      await studio.region(messages.dubbing.video).waitFor();
    });
    await picture('help', 'open', () => showHelp(studio));
    const search = page.getByRole('searchbox', { name: messages.help.searchHelp });
    await picture('help', 'found', () => search.fill(messages.window.jobs));
    await picture('help', 'no-match', () => search.fill('xyzzy'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  },
};

/** At an address where nobody listens. */
const offline: Journey = {
  panels: ['start', ...Object.keys(named)],
  beginning: { isAlone: true },
  async run(studio) {
    await studio.picture('start', 'offline');
    await studio.picture('narration', 'offline', async () => {
      await studio.button(messages.start.openSample).click();
      await studio.box(messages.narration.script).waitFor();
      await studio.alert().waitFor();
    });
    for (const [panel, name] of all)
      if (panel !== 'narration')
        await studio.picture(panel, 'offline', async () => {
          await studio.go(name);
          await studio.page.waitForLoadState('networkidle');
        });
  },
};

/** Work of an earlier run: answers that were lost, and a job of another program. */
const adopted: Journey = {
  panels: ['jobs', 'account'],
  beginning: { hasLostWork: true },
  async run(studio) {
    const { page, picture } = studio;
    const rows = page.getByRole('listbox', { name: messages.window.jobs }).getByRole('option');
    const timeline = page.getByRole('complementary', { name: messages.jobs.timeline });
    await picture('jobs', 'adopted', async () => {
      await studio.go(names.jobs);
      await rows.nth(3).waitFor();
    });
    await picture('jobs', 'elsewhere', async () => {
      await rows
        .filter({ hasText: messages.jobs.kindElsewhere('').trim() })
        .first()
        .click();
      await timeline.waitFor();
    });
    await picture('jobs', 'unknown', async () => {
      await rows.filter({ hasText: messages.jobs.outcomeUnknown }).filter({ hasText: 'sailor' }).click();
      await page.getByLabel(messages.jobs.requestHeaders).waitFor();
    });
    await picture('jobs', 'unknown-clone', async () => {
      await rows.filter({ hasText: 'Anna' }).first().click();
      await studio.button(messages.jobs.lookUp).waitFor();
    });
    await picture('jobs', 'found', async () => {
      await studio.button(messages.jobs.lookUp).click();
      await page.getByRole('button', { name: messages.jobs.adoptNamed('Anna of the lighthouse') }).waitFor();
    });
    await picture('jobs', 'explain', async () => {
      await studio.button(messages.jobs.closeTimeline).click();
      await studio.button(messages.jobs.explain).click();
      await page.getByRole('dialog', { name: messages.jobs.explain }).waitFor();
    });
    await page.keyboard.press('Escape');
    await picture('jobs', 'no-match', async () => {
      await page.getByRole('searchbox', { name: messages.jobs.searchJobs }).fill('xyzzy');
      await page.getByRole('heading', { name: messages.jobs.noMatchingJobs }).waitFor();
    });
    await picture('account', 'done', async () => {
      await studio.go(names.account);
      await page.waitForLoadState('networkidle');
    });
  },
};

/** Jobs after a chapter in which some things went wrong, and Account afterwards. */
const worked: Journey = {
  panels: ['jobs', 'account', 'start', 'settings'],
  beginning: { opensSample: true },
  async run(studio) {
    const { page, picture } = studio;
    await studio.service.setFaults([
      { on: aligned, kind: 'hold', nth: 4 },
      { on: aligned, kind: 'cut-after-events', nth: 2, events: 3 },
      { on: aligned, kind: 'fail-generation', nth: 3 },
    ]);
    await studio.button(messages.narration.generateAll).click();
    await studio.block(0, 'done');
    await picture('jobs', 'working', async () => {
      await studio.go(names.jobs);
      await page.getByRole('option').filter({ hasText: messages.jobs.failed }).first().waitFor();
    });
    await studio.service.clearFaults();
    await picture('jobs', 'done', async () => {
      await page.getByText(messages.jobs.sending, { exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('option').filter({ hasText: messages.jobs.failed }).first().click();
      await page.getByLabel(messages.jobs.requestHeaders).waitFor();
    });
    await picture('jobs', 'interrupted', async () => {
      await page.getByRole('option').filter({ hasText: messages.jobs.outcomeUnknown }).first().click();
      await page.getByLabel(messages.jobs.requestHeaders).waitFor();
    });
    await picture('account', 'worked', async () => {
      await studio.go(names.account);
      await page.getByText(messages.account.showTable, { exact: true }).waitFor();
    });
    await picture('account', 'adding', async () => {
      await studio.button(messages.account.addConnection).click();
      const form = page.getByRole('form', { name: messages.account.newConnection });
      await form.getByLabel(messages.account.baseUrl, { exact: true }).fill('http://127.0.0.1:9');
      await form.getByLabel(messages.account.apiKey, { exact: true }).fill('key');
      await page.keyboard.press('Enter');
      await form.getByRole('alert').first().waitFor();
    });
    await picture('settings', 'done', async () => {
      await studio.go(names.settings);
      await page.getByRole('region', { name: messages.account.storage, exact: true }).getByRole('table').waitFor();
    });
    await picture('jobs', 'gone', async () => {
      await studio.service.kill();
      await studio.go(names.jobs);
      await studio.button(messages.jobs.refresh).click();
      await page.getByRole('alert').first().waitFor();
    });
    await picture('account', 'gone', async () => {
      await studio.go(names.account);
      await page.getByRole('main').locator('[data-status="failed"]').first().waitFor();
    });
    await picture('start', 'recent', async () => {
      await studio.go(names.narration);
      await studio.command(messages.window.startScreen);
      await studio.region(messages.start.start).waitFor();
    });
  },
};

export const officeJourneys = [first, offline, adopted, worked] as const;
