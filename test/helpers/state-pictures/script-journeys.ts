import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '#shared/messages/index.ts';
import type { Journey, PicturedStudio } from './studio.ts';

const aligned = 'POST /api/open/v3/speech/tts/aligned';
const { narration: words, pickups, voicing, exportSheet } = messages;

const generateAll = async (studio: PicturedStudio): Promise<void> => {
  await studio.page.locator(`button:not([disabled])`).getByText(words.generateAll, { exact: true }).waitFor();
  await studio.button(words.generateAll).click();
};
const allDone = ({ page }: PicturedStudio): Promise<unknown> =>
  page.waitForFunction(() => document.querySelectorAll('[data-block]:not([data-state="done"])').length === 0);

/** Where a question stands between the press and the charge. */
const asked: Journey = {
  panels: ['narration', 'design', 'tour'],
  beginning: { opensSample: true, asks: true },
  async run(studio) {
    const { page, picture } = studio;
    await picture('narration', 'asking', async () => {
      await generateAll(studio);
      await page.getByRole('dialog').waitFor();
    });
    await page.keyboard.press('Escape');
    await picture('design', 'asking', async () => {
      await studio.go(messages.window.design);
      await studio.box(messages.design.prompt).fill('A calm old man with a deep, warm voice, who takes his time.');
      await studio.button(messages.design.createCandidates).click();
      await page.getByRole('dialog').waitFor();
    });
    await page.keyboard.press('Escape');
    await studio.go(messages.window.narration);
    await picture('tour', 'first', async () => {
      await studio.command(messages.tour.take);
      await page.getByText(messages.tour.script, { exact: true }).waitFor();
    });
  },
};

const made: Journey = {
  panels: ['narration', 'proof', 'export'],
  beginning: { opensSample: true },
  async run(studio) {
    const { page, picture } = studio;
    const { service } = studio;
    await picture('narration', 'first');
    await picture('narration', 'working', async () => {
      await service.setFaults([{ on: aligned, kind: 'hold', nth: 3, times: 99 }]);
      await generateAll(studio);
      await studio.block(1, 'done');
    });
    await service.clearFaults();
    await picture('narration', 'playing', () => allDone(studio));
    await studio.button(words.stop).click();
    await picture('narration', 'done', () => page.locator('[data-block]').nth(1).locator('p').click(), { inspector: true });
    await picture(
      'proof',
      'checked',
      async () => {
        await studio.command(pickups.showCommand);
        await studio.region(pickups.pickups).waitFor();
      },
      { inspector: true },
    );
    await picture(
      'proof',
      'listed',
      async () => {
        await studio.region(pickups.pickups).getByRole('button', { name: pickups.more, exact: true }).click();
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('menuitem', { name: pickups.importCsv }).click();
        const csv = [
          'chapter,block,kind,start,end,text,note,state,score',
          '1,1,missing-words,400,900,lighthouse,,open,0.9',
          '1,2,noise,50,60,,A chair,open,0.3',
          '1,3,repeated-words,300,800,and the lamp,,open,0.8',
          '1,4,silence,900,2900,,,open,0.7',
        ].join('\n');
        await (await chooser).setFiles({ name: 'Pickups.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
        await studio.region(pickups.pickups).getByRole('listitem').nth(3).waitFor();
        await studio.region(pickups.pickups).getByRole('listitem').first().getByRole('button').click();
      },
      { inspector: true },
    );
    await studio
      .region(pickups.pickups)
      .locator('..')
      .getByText(pickups.details, { exact: true })
      .first()
      .click()
      .catch(() => undefined);
    await picture('narration', 'find', async () => {
      await studio.box(words.script).focus();
      await page.keyboard.press('Control+f');
      await page.getByRole('search').waitFor();
      await page.keyboard.insertText('in');
      await page.getByRole('search').getByText(/\d/u).first().waitFor();
    });
    await page.keyboard.press('Escape');
    await picture('narration', 'pronunciation', async () => {
      await studio.command(voicing.pronunciationsCommand);
      await page.getByRole('dialog', { name: voicing.pronunciation }).waitFor();
    });
    await page.keyboard.press('Escape');
    const sheet = page.getByRole('dialog', { name: exportSheet.title, exact: true });
    await picture('export', 'open', async () => {
      await studio.button(exportSheet.export).click();
      await sheet.getByRole('table', { name: exportSheet.checks }).getByRole('row').nth(3).waitFor();
      await page.waitForLoadState('networkidle');
    });
    const folder = join(studio.folder, 'exports');
    await picture('export', 'done', async () => {
      await sheet.getByRole('textbox', { name: exportSheet.author }).fill('Ida Fenn');
      await sheet.getByRole('textbox', { name: exportSheet.folder }).fill(studio.folder);
      await sheet.getByRole('button', { name: exportSheet.export, exact: true }).click();
      await sheet.getByRole('table', { name: exportSheet.exportedFiles }).waitFor();
      await sheet.getByText(exportSheet.passed).first().waitFor();
    });
    await picture('export', 'report', async () => {
      await sheet.getByRole('button', { name: exportSheet.showReport }).click();
      await sheet.getByRole('table', { name: exportSheet.report }).waitFor();
    });
    const report = readdirSync(studio.folder).find((name) => name.endsWith('.html'));
    if (report === undefined) studio.failures.push(`export-report-page: no page in ${folder}`);
    else {
      const other = await page.context().newPage();
      await other.goto(`file://${join(studio.folder, report)}`);
      await studio.take('export-report-page', 'export', 'report-page', { page: other });
      await other.close();
    }
  },
};

/** Who speaks: the cast with short names, and the speakers that the text names. */
const cast: Journey = {
  panels: ['narration'],
  beginning: { opensSample: true },
  async run(studio) {
    const { page, picture } = studio;
    const region = page.getByRole('region', { name: voicing.cast });
    await picture('narration', 'empty-script', async () => {
      await studio.write(['x']);
      await page.keyboard.press('Backspace');
    });
    await picture(
      'narration',
      'cast',
      async () => {
        await studio.write([
          '“Come in,” said Al. The door stood open.',
          'Bo asked: “Why here?”',
          '“It is dry,” Al said.',
          '“So it is,” said Bo.',
        ]);
        for (const [place, name] of ['Al', 'Bo', 'Cy'].entries()) {
          await region.getByRole('button', { name: voicing.addCharacter }).click();
          await region.getByRole('textbox', { name: voicing.nameOf(voicing.newName(place + 1)) }).fill(name);
          await page.keyboard.press('Enter');
        }
        await region.scrollIntoViewIfNeeded();
      },
      { inspector: true },
    );
    await picture('narration', 'speakers', async () => {
      await studio.write([
        '“Come in,” said Thomas. The door stood open.',
        'Agnes asked: “Why here?”',
        '“It is dry,” Thomas said, and sat down.',
        '“So it is,” said Agnes.',
        '“Then we stay,” said Thomas.',
      ]);
      await region.getByRole('button', { name: voicing.findSpeakers }).click();
      await page.getByRole('dialog').waitFor();
    });
    await picture('narration', 'speakers-ticked', async () => {
      await page.getByRole('dialog').getByRole('checkbox').first().check();
    });
    await page.keyboard.press('Escape');
  },
};

/** Each failure that a chapter can come to. */
const failed: Journey = {
  panels: ['narration'],
  beginning: { opensSample: true },
  async run(studio) {
    const { page, picture, service } = studio;
    const lines = ['The lighthouse was dark.', 'Nobody knew why, and nobody dared to ask.', 'Then the lamp burned.'];
    await picture('narration', 'no-credits', async () => {
      await studio.write(lines);
      await service.setFaults([{ on: aligned, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS', nth: 2, times: 99 }]);
      await generateAll(studio);
      await page.getByRole('alert', { name: messages.shapes.titleNoCredits }).first().waitFor();
      await studio.block(2, 'failed');
    });
    await picture('narration', 'unknown', async () => {
      await studio.write(['The boats stayed in the harbour.', 'One of them was missing.', 'It came back at noon.']);
      await service.setFaults([{ on: aligned, kind: 'drop-before-charge', nth: 2, times: 9 }]);
      await generateAll(studio);
      await page.getByRole('alert').filter({ hasText: messages.shapes.maybeCharged }).first().waitFor();
      await studio.button(words.generateAll).waitFor();
    });
    await picture('narration', 'interrupted', async () => {
      await studio.write([
        'The wind came from the north.',
        'It took the roof of the boathouse and all the nets.',
        'It stopped in the morning.',
      ]);
      await service.setFaults([{ on: aligned, kind: 'cut-after-events', nth: 2, events: 4 }]);
      await generateAll(studio);
      await page.getByRole('alert', { name: messages.shapes.titleInterrupted }).waitFor();
      await studio.block(2, 'done');
    });
    await picture('narration', 'failed', async () => {
      await studio.write(['The letters came late that year.', 'The first was from her brother.', 'She read it twice.']);
      await service.setFaults([{ on: aligned, kind: 'status', status: 500, nth: 1, times: 99 }]);
      await generateAll(studio);
      await page.locator('[data-block][data-state="failed"], [data-block][data-state="incomplete"]').nth(2).waitFor();
    });
    await picture('narration', 'gone-working', async () => {
      await studio.write(['A lantern went along the pier.', 'Somebody carried it without a word.', 'At the end it went out.']);
      await service.setFaults([{ on: aligned, kind: 'hold', nth: 2, times: 9 }]);
      await generateAll(studio);
      await studio.block(0, 'done');
      await service.kill();
      await page.locator('footer').getByText(messages.window.paused).first().waitFor();
    });
    await picture('narration', 'gone', async () => {
      await page.reload();
      await studio.box(words.script).waitFor();
      await studio.alert().waitFor();
    });
  },
};

export const scriptJourneys = [asked, made, cast, failed] as const;
