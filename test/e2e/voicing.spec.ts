import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, generateAll, script, test } from './with-service.ts';

const { voicing } = messages;

test(
  'a word is said another way and a character given a voice, each with its price before it is done',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect(blocks(page)).toHaveCount(1);
    await page.keyboard.insertText('The SQL lamp was dark.');
    await page.keyboard.press('Control+Enter');
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');

    // Say it as…, by the keys
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: voicing.sayItAs }).click();
    const dialog = page.getByRole('dialog', { name: voicing.pronunciation });
    await expect(dialog.getByLabel(voicing.written, { exact: true })).toHaveValue('SQL');
    await dialog.getByLabel(voicing.spoken, { exact: true }).fill('sequel');
    await expect(dialog.getByRole('status')).toContainText(voicing.occurrences(1, 1));
    await expect(dialog.getByRole('status')).toContainText(voicing.stale(1));
    await dialog.getByRole('button', { name: voicing.hearIt }).click();
    await dialog.getByRole('button', { name: voicing.save }).click();
    await expect(dialog.getByRole('textbox', { name: voicing.written, exact: true })).toBeFocused();
    await expect(dialog.getByRole('table', { name: voicing.pronunciations }).getByRole('row')).toHaveCount(2);
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    expect(await seriousTroubles(page)).toEqual([]);
    await dialog.getByRole('button', { name: voicing.remove('SQL') }).click();
    await expect(dialog.getByText(voicing.noPronunciations)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // The earlier sound fits again.
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');

    const cast = page.getByRole('region', { name: voicing.cast });
    await cast.getByRole('button', { name: voicing.addCharacter }).click();
    await expect(cast.getByRole('list', { name: voicing.characters })).toContainText(messages.narration.block(0));
    await script(page).focus();
    await page.keyboard.press('Alt+1');
    await expect(blocks(page).first()).toHaveAttribute('data-speaker', 'cast-1');
    await expect(blocks(page).first()).toHaveAttribute('data-voice', voicing.newName(1));
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Alt+0');
    await expect(blocks(page).first()).toHaveAttribute('data-speaker', /^voice-/u);
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');

    // A voice among the choices has the colors and names of the characters that speak with it.
    const picker = cast.getByRole('combobox', { name: voicing.voiceOf(voicing.newName(1)) });
    await picker.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(picker).not.toHaveValue('');
    await picker.click();
    const speaking = page.getByRole('option').filter({ has: page.locator('[data-speaker="cast-1"]') });
    await expect(speaking).toHaveCount(1);
    await expect(speaking).toContainText(voicing.newName(1));
    if (process.env['VOICING_SHOTS'] !== undefined)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${process.env['VOICING_SHOTS']}/picker-${colorScheme}.png` });
      }

    // The price takes the place of what the voice is like: a second press at the same point plays the voice, and chooses nothing.
    const chosen = await picker.inputValue();
    const unheard = page.locator('[data-option-play]:not([data-free])');
    const play = page.locator(`[data-option-play="${(await unheard.nth(1).getAttribute('data-option-play')) ?? ''}"]`);
    await play.hover();
    const place = await play.boundingBox();
    const press = () => page.mouse.click(place!.x + place!.width / 2, place!.y + place!.height / 2);
    await press();
    const price = page.locator('[data-option-price]');
    await expect(price).toContainText(messages.voices.optionOffer(''));
    await expect(price).toBeInViewport({ ratio: 1 });
    expect(await play.boundingBox()).toEqual(place);
    await press();
    await expect(play).toHaveAttribute('aria-label', /^Pause /u);
    expect(await play.boundingBox()).toEqual(place);

    // By keys, of the option that the arrow is on.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
    const option = page.locator('[role="option"][data-combobox-selected]');
    const row = await option.boundingBox();
    await page.keyboard.press('Alt+p');
    await expect(option.locator(price)).toBeInViewport({ ratio: 1 });
    expect(await option.boundingBox()).toEqual(row);
    await page.keyboard.press('Alt+p');
    await expect(option.locator('[data-option-play]')).toHaveAttribute('aria-label', /^Pause /u);
    await expect(picker).toHaveAttribute('aria-expanded', 'true');
    await expect(picker).toHaveValue(chosen);
  },
);
