import { messages } from '#shared/messages/index.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { dubSegments, openExampleDub } from './dub-example.ts';
import { expect, paidRequests, test } from './with-service.ts';

test(
  'a window that outlives kill -9 takes in every line that was on its way, by itself and for what it cost before',
  { tag: '@beside' },
  async ({ page, service, host, startAgain }) => {
    test.slow();
    await openExampleDub(page);
    await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'delay', ms: 20_000, times: 9 }]);
    await page.getByRole('button', { name: messages.dubbing.generateAll, exact: true }).click();
    await expect.poll(async () => (await service.charges()).entries.filter(({ state }) => state !== 'granted').length).toBe(3);
    await host.stop('SIGKILL');
    await service.clearFaults();
    await startAgain();
    await page.getByRole('button', { name: messages.window.reconnect }).click();
    await expect(dubSegments(page).locator('[data-status="done"]')).toHaveCount(3, { timeout: 60_000 });
    expect((await paidRequests(service)).settled).toBe(3);
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toHaveLength(3);
  },
);
