import { join } from 'node:path';
import { language, messages } from '#shared/messages/index.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { imagesPath } from '#shared/wire/media.ts';
import { buzz } from '../../contract/clone/fixture.ts';
import { ffmpeg } from '../../contract/dubbing-timeline/fixture.ts';
import type { Journey, PicturedStudio } from './studio.ts';

const { dubbing, imagesVideo, lipSync, mediaJobs, shapes, transcribe } = messages;
const english = new Intl.DisplayNames(language(), { type: 'language' }).of('en') ?? '';

/** A film of that many seconds in a kind that the browser plays. */
async function film({ folder }: PicturedStudio, name: string, seconds: number): Promise<string> {
  const path = join(folder, name);
  await ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      `gradients=size=640x360:rate=25:duration=${seconds}:c0=0x20304f:c1=0xd08a5a:x0=320:y0=360:x1=320:y1=0:nb_colors=2`,
    ],
    ...['-f', 'lavfi', '-i', `anoisesrc=color=brown:amplitude=0.8:duration=${seconds}`],
    ...['-c:v', 'libvpx', '-pix_fmt', 'yuv420p', '-deadline', 'realtime', '-c:a', 'libopus', path],
  );
  return path;
}

async function tone({ folder }: PicturedStudio, name: string, seconds: number): Promise<string> {
  const path = join(folder, name);
  await ffmpeg('-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`, '-c:a', 'libopus', path);
  return path;
}

async function give({ page }: PicturedStudio, slot: string, path: string): Promise<void> {
  const field = page.locator(`[data-slot="${slot}"]`);
  await page.locator(`[data-fills="${slot}"]`).or(field).locator('input[type="file"]').first().setInputFiles(path);
  await field.getByText(/0:0\d/u).first().waitFor();
}

const lipSyncJourney: Journey = {
  panels: ['lip-sync'],
  async run(studio) {
    const { page, service, picture, go, button, region, alert } = studio;
    const create = 'POST /api/open/v1/media/lip-sync/jobs';
    const read = 'GET /api/open/v1/media/lip-sync/jobs/*';
    const job = region(mediaJobs.job);
    await go(messages.window.lipSync);
    await picture('lip-sync', 'filled', async () => {
      await give(studio, 'lip-sync.video', await film(studio, 'The harbour.webm', 7));
      await give(studio, 'lip-sync.audio', await tone(studio, 'The last boat.ogg', 5));
    });
    await picture('lip-sync', 'import-failed', async () => {
      await service.setFaults([{ on: create, kind: 'import-fails', mediaKind: 'audio', stage: 'inspect', status: 422, retryable: false }]);
      await button(lipSync.makeLipSync).click();
      await alert().waitFor();
    });
    await picture('lip-sync', 'no-credits', async () => {
      await service.setFaults([{ on: create, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS' }]);
      await button(lipSync.makeLipSync).click();
      await alert(shapes.titleNoCredits).waitFor();
    });
    await picture('lip-sync', 'unknown', async () => {
      await service.setFaults([{ on: create, kind: 'drop-after-charge' }]);
      await button(lipSync.makeLipSync).click();
      await alert(shapes.titleNoResponse).waitFor();
    });
    await picture('lip-sync', 'found', async () => {
      await button(messages.jobs.lookUp).first().click();
      await page.getByRole('button', { name: messages.jobs.adopt }).first().waitFor();
    });
    await picture('lip-sync', 'done', async () => {
      await page.getByRole('button', { name: messages.jobs.adopt }).first().click();
      await job.getByText(messages.chapter.done).waitFor();
    });
    await picture('lip-sync', 'asking-again', async () => {
      await button(messages.shapes.close)
        .click()
        .catch(() => undefined);
      await button(lipSync.makeLipSync).click();
      await page.getByRole('dialog').waitFor();
    });
    await picture('lip-sync', 'working', async () => {
      await service.setFaults([{ on: read, kind: 'hold', times: 9 }]);
      await page.getByRole('dialog').getByRole('button', { name: lipSync.makeLipSync }).click();
      await region(mediaJobs.history).getByText(messages.chapter.waitingAtService).first().waitFor();
    });
    await picture('lip-sync', 'gone-working', async () => {
      await service.kill();
      await page.getByRole('alert').first().waitFor();
    });
    await picture('lip-sync', 'gone', async () => {
      await page.reload();
      await go(messages.window.lipSync);
      await page.getByRole('alert').first().waitFor();
    });
  },
};

const captions = [
  '1\n00:00:01,000 --> 00:00:03,500\nANNA: Nobody had seen the lighthouse keeper since the storm.',
  '2\n00:00:04,200 --> 00:00:05,600\nBEN: Then who has been lighting the lamp every night?',
  '3\n00:00:07,000 --> 00:00:10,000\nANNA: That is what we are here to find out.',
  '4\n00:00:11,000 --> 00:00:12,500\nBEN: Bring the lantern.',
];

const timelineJourney: Journey = {
  panels: ['dubbing'],
  async run(studio) {
    const { page, service, picture, go, button, region } = studio;
    const done = (count: number): Promise<unknown> =>
      page.waitForFunction((wanted) => document.querySelectorAll('[data-segments] [data-status="done"]').length === wanted, count);
    await go(messages.window.dubbing);
    await picture('dubbing', 'video', async () => {
      await region(dubbing.videoToDub)
        .locator('input[type="file"]')
        .setInputFiles(await film(studio, 'The lighthouse.webm', 14));
      await button(dubbing.allDubs).waitFor();
    });
    await picture('dubbing', 'filled', async () => {
      await page
        .locator(`input[aria-label="${dubbing.captionsFile}"]`)
        .setInputFiles({ name: 'The lighthouse.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(captions.join('\n\n')) });
      for (const [speaker, place] of [
        ['ANNA', 0],
        ['BEN', 3],
      ] as const) {
        await page.getByRole('combobox', { name: dubbing.voiceOf(speaker) }).click();
        await page.getByRole('option').filter({ hasText: english }).nth(place).click();
      }
    });
    await picture('dubbing', 'working', async () => {
      await service.setFaults([
        { on: `POST ${jobsPath}`, kind: 'hold', nth: 3, times: 9 },
        { on: `POST ${jobsPath}`, kind: 'fail-generation', nth: 2 },
      ]);
      await button(messages.narration.generateAll).click();
      // One line is expected not to fit: it is asked about first.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: dubbing.generateUnfitToo(4) })
        .click();
      await done(1);
    });
    await picture('dubbing', 'failed', async () => {
      await service.clearFaults();
      await done(3);
      await page.locator('[data-segments] [data-status="failed"]').first().waitFor();
      await page.getByRole('listbox', { name: dubbing.segments }).getByRole('option').filter({ hasText: dubbing.failed }).click();
    });
    await picture('dubbing', 'done', async () => {
      await button(messages.narration.generateAll).click();
      await done(4);
      await page.getByRole('listbox', { name: dubbing.segments }).getByRole('option').nth(1).click();
    });
    await picture('dubbing', 'all', async () => {
      await button(dubbing.allDubs).click();
      await region(dubbing.dubs).waitFor();
    });
    await page
      .getByRole('button', { name: /The lighthouse/u })
      .first()
      .click();
    await picture('dubbing', 'no-credits', async () => {
      await page.getByRole('listbox', { name: dubbing.segments }).getByRole('option').nth(2).click();
      await page.getByRole('textbox', { name: dubbing.text, exact: true }).fill('That is what nobody can pay for.');
      await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS', times: 9 }]);
      await button(messages.narration.generateAll).click();
      await page.locator('[data-segments] [data-status="failed"]').first().waitFor();
    });
    await picture('dubbing', 'gone-working', async () => {
      await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'hold', times: 9 }]);
      await button(messages.narration.generateAll).click();
      await page.locator('[data-segments] [data-status="failed"]').first().waitFor({ state: 'detached' });
      await service.kill();
      await page.getByRole('alert').first().waitFor();
    });
    await picture('dubbing', 'gone', async () => {
      await page.reload();
      await go(messages.window.dubbing);
      await page.getByRole('alert').first().waitFor();
    });
  },
};

const dubbingJourney: Journey = {
  panels: ['dubbing-job'],
  async run(studio) {
    const { page, service, picture, go, button, region, box } = studio;
    const create = 'POST /api/open/v1/media/video-dubbing/jobs';
    const job = region(mediaJobs.job);
    await go(messages.window.dubbing);
    await page.getByText(dubbing.oneText, { exact: true }).click();
    await picture('dubbing-job', 'filled', async () => {
      await give(studio, 'dubbing.video', await film(studio, 'The harbour.webm', 7));
      await box(dubbing.text).fill('The boats have been away since Monday, and nobody has heard anything of them since then.');
      await page.getByRole('combobox', { name: dubbing.voice }).fill(english);
      await page.getByRole('option').first().click();
      await page.getByRole('checkbox', { name: dubbing.fitSpeech }).check();
    });
    await picture('dubbing-job', 'no-credits', async () => {
      await service.setFaults([{ on: create, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS' }]);
      await button(dubbing.dub).click();
      await page.getByRole('alert').first().waitFor();
    });
    await picture('dubbing-job', 'half-failed', async () => {
      await button(messages.shapes.close).first().click();
      await service.setFaults([{ on: create, kind: 'import-fails', mediaKind: 'audio', status: 503, retryable: true, times: 9 }]);
      await button(dubbing.dub).click();
      await job.getByText(dubbing.failed).first().waitFor();
    });
    await picture('dubbing-job', 'unknown', async () => {
      await button(messages.shapes.close).first().click();
      await box(dubbing.text).fill('Nobody has heard anything of them since Monday.');
      await service.setFaults([{ on: create, kind: 'drop-before-charge', times: 2 }]);
      await button(dubbing.dub).click();
      await job.getByText(messages.jobs.outcomeUnknown).first().waitFor();
    });
    await picture('dubbing-job', 'done', async () => {
      await service.clearFaults();
      await button(messages.shapes.close).first().click();
      await page.getByRole('checkbox', { name: dubbing.fitSpeech }).uncheck();
      await box(dubbing.text).fill('The boats came back on Friday, all but one.');
      await button(dubbing.dub).click();
      await job.getByText(dubbing.done).first().waitFor();
    });
    await picture('dubbing-job', 'working', async () => {
      await service.setFaults([{ on: `${create.replace('POST', 'GET')}/*`, kind: 'hold', times: 9 }]);
      await button(messages.shapes.close).first().click();
      await box(dubbing.text).fill('And nobody asked them where they had been.');
      await button(dubbing.dub).click();
      await region(mediaJobs.history).getByText(messages.chapter.waitingAtService).first().waitFor();
    });
    await picture('dubbing-job', 'gone-working', async () => {
      await service.kill();
      await page.getByRole('alert').first().waitFor();
    });
  },
};

const transcribeJourney: Journey = {
  panels: ['transcribe'],
  async run(studio) {
    const { page, service, picture, go, button, alert } = studio;
    const create = 'POST /api/open/v1/speech/transcriptions';
    const segments = page.getByRole('list', { name: transcribe.segments }).getByRole('listitem');
    const send = () => button(transcribe.transcribe).last().click();
    const choose = async (name: string): Promise<void> => {
      await page
        .locator('input[type="file"]')
        .first()
        .setInputFiles({ name, mimeType: 'audio/wav', buffer: Buffer.from(buzz(8)) });
      await page.locator('[data-chosen="ready"]').getByText(name).waitFor();
    };
    await go(messages.window.transcribe);
    await picture('transcribe', 'filled', () => choose('Interview.wav'));
    await picture('transcribe', 'no-credits', async () => {
      await service.setFaults([{ on: create, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS' }]);
      await send();
      await alert(shapes.titleNoCredits).waitFor();
    });
    await picture('transcribe', 'unknown', async () => {
      await service.setFaults([{ on: create, kind: 'drop-after-charge' }]);
      await send();
      await alert(shapes.titleNoResponse).waitFor();
    });
    await picture('transcribe', 'working', async () => {
      await service.setFaults([{ on: create, kind: 'hold' }]);
      await send();
      await page
        .getByRole('complementary')
        .or(page.getByRole('main'))
        .getByText(/\d+ s|0:0\d/u)
        .first()
        .waitFor();
    });
    await service.clearFaults();
    await picture('transcribe', 'done', async () => {
      await segments.nth(3).waitFor();
      await page.getByRole('searchbox', { name: transcribe.findCommand }).fill('the');
    });
    await picture('transcribe', 'export', async () => {
      await button(transcribe.exportWord).click();
      await page.getByRole('dialog').waitFor();
    });
    await page.keyboard.press('Escape');
    await picture('transcribe', 'gone-working', async () => {
      await choose('Second.wav');
      await service.setFaults([{ on: create, kind: 'hold' }]);
      await send();
      await page.getByText(transcribe.transcribing).first().waitFor();
      await service.kill();
      await alert().waitFor();
    });
    await picture('transcribe', 'gone', async () => {
      await page.reload();
      await go(messages.window.transcribe);
      await page.getByRole('alert').first().waitFor();
    });
  },
};

const imagesJourney: Journey = {
  panels: ['images-video'],
  async run(studio) {
    const { page, service, picture, go, box, region, alert } = studio;
    const images = `POST ${imagesPath}`;
    const videos = 'POST /api/open/v1/media/videos/jobs';
    const card = (words: string) => region(imagesVideo.gallery).getByRole('article', { name: words });
    const make = async (words: string): Promise<void> => {
      await box(imagesVideo.prompt).fill(words);
      await page.keyboard.press('Control+Enter');
    };
    await go(messages.window.imagesVideo);
    await page.waitForFunction(() => document.querySelectorAll('main [role="combobox"], main input[aria-haspopup="listbox"]').length > 0);
    await picture('images-video', 'ready', () => page.getByRole('combobox', { name: imagesVideo.aspectRatio }).waitFor());
    await picture('images-video', 'working', async () => {
      await service.setFaults([{ on: `GET ${imagesPath}/*`, kind: 'hold', times: 9 }]);
      await make('A lighthouse at dusk, seen from the sea, as an oil painting');
      await card('A lighthouse at dusk').waitFor();
    });
    await service.clearFaults();
    await picture('images-video', 'done', async () => {
      await card('A lighthouse at dusk').getByRole('img').waitFor();
      await card('A lighthouse at dusk').getByRole('button', { name: imagesVideo.useAsReference }).click();
    });
    await picture('images-video', 'no-credits', async () => {
      await service.setFaults([{ on: images, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_QUOTA' }]);
      await make('The same lighthouse in a storm');
      await alert().waitFor();
    });
    await picture('images-video', 'failed', async () => {
      await service.setFaults([{ on: videos, kind: 'fail-generation' }]);
      await page.getByText(imagesVideo.aVideo, { exact: true }).click();
      await make('The light turns while the waves break on the rocks below.');
      await card('The light turns').getByText(messages.chapter.failed, { exact: true }).waitFor();
    });
    await picture('images-video', 'details-failed', async () => {
      await card('The light turns')
        .getByRole('button', { name: imagesVideo.moreActions('The light turns while the waves break on the rocks below.') })
        .click();
      await page.getByRole('menuitem', { name: imagesVideo.details }).click();
      await page.getByRole('dialog').waitFor();
    });
    await page.keyboard.press('Escape');
    await picture('images-video', 'unknown', async () => {
      await service.setFaults([{ on: videos, kind: 'drop-before-charge', times: 9 }]);
      await make('Gulls over the harbour.');
      await card('Gulls over the harbour.').getByText(messages.jobs.outcomeUnknown).first().waitFor();
    });
    await picture('images-video', 'details-unknown', async () => {
      await card('Gulls over the harbour.')
        .getByRole('button', { name: imagesVideo.moreActions('Gulls over the harbour.') })
        .click();
      await page.getByRole('menuitem', { name: imagesVideo.details }).click();
      await page.getByRole('dialog').waitFor();
    });
    await page.keyboard.press('Escape');
    await picture('images-video', 'gone-working', async () => {
      await service.setFaults([{ on: 'GET /api/open/v1/media/videos/jobs/*', kind: 'hold', times: 9 }]);
      await make('Fog rolls in from the sea.');
      await card('Fog rolls in from the sea.').getByText(messages.chapter.waitingAtService, { exact: true }).waitFor();
      await service.kill();
      await page.getByRole('alert').first().waitFor();
    });
    await picture('images-video', 'gone', async () => {
      await page.reload();
      await go(messages.window.imagesVideo);
      await make('Nobody draws this.');
      await alert().waitFor();
    });
  },
};

export const mediaJourneys = [lipSyncJourney, timelineJourney, dubbingJourney, transcribeJourney, imagesJourney] as const;
