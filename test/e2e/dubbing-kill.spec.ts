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

test(
  'a window that is loaded again in the middle of a run takes in what was sent, offers the rest, and buys nothing twice',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await openExampleDub(page);
    const speakers = ['KEEPER', 'VISITOR'];
    const time = (second: number): string => `00:00:0${String(second)},000`;
    const captions = Array.from(
      { length: 7 },
      (_, at) => `${String(at + 1)}\n${time(at)} --> ${time(at + 1)}\n${speakers[at % 2] ?? ''}: Line ${String(at)}.\n`,
    ).join('\n');
    await page
      .getByLabel(messages.dubbing.captionsFile)
      .setInputFiles({ name: 'lines.srt', mimeType: 'text/plain', buffer: Buffer.from(captions) });
    await page.getByRole('button', { name: messages.dubbing.replaceSegments, exact: true }).click();
    await expect(dubSegments(page).getByRole('option')).toHaveCount(7);
    await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'delay', ms: 5_000, times: 3 }]);
    const charged = async (): Promise<number> => (await service.charges()).entries.filter(({ state }) => state !== 'granted').length;
    await page.getByRole('button', { name: messages.dubbing.generateAll, exact: true }).click();
    await expect.poll(charged).toBe(3);
    await page.reload();
    const offer = page.getByRole('region', { name: messages.dubbing.interrupted });
    await expect(offer).toContainText(messages.dubbing.segment(4), { timeout: 60_000 });
    await expect(dubSegments(page).locator('[data-status="done"]')).toHaveCount(3);
    expect(await charged()).toBe(3);
    await offer.getByRole('button', { name: messages.dubbing.resume }).click();
    await expect(dubSegments(page).locator('[data-status="done"]')).toHaveCount(7, { timeout: 60_000 });
    await expect(offer).toHaveCount(0);
    expect(await charged()).toBe(7);
  },
);
