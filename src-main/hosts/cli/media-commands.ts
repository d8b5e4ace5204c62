import { Option, type Command } from 'commander';
import { paidOperations } from '#shared/operations/paid.ts';
import { mediaJobStates, type MediaJobState } from '#shared/wire/lip-sync.ts';
import { mediaTypes, resolutions, type MediaType, type Resolution } from '#shared/wire/media.ts';
import { readPages } from '../../service-client/reading/list.ts';
import { aCount, aNumber, pageSize, textOf, withText, type TextOptions } from './input.ts';
import { cutShort } from './output.ts';
import { getCommand, jobLine, ordered, withWaiting, type WaitOptions } from './media-job.ts';
import { call, inputOf } from './paid.ts';
import type { Runner } from './run.ts';

interface LipSyncOptions extends WaitOptions {
  videoUrl: string;
  audioUrl: string;
  videoExtension?: true;
}
interface DubOptions extends WaitOptions, TextOptions {
  videoUrl: string;
  voice: string;
  model?: string;
  speed?: number;
  language?: string;
  fitAudioToVideo?: true;
}
interface ImageOptions extends WaitOptions {
  prompt: string;
  model: string;
  aspectRatio: string;
  resolution?: Resolution;
  imageUrl?: string[];
}
interface VideoOptions extends WaitOptions {
  prompt: string;
  model: string;
  seconds: number;
  size: string;
  firstFrameUrl?: string;
  lastFrameUrl?: string;
  referenceImageUrl?: string[];
}

const taking = 'that the service fetches by itself';

/** `lip-sync`, `dub`, `media`, `image` and `video`: jobs that the service takes, and whose result is fetched when it is there. */
export function mediaCommands(program: Command, run: Runner): void {
  const lipSync = program.command('lip-sync').description('a video whose lips follow another sound');
  withWaiting(lipSync.command('create').description('has one made; never sent again by itself after it has left'))
    .requiredOption('--video-url <url>', `the video, ${taking}`)
    .requiredOption('--audio-url <url>', `the sound, ${taking}`)
    .option('--video-extension', 'the video is made as long as the sound, which is what is billed')
    .action(
      run.action<LipSyncOptions>(async (work, { wait, out, ...options }) => {
        const input = inputOf(paidOperations['lipSync.create'].in, options);
        await ordered(work, { name: 'lip-sync', family: 'lip-sync', operation: 'lipSync.create', input, wait, out });
      }),
    );
  lipSync
    .command('list')
    .description('the jobs of the account, newest first')
    .option('--page <number>', 'one page alone', aCount)
    .option('--limit <number>', 'jobs a page, 100 at most', pageSize, 100)
    .addOption(new Option('--status <state>', 'those alone').choices([...mediaJobStates]))
    .action(
      run.action<{ page?: number; limit: number; status?: MediaJobState }>(async (work, { page: only, limit, status }) => {
        const { client } = await work.session();
        // The interface names no other filter; of the other states those are picked out that the list has.
        const filter = status === 'completed' ? { status } : {};
        const found = await readPages(
          (page) => client.lipSync.list({ page, limit, ...filter }, work.signal),
          ({ id }) => id,
          {
            from: only ?? 1,
            most: only === undefined ? work.common.maxPages : 1,
          },
        );
        if (only === undefined && found.isCut) work.output.note(cutShort(found.pages));
        const items = status === undefined ? found.items : found.items.filter((job) => job.status === status);
        await work.output.result({ total: items.length, items: items.map(({ fields }) => fields) }, items.map(jobLine));
      }),
    );
  getCommand(lipSync, run, { name: 'lip-sync', family: 'lip-sync', resource: (client) => client.lipSync });

  const dub = program.command('dub').description('a video that speaks another text');
  withWaiting(withText(dub.command('create').description('has one made')))
    .requiredOption('--video-url <url>', `the video, ${taking}`)
    .requiredOption('--voice <id>', 'the voice, as voices list names it')
    .option('--model <id>', 'the model; else the default of the voice’s family')
    .option('--speed <number>', '0.5 to 2', aNumber)
    .option('--language <code>', 'a hint')
    .option('--fit-audio-to-video', 'the speech is made as long as the video')
    .action(
      run.action<DubOptions>(async (work, { wait, out, text, file, voice, model, ...options }) => {
        const said = await textOf({ ...(text !== undefined && { text }), ...(file !== undefined && { file }) }, work.stdin, work.signal);
        const fields = { ...options, text: said, voiceId: voice, modelId: model };
        const input = inputOf(paidOperations['dubbing.create'].in, fields, { voiceId: '--voice', modelId: '--model' });
        await ordered(work, { name: 'dub', family: 'dubbing', operation: 'dubbing.create', input, wait, out });
      }),
    );
  getCommand(dub, run, { name: 'dub', family: 'dubbing', resource: (client) => client.dubbing });

  program
    .command('media')
    .description('what images and videos are made with')
    .command('models')
    .description('lists the models')
    .addOption(new Option('--type <type>', 'image or video').choices([...mediaTypes]).makeOptionMandatory())
    .action(
      run.action<{ type: MediaType }>(async (work, { type }) => {
        const session = await work.session();
        const { models, notUnderstood, available } = await call(session, 'media.models', { mediaType: type }, work.signal);
        if (!available) work.output.note('The service does not offer this to the account.');
        if (notUnderstood.length > 0) work.output.note(`Not understood, and not listed: ${notUnderstood.join(', ')}.`);
        const lines = models.map(({ id, name, available, quota }) =>
          [id, name, available ? 'available' : 'not available', JSON.stringify(quota)].join('\t'),
        );
        await work.output.result({ available, models, notUnderstood }, lines);
      }),
    );

  const image = program.command('image').description('pictures');
  withWaiting(image.command('create').description('has one made; the same key is answered with the same job'))
    .requiredOption('--prompt <text>', 'what is to be seen')
    .requiredOption('--model <id>', 'as media models names it')
    .requiredOption('--aspect-ratio <w:h>', 'such as 16:9')
    .addOption(new Option('--resolution <size>', '1k (default), 2k or 4k, where the model has it').choices([...resolutions]))
    .option('--image-url <url...>', 'what is to be changed: one, or up to four in their order')
    .action(
      run.action<ImageOptions>(async (work, { wait, out, imageUrl, ...options }) => {
        const pictures = imageUrl?.length === 1 ? { imageUrl: imageUrl[0] } : { imageUrls: imageUrl };
        const input = inputOf(paidOperations['images.create'].in, { ...options, ...pictures }, { imageUrls: '--image-url' });
        await ordered(work, { name: 'image', family: 'image', operation: 'images.create', input, wait, out });
      }),
    );
  getCommand(image, run, { name: 'image', family: 'image', resource: (client) => client.media.images });

  const video = program.command('video').description('moving pictures');
  withWaiting(video.command('create').description('has one made; the same key is answered with the same job'))
    .requiredOption('--prompt <text>', 'what is to be seen')
    .requiredOption('--model <id>', 'as media models names it')
    .requiredOption('--seconds <number>', 'its length', aNumber)
    .requiredOption('--size <wxh>', 'such as 1280x720')
    .option('--first-frame-url <url>')
    .option('--last-frame-url <url>')
    .option('--reference-image-url <url...>', 'up to four')
    .action(
      run.action<VideoOptions>(async (work, { wait, out, referenceImageUrl: referenceImageUrls, ...options }) => {
        const names = { referenceImageUrls: '--reference-image-url' };
        const input = inputOf(paidOperations['videos.create'].in, { ...options, referenceImageUrls }, names);
        await ordered(work, { name: 'video', family: 'video', operation: 'videos.create', input, wait, out });
      }),
    );
  getCommand(video, run, { name: 'video', family: 'video', resource: (client) => client.media.videos });
}
