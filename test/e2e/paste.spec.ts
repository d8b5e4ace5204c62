import { messages } from '#shared/messages/index.ts';
import { copied, ids, paste, pressHandle, texts } from './script-blocks.ts';
import { blocks, expect, script, test } from './with-service.ts';

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style></head><body lang=EN-US style='tab-interval:35.4pt'>
<!--StartFragment--><h1>The<span style='mso-spacerun:yes'>  </span>Title<o:p></o:p></h1>
<p class=MsoNormal>First&nbsp;paragraph, which
wraps in the source.<br>
After a soft break.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>An item<o:p></o:p></p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal>Cell one</p></td><td><p class=MsoNormal>Cell two</p></td></tr></table><!--EndFragment--></body></html>`;
const fromDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt">A heading</span></h2><p dir="ltr" style="line-height:1.38"><span style="font-weight:700">Bold</span><span> and</span><span style="font-style:italic"> slanted</span></p><br /><ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><li dir="ltr"><p role="presentation"><span>Two</span></p></li></ul></b><br class="Apple-interchange-newline">`;
const fromLibreOffice = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><style type="text/css">p { line-height: 115% }</style></head><body lang="de-DE" dir="ltr"><p style="margin-bottom: 0cm">Erster <b>Absatz</b>.<br/><br/>
Nach zwei Umbrüchen.</p><ol><li><p>Punkt</p></li></ol><script>window.pasted = true</script><p style="display:none">hidden</p><img src="https://example.invalid/a.png" onerror="window.pasted = true"></body></html>`;

test('what comes from a word processor becomes clean paragraphs, and nothing in it runs or is fetched', async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const [html, expected] of [
    [fromWord, ['The Title', 'First paragraph, which wraps in the source. After a soft break.', 'An item', 'Cell one', 'Cell two']],
    [fromDocs, ['A heading', 'Bold and slanted', 'One', 'Two']],
    [fromLibreOffice, ['Erster Absatz.', 'Nach zwei Umbrüchen.', 'Punkt']],
  ] as const) {
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await paste(page, { 'text/html': html, 'text/plain': 'not this' });
    expect(await texts(page)).toEqual(expected);
    expect(new Set(await ids(page)).size).toBe(expected.length);
  }
  expect(await page.evaluate(() => 'pasted' in window)).toBe(false);
  expect(requests.filter((url) => url.includes('example.invalid'))).toEqual([]);
});

test(
  'blocks of ours are pasted with their settings and ids of their own; others get clean text of them',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(blocks(page)).toHaveCount(10);
    const original = await texts(page);
    await pressHandle(page, 0);
    await pressHandle(page, 1, ['Shift']);
    const pause = page.getByRole('textbox', { name: messages.narration.pauseAfter });
    await pause.fill('1.5');
    await pause.press('Tab');
    await expect(script(page).locator('[data-own-pause]')).toHaveCount(2);
    await pressHandle(page, 0);
    await pressHandle(page, 1, ['Shift']);
    const clipboard = await copied(page);
    expect(clipboard.text).toBe(`${original[0] ?? ''}\n\n${original[1] ?? ''}`);
    expect(clipboard.html).not.toContain((await ids(page))[0] ?? 'id');
    await page.keyboard.press('Control+End');
    // A paste that no key began does not wait for the caret's move, as a person's does.
    await expect(script(page).locator('[data-selected="blocks"]')).toHaveCount(0);
    await paste(page, { 'text/html': clipboard.html, 'text/plain': clipboard.text });
    await expect(blocks(page)).toHaveCount(12);
    expect(await texts(page)).toEqual([...original, ...original.slice(0, 2)]);
    await expect(script(page).locator('[data-own-pause]')).toHaveCount(4);
    expect(new Set(await ids(page)).size).toBe(12);
  },
);

test(
  'a paste of 10 MB is read as a manuscript; stopped while it is read, it leaves the project as it was',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(blocks(page)).toHaveCount(10);
    const original = await texts(page);
    // It is on its way for as long as nobody stops it.
    await page.route('**/bytes/upload', () => undefined);
    await script(page).focus();
    await script(page).evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'A sentence that goes on. '.repeat(420_000));
      clipboardData.setData('text/html', `<p>${'A sentence that goes on. '.repeat(420_000)}</p>`);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const dialog = page.getByRole('dialog', { name: messages.manuscript.importTitle });
    await expect(dialog).toContainText(messages.manuscript.pastedHtml);
    await expect(dialog.getByRole('status')).toContainText(messages.manuscript.reading);
    await expect(dialog.getByRole('button', { name: messages.manuscript.import, exact: true })).toBeDisabled();
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/bytes/upload'));
    await dialog.getByRole('button', { name: messages.manuscript.cancel }).click();
    await given;
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await texts(page)).toEqual(original);
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Still here. ');
    await expect(blocks(page).first()).toContainText('Still here. ');
    await expect(page.getByText(messages.window.saved)).toBeVisible();
    await page.reload();
    await expect(blocks(page).first()).toContainText('Still here. ');
    await expect(blocks(page)).toHaveCount(10);
  },
);

test(
  'the script’s menu cuts, copies and pastes, and a paste that is not allowed is refused in words with its key',
  {
    tag: '@beside',
  },
  async ({ page, context }) => {
    await expect(blocks(page)).toHaveCount(10);
    const [first = '', second = ''] = await texts(page);
    const choose = async (name: string): Promise<void> => {
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu', { name: messages.voicing.scriptMenu }).getByRole('menuitem', { name }).click();
    };
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+F10');
    for (const name of [messages.narration.cut, messages.narration.copy]) await expect(page.getByRole('menuitem', { name })).toBeDisabled();
    await page.keyboard.press('Escape');

    await page.keyboard.press('Shift+End');
    await choose(messages.narration.cut);
    await expect(blocks(page).first().locator('p')).not.toHaveText(first);
    await choose(messages.narration.paste);
    await expect(page.getByRole('alert')).toContainText(messages.narration.pasteByKey('Ctrl+V'));
    await page.keyboard.press('Control+v');
    await expect(blocks(page).first().locator('p')).toHaveText(first);

    await context.grantPermissions(['clipboard-read']);
    await page.keyboard.press('Control+Home');
    // Whole blocks keep their settings on the way.
    await page.keyboard.press('Shift+F8');
    await page.keyboard.press('Shift+ArrowDown');
    await choose(messages.narration.copy);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await choose(messages.narration.paste);
    await expect(blocks(page)).toHaveCount(12);
    expect((await texts(page)).slice(10)).toEqual([first, second]);
  },
);
