import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { hostedCertificate, hostedLook } from '../helpers/hosted-look.ts';
import { startS3Server, type S3Server } from '../helpers/s3-server.ts';
import { seriousTroubles } from './axe.ts';
import { dropOn, openMedia, zoneOf } from './media.ts';
import { expect, test as base } from './with-service.ts';

/** A service that is elsewhere as far as the studio can tell, and a bucket of the person's. */
const test = base.extend<{ s3: S3Server }>({
  s3: async ({}, use) => {
    const s3 = await startS3Server();
    await use(s3);
    await s3.close();
  },
  hostEnvironment: async ({ service, profileDirectory }, use) => {
    const hosted = await hostedLook(service);
    const trusted = join(profileDirectory, 'hosted.pem');
    writeFileSync(trusted, hostedCertificate);
    await use({
      VOICEWRIGHT_BASE_URL: hosted.baseUrl,
      VOICEWRIGHT_API_KEY: service.apiKey,
      NODE_EXTRA_CA_CERTS: trusted,
    });
    await hosted.close();
  },
});

const go = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel }).click();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'with a bucket set by keys alone, dropped files are lip-synced by a hosted service, and nothing stays in it',
  { tag: '@beside' },
  async ({ page, service, s3 }) => {
    test.slow();
    const media = await openMedia();
    const [video, tone] = [await media.video('talk.webm', 3), await media.tone('voice.ogg', 2)];
    await go(page, messages.lipSync.lipSync);
    const field = page.getByRole('figure', { name: messages.lipSync.source });
    await expect(field).toContainText('set a bucket for local files in Account');

    await go(page, messages.account.account);
    const section = page.getByRole('region', { name: messages.account.bucketForLocalFiles });
    await button(page, messages.account.setUpBucket).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: messages.account.bucket });
    await expect(form.getByLabel(messages.account.endpoint)).toBeFocused();
    for (const typed of [s3.endpoint, s3.bucket, 'us-east-1', '', undefined, s3.accessKeyId, s3.secretAccessKey]) {
      if (typed !== undefined) {
        await page.keyboard.press('Control+a');
        await (typed === '' ? page.keyboard.press('Delete') : page.keyboard.insertText(typed));
      }
      await page.keyboard.press('Tab');
    }
    await button(page, messages.account.testBucket).press('Enter');
    await expect(form).toContainText('the bucket is in another region, eu-test-1');
    expect(await seriousTroubles(page)).toEqual([]);
    await form.getByRole('textbox', { name: messages.account.region }).fill(s3.region);
    await button(page, messages.account.testBucket).press('Enter');
    await expect(form).toContainText(messages.account.bucketWorks);
    await form.getByRole('textbox', { name: messages.account.region }).press('Enter');
    await expect(section.getByRole('group', { name: s3.bucket })).toContainText(messages.account.validFor('24 hours'));
    expect(await page.content()).not.toContain(s3.secretAccessKey);

    await go(page, messages.lipSync.lipSync);
    await expect(page.locator(zoneOf('lip-sync.video'))).toContainText(messages.sources.viaBucket('films at 127.0.0.1'));
    await dropOn(page, zoneOf('lip-sync.video'), [video]);
    await dropOn(page, zoneOf('lip-sync.audio'), [tone]);
    await expect(page.getByLabel(messages.lipSync.billing)).toContainText('2 seconds');
    const puts = () => s3.requests.filter(({ what }) => what.includes('.webm') || what.includes('.ogg'));
    expect(puts()).toEqual([]);
    // The first upload hangs, and is stopped: nothing is sent.
    s3.fail({ method: 'PUT', hang: true });
    await page.keyboard.press('Control+Enter');
    // Every byte of it leaves, as the bucket does not say that it wants none; only the answer is missing.
    await expect(page.getByRole('progressbar', { name: messages.shapes.uploading('talk.webm') })).toHaveAttribute('aria-valuenow', /^99/u);
    await expect(page.getByText(messages.shapes.uploadedToBucket('99', '').split(',')[0]!.trim())).toBeVisible();
    await button(page, messages.dubbing.stop).click();
    await expect(button(page, messages.lipSync.makeLipSync)).toBeVisible();
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toEqual([]);

    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: messages.mediaJobs.job })).toContainText(messages.dubbing.done, { timeout: 30_000 });
    expect((await service.charges()).entries.filter(({ state }) => state === 'settled')).toHaveLength(1);
    await expect.poll(() => s3.objects.size).toBe(0);
    await media.workshop.close();
  },
);
