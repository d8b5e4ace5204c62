import { expect, it } from 'vitest';
import { ProjectExports } from '#main/features/exports/service.ts';
import { TemplateNames } from '#main/features/exports/file-names.ts';
import { formatReportPage } from '#main/features/exports/report-page.ts';
import { messages } from '#shared/messages/index.ts';
import { createDocument, blocksOf } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';

const minute = 60 * 48_000;
const titles = ['Short', 'Endless'];
const minutes = [2, 131];
const chapters = titles.map((title, index) => ({
  number: index + 1,
  id: `chapter${index}`,
  title,
  document: createDocument([`The text of chapter ${index}.`]),
}));
const takes = chapters.map(({ document }, index) => {
  const [block] = blocksOf(document);
  const text = `The text of chapter ${index}.`;
  return {
    id: `take${index}`,
    blockId: block?.attributes.id,
    state: 'complete',
    samples: (minutes[index] ?? 0) * minute,
    text,
    words: [],
    alignment: 'none',
    createdAt: index,
    fingerprint: `f${index}`,
  } as unknown as Take;
});
const book = { title: 'Book', chapters, takes, defaults: noDefaults };
const { services } = new ProjectExports({
  library: { book: () => book } as never,
  ledger: {} as never,
  uploadPath: () => undefined,
  connectionId: () => 'local',
  nameOfVoice: () => undefined,
  wordsSettled: () => Promise.resolve(),
});
const order = { projectId: 'project1', chapterIds: chapters.map(({ id }) => id), format: 'mp3' as const, preset: 'audiobook' as const };
const context = { signal: new AbortController().signal, emit: () => undefined, sends: (async function* () {})() } as never;

it('a chapter over 120 minutes is named with its length by the plan, and refuses the export', async () => {
  const each = { ...order, each: 'chapter' as const };
  expect(await services['export.plan'](each, context)).toMatchObject({
    files: 2,
    tooLong: [{ title: 'Endless', minutes: 131 }],
    longest: 131,
  });
  await expect(services['export.run'](each, context)).rejects.toMatchObject({
    failure: { kind: 'unprocessable', field: 'chapterIds', message: expect.stringContaining('Endless') as string },
  });
  // An M4B is a whole book.
  expect(await services['export.plan']({ ...order, format: 'm4b' }, context)).toMatchObject({ files: 1, tooLong: [] });
});

it('a cover that is gone is asked for again', async () => {
  await expect(services['export.plan']({ ...order, coverUploadId: 'upload01' }, context)).rejects.toMatchObject({
    failure: { kind: 'not-found', field: 'coverUploadId' },
  });
});

it('names by a template are those of its fields, and two that some system takes for one are refused', () => {
  const names = new TemplateNames('{number}. {chapter}');
  expect(names.take({ number: '01', chapter: 'Éclair' })).toBe('01. Éclair');
  expect(() => names.take({ number: '01', chapter: 'e\u0301CLAIR'.replace('e', 'E') })).toThrow(/01\. /u);
  expect(() => new TemplateNames('{text}').take({ number: '01' })).toThrow(/\{text\}/u);
});

it('the page of a report shows names as text', () => {
  const file = { name: '<b>.mp3', path: null, url: null, format: 'mp3', chapter: 1, durationMs: 3_723_000, bytes: 1, peak: null } as const;
  const measures = { lufs: -19, truePeakDb: -3.2, rmsDb: -20, noiseFloorDb: null };
  const page = formatReportPage(
    'Tom & Ann',
    [{ ...file, measures, report: [{ rule: 'rms', limit: '-23 to -18 dB', value: -30, ok: false }] }],
    { openPickups: 0, changed: [] },
  );
  expect(page).toContain('Tom &amp; Ann');
  expect(page).toContain('&lt;b&gt;.mp3');
  expect(page).toContain('01:02:03');
  expect(page).toContain(messages.exports.broken);
  expect(page).not.toContain('<b>');
  expect(page).not.toContain('class="open"');
});

it('the page of a report says at its top which file breaks which rule, and leads there', () => {
  const file = { path: null, url: null, format: 'mp3', chapter: 1, durationMs: 60_000, bytes: 1, peak: null, measures: null } as const;
  const peak = { rule: 'true-peak', limit: 'at most -3 dBTP', value: -4, ok: true } as const;
  const page = formatReportPage(
    'Book',
    [
      { ...file, name: 'One.mp3', report: [peak] },
      { ...file, name: 'Two.mp3', report: [{ rule: 'rms', limit: '-23 to -18 dB', value: -30, ok: false }, peak] },
    ],
    { openPickups: 2, changed: [{ chapter: 'One', text: 'Nobody <remembered> it.' }] },
  );
  const top = page.slice(0, page.indexOf('<table'));
  expect(top.match(/<li><a.*<\/li>/gu)).toEqual(['<li><a href="#file-2">Two.mp3</a>: RMS: −30 dB. Limit: −23 to −18 dB.</li>']);
  expect(page).toContain('<h2 id="file-2">Two.mp3</h2>');
  // What is open in its takes is no check of a file, and stands beside them.
  expect(top).toContain(messages.exports.openPickups(2));
  expect(top).toContain(messages.exports.changedBlocks(1));
  expect(top).toContain('<li>One: Nobody &lt;remembered&gt; it.</li>');
});
