import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import type { Receipts } from '#shared/masters/receipts.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { valueOf } from './command-line.ts';
import { useGeneratingProjects } from './generating-projects.ts';

/** More of `project generate`, and `project set`: rules that many runs of the program prove. */
const { answer, beginJobs, charges, file, makeProject, profile, run, service, shown, states, voiceId } = useGeneratingProjects();
const charged = async () => (await charges()).reduce((sum, { credits }) => sum + credits, 0);

describe('project generate', () => {
  it('makes every block once, chapter by chapter, with its pronunciation, and a further run sends nothing', async () => {
    await makeProject('# One\n\nThe fog came in.\n\nNobody saw it.\n\n# Two\n\nThe fog came in.\n\nSQL, said Ida.\n');
    await answer('pronounce', file(), '--add', 'SQL=sequel');
    const first = await answer('generate', file(), '--chapter', '1');
    expect(first).toMatchObject({ made: 2, reused: 0, failed: 0, skipped: 0, failures: [] });
    // The first block of the second chapter says what the first chapter has: there is nothing to make.
    const second = await answer('generate', file());
    expect(second).toMatchObject({ made: 1, reused: 0, creditsUsed: 'sequel, said Ida.'.length });
    expect(await states()).toEqual(['done', 'done', 'done', 'done']);
    expect([await charged(), (await charges()).length]).toEqual([Number(first['creditsUsed']) + Number(second['creditsUsed']), 3]);
    expect(await answer('generate', file())).toEqual({ made: 0, reused: 0, failed: 0, skipped: 0, failures: [], creditsUsed: 0 });
    const { words } = (await answer('words', file())) as { words: { source: string }[] };
    expect(words.filter(({ source }) => source === 'none')).toEqual([]);
  });

  it('leaves a block whose character has no voice, and says whose', async () => {
    await makeProject('IDA: The fog came in.\n\nIDA: Nobody saw it.\n\nAnd then it rained.\n');
    const ended = await run('generate', file());
    expect(ended.code).toBe(1);
    expect(valueOf(ended)).toMatchObject({ made: 1, failed: 2, failures: [{ message: expect.stringContaining('IDA') as string }, {}] });
  });
});

describe('project export --receipts', () => {
  it('names the take, the request and the charge of every second, and adds up to what the service charged', async () => {
    await makeProject('# One\n\nThe fog came in.\n\nNobody saw it.\n\n# Two\n\nThe fog came in.\n\nThe boats stayed.\n');
    await answer('generate', file());
    const out = join(dirname(file()), 'masters');
    const exported = await answer(
      'export',
      file(),
      '--format',
      'wav',
      '--each',
      'chapter',
      '--out',
      out,
      '--preset',
      'podcast',
      '--receipts',
    );
    const [page, json] = exported['receipts'] as string[];
    const receipts = JSON.parse(readFileSync(json ?? '', 'utf8')) as Receipts & { disclosure: string };
    expect(receipts.files.map(({ name, durationMs }) => [name, durationMs])).toEqual(
      (exported['files'] as { path: string; durationMs: number }[]).map(({ path, durationMs }) => [basename(path), durationMs]),
    );
    for (const { lines, durationMs } of receipts.files) {
      expect([lines[0]?.startMs, lines.at(-1)?.endMs]).toEqual([0, durationMs]);
      expect(lines.slice(1).every(({ startMs }, index) => startMs === lines[index]?.endMs)).toBe(true);
    }
    const bill = await charges();
    expect(receipts.charges.map(({ credits }) => credits)).toEqual(bill.map(({ credits }) => credits));
    expect([receipts.totals.credits, receipts.ledger.project.credits, receipts.ledger.unused.credits]).toEqual([
      await charged(),
      await charged(),
      0,
    ]);
    expect(receipts.charges.every(({ operation }) => operation !== null)).toBe(true);
    expect(readFileSync(page ?? '', 'utf8')).toContain(receipts.disclosure);
  });

  it('is refused with a format that is not sound', async () => {
    await makeProject('The fog came in.\n');
    const ended = await run('export', file(), '--format', 'srt', '--out', join(dirname(file()), 'a.srt'), '--allow-missing', '--receipts');
    expect([ended.code, ended.stderr.includes('--receipts')]).toEqual([2, true]);
  });
});

describe('project generate --max-credits', () => {
  it('buys nothing while the price is not known, then as much as fits, and says what was left out', async () => {
    await makeProject('# One\n\nTen signs.\n\n# Two\n\nTwelve signs\n\nThis is a far longer sentence than that.\n\nEleven sign\n');
    const unknown = await run('generate', file(), '--max-credits', '1000');
    expect([unknown.code, valueOf(unknown)]).toMatchObject([1, { made: 0, failed: 0, skipped: 4, creditsUsed: 0, failures: [] }]);
    expect(unknown.stderr).toContain('--max-credits');
    expect(await charges()).toEqual([]);

    const { creditsUsed: one } = await answer('generate', file(), '--chapter', '1');
    const unit = Number(one) / 'Ten signs.'.length;
    const cap = 25 * unit;
    const capped = await run('generate', file(), '--max-credits', String(cap));
    expect([capped.code, valueOf(capped)]).toMatchObject([1, { made: 2, failed: 0, skipped: 1, creditsUsed: 23 * unit, failures: [] }]);
    expect(await states()).toEqual(['done', 'done', 'new', 'done']);
    expect(await charged()).toBe(33 * unit);
    expect(await answer('generate', file(), '--max-credits', '1000')).toMatchObject({ made: 1, skipped: 0 });
  });

  it.each([
    ['a cap below 0', ['--max-credits', '-1'], '--max-credits'],
    ['a cap that is no number', ['--max-credits', 'all'], '--max-credits'],
    ['a chapter that is not there', ['--chapter', '7'], '--chapter'],
  ])('%s is wrong usage, and nothing is sent', async (_title, args, field) => {
    await makeProject('The fog came in.\n');
    const ended = await run('generate', file(), ...args);
    expect([ended.code, valueOf(ended)]).toMatchObject([2, { failure: { field, charged: 'no' } }]);
    expect(await charges()).toEqual([]);
  });
});

describe('project generate that is stopped', () => {
  it('ends with 130 and one JSON value, and the next run fetches the jobs that were taken', async () => {
    const { process, ended } = await beginJobs();
    process.kill('SIGINT');
    const stopped = await ended;
    expect([stopped.code, valueOf(stopped)]).toMatchObject([130, { failure: { kind: 'cancelled' }, made: 0, skipped: 0 }]);
    await service().clearFaults();
    expect(await answer('generate', file())).toMatchObject({ made: 2, failed: 0 });
    expect((await charges()).length).toBe(2);
  });
});

describe('project generate that was killed', () => {
  it('is refused while another run holds the ledger with its purchases, and buys nothing twice once that is free', async () => {
    const { process, ended } = await beginJobs();
    process.kill('SIGKILL');
    await ended;
    await service().clearFaults();
    const ledger = await openLedger({ profileDirectory: join(profile(), 'command-line', '1'), log: quietLog() });
    const refused = await run('generate', file());
    expect([refused.code, valueOf(refused)]).toMatchObject([1, { failure: { kind: 'file-in-use', charged: 'no' } }]);
    expect((await charges()).length).toBe(2);
    await ledger.close();
    expect(await answer('generate', file())).toMatchObject({ made: 2, failed: 0 });
    expect((await charges()).length).toBe(2);
    // Nothing is open any more: the next run may use any ledger.
    const other = await openLedger({ profileDirectory: join(profile(), 'command-line', '1'), log: quietLog() });
    expect(await answer('generate', file())).toMatchObject({ made: 0, failed: 0 });
    await other.close();
  });
});

describe('project repair', () => {
  it('buys the sentence of the words alone, by their places or by themselves, after a dry run that sends nothing', async () => {
    await makeProject('The river was high that year. Nobody crossed it before May. We waited on the bank.\n');
    await answer('generate', file());
    const [block] = await shown();
    const middle = 'Nobody crossed it before May.';
    const words = ['repair', file(), '--block', block!.id, '--from', '7', '--to', '8'];
    const plan = { texts: [middle], isWhole: false, estimate: { characters: middle.length } };
    expect(await answer(...words, '--dry-run')).toMatchObject({ ...plan, dryRun: true, takeId: null, creditsUsed: 0 });
    expect((await charges()).length).toBe(1);
    const repaired = await answer(...words);
    expect(repaired).toMatchObject({ ...plan, dryRun: false, takeId: expect.any(String) as string, reused: false });
    expect((await charges()).length).toBe(2);
    expect(await states()).toEqual(['done']);
    const again = await answer('repair', file(), '--block', block!.id, '--text', 'waited on');
    expect(again).toMatchObject({ texts: ['We waited on the bank.'] });
    expect(again['takeId']).not.toBe(repaired['takeId']);
    expect((await charges()).length).toBe(3);

    const [half, twice, none] = await Promise.all([
      run('repair', file(), '--block', block!.id, '--from', '1'),
      run('repair', file(), '--block', block!.id, '--from', '1', '--to', '2', '--text', 'river'),
      run('repair', file(), '--block', block!.id, '--from', '3', '--to', '1'),
    ]);
    expect([half.code, twice.code, none.code]).toEqual([2, 2, 2]);
    for (const [field, ...wrong] of [
      ['--to', '--from', '90', '--to', '91'],
      ['--text', '--text', 'ocean'],
      ['--text', '--text', 'e'],
    ]) {
      const ended = await run('repair', file(), '--block', block!.id, ...wrong);
      expect([ended.code, valueOf(ended)]).toMatchObject([1, { failure: { kind: 'unprocessable', field, charged: 'no' } }]);
    }
    expect((await charges()).length).toBe(3);
  });
});

describe('project set', () => {
  it('gives a block, a chapter or the project another voice, model and pause, and counts what becomes stale', async () => {
    await makeProject('# One\n\nThe fog came in.\n\n# Two\n\nNobody saw it.\n');
    await answer('generate', file());
    const [first] = await shown();
    expect(await answer('set', file(), '--block', first!.id, '--voice', 'other', '--pause', '900')).toMatchObject({ blocks: 1, stale: 1 });
    expect(await shown()).toMatchObject([
      { voiceId: 'other', pauseMs: 900, state: 'stale' },
      { voiceId: voiceId(), pauseMs: 350, state: 'done' },
    ]);
    expect(await answer('set', file(), '--block', first!.id, '--voice', voiceId())).toMatchObject({
      stale: 0,
      estimate: { characters: 0 },
    });
    expect(await answer('set', file(), '--chapter', '2', '--pause', '100')).toMatchObject({ blocks: 1, stale: 0 });
    expect(await answer('set', file(), '--voice', 'third')).toMatchObject({ blocks: 0, stale: 1 });
  });

  it('edits how takes sound: gain and trims of a block or a chapter, in the words, the length and the exported sound', async () => {
    await makeProject('The fog came in.\n\nNobody saw it.\n');
    await answer('generate', file());
    const [first, second] = await shown();
    expect(await answer('set', file(), '--block', first!.id, '--gain', '-6', '--trim-start', '100', '--trim-end', '50')).toMatchObject({
      blocks: 1,
      stale: 0,
      estimate: { characters: 0 },
    });
    const [now, next] = await shown();
    expect(now!.endMs! - now!.startMs!).toBeCloseTo(first!.endMs! - first!.startMs! - 150, -1);
    expect(next!.startMs).toBe(second!.startMs! - 150);
    expect(await answer('set', file(), '--gain', '3')).toMatchObject({ blocks: 2, stale: 0 });
    expect((await shown())[0]).toMatchObject({ endMs: now!.endMs });
    const [long, loud, silent] = await Promise.all([
      run('set', file(), '--block', first!.id, '--trim-start', '3600000'),
      run('set', file(), '--gain', '60'),
      run('set', file(), '--trim-end', '-1'),
    ]);
    expect([long.code, loud.code, silent.code]).toEqual([1, 2, 2]);
    for (const [ended, field] of [
      [long, '--trim-start'],
      [loud, '--gain'],
      [silent, '--trim-end'],
    ] as const)
      expect(valueOf(ended)).toMatchObject({ failure: { field, charged: 'no' } });
    expect((await shown())[0]).toMatchObject({ endMs: now!.endMs });
  });

  it('without anything to set, or with a pause out of range, is wrong usage; a block that is not there ends with 1', async () => {
    await makeProject('The fog came in.\n');
    const [nothing, pause, block] = await Promise.all([
      run('set', file()),
      run('set', file(), '--pause', '99999999'),
      run('set', file(), '--block', 'nosuchblock000000000', '--pause', '1'),
    ]);
    expect([nothing.code, pause.code, block.code]).toEqual([2, 2, 1]);
  });
});
