import AxeBuilder from '@axe-core/playwright';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ProjectFile, type StoredProject } from '#main/library/project-file.ts';
import { messages } from '#shared/messages/index.ts';
import { documentFromJson, blocksOf } from '#shared/narration/document.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import { TruePeakMeter, toDecibels } from '#shared/sound/true-peak.ts';
import { chapterSamples, find, heardSamples, tapSpeaker, withSilences } from './speaker.ts';
import { blocks, expect as plainExpect, generateAll, generateEverything, makeChapter, position, script, test } from './with-service.ts';

// What is heard takes its time, and on a busy machine more.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });

/** The open project as its file has it, once the host that held it is gone. */
function storedProject(profileDirectory: string): StoredProject {
  const folder = join(profileDirectory, 'Projects');
  const name = readdirSync(folder).find((file) => file.endsWith('.voicewright'));
  const file = new ProjectFile(join(folder, name ?? ''));
  try {
    return file.read();
  } finally {
    file.close();
  }
}

test.describe('what is heard', () => {
  // The tap's own module comes from no file of the host.
  test.use({ bypassCSP: true });
  test.beforeEach(async ({ page }) => {
    await tapSpeaker(page);
    // A page that is still on its way in cannot be loaded again.
    await expect(blocks(page).first()).toBeVisible();
    await page.reload();
  });

  test(
    'a block that arrives, the pause, and the block after it leave the speaker as one sound, to the sample',
    { tag: '@beside' },
    async ({ page }) => {
      await expect(generateAll(page)).toBeEnabled();
      // A block so long that the next ones are there when it ends, whatever else the machine does; the second follows without a pause.
      await script(page).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(
        'The keeper counts the ships that pass, one after another, and writes them all down in a book that nobody has read for thirty years.',
      );
      await page.keyboard.press('Enter');
      await page.keyboard.type('Every lamp is lit.');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Then he sleeps.');
      await blocks(page).first().locator('p').click();
      await page.getByRole('textbox', { name: messages.narration.pauseAfter }).fill('0');
      await page.keyboard.press('Tab');
      const chapter = page.waitForRequest(/\/bytes\/chapter\/.*\.peaks/u);
      await generateAll(page).click();
      for (const block of await blocks(page).all()) await expect(block).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
      await chapter;
      await expect(page.getByRole('button', { name: messages.narration.play, exact: true })).toHaveAttribute('aria-pressed', 'false', {
        timeout: 30_000,
      });
      // The waveform asks for the newest sound a moment after the position has its length.
      let whole: Int16Array = new Int16Array();
      const lengths = async () => {
        whole = await chapterSamples(page);
        const { total } = await position(page);
        return { total, apart: Math.abs(whole.length / 48_000 - total) };
      };
      await expect.poll(async () => (await lengths()).total).toBeGreaterThan(8);
      await expect.poll(async () => (await lengths()).apart).toBeLessThan(0.2);
      expect(whole.length).toBeGreaterThan(8 * 48_000);
      // From its first sample to its last, both seams and all, the chapter stands in what was heard without one sample more, less
      // or other. On a busy machine the stream may be late: then silence is heard where, and as long as, the audio thread said, and
      // the sound goes on exactly where it broke off. Before and after there is nothing.
      let heard = await heardSamples(page);
      let start = -1;
      await expect
        .poll(
          async () => {
            heard = await heardSamples(page);
            return (start = find(heard.samples, withSilences(whole, heard.gaps)));
          },
          `gaps: ${JSON.stringify(heard.gaps)}`,
        )
        .toBeGreaterThanOrEqual(0);
      const { samples, gaps } = heard;
      const rest = [...samples.subarray(0, start), ...samples.subarray(start + withSilences(whole, gaps).length)];
      expect(rest.every((sample) => sample === 0)).toBe(true);
      // The meter rests, and shows the true peak of what was played.
      await expect(page.getByRole('meter', { name: messages.narration.level })).toHaveAttribute(
        'aria-valuetext',
        messages.narration.noAudio,
      );
      const figure = page.getByRole('button', { name: /^Reset true peak/u });
      const shown = /[−\d.]+(?= dBTP)/u.exec((await figure.textContent()) ?? '')?.[0].replace('−', '-');
      const meter = new TruePeakMeter();
      meter.push(whole);
      expect(Math.abs(Number(shown) - (toDecibels(meter.finish()) ?? -Infinity))).toBeLessThan(1);
      await figure.click();
      await expect(figure).toContainText('−∞ dBTP');
    },
  );
});

test('in every frame the lit word is the one at the reported time', { tag: '@beside' }, async ({ page, profileDirectory, host }) => {
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const timer = document.querySelector<HTMLElement>('[role="timer"][aria-label="Position"]');
    const text = document.querySelector<HTMLElement>('[role="textbox"][aria-label="Script"]');
    const frames: { block: number; seconds: number; word: number }[] = [];
    Object.assign(window, { frames, block: 0 });
    const look = (): void => {
      if (document.querySelector('[data-play][aria-pressed="true"]'))
        frames.push({
          block: (window as unknown as { block: number }).block,
          seconds: Number(timer?.dataset['seconds']),
          word: Number(text?.dataset['playingWord'] ?? -1),
        });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  // From the start, and, to get over block ends at no cost of time, from a few places further on: each time until so many frames
  // were drawn, however long the machine takes for them.
  const played = (block: number): Promise<number> =>
    page.evaluate((index) => {
      const { frames } = window as unknown as { frames: { block: number; seconds: number }[] };
      const there = frames.filter((frame) => frame.block === index).map((frame) => frame.seconds);
      return there.length < 30 ? 0 : Math.max(...there) - Math.min(...there);
    }, block);
  for (const block of [0, 3, 6]) {
    const paragraph = blocks(page).nth(block).locator('p');
    await paragraph.scrollIntoViewIfNeeded();
    await paragraph.click({ position: { x: 20, y: 12 } });
    await page.evaluate((index) => Object.assign(window, { block: index }), block);
    if (block === 0) await page.getByRole('button', { name: messages.narration.play, exact: true }).click();
    await expect.poll(() => played(block), { timeout: 30_000 }).toBeGreaterThan(2);
  }
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
  const frames = await page.evaluate(() => (window as unknown as { frames: { seconds: number; word: number }[] }).frames);
  await host.stop();

  const project = storedProject(profileDirectory);
  const chapter = documentFromJson(JSON.parse(project.chapters[0]?.document ?? ''));
  const words: { from: number; until: number; index: number }[] = [];
  let at = 0;
  let index = 0;
  for (const block of blocksOf(chapter)) {
    const take = project.takes.find((stored) => stored.take.blockId === block.attributes.id)?.take;
    if (!take) throw new Error('a block has no take');
    for (const word of spreadWords(take.words))
      words.push({ from: at + Math.round(word.startMs * 48), until: at + take.samples, index: index++ });
    at += take.samples + Math.round((block.attributes.pauseMs ?? 350) * 48);
  }
  const wrong = frames.filter(({ seconds, word }) => {
    const sample = Math.round(seconds * 48_000);
    const spoken = words.findLast((one) => one.from <= sample);
    return word !== (spoken && sample < spoken.until ? spoken.index : -1);
  });
  expect(frames.length).toBeGreaterThan(100);
  expect(new Set(frames.map((frame) => frame.word)).size).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
});

test('the mouse sets a pause on the waveform, selects, and zooms; keys nudge, loop and shuttle', { tag: '@beside' }, async ({ page }) => {
  await makeChapter(page, ['The keeper lights the lamp when it is dark.', 'Every ship sees it from far away.', 'Then he sleeps.']);
  const region = page.getByRole('region', { name: messages.narration.waveform });
  const playhead = region.getByRole('slider', { name: 'Playhead' });
  const { total } = await position(page);
  const first = await script(page).locator('[data-block] p').first().getAttribute('data-label');
  const end = Number(/0:(\d+\.\d)/u.exec(first ?? '')?.[1]);
  await region.getByRole('button', { name: messages.narration.fitChapter }).click();
  // The gap after the first block, large enough to be taken hold of.
  await playhead.focus();
  await page.keyboard.press('Home');
  for (let second = 0; second < Math.floor(end); second += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(playhead).toHaveAttribute('aria-valuenow', String(Math.floor(end)));
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('=');
  const box = await playhead.boundingBox();
  if (!box) throw new Error('no waveform');
  const y = box.y + 30;
  let gap: number | undefined;
  for (let x = box.x + 4; x < box.x + box.width && gap === undefined; x += 4) {
    await page.mouse.move(x, y);
    if ((await playhead.evaluate((element) => element.style.cursor)) === 'ew-resize') gap = x;
  }
  if (gap === undefined) throw new Error('no gap was found');
  await page.mouse.move(gap + 4, y);
  await page.mouse.down();
  await page.mouse.move(gap + 164, y, { steps: 4 });
  await expect(region.getByText(/^\d+0 ms$/u)).toBeVisible();
  await page.mouse.up();
  await expect.poll(async () => (await position(page)).total).toBeGreaterThan(total);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await position(page)).total).toBe(total);

  await page.mouse.move(box.x + 300, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, y, { steps: 4 });
  await page.mouse.up();
  await expect(region.locator('[data-selection]')).toHaveText(/to .*, \d+ words?/u);
  await region.getByRole('button', { name: messages.narration.zoomToSelection }).click();
  await region.getByRole('button', { name: messages.narration.loop }).click();
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: messages.narration.play, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('l');
  await expect(region.getByRole('combobox', { name: messages.narration.playbackSpeed })).toHaveValue('1.5');
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: messages.narration.play, exact: true })).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('j');
  await expect(region.getByRole('combobox', { name: messages.narration.playbackSpeed })).toHaveValue('-1');
  await page.keyboard.press('k');
  await playhead.focus();
  await page.keyboard.press('Escape');
  await expect(region.locator('[data-selection]')).toHaveText('');
  await region.getByRole('combobox', { name: messages.narration.playbackSpeed }).selectOption('2');
  await expect(region.getByRole('combobox', { name: messages.narration.playbackSpeed })).toHaveValue('2');
});

test(
  'all that the mouse does on the waveform is done by keys alone: words, selection, pause, view',
  { tag: '@beside' },
  async ({ page }) => {
    await makeChapter(page, ['The keeper lights the lamp when it is dark.', 'Every ship sees it from far away.', 'Then he sleeps.']);
    const region = page.getByRole('region', { name: messages.narration.waveform });
    const playhead = region.getByRole('slider', { name: 'Playhead' });
    const selected = region.locator('[data-selection]');
    const { total } = await position(page);
    const at = async (): Promise<number> =>
      Number(await page.getByRole('timer', { name: messages.narration.position }).getAttribute('data-seconds'));
    // From the script by Escape to Play, and on by Tab.
    await script(page).focus();
    await page.keyboard.press('Escape');
    for (let press = 0; press < 20 && !(await playhead.evaluate((element) => element === document.activeElement)); press += 1)
      await page.keyboard.press('Tab');
    await expect(playhead).toBeFocused();
    expect(await playhead.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');

    // Four words on, two back: each press is one word, and Home is where the first begins.
    await page.keyboard.press('Home');
    const places: number[] = [];
    for (let word = 0; word < 4; word += 1) {
      await page.keyboard.press('.');
      places.push(await at());
    }
    expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
    await page.keyboard.press(',');
    expect(await at()).toBeCloseTo(places[2] ?? Number.NaN, 3);
    await page.keyboard.press('i');
    for (let word = 0; word < 3; word += 1) await page.keyboard.press('.');
    await page.keyboard.press('o');
    await expect(selected).toHaveText(/to .*, 3 words/u);
    await page.keyboard.press('Escape');
    await expect(selected).toHaveText('');

    // The pause of the block that the playhead is in, there and back, and by undo.
    await page.keyboard.press('Home');
    await page.keyboard.press('p');
    await page.keyboard.press('p');
    await expect.poll(async () => (await position(page)).total).toBeCloseTo(total + 0.1, 1);
    await page.keyboard.press('Shift+P');
    await page.keyboard.press('Shift+P');
    await expect.poll(async () => (await position(page)).total).toBeCloseTo(total, 1);

    // The view goes on and back without the playhead.
    const view = page.locator('[data-view]');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('=');
    // The view follows once it is painted.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const before = (await view.getAttribute('data-view')) ?? '';
    await page.keyboard.press('n');
    await expect(view).not.toHaveAttribute('data-view', before);
    await page.keyboard.press('b');
    await expect(view).toHaveAttribute('data-view', before);
    const { violations } = await new AxeBuilder({ page }).include('section[aria-label="Waveform"]').analyze();
    expect(violations).toEqual([]);
  },
);

test(
  'the playhead is dragged and heard on the way, with Alt from anywhere; arrow keys are heard too, and what played goes on',
  { tag: '@beside' },
  async ({ page }) => {
    await makeChapter(page, ['The keeper lights the lamp when it is dark.', 'Every ship sees it from far away.']);
    const region = page.getByRole('region', { name: messages.narration.waveform });
    const playhead = region.getByRole('slider', { name: 'Playhead' });
    await region.getByRole('button', { name: messages.narration.fitChapter }).click();
    const play = region.getByRole('button', { name: messages.narration.play, exact: true });
    await page.evaluate(() => {
      const heard = { grains: 0 };
      const { prototype } = AudioBufferSourceNode;
      const start = Reflect.get(prototype, 'start') as (this: AudioBufferSourceNode, ...args: unknown[]) => void;
      Reflect.set(prototype, 'start', function (this: AudioBufferSourceNode, ...args: unknown[]) {
        if (this.buffer?.getChannelData(0).some((sample) => sample !== 0) === true) heard.grains += 1;
        start.apply(this, args);
      });
      Object.assign(window, { heard });
    });
    const grains = () => page.evaluate(() => (window as unknown as { heard: { grains: number } }).heard.grains);
    const box = (await playhead.boundingBox())!;
    const y = box.y + 30;
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(box.x + from, y);
      await page.mouse.down();
      await page.mouse.move(box.x + (from + to) / 2, y, { steps: 4 });
      await page.mouse.move(box.x + to, y, { steps: 4 });
    };
    await drag(1, box.width / 4);
    await expect.poll(grains).toBeGreaterThan(0);
    await page.mouse.up();
    const { total } = await position(page);
    expect(Math.abs((await position(page)).at - total / 4)).toBeLessThan(total / 50);
    await expect(region.getByRole('button', { name: messages.narration.zoomToSelection })).toBeDisabled();

    const before = await grains();
    await page.keyboard.down('Alt');
    await drag(box.width / 2, box.width * 0.75);
    await page.mouse.up();
    await page.keyboard.up('Alt');
    expect(Math.abs((await position(page)).at - total * 0.75)).toBeLessThan(total / 50);
    await expect.poll(grains).toBeGreaterThan(before);

    await playhead.focus();
    await page.keyboard.press('Home');
    const beforeKeys = await grains();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(grains).toBeGreaterThan(beforeKeys);

    // While it plays, the drag silences it, and it goes on from where it is let go.
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await expect(play).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.down('Alt');
    await drag(box.width / 4, box.width / 2);
    await expect(play).toHaveAttribute('aria-pressed', 'false');
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await expect(play).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await position(page)).at).toBeGreaterThan(total * 0.48);
  },
);

test('a waveform that takes its time says that it is loading, where a flat line would be silence', { tag: '@beside' }, async ({ page }) => {
  await makeChapter(page, ['The lighthouse was dark.']);
  const goOn = Promise.withResolvers<undefined>();
  await page.route(/\.peaks/u, async (route) => {
    await goOn.promise;
    await route.continue();
  });
  await page.reload();
  const note = page.getByText(messages.narration.waveformLoading);
  await expect(note).toBeVisible();
  goOn.resolve(undefined);
  await expect(note).toBeHidden();
});
