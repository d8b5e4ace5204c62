import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { context, SpeechFixture } from './fixture.ts';

const program = fileURLToPath(new URL('generate-until-killed.ts', import.meta.url));
const long = 'It was a long story, and nobody knew how it would end. '.repeat(170).trim();

/** Runs until it kills itself; answers with the path of its project. */
function untilKilled(directory: string, service: LocalService, key: string, modelId: string, event: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, directory, service.baseUrl, key, modelId, event], (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve((JSON.parse(stdout) as { path: string }).path);
      else reject(new Error(`It was not killed: ${stderr}`));
    });
  });
}

describe('the studio, killed', () => {
  let service: LocalService;
  let fixture: SpeechFixture | undefined;
  let account = 0;
  beforeAll(async () => {
    service = await startLocalService();
  });
  afterAll(() => service.stop());
  afterEach(() => fixture?.close());
  const charges = async (key: string) => (await service.charges(key)).entries.filter((entry) => entry.state !== 'granted');
  const begin = async (modelId: string, event: string) => {
    const key = `local-killed${++account}`;
    const directory = SpeechFixture.newDirectory();
    const path = await untilKilled(directory, service, key, modelId, event);
    fixture = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: key }, directory);
    return { fixture, path, key };
  };

  it('while sound arrives keeps it as incomplete, and says what is not known', { tags: ['beside'] }, async () => {
    const { fixture, path, key } = await begin('', 'words');
    const listed = await fixture.speech.recover();
    expect(listed).toMatchObject([{ failure: { kind: 'outcome-unknown', charged: 'unknown', next: 'generate-again' } }]);
    expect(listed[0]?.summary).toMatch(/^“It was a long story/u);
    const project = await fixture.library.services['project.open']({ path }, context());
    expect(project.takes).toMatchObject([{ state: 'incomplete' }]);
    expect(project.takes[0]?.samples).toBeGreaterThan(0);
    expect(await fixture.speech.recover()).toHaveLength(1); // asked again, nothing is done twice
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect(await fixture.ledger.unsettled()).toEqual([]);
    expect(fixture.unsettled.at(-1)).toEqual([]);
    expect(fixture.ended).toMatchObject([{ operationId: listed[0]?.operationId, outcome: 'superseded', creditsUsed: null }]);
    expect(await charges(key)).toHaveLength(2);
  });

  it('before an answer leaves the question open, and the same key answers it', async () => {
    const { fixture, path, key } = await begin('', 'sending');
    expect(await fixture.speech.recover()).toMatchObject([{ failure: { kind: 'outcome-unknown', charged: 'unknown' } }]);
    const project = await fixture.library.services['project.open']({ path }, context());
    expect(project.takes).toEqual([]);
    // The request was never sent, or was left by its reader: the first asking learns which, and pays at most once.
    await fixture.generate(project);
    // It does not vanish: how it ended is told, with what it cost.
    expect(fixture.unsettled.at(-1)).toEqual([]);
    expect(fixture.ended).toMatchObject([{ summary: fixture.unsettled.find((told) => told.length > 0)?.[0]?.summary }]);
    if (fixture.ended[0]?.outcome === 'made') expect(fixture.ended[0].creditsUsed).toBeGreaterThan(0);
    expect((await charges(key)).filter((entry) => entry.state === 'settled').length).toBeLessThanOrEqual(1);
  });

  it('while a job is made goes on with it, and its sound waits for the project', { tags: ['beside'] }, async () => {
    const { fixture, path, key } = await begin('alpha-s2pro', 'waiting');
    await fixture.speech.recover();
    const fingerprint = (await fixture.ledger.pending())[0]?.fingerprint;
    if (fingerprint !== undefined) await expect.poll(() => fixture.library.findPaid(fingerprint), { timeout: 20_000 }).toBeDefined();
    await expect.poll(() => fixture.ledger.pending(), { timeout: 20_000 }).toEqual([]);
    const project = await fixture.library.services['project.open']({ path }, context());
    expect(project.takes).toMatchObject([{ state: 'complete', modelId: 'alpha-s2pro' }]);
    expect(await charges(key)).toHaveLength(1);
  });

  it('while a job is made does not go on with it on another account', async () => {
    const { fixture, path } = await begin('alpha-s2pro', 'waiting');
    await fixture.shut();
    const other = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: 'local-somebody-else' }, fixture.directory);
    try {
      expect(await other.speech.recover()).toMatchObject([{ failure: { kind: 'unauthorized', next: 'check-connection' } }]);
      expect(await other.ledger.pending()).toMatchObject([{ state: 'waiting' }]);
      expect(path).toBeTruthy();
    } finally {
      await other.shut();
    }
  });
});

describe('the service, killed', () => {
  it('in the middle of a stream leaves what came, is reported as such, and is asked no more; what was not sent waits', async () => {
    const service = await startLocalService({ key: 'local-main' });
    const fixture = await SpeechFixture.open(service);
    try {
      const project = await fixture.project([long, 'And then.', 'The end.']);
      const controller = new AbortController();
      const underWay = new Set<string>();
      const waiting = new Set<string>();
      const { events, out, thrown } = await fixture.generate(project, undefined, controller, (event) => {
        if (event.type === 'sending') underWay.add(event.blockId);
        if (event.type === 'receiving') service.process.kill('SIGKILL');
        if (event.type === 'paused') waiting.add(event.blockId);
        if (event.type === 'paused' || event.type === 'failed') underWay.delete(event.blockId);
        // It never comes back, and a person stops what waits.
        if (waiting.size > 0 && underWay.size === 0) controller.abort();
      });
      if (waiting.size > 0) expect(thrown).toMatchObject({ failure: { kind: 'cancelled' } });
      else expect(out).toEqual({ made: 0, reused: 0, failed: 3 });
      expect(events.some((event) => event.type === 'take')).toBe(false);
      const failed = events.flatMap((event) => (event.type === 'failed' ? [event] : []));
      // Several blocks are made at a time: what was under way may be charged, what came is kept, and nothing else is sent.
      const left = failed.filter(({ failure }) => failure.charged !== 'no');
      expect(
        left.some(
          ({ failure, takeId }) => failure.kind === 'stream-interrupted' && fixture.takes.get(takeId ?? '')?.state === 'incomplete',
        ),
      ).toBe(true);
      for (const { failure } of left) expect(['stream-interrupted', 'outcome-unknown']).toContain(failure.kind);
      for (const { blockId } of failed.filter((one) => !left.includes(one))) expect(waiting.has(blockId)).toBe(true);
      expect(fixture.unsettled.at(-1)).toHaveLength(left.length);
    } finally {
      await fixture.close();
      await service.kill();
    }
  });
});
