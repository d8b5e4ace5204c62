import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LocalServiceProcess } from '#main/infra/platform.ts';
import { restartLimits } from '#main/service-client/restart-limit.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { idsOf, SpeechFixture } from './fixture.ts';

// Each starts several processes; the bound is for what hangs.
vi.setConfig({ testTimeout: 180_000 });

const lines = Array.from({ length: 20 }, (_, index) => `This is line number ${index + 1} of the script.`);
/** A model whose sound is made by jobs, which can be fetched again. */
const jobModel = 'alpha-s2pro';

const running: LocalService[] = [];
let fixture: SpeechFixture | undefined;
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
  for (const service of running.splice(0)) await service.kill();
});

/** A fixture that starts the real local service itself: a new process on the same data each time, of which `onStart` is told. */
async function openWithProcess(onStart: (service: LocalService, count: number) => void = () => undefined) {
  const directory = SpeechFixture.newDirectory();
  const start = async (): Promise<LocalServiceProcess> => {
    const service = await startLocalService({ key: 'local-main', dataDirectory: join(directory, 'service') });
    running.push(service);
    const exited = once(service.process, 'exit').then(() => 'ended');
    onStart(service, running.length);
    const { baseUrl, realtimeUrl, apiKey } = service;
    return { baseUrl, realtimeUrl, apiKey: secret(apiKey), exited, stop: () => service.stop().then(() => undefined) };
  };
  fixture = await SpeechFixture.open({ baseUrl: '', apiKey: '', start }, directory);
  return fixture;
}

const settled = async (service: LocalService | undefined) =>
  ((await service?.charges())?.entries ?? []).filter((entry) => entry.state === 'settled');

/** Kills the newest process when the run has made so many blocks. */
function killAfter(takes: number) {
  let left = takes;
  return ({ type }: { type: string }): void => {
    if (type === 'take' && --left === 0) running.at(-1)?.process.kill('SIGKILL');
  };
}

describe('a local service that is killed in the middle of Generate all', () => {
  it('is restarted by itself, and every block of a model with jobs is made and paid once', async () => {
    const studio = await openWithProcess();
    const project = await studio.project(lines, jobModel);
    const { events, out } = await studio.generate(project, undefined, undefined, killAfter(3));
    expect(events.filter((event) => event.type === 'failed')).toEqual([]);
    expect(out?.failed).toBe(0);
    expect(new Set(events.flatMap((event) => (event.type === 'take' ? [event.blockId] : [])))).toEqual(new Set(idsOf(project)));
    expect(running).toHaveLength(2);
    expect(await settled(running.at(-1))).toHaveLength(lines.length);
  });

  it('fails nothing but streams that had begun, and no block of a streaming model is paid twice', { tags: ['beside'] }, async () => {
    const studio = await openWithProcess();
    const project = await studio.project(lines);
    const { events, out } = await studio.generate(project, undefined, undefined, killAfter(3));
    const failed = events.flatMap((event) => (event.type === 'failed' ? [event] : []));
    // What was sent is judged by its family's rule: a stream that began is not sent again, and a repeat may learn that it was paid or refunded.
    for (const { failure } of failed) expect(['stream-interrupted', 'conflict']).toContain(failure.kind);
    expect(out).toEqual({ made: lines.length - failed.length, reused: 0, failed: failed.length });
    expect(running).toHaveLength(2);
    const paid = await settled(running.at(-1));
    expect(paid.length).toBeLessThanOrEqual(lines.length);
    expect(new Set(paid.map(({ requestId }) => requestId)).size).toBe(paid.length);
  });

  it(
    'and again more often than the limit, leaves the run waiting with its reason until a person restarts it',
    { tags: ['beside'] },
    async () => {
      // Each process that the studio starts by itself ends as soon as it is there.
      const studio = await openWithProcess((service, count) => {
        if (count > 1 && count <= restartLimits.times + 1) service.process.kill('SIGKILL');
      });
      const project = await studio.project(lines, jobModel);
      const givenUp = new Promise<void>((resolve) => {
        studio.connection.onChange(({ state }) => {
          if (state === 'failed') resolve();
        });
      });
      let isOver = false;
      const generated = studio.generate(project, undefined, undefined, killAfter(3)).finally(() => (isOver = true));
      await givenUp;
      expect(running).toHaveLength(restartLimits.times + 1);
      expect(studio.connection.current().failure).toMatchObject({
        message: 'The local service stopped again after 3 automatic restarts in 5 minutes.',
        next: 'restart-local-service',
      });
      expect(isOver).toBe(false);

      await studio.connection.restart();
      const { events, out } = await generated;
      expect(events.some((event) => event.type === 'paused')).toBe(true);
      expect(events.filter((event) => event.type === 'failed')).toEqual([]);
      expect(out?.failed).toBe(0);
      expect(await settled(running.at(-1))).toHaveLength(lines.length);
    },
  );
});

describe('a hosted service whose connection is lost in the middle of Generate all', () => {
  it(
    'refuses connections for a while: the run waits, goes on when it is back, and pays each block once',
    { tags: ['beside'] },
    async () => {
      const directory = SpeechFixture.newDirectory();
      const dataDirectory = join(directory, 'service');
      const first = await startLocalService({ key: 'local-hosted', dataDirectory });
      running.push(first);
      const studio = (fixture = await SpeechFixture.open({ ...first, hosted: true }, directory));
      const project = await studio.project(lines, jobModel);
      let resumed: Promise<unknown> | undefined;
      const kill = killAfter(3);
      const { events, out } = await studio.generate(project, undefined, undefined, (event) => {
        kill(event);
        if (event.type !== 'paused' || resumed) return;
        resumed = startLocalService({ key: 'local-hosted', dataDirectory, port: Number(new URL(first.baseUrl).port) }).then((service) =>
          running.push(service),
        );
      });
      await resumed;
      // The request that the kill cut off has an unknown outcome; the ones after it find nobody. Which of the two is seen first is chance.
      const causes = events.flatMap((event) => (event.type === 'paused' ? [event.failure.kind] : []));
      expect(causes.length).toBeGreaterThan(0);
      for (const cause of causes) expect(['unreachable', 'outcome-unknown']).toContain(cause);
      expect(events.filter((event) => event.type === 'failed')).toEqual([]);
      expect(out?.failed).toBe(0);
      expect(await settled(running.at(-1))).toHaveLength(lines.length);
    },
  );
});
