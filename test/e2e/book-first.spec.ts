import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { expect as plainExpect, test } from './fixtures.ts';
import { script } from './with-service.ts';

test.use({ opensSample: false, asksFirst: true });
const expect = plainExpect.configure({ timeout: 45_000 });

const book = `# One

The sea rose in the night.

# Two

The lamp burned until morning.

# Three

KING: Who is there?

The door stood open.

KING: Nobody came.
`;

const priceIn = (words: string | null): number => Number(/about ([\d,]+) credits/u.exec(words ?? '')?.[1]?.replaceAll(',', ''));

test('Create and generate asks for the whole book at the price of the import, names who has no voice, and can be for the first chapter alone', async ({
  page,
}) => {
  test.slow();
  const { narration, manuscript, voicing, start } = messages;
  const way = page
    .getByRole('region', { name: start.start, exact: true })
    .getByRole('button', { name: start.importManuscript, exact: true });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), way.click()]);
  await chooser.setFiles({ name: 'Story.md', mimeType: 'text/markdown', buffer: Buffer.from(book) });
  const preview = page.getByRole('dialog', { name: manuscript.newProjectTitle });
  const status = preview.getByRole('status').filter({ hasText: narration.credit(2).replace('2 ', '') });
  await expect(status).toContainText(manuscript.priceWithVoiceless('', narration.block(2), 2));
  const price = priceIn(await status.textContent());
  await preview.getByRole('button', { name: manuscript.createAndGenerate, exact: true }).click();

  // Six blocks: three titles, which are read aloud, and three of the narrator. What the King says waits for his voice.
  const question = page.getByRole('dialog', { name: narration.generateBlocksQuestion(narration.block(6)) });
  await expect(question).toContainText(narration.leftOutWithoutVoice(narration.block(2), 'KING', 2));
  expect(
    priceIn(
      await question
        .getByText(/^about [\d,]+ credits$/u)
        .first()
        .textContent(),
    ),
  ).toBe(price);
  expect(await seriousTroubles(page)).toEqual([]);
  await question.getByRole('button', { name: voicing.chooseVoice, exact: true }).press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByRole('combobox', { name: voicing.voiceOf('KING') })).toBeFocused();
  await page.keyboard.press('Escape');
  // The first chapter is open, and the hint is about the third.
  const hint = page.getByRole('status').filter({ hasText: voicing.withoutVoice('KING', 1) });
  await expect(hint).toContainText(voicing.withoutVoiceNote(narration.block(2), 2));

  await page.getByRole('button', { name: narration.generateMore }).click();
  await page.getByRole('menuitem', { name: narration.generateBook }).click();
  await question.getByRole('button', { name: narration.onlyThisChapter, exact: true }).press('Enter');
  const ofChapter = page.getByRole('dialog', { name: narration.generateBlocksQuestion(narration.block(2)) });
  await expect(ofChapter).not.toContainText('KING');
  await expect(ofChapter.getByRole('button', { name: narration.generate, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(script(page)).toHaveAttribute('data-playing-word', /^\d+$/u);
  // The other chapters wait: their price is asked about as before.
  const rest = page.getByRole('button', { name: new RegExp(`^${narration.generateBook}`, 'u') });
  await rest.click();
  const ofRest = page.getByRole('dialog', { name: narration.generateBlocksQuestion(narration.block(4)) });
  await expect(ofRest).toContainText(narration.leftOutWithoutVoice(narration.block(2), 'KING', 2));
  expect(
    priceIn(
      await ofRest
        .getByText(/^about [\d,]+ credits$/u)
        .first()
        .textContent(),
    ),
  ).toBeLessThan(price);
});

test('the page that is left after undo of an imported manuscript offers to bring it back, by keys too, until something is written', async ({
  page,
}) => {
  const { narration, manuscript, start } = messages;
  const way = page
    .getByRole('region', { name: start.start, exact: true })
    .getByRole('button', { name: start.importManuscript, exact: true });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), way.click()]);
  await chooser.setFiles({ name: 'Story.md', mimeType: 'text/markdown', buffer: Buffer.from(book) });
  const preview = page.getByRole('dialog', { name: manuscript.newProjectTitle });
  await preview.getByRole('button', { name: manuscript.createProject, exact: true }).click();
  await expect(script(page)).toContainText('The sea rose in the night.');
  const offer = page.getByText(narration.chaptersUndone(messages.chapter.chapter(3)));
  await expect(offer).toBeHidden();

  await script(page).focus();
  await page.keyboard.press('Control+z');
  await expect(offer).toBeVisible();
  expect(await seriousTroubles(page)).toEqual([]);
  await expect(script(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(offer.getByRole('button', { name: messages.window.redo, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(script(page)).toContainText('The sea rose in the night.');
  await expect(script(page)).toBeFocused();
  await expect(offer).toBeHidden();

  await page.keyboard.press('Control+z');
  await expect(offer).toBeVisible();
  await script(page).focus();
  await page.keyboard.type('Other words.');
  await expect(offer).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(script(page)).not.toContainText('Other words.');
  await expect(offer).toBeHidden();
});
