import { Option, type Command } from 'commander';
import { paidOperations } from '#shared/operations/paid.ts';
import { mediaJobStates, type MediaJobState } from '#shared/wire/lip-sync.ts';
import { mediaTypes, resolutions, type MediaType, type Resolution } from '#shared/wire/media.ts';
import { readPages } from '../../service-client/reading/list.ts';
import { aCount, aNumber, pageSize, readSpokenText, withText, type TextOptions } from './input.ts';
import { cutShort } from './output.ts';
import { getCommand, jobLine, ordered, withWaiting, type WaitOptions } from './media-job.ts';
import { call, readInput } from './paid.ts';
import type { Runner } from './run.ts';
import { messages } from '#shared/messages/index.ts';

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

const taking = messages.cli.media.fetchedByService;

/** `lip-sync`, `dub`, `media`, `image` and `video`: jobs that the service takes, and whose result is fetched when it is there. */
export function mediaCommands(program: Command, run: Runner): void {
  const lipSync = program.command('lip-sync').description(messages.cli.media.lipSyncCommand);
  withWaiting(lipSync.command('create').description(messages.cli.media.createOnceCommand))
    .requiredOption('--video-url <url>', messages.cli.media.videoUrlOption(taking))
    .requiredOption('--audio-url <url>', messages.cli.media.audioUrlOption(taking))
    .option('--video-extension', messages.cli.media.videoExtensionOption)
    .action(
      run.action<LipSyncOptions>(async (work, { wait, out, ...options }) => {
        const input = readInput(paidOperations['lipSync.create'].in, options);
        await ordered(work, { name: 'lip-sync', family: 'lip-sync', operation: 'lipSync.create', input, wait, out });
      }),
    );
  lipSync
    .command('list')
    .description(messages.cli.options.listJobsCommand)
    .option('--page <number>', messages.cli.options.onePage, aCount)
    .option('--limit <number>', messages.cli.options.jobsOfPage, pageSize, 100)
    .addOption(new Option('--status <state>', messages.cli.options.stateFilter).choices([...mediaJobStates]))
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

  const dub = program.command('dub').description(messages.cli.media.dubCommand);
  withWaiting(withText(dub.command('create').description(messages.cli.media.createCommand)))
    .requiredOption('--video-url <url>', messages.cli.media.videoUrlOption(taking))
    .requiredOption('--voice <id>', messages.cli.options.voice)
    .option('--model <id>', messages.cli.options.model)
    .option('--speed <number>', messages.cli.options.speed, aNumber)
    .option('--language <code>', messages.cli.options.languageHint)
    .option('--fit-audio-to-video', messages.cli.media.fitAudioToVideoOption)
    .action(
      run.action<DubOptions>(async (work, { wait, out, text, file, voice, model, ...options }) => {
        const said = await readSpokenText(
          { ...(text !== undefined && { text }), ...(file !== undefined && { file }) },
          work.stdin,
          work.signal,
        );
        const fields = { ...options, text: said, voiceId: voice, modelId: model };
        const input = readInput(paidOperations['dubbing.create'].in, fields, { voiceId: '--voice', modelId: '--model' });
        await ordered(work, { name: 'dub', family: 'dubbing', operation: 'dubbing.create', input, wait, out });
      }),
    );
  getCommand(dub, run, { name: 'dub', family: 'dubbing', resource: (client) => client.dubbing });

  program
    .command('media')
    .description(messages.cli.media.mediaCommand)
    .command('models')
    .description(messages.cli.media.modelsCommand)
    .addOption(new Option('--type <type>', messages.cli.media.typeOption).choices([...mediaTypes]).makeOptionMandatory())
    .action(
      run.action<{ type: MediaType }>(async (work, { type }) => {
        const session = await work.session();
        const { models, notUnderstood, available } = await call(session, 'media.models', { mediaType: type }, work.signal);
        if (!available) work.output.note(messages.cli.media.notOffered);
        if (notUnderstood.length > 0) work.output.note(messages.cli.output.notListed(notUnderstood.join(', ')));
        const lines = models.map(({ id, name, available, quota }) =>
          [id, name, available ? 'available' : messages.cli.output.notAvailable, JSON.stringify(quota)].join('\t'),
        );
        await work.output.result({ available, models, notUnderstood }, lines);
      }),
    );

  const image = program.command('image').description(messages.cli.media.imageCommand);
  withWaiting(image.command('create').description(messages.cli.media.createWithKeyCommand))
    .requiredOption('--prompt <text>', messages.cli.media.promptOption)
    .requiredOption('--model <id>', messages.cli.media.modelOption)
    .requiredOption('--aspect-ratio <w:h>', messages.cli.media.aspectRatioOption)
    .addOption(new Option('--resolution <size>', messages.cli.media.resolutionOption).choices([...resolutions]))
    .option('--image-url <url...>', messages.cli.media.imageUrlOption)
    .action(
      run.action<ImageOptions>(async (work, { wait, out, imageUrl, ...options }) => {
        const pictures = imageUrl?.length === 1 ? { imageUrl: imageUrl[0] } : { imageUrls: imageUrl };
        const input = readInput(paidOperations['images.create'].in, { ...options, ...pictures }, { imageUrls: '--image-url' });
        await ordered(work, { name: 'image', family: 'image', operation: 'images.create', input, wait, out });
      }),
    );
  getCommand(image, run, { name: 'image', family: 'image', resource: (client) => client.media.images });

  const video = program.command('video').description(messages.cli.media.videoCommand);
  withWaiting(video.command('create').description(messages.cli.media.createWithKeyCommand))
    .requiredOption('--prompt <text>', messages.cli.media.promptOption)
    .requiredOption('--model <id>', messages.cli.media.modelOption)
    .requiredOption('--seconds <number>', messages.cli.media.secondsOption, aNumber)
    .requiredOption('--size <wxh>', messages.cli.media.sizeOption)
    .option('--first-frame-url <url>')
    .option('--last-frame-url <url>')
    .option('--reference-image-url <url...>', messages.cli.media.referenceImageUrlOption)
    .action(
      run.action<VideoOptions>(async (work, { wait, out, referenceImageUrl: referenceImageUrls, ...options }) => {
        const names = { referenceImageUrls: '--reference-image-url' };
        const input = readInput(paidOperations['videos.create'].in, { ...options, referenceImageUrls }, names);
        await ordered(work, { name: 'video', family: 'video', operation: 'videos.create', input, wait, out });
      }),
    );
  getCommand(video, run, { name: 'video', family: 'video', resource: (client) => client.media.videos });
}
