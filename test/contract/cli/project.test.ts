import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probe } from '../foreign-service/client.ts';
import { blocks, context, Fixture, makeTake, toneWav } from '../library/helpers.ts';
import { makeProject } from './made-projects.ts';
import { start, valueOf, type Ended } from './command-line.ts';

let folder: string;
let profile: string;
/** Two chapters: the first has sound for its first two of three blocks, the second has none. */
let unfinished: string;
let blockIds: string[];
/** One chapter whose blocks all have sound. */
let finished: string;

const texts = ['The fog came in at noon.', 'Nobody saw it.', 'The bell rang all night.'];
const run = (args: readonly string[]): Promise<Ended> => start(args, { profile, env: {} }).ended;
const out = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-project-'));
  profile = join(folder, 'profile');
  const fixture = new Fixture(join(folder, 'studio'));
  const project = await makeProject(fixture, 'unfinished', [texts, ['Another chapter.']], 2);
  unfinished = project.path;
  blockIds = blocks(project).map(({ id }) => id);
  ({ path: finished } = await makeProject(fixture, 'finished', [texts], 3));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('project show', () => {
  it('prints every chapter and block with its state and its times, and needs no service', async () => {
    const ended = await run(['project', 'show', unfinished, '--json']);
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    const block = (index: number) => ({
      id: blockIds[index],
      text: texts[index],
      spoken: texts[index],
      voiceId: 'anna',
      character: null,
      pauseMs: 350,
    });
    expect(valueOf(ended)).toEqual({
      title: 'unfinished',
      chapters: [
        {
          number: 1,
          id: 'chapterunfinished0',
          title: 'Part 1',
          durationMs: 2350,
          blocks: [
            { ...block(0), state: 'done', startMs: 0, endMs: 1000 },
            { ...block(1), state: 'done', startMs: 1350, endMs: 2350 },
            { ...block(2), state: 'new', startMs: null, endMs: null },
          ],
        },
        { number: 2, id: 'chapterunfinished1', title: 'Part 2', durationMs: 0, blocks: [expect.objectContaining({ state: 'new' })] },
      ],
      cast: [],
      pronunciations: [],
    });
  });

  it('calls sound stale that was made by another service than the one named', { tags: ['beside'] }, async () => {
    const ended = await run(['project', 'show', finished, '--base-url', 'http://127.0.0.1:9', '--json']);
    const { chapters } = valueOf(ended) as { chapters: { blocks: { state: string }[] }[] };
    expect(chapters[0]!.blocks.map(({ state }) => state)).toEqual(['stale', 'stale', 'stale']);
  });

  it('refuses a file that is no project, or not there, with 1', async () => {
    writeFileSync(out('notes.voicewright'), 'not a project');
    const [wrong, gone] = await Promise.all([
      run(['project', 'show', out('notes.voicewright'), '--json']),
      run(['project', 'show', out('gone.voicewright')]),
    ]);
    expect([wrong.code, gone.code]).toEqual([1, 1]);
    expect(valueOf(wrong)).toMatchObject({ failure: { kind: 'file-not-a-project' } });
    expect(gone.stderr).toContain('gone.voicewright');
    expect(readFileSync(out('notes.voicewright'), 'utf8')).toBe('not a project');
  });
});

describe('project export', () => {
  it('refuses a chapter with a block that has no sound, names the block, and leaves the earlier file as it was', async () => {
    writeFileSync(out('refused.wav'), 'earlier');
    const ended = await run(['project', 'export', unfinished, '--format', 'wav', '--chapter', '1', '--out', out('refused.wav'), '--json']);
    expect(ended.code).toBe(1);
    expect(valueOf(ended)).toMatchObject({ skippedBlocks: 1, missing: [{ chapter: 1, blockId: blockIds[2], text: texts[2] }] });
    for (const part of ['chapter 1', blockIds[2]!, texts[2]!, '--allow-missing']) expect(ended.stderr).toContain(part);
    expect(readFileSync(out('refused.wav'), 'utf8')).toBe('earlier');
  });

  it('leaves out what has no sound with --allow-missing, tells what, and replaces the earlier file', async () => {
    writeFileSync(out('part.wav'), 'earlier');
    const ended = await run(['project', 'export', unfinished, '--format', 'wav', '--out', out('part.wav'), '--allow-missing', '--json']);
    expect(ended.code).toBe(0);
    const bytes = 44 + 2 * (48_000 + 16_800 + 48_000);
    expect(valueOf(ended)).toMatchObject({
      files: [{ path: out('part.wav'), format: 'wav', chapter: null, durationMs: 2350, bytes }],
      skippedBlocks: 2,
      missing: [
        { chapter: 1, blockId: blockIds[2], text: texts[2] },
        { chapter: 2, text: 'Another chapter.' },
      ],
      staleBlocks: 0,
      report: [],
    });
    const { measures } = valueOf(ended) as { measures: Record<string, unknown> };
    expect([typeof measures['lufs'], typeof measures['truePeakDb'], typeof measures['rmsDb']]).toEqual(['number', 'number', 'number']);
    expect(ended.stderr).toContain('2 blocks have no audio and were left out');
    expect(ended.stderr).not.toContain('earlier sound');
    expect(readFileSync(out('part.wav'))).toHaveLength(bytes);
  });

  it('counts the blocks whose sound is of an earlier state apart from those without sound', { tags: ['beside'] }, async () => {
    const elsewhere = ['--base-url', 'http://127.0.0.1:9', '--allow-missing', '--json'];
    const ended = await run(['project', 'export', unfinished, '--format', 'wav', '--out', out('stale.wav'), ...elsewhere]);
    expect(valueOf(ended)).toMatchObject({ skippedBlocks: 2, staleBlocks: 2 });
    expect(ended.stderr).toContain('2 blocks were changed since they were spoken');
  });

  it.each(['mp3', 'm4a'])('writes a finished project as %s without a word on standard error', { tags: ['beside'] }, async (format) => {
    const path = out(`book.${format}`);
    const ended = await run(['project', 'export', finished, '--format', format, '--out', path, '--json']);
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    expect(valueOf(ended)).toMatchObject({ files: [{ path, format, durationMs: 3700 }], skippedBlocks: 0, missing: [] });
    expect((await probe(readFileSync(path))).seconds).toBeCloseTo(3.7, 0);
  });

  const writesWords = async (format: string, ending: string): Promise<void> => {
    const path = out(`words-${format}.${ending}`);
    const ended = await run(['project', 'export', finished, '--format', format, '--out', path, '--json']);
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    expect(valueOf(ended)).toMatchObject({ files: [{ path, format, durationMs: 3700 }], skippedBlocks: 0, missing: [] });
    const plain = readFileSync(path, 'utf8').replaceAll(/<[^>]*>|\{\\k\d+\}/gu, '');
    for (const word of texts.join(' ').split(' ')) expect(plain).toContain(word);
  };
  it.each([
    ['srt', 'srt'],
    ['textgrid', 'TextGrid'],
  ])('writes the words of a finished project as %s without a word on standard error', writesWords);

  it.each([
    ['vtt', 'vtt'],
    ['vtt-words', 'vtt'],
    ['ass', 'ass'],
    ['ttml', 'ttml'],
    ['lrc', 'lrc'],
    ['json', 'json'],
    ['labels', 'txt'],
  ])('writes them as %s too', { tags: ['beside'] }, writesWords);

  it(
    'writes a file for each chapter into a folder that it makes, without the chapters that have no sound',
    { tags: ['beside'] },
    async () => {
      const args = ['project', 'export', unfinished, '--format', 'srt', '--each', 'chapter', '--out', out('all/chapters')];
      const refused = await run(args);
      expect([refused.code, existsSync(out('all'))]).toEqual([1, false]);
      expect((await run([...args, '--allow-missing'])).code).toBe(0);
      expect(readdirSync(out('all/chapters'))).toEqual(['unfinished - 01 Part 1.srt']);
    },
  );

  it('refuses with 1 what has no sound at all', { tags: ['beside'] }, async () => {
    const ended = await run([
      'project',
      'export',
      unfinished,
      '--format',
      'mp3',
      '--chapter',
      '2',
      '--out',
      out('silent.mp3'),
      '--allow-missing',
    ]);
    expect([ended.code, existsSync(out('silent.mp3'))]).toEqual([1, false]);
    expect(ended.stderr).toContain('nothing to export');
  });

  it.each([
    ['a format that there is not', ['--format', 'docx', '--out', 'a.docx'], '--format'],
    ['a chapter that there is not', ['--format', 'wav', '--out', 'a.wav', '--chapter', '9'], '--chapter'],
    ['an ending that is not the one of captions', ['--format', 'ass', '--out', 'a.srt'], '--out'],
    ['an ending that is not the one of the format', ['--format', 'mp3', '--out', 'a.wav'], '--out'],
    ['a name with a dot in front', ['--format', 'wav', '--out', '.wav'], '--out'],
    ['a folder as the file', ['--format', 'wav', '--out', '.'], '--out'],
    ['standard output', ['--format', 'wav', '--out', '-'], '--out'],
    ['the profile as the place', ['--format', 'wav', '--out', 'profile/a.wav'], '--out'],
    ['a preset that there is not', ['--format', 'wav', '--out', 'a.wav', '--preset', 'loud'], '--preset'],
    ['a preset of audio that audio is timed to', ['--format', 'wav', '--out', 'a.wav', '--timed-to', 'audiobook'], '--timed-to'],
    ['a preset of captions', ['--format', 'srt', '--out', 'a.srt', '--preset', 'podcast'], '--preset'],
    ['captions for each block', ['--format', 'srt', '--out', 'a', '--each', 'block'], '--each'],
    ['stems with a preset', ['--format', 'wav', '--out', 'a', '--each', 'character', '--preset', 'podcast'], '--preset'],
    ['credits without the preset of audiobooks', ['--format', 'mp3', '--out', 'a.mp3', '--sample', '1'], '--sample'],
  ])('refuses %s as wrong usage, and names the option', async (_title, args, option) => {
    mkdirSync(profile, { recursive: true });
    const placed = args.map((arg, index) => (args[index - 1] === '--out' && arg !== '-' ? join(folder, arg) : arg));
    const before = readdirSync(folder);
    const ended = await run(['project', 'export', finished, ...placed, '--json']);
    expect(ended.code).toBe(2);
    expect(valueOf(ended)).toMatchObject({ failure: { field: option } });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('refuses a project that another process has open, and another project as the place, with 1', async () => {
    const holder = spawn(process.execPath, [fileURLToPath(new URL('../library/hold-project.ts', import.meta.url)), finished]);
    try {
      await once(holder.stdout, 'data');
      const ended = await run(['project', 'export', finished, '--format', 'wav', '--out', out('held.wav'), '--json']);
      expect(ended.code).toBe(1);
      expect(valueOf(ended)).toMatchObject({ failure: { kind: 'file-in-use' } });
      expect(existsSync(out('held.wav'))).toBe(false);
    } finally {
      holder.kill();
      await once(holder, 'close');
    }
    const copy = out('copy.wav');
    writeFileSync(copy, readFileSync(unfinished));
    const over = await run(['project', 'export', finished, '--format', 'wav', '--out', copy]);
    expect(over.code).toBe(1);
    expect(readFileSync(copy).equals(readFileSync(unfinished))).toBe(true);
  });
});

describe('project import', () => {
  const source = (name: string, text: string | Uint8Array): string => {
    writeFileSync(out(name), text);
    return out(name);
  };
  const importInto = (project: string, ...args: string[]): Promise<Ended> =>
    run(['project', 'import', ...args, '--project', project, '--json']);

  it('makes a project of text and Markdown files, whose chapters show has afterwards', async () => {
    const files = [
      source('one.txt', Buffer.from('CHAPTER I\n\nDas ist\nüber uns.\n\n***\n\nEnde.\n', 'latin1')),
      source('two.md', '# Two\n\nBye, *all*.\n\n```\ncode\n```\n'),
    ];
    const path = out('imported.voicewright');
    const dry = await importInto(path, ...files, '--dry-run');
    expect(dry.code).toBe(0);
    expect(existsSync(path)).toBe(false);
    const ended = await importInto(path, ...files, '--voice', 'anna', '--language', 'de');
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('1 code block was left out');
    const value = {
      project: path,
      chapters: [
        { number: 1, title: 'CHAPTER I', blocks: 2, characters: 'Das ist über uns.Ende.'.length },
        { number: 2, title: 'Two', blocks: 1, characters: 9 },
      ],
      ...{ added: 3, changed: 0, moved: 0, removed: 0, unchanged: 0 },
      warnings: ['1 code block was left out.', 'Italics and bold became plain text.'],
      estimate: { characters: 31, credits: null },
    };
    expect(valueOf(dry)).toEqual({ ...value, dryRun: true });
    expect(valueOf(ended)).toEqual({ ...value, dryRun: false });
    const shown = valueOf(await run(['project', 'show', path, '--json']));
    const block = (text: string, pauseMs: number) => expect.objectContaining({ text, pauseMs, voiceId: 'anna', state: 'new' }) as unknown;
    expect(shown).toMatchObject({
      title: 'one',
      chapters: [
        { title: 'CHAPTER I', blocks: [block('Das ist über uns.', 1400), block('Ende.', 350)] },
        { title: 'Two', blocks: [block('Bye, all.', 350)] },
      ],
    });
    const other = source('other.txt', 'Another text.');
    const refused = await importInto(path, other);
    expect([refused.code, valueOf(refused)]).toMatchObject([1, { failure: { kind: 'file-exists' } }]);
    const added = await importInto(path, files[1]!, '--add');
    expect(valueOf(added)).toMatchObject({ chapters: [{ number: 3, title: 'Two' }], added: 1, unchanged: 3 });
  });

  it(
    'parts speech from narration by what the text says with --split-speech, and so what a second version adds, which needs no option',
    { tags: ['beside'] },
    async () => {
      const text = '# One\n\n“Come,” said Thomas.\n\n“Not yet,” said Thomas.\n\nThe fog came in.\n';
      const path = out('speech.voicewright');
      const partsOf = async (): Promise<unknown> => {
        const { chapters } = valueOf(await run(['project', 'show', path, '--json'])) as {
          chapters: { blocks: { text: string; character: string | null }[] }[];
        };
        return chapters[0]?.blocks.map((block) => `${block.character ?? 'narrator'}: ${block.text}`);
      };
      const imported = await importInto(path, source('speech.md', text), '--split-speech');
      // Who speaks has no voice yet, and how it is given one is said.
      expect(valueOf(imported)).toMatchObject({
        warnings: [
          expect.stringMatching(/^Thomas has no voice yet.* voicewright project cast ".*speech\.voicewright" --assign "Thomas=VOICE"\.$/u),
        ],
      });
      const first = [
        'Thomas: “Come,”',
        'narrator: said Thomas.',
        'Thomas: “Not yet,”',
        'narrator: said Thomas.',
        'narrator: The fog came in.',
      ];
      expect(await partsOf()).toEqual(first);
      const second = await importInto(path, source('speech.md', `${text}\n“Now,” said Thomas.\n`));
      expect(valueOf(second)).toMatchObject({ added: 2, changed: 0, removed: 0, unchanged: 5 });
      expect(await partsOf()).toEqual([...first, 'Thomas: “Now,”', 'narrator: said Thomas.']);
    },
  );

  it(
    'takes a file of the same name as the second version: changed blocks alone are stale, moved chapters keep their sound',
    { tags: ['beside'] },
    async () => {
      const script = source('script.md', '# One\n\nThe fog came in.\n\nNobody saw it.\n\n# Two\n\nThe bell rang all night.\n');
      const path = out('versions.voicewright');
      await importInto(path, script, '--voice', 'anna');
      const fixture = new Fixture(join(folder, 'studio-versions'));
      const library = await fixture.open();
      const project = await library.services['project.open']({ path }, context());
      await makeTake(library, project, 0, toneWav(48_000, 300), 'operationversion0');
      await makeTake(library, project, 1, toneWav(48_000, 400), 'operationversion1');
      await library.close();
      const ids = blocks(project).map(({ id }) => id);
      source('script.md', '# Two\n\nThe bell rang all night.\n\nIt stopped.\n\n# One\n\nThe fog came in.\n\nNobody saw it coming.\n');
      const dry = await importInto(path, script, '--dry-run');
      const counts = { added: 1, changed: 1, moved: 1, removed: 0, unchanged: 1 };
      expect(valueOf(dry)).toMatchObject({ ...counts, dryRun: true });
      const ended = await importInto(path, script);
      const estimate = { characters: 'The bell rang all night.It stopped.Nobody saw it coming.'.length, credits: null };
      expect(valueOf(ended)).toMatchObject({
        ...counts,
        chapters: [
          { number: 1, title: 'Two' },
          { number: 2, title: 'One' },
        ],
        estimate,
      });
      const shown = valueOf(await run(['project', 'show', path, '--json']));
      expect(shown).toMatchObject({
        chapters: [
          { title: 'Two', blocks: [{ state: 'new' }, { state: 'new', text: 'It stopped.', voiceId: 'anna' }] },
          {
            title: 'One',
            blocks: [
              { id: ids[0], state: 'done' },
              { id: ids[1], state: 'stale', text: 'Nobody saw it coming.' },
            ],
          },
        ],
      });
      const [again, both] = await Promise.all([importInto(path, script, '--update'), importInto(path, script, '--add', '--update')]);
      expect(valueOf(again)).toMatchObject({ added: 0, changed: 0, moved: 0, removed: 0, unchanged: 4 });
      expect([both.code, valueOf(both)]).toMatchObject([2, { failure: { field: '--update' } }]);
    },
  );

  it(
    'keeps edits of the project in an update, lists conflicts, and takes the manuscript there with --take-manuscript',
    { tags: ['beside'] },
    async () => {
      const path = out('edited.voicewright');
      const texts = ['The fog came in at noon.', 'Nobody rang the bell.', 'A ship went by.'];
      await importInto(path, source('edited.md', `# One\n\n${texts.join('\n\n')}\n`));
      await run(['project', 'replace', path, '--find', 'noon', '--with', 'dawn']);
      await run(['project', 'replace', path, '--find', 'Nobody', '--with', 'Somebody']);
      const next = source('edited.md', '# One\n\nThe fog came in at midnight.\n\nNobody rang the bell.\n\nA ship went by at night.\n');
      const conflict = {
        ...{ kind: 'changed', imported: texts[0], project: 'The fog came in at dawn.', manuscript: 'The fog came in at midnight.' },
      };
      const blocksNow = async (): Promise<unknown> =>
        (valueOf(await run(['project', 'show', path, '--json'])) as { chapters: { blocks: { text: string }[] }[] }).chapters[0]?.blocks.map(
          ({ text }) => text,
        );
      const dry = valueOf(await importInto(path, next, '--take-manuscript', '--dry-run'));
      expect(dry).toMatchObject({ changed: 2, ownEdits: 1, conflicts: [{ ...conflict, taken: true }], importKnown: true });
      expect(valueOf(await importInto(path, next))).toMatchObject({ changed: 1, ownEdits: 1, conflicts: [{ ...conflict, taken: false }] });
      expect(await blocksNow()).toEqual(['The fog came in at dawn.', 'Somebody rang the bell.', 'A ship went by at night.']);
      // What was kept once is an edit of the project now, and no conflict any more.
      expect(valueOf(await importInto(path, next))).toMatchObject({ changed: 0, ownEdits: 2, conflicts: [] });
      const added = await importInto(path, next, '--add', '--take-manuscript');
      expect([added.code, valueOf(added)]).toMatchObject([2, { failure: { field: '--take-manuscript' } }]);
    },
  );

  it('estimates a second version as the first, where no voice is chosen yet', { tags: ['beside'] }, async () => {
    const path = out('voiceless.voicewright');
    const script = source('voiceless.md', '# One\n\nThe fog came in.\n\nANNA: Nobody saw it.\n');
    const first = valueOf(await importInto(path, script));
    expect(first).toMatchObject({ estimate: { characters: 'The fog came in.Nobody saw it.'.length, credits: null } });
    expect(valueOf(await importInto(path, script, '--dry-run'))).toMatchObject({ unchanged: 2, estimate: first['estimate'] });
  });

  it('refuses what is no text, empty, missing or of another kind, and leaves no project behind', async () => {
    const path = out('refused.voicewright');
    const [binary, empty, missing, other] = await Promise.all([
      importInto(path, source('binary.txt', Buffer.from([0, 1, 2, 0xff, 0]))),
      importInto(path, source('empty.md', ' \n\n')),
      importInto(path, out('missing.txt')),
      importInto(path, source('book.docx', 'x')),
    ]);
    expect([binary.code, empty.code, missing.code, other.code]).toEqual([1, 1, 1, 1]);
    expect(existsSync(path)).toBe(false);
  });
});
