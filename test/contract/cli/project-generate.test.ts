import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alignedPath } from '#shared/wire/speech.ts';
import { allVoices } from '../local-service/support.ts';
import { valueOf } from './command-line.ts';
import { useGeneratingProjects } from './generating-projects.ts';

/** `project generate`, as a process, with the service's own charges as the judge; `project-generate.beside.ts` has more. */
const projects = useGeneratingProjects();
const { answer, beginJobs, charges, file, makeProject, run, shown } = projects;

describe('project generate', () => {
  it('names the block that failed, makes all others, ends with 1, and makes only that one the next time', async () => {
    await makeProject('# One\n\nThe fog came in.\n\nNobody saw it.\n\n# Two\n\nThe fog came in.\n\nThe bell rang.\n');
    await projects.service().setFaults([{ on: `POST ${alignedPath}`, kind: 'status', status: 422, nth: 2 }]);
    const ended = await run('generate', file());
    const blocks = await shown();
    const failed = blocks.find(({ state }) => state !== 'done');
    // The first block of the second chapter says what the first chapter has: there is nothing to make.
    const value = { made: 2, reused: 0, failed: 1, skipped: 0, failures: [{ chapter: 1, blockId: failed?.id, charged: 'no' }] };
    expect([ended.code, valueOf(ended)]).toMatchObject([1, value]);
    expect(ended.stderr).toContain(failed?.id);
    expect(await answer('generate', file())).toMatchObject({ made: 1, failed: 0, creditsUsed: expect.any(Number) as number });
    expect((await charges()).length).toBe(3);
  });

  it('gives a project without a voice the first one that speaks its language, and says which', { tags: ['beside'] }, async () => {
    writeFileSync(projects.place('.md'), 'Der Leuchtturm steht am Ende der langen Mole.\n');
    await answer('import', projects.place('.md'), '--project', file());
    const ended = await run('generate', file());
    expect([ended.code, valueOf(ended)]).toMatchObject([0, { made: 1, failed: 0 }]);
    const { chapters } = (await answer('show', file())) as { chapters: { blocks: { voiceId: string }[] }[] };
    const voices = await allVoices(projects.service());
    expect(voices.find(({ voiceId }) => voiceId === chapters[0]?.blocks[0]?.voiceId)?.primaryLanguage).toMatch(/^de/u);
  });

  it('killed while jobs are made, it fetches those jobs the next time: each block is bought once', { tags: ['beside'] }, async () => {
    const { process, ended } = await beginJobs();
    process.kill('SIGKILL');
    await ended;
    await projects.service().clearFaults();
    expect(await answer('generate', file())).toMatchObject({ made: 2, failed: 0 });
    expect((await charges()).length).toBe(2);
  });
});
