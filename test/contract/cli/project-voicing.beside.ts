import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import type { Character } from '#shared/narration/cast.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { blockFingerprint, noDefaults } from '#shared/narration/shape.ts';
import { context, Fixture, factsOf, firstChapter, makeTake, toneWav } from '../library/helpers.ts';
import { start, valueOf, type Ended } from './command-line.ts';

/** `project cast` and `project pronounce`, on the file alone. */

let folder: string;
let profile: string;
let original: string;
let file: string;

const texts = ['The SQL server fell.', 'Nobody saw the colonel.', 'SQL, said Ida.'];
const character = (name: string, voiceId: string | null, colour: number): Character => ({
  id: newId(),
  name,
  voiceId,
  modelId: null,
  controls: {},
  colour,
});
const cast = [character('IDA', 'ida', 1), character('Colonel', null, 2)];
const run = (...args: string[]): Promise<Ended> => start(['project', ...args, '--json'], { profile, env: {} }).ended;

interface Shown {
  chapters: { blocks: { text: string; spoken: string; voiceId: string | null; character: string | null; state: string }[] }[];
  cast: unknown;
  pronunciations: unknown;
}
const show = async (): Promise<Shown> => valueOf(await run('show', file)) as unknown as Shown;
const shownBlocks = async () => (await show()).chapters[0]!.blocks;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-voicing-'));
  profile = join(folder, 'profile');
  const fixture = new Fixture(join(folder, 'studio'));
  const library = await fixture.open();
  const { services } = library;
  const created = await services['project.create']({ title: 'Voicing' }, context());
  const { projectId } = created;
  await services['project.update']({ projectId, voiceId: 'anna', cast }, context());
  const before = [{ id: firstChapter(created).id, title: firstChapter(created).title }];
  const document = schema
    .node(
      'doc',
      null,
      texts.map((text, index) => createBlock(text, { characterId: index === 2 ? cast[0]!.id : null })),
    )
    .toJSON() as never;
  await services['project.arrange']({ projectId, before, chapters: [{ id: newId(), title: 'One', document }] }, context());
  const project = await services['project.open']({ path: created.path }, context());
  for (const index of [0, 1]) await makeTake(library, project, index, toneWav(48_000, 300 + 100 * index), `operationvoicing${index}`);
  const said = { attributes: { voiceId: null, modelId: null, controls: {}, characterId: cast[0]!.id }, text: texts[2]! };
  const fingerprint = blockFingerprint(said, { ...noDefaults, voiceId: 'anna', cast }, 'local')!;
  const arrival = await library.receive('operationvoicing2', 'wav');
  await arrival.write(toneWav(48_000));
  await library.addTake(await arrival.complete(factsOf(project, 2, { fingerprint, voiceId: 'ida' })));
  await library.close();
  original = created.path;
  file = join(folder, 'book.voicewright');
});
beforeEach(() => copyFileSync(original, file));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('project cast', () => {
  it('lists the characters, gives one another voice in any case of its name, and counts the blocks that become stale', async () => {
    const listed = await run('cast', file);
    expect([listed.stderr, listed.code]).toEqual(['', 0]);
    expect(valueOf(listed)).toEqual({
      cast: [
        { name: 'IDA', voiceId: 'ida', blocks: 1 },
        { name: 'Colonel', voiceId: null, blocks: 0 },
      ],
      stale: 0,
      estimate: { characters: 0, credits: 0 },
    });
    const assigned = await run('cast', file, '--assign', 'Ida=bert', '--assign', 'Colonel=carl');
    expect(valueOf(assigned)).toMatchObject({
      cast: [{ voiceId: 'bert' }, { voiceId: 'carl' }],
      stale: 1,
      estimate: { characters: texts[2]!.length, credits: null },
    });
    expect((await shownBlocks()).map(({ voiceId, character: name, state }) => [voiceId, name, state])).toEqual([
      ['anna', null, 'done'],
      ['anna', null, 'done'],
      ['bert', 'IDA', 'stale'],
    ]);
    expect(valueOf(await run('cast', file, '--assign', 'ida=ida'))).toMatchObject({ stale: 0, estimate: { characters: 0, credits: 0 } });
    expect((await shownBlocks())[2]).toMatchObject({ state: 'done', voiceId: 'ida' });
  });

  it('refuses a name that is not in the cast with 1, and a wrong option with 2, and leaves the file as it was', async () => {
    const before = await show();
    const [unknown, wrong] = [
      await run('cast', file, '--assign', 'IDA=bert', '--assign', 'Nobody=bert'),
      await run('cast', file, '--assign', 'IDA'),
    ];
    expect([unknown.code, wrong.code]).toEqual([1, 2]);
    expect(unknown.stderr).toContain('Nobody');
    expect(wrong.stderr).toContain('--assign');
    expect(await show()).toEqual(before);
  });
});

describe('project pronounce', () => {
  it('changes what is sent and not what is written, and the earlier sound fits again once the entry is gone', async () => {
    const dry = await run('pronounce', file, '--add', 'SQL=sequel', '--dry-run');
    const value = {
      matches: 2,
      blocks: 2,
      stale: 2,
      estimate: { characters: 'The sequel server fell.sequel, said Ida.'.length, credits: null },
    };
    expect([dry.stderr, dry.code, valueOf(dry)]).toEqual(['', 0, { ...value, dryRun: true }]);
    expect((await shownBlocks()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);

    expect(valueOf(await run('pronounce', file, '--add', 'SQL=sequel'))).toEqual({ ...value, dryRun: false });
    const shown = await show();
    expect(shown.pronunciations).toEqual([{ written: 'SQL', spoken: 'sequel', language: null, voice: null }]);
    expect(shown.chapters[0]!.blocks.map(({ text, spoken, state }) => [text, spoken, state])).toEqual([
      [texts[0], 'The sequel server fell.', 'stale'],
      [texts[1], texts[1], 'done'],
      [texts[2], 'sequel, said Ida.', 'stale'],
    ]);

    const removed = valueOf(await run('pronounce', file, '--remove', 'SQL'));
    expect(removed).toMatchObject({ matches: 2, blocks: 2, stale: 0, estimate: { characters: 0, credits: 0 } });
    expect((await shownBlocks()).map(({ spoken, state }) => [spoken, state])).toEqual(texts.map((text) => [text, 'done']));
  });

  it('reads and writes a table as CSV', async () => {
    const csv = join(folder, 'in.csv');
    const out = join(folder, 'out.csv');
    writeFileSync(csv, 'written,spoken,language,voice\ncolonel,kernel,,\nSQL,sequel,,ida\n');
    const imported = valueOf(await run('pronounce', file, '--import', csv, '--add', 'server=machine', '--export', out));
    expect(imported).toMatchObject({ matches: 3, blocks: 3, stale: 3 });
    expect((await shownBlocks()).map(({ spoken }) => spoken)).toEqual([
      'The SQL machine fell.',
      'Nobody saw the kernel.',
      'sequel, said Ida.',
    ]);
    expect(readFileSync(out, 'utf8')).toBe('written,spoken,language,voice\ncolonel,kernel,,\nSQL,sequel,,ida\nserver,machine,,\n');
  });

  it('names a bad row by its line, an entry that is not there and a respelling that is empty or endless, and changes nothing', async () => {
    const before = await show();
    const csv = join(folder, 'bad.csv');
    const out = join(folder, 'unwritten.csv');
    writeFileSync(csv, 'written,spoken,language,voice\ncolonel,kernel,,\nSQL,,,\n');
    const bad = await run('pronounce', file, '--import', csv, '--export', out);
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('Line 3')]);
    const missing = await run('pronounce', file, '--add', 'SQL=sequel', '--remove', 'gone');
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('gone')]);
    for (const added of ['SQL', 'SQL=', '=sequel', `SQL=${'s'.repeat(5000)}`]) {
      const wrong = await run('pronounce', file, '--add', added);
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--add')]);
    }
    expect((await run('pronounce', file, '--import', join(folder, 'none.csv'))).code).toBe(1);
    expect(existsSync(out)).toBe(false);
    expect(await show()).toEqual(before);
  });

  it('puts the project’s own entries before those of all projects', async () => {
    const preferences = join(profile, 'preferences.json');
    const shared = [
      { written: 'SQL', spoken: 'structured query language', language: null, voice: null },
      { written: 'colonel', spoken: 'kernel', language: null, voice: null },
    ];
    writeFileSync(preferences, JSON.stringify({ settings: { pronunciations: shared } }));
    await run('pronounce', file, '--add', 'SQL=sequel');
    expect((await shownBlocks()).map(({ spoken }) => spoken).slice(0, 2)).toEqual(['The sequel server fell.', 'Nobody saw the kernel.']);
    rmSync(preferences);
  });
});

describe('project import', () => {
  const importScript = (text: string, project: string, ...args: string[]): Promise<Ended> => {
    const source = join(folder, 'script.txt');
    writeFileSync(source, text);
    return run('import', source, '--project', project, ...args);
  };
  const script = 'The storm came.\n\nIDA: Who is there?\n\nCOLONEL: Nobody.\n\nIda: Nobody?\n\nNote: it rained.\n';

  it('takes the speakers of NAME: lines into the cast, with the voices of --cast, and their names out of the text', async () => {
    const path = join(folder, 'play.voicewright');
    const dry = await importScript(script, path, '--voice', 'anna', '--cast', 'ida=ben', '--dry-run');
    const ended = await importScript(script, path, '--voice', 'anna', '--cast', 'ida=ben');
    const characters = 'The storm came.Who is there?Nobody.Nobody?Note: it rained.'.length;
    const value = { chapters: [{ blocks: 5, characters }], added: 5, warnings: [], estimate: { characters } };
    expect([valueOf(dry), valueOf(ended)]).toMatchObject([value, value]);
    file = path;
    const shown = await show();
    expect(shown.cast).toEqual([
      { name: 'IDA', voiceId: 'ben', blocks: 2 },
      { name: 'COLONEL', voiceId: null, blocks: 1 },
    ]);
    expect(shown.chapters[0]!.blocks.map(({ text, spoken, voiceId, character: name }) => [text, spoken, voiceId, name])).toEqual([
      ['The storm came.', 'The storm came.', 'anna', null],
      ['Who is there?', 'Who is there?', 'ben', 'IDA'],
      ['Nobody.', 'Nobody.', null, 'COLONEL'],
      ['Nobody?', 'Nobody?', 'ben', 'IDA'],
      ['Note: it rained.', 'Note: it rained.', 'anna', null],
    ]);
  });

  it('joins the cast of a project that it adds to, counts its pronunciations, and warns of a name that speaks no block', async () => {
    await run('pronounce', file, '--add', 'once=one time');
    const ended = await importScript('Colonel: Once more.\n', file, '--add', '--cast', 'Colonel=ben', '--cast', 'EVA=carl');
    // What is sent is counted, not what is written.
    const estimate = { characters: 'one time more.'.length, credits: null };
    expect(valueOf(ended)).toMatchObject({ added: 1, unchanged: 3, warnings: ['EVA speaks no block.'], estimate });
    const shown = await show();
    expect(shown.cast).toEqual([
      { name: 'IDA', voiceId: 'ida', blocks: 1 },
      { name: 'Colonel', voiceId: 'ben', blocks: 1 },
      { name: 'EVA', voiceId: 'carl', blocks: 0 },
    ]);
    expect(shown.chapters[1]!.blocks).toMatchObject([{ text: 'Once more.', voiceId: 'ben', character: 'Colonel' }]);
  });

  it('refuses a --cast without a name or a voice, and leaves no project behind', async () => {
    const path = join(folder, 'refused.voicewright');
    for (const wrong of ['IDA', '=ben', 'IDA=']) {
      const ended = await importScript(script, path, '--cast', wrong);
      expect([ended.code, valueOf(ended)]).toMatchObject([2, { failure: { kind: 'invalid-input', field: '--cast' } }]);
    }
    expect(existsSync(path)).toBe(false);
  });
});
