import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { jobsPath } from '#shared/wire/jobs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { start, valueOf, type Ended, type Running } from './command-line.ts';

interface Block {
  id: string;
  text: string;
  state: string;
  startMs: number | null;
  endMs: number | null;
}

/** A local service, and for each test an account, a profile and a project of its own. Hooks are set where it is called. */
export function useGeneratingProjects() {
  let service: LocalService;
  let folder: string;
  let voiceId: string;
  let key: string;
  let runs = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-generate-'));
    service = await startLocalService();
    ({ voiceId } = await voiceFor(service, 'en', 'alpha'));
  });
  beforeEach(() => {
    key = `local-generate${++runs}`;
  });
  afterEach(() => service.clearFaults());
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const place = (name: string): string => join(folder, `${key}${name}`);
  const begin = (...args: string[]): Running => {
    const env = { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: key };
    return start(['project', ...args, '--json'], { profile: join(folder, key), env });
  };
  const run = (...args: string[]): Promise<Ended> => begin(...args).ended;
  const answer = async (...args: string[]): Promise<Record<string, unknown>> => {
    const ended = await run(...args);
    expect([ended.code, ended.stderr], args.join(' ')).toEqual([0, '']);
    return valueOf(ended);
  };
  const shown = async (): Promise<Block[]> => {
    const { chapters } = (await answer('show', place('.voicewright'))) as { chapters: { blocks: Block[] }[] };
    return chapters.flatMap(({ blocks }) => blocks);
  };
  const makeProject = async (script: string): Promise<void> => {
    writeFileSync(place('.md'), script);
    await answer('import', place('.md'), '--project', place('.voicewright'), '--voice', voiceId);
  };
  const charges = async () => (await service.charges(key)).entries.filter(({ state }) => state === 'settled' || state === 'reserved');
  return {
    service: () => service,
    voiceId: () => voiceId,
    place,
    profile: () => join(folder, key),
    file: () => place('.voicewright'),
    begin,
    run,
    answer,
    shown,
    states: async () => (await shown()).map(({ state }) => state),
    /** A project of these paragraphs; a line of `# Title` begins a chapter. */
    makeProject,
    /** What the service charged, and did not refund. */
    charges,
    /** A run that generates two blocks by jobs, which the service has taken and does not answer for until its faults are cleared. */
    beginJobs: async (): Promise<Running> => {
      await makeProject('The fog came in.\n\nNobody saw it.\n');
      await answer('set', place('.voicewright'), '--voice', voiceId, '--model', 'alpha-s2pro');
      await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'delay', ms: 20_000, times: 100 }]);
      const running = begin('generate', place('.voicewright'));
      await expect.poll(async () => (await charges()).length, { timeout: 20_000 }).toBe(2);
      return running;
    },
  };
}
