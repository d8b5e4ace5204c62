import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { speakThrough, type IntegrationEndpoint } from '#main/hosts/cli/integrations.ts';
import { sendPaid } from '#main/paid-requests/send.ts';
import { updateProfile } from '#main/features/account/profile.ts';
import { fail } from '#shared/failure.ts';
import { liveInput } from '#shared/live.ts';
import type { OperationFamily, SpeechFamily } from '#shared/paid-work.ts';
import { engineSpeechPath, openAiSpeechPath } from '#shared/wire/compatibility.ts';
import { dubbingPath } from '#shared/wire/dubbing.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { imagesPath, videosPath } from '#shared/wire/media.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { livePaths } from '#shared/wire/realtime.ts';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { jobsV1Path, speechV1Path } from '#shared/wire/speech-v1.ts';
import { speechV2Path } from '#shared/wire/speech-v2.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import type { CampaignStudio } from './studio.ts';
import { said } from '../../helpers/said.ts';

/** Something that a person wants, and pays for at most once. */
export interface Intent {
  /** What the service is asked by, as faults name it. */
  on: readonly string[];
  /** Where the result is fetched, likewise. */
  reads: readonly string[];
  /** Kinds of faults of its own, beside those of every paid request. */
  faults: readonly string[];
  /** Whether what was paid for can be had again after its answer was lost. */
  recoverable: boolean;
  /** Charges of one operation that stand, at most. */
  charges: number;
  /** Asks for it. `tag` is like no other's. Each call of `act` before a request is one more that may be paid. */
  want(studio: CampaignStudio, tag: string, act: () => void): Promise<unknown>;
}

const media = 'GET /api/open/signed/media/*';

function speech(family: SpeechFamily, path: string, more: Partial<Intent> = {}): Intent {
  return {
    on: [`POST ${path}`],
    reads: [],
    faults: ['fail-generation', 'cut-after-bytes'],
    recoverable: false,
    charges: 1,
    want: async (studio, _tag, act) => {
      const blockId = studio.script.blocks[family].shift();
      if (blockId === undefined) throw new Error('The script is used up.');
      act();
      await studio.generate(blockId);
    },
    ...more,
  };
}

function earlier(endpoint: IntegrationEndpoint, path: string, more: Partial<Intent> = {}): Intent {
  return {
    on: [`POST ${path}`],
    reads: [],
    faults: ['fail-generation', 'cut-after-bytes'],
    recoverable: false,
    charges: 1,
    want: async (studio, tag, act) => {
      const { voiceId } = studio.makings;
      const text = `Hi ${tag}.`;
      const body =
        endpoint === 'openai'
          ? { model: 'alpha-s1', input: text, voice: voiceId }
          : endpoint === 'engine'
            ? { text, reference_id: voiceId }
            : { text, voiceId };
      const land = async (sound: AsyncIterable<Uint8Array>): Promise<void> => {
        const pieces: Uint8Array[] = [];
        for await (const piece of sound) pieces.push(piece);
        await writeFile(studio.landing(tag), Buffer.concat(pieces));
      };
      act();
      await speakThrough(await studio.tools(), { endpoint, body }, land, { signal: studio.signal });
    },
    ...more,
  };
}

function live(mode: 'simple' | 'reliable', event: string): Intent {
  return {
    on: [`GET ${livePaths.v3}`, `realtime:${event}`, 'realtime:start'],
    reads: ['GET /api/open/v3/realtime/*/*'],
    faults: ['cut-after-bytes', 'provider-error', ...(mode === 'reliable' ? ['drain'] : [])],
    recoverable: mode === 'reliable',
    // One for each phrase; what could not be taken by one request is asked for by the next.
    charges: 2,
    want: async (studio, tag, act) => {
      const texts = mode === 'simple' ? [`Hi ${tag}.`] : [`Hi ${tag}.`, 'And so on.'];
      texts.forEach(act);
      const sends = Readable.from(texts.map((text, index) => ({ type: 'say' as const, id: `p${index}`, text })));
      const input = liveInput.parse({ voiceId: studio.makings.voiceId, modelId: 'alpha-s21pro-flash', mode });
      await studio.live.services['live.speak'](input, { sends, emit: () => undefined, signal: studio.signal });
    },
  };
}

const job = (path: string): Pick<Intent, 'on' | 'reads' | 'faults' | 'recoverable' | 'charges'> => ({
  on: [`POST ${path}`],
  reads: [`GET ${path}/*`, media],
  faults: ['fail-generation'],
  recoverable: true,
  charges: 1,
});
const clone = (studio: CampaignStudio, tag: string) =>
  studio.call('voices.clone', { name: `Voice ${tag}`, files: [{ uploadId: 'recording0001', name: 'said.wav' }], consent: true });
const design = (studio: CampaignStudio, tag: string) => studio.call('designs.create', { prompt: `Voice ${tag}`, previewText: 'Hello.' });

/** Every family of the failure rules. */
export const intents: Readonly<Record<OperationFamily, Intent>> = {
  aligned: speech('aligned', alignedPath, { faults: ['fail-generation', 'cut-after-events', 'alignment', 'cut-after-bytes'] }),
  speech: speech('speech', speechPath),
  job: speech('job', jobsPath, {
    recoverable: true,
    faults: ['fail-generation'],
    reads: [`GET ${jobsPath}/*`, `GET ${jobsPath}/*/audio`, 'GET /api/open/signed/*/*'],
  }),
  'speech-v1': earlier('v1', speechV1Path),
  'speech-v1-cached': earlier('v1-cached', speechV1Path, {
    recoverable: true,
    faults: ['fail-generation'],
    reads: ['GET /api/open/signed/*/*'],
  }),
  'speech-v2': earlier('v2', speechV2Path),
  compatibility: {
    ...earlier('openai', openAiSpeechPath),
    on: [`POST ${openAiSpeechPath}`, `POST ${engineSpeechPath}`],
    want: (studio, tag, act) => {
      const which = createHash('sha256').update(tag).digest()[0]! % 2 === 0 ? 'openai' : 'engine';
      return earlier(which, '').want(studio, tag, act);
    },
  },
  'job-v1': {
    ...job(jobsV1Path),
    // Begun by nothing in the studio: what an integration that is tested would do.
    recoverable: false,
    want: async (studio, tag, act) => {
      const body = Buffer.from(JSON.stringify({ text: `Hi ${tag}.`, voiceId: studio.makings.voiceId }));
      const tools = await studio.tools();
      act();
      const payment = { family: 'job-v1', path: jobsV1Path, body, summary: tag, fingerprint: tag } as const;
      const { operationId } = await sendPaid(
        tools,
        payment,
        async (request, signal) => {
          const { job } = await tools.client.speechV1.createJob(request, signal);
          return { value: null, facts: { creditsUsed: job.creditsUsed }, taskId: job.task.taskId };
        },
        { signal: studio.signal },
      );
      const { taskId } = (await studio.ledger.entry(operationId))!;
      for (;;) {
        const { job } = await tools.client.speechV1.job(taskId ?? '', studio.signal);
        if (job.task.status === 'fail') {
          const failure = fail('service-failed', said('The job failed.')).failure;
          return studio.ledger.settle(operationId, 'failed', { failure });
        }
        if (job.task.status === 'success') return studio.ledger.settle(operationId, 'done', {});
        await studio.clock.sleep(20, studio.signal);
      }
    },
  },
  'realtime-simple': live('simple', 'input'),
  'realtime-reliable': live('reliable', 'flush'),
  transcription: {
    on: [`POST ${transcriptionPath}`],
    reads: [],
    faults: ['fail-generation', 'import-fails', 'cut-after-bytes'],
    recoverable: false,
    charges: 1,
    want: (studio, tag, act) => {
      act();
      return studio.call('transcription.create', { audioUrl: studio.makings.audioUrl, fileName: `${tag}.wav` });
    },
  },
  'voice-create': {
    on: [`POST ${voicesV1Path}`],
    reads: [`GET ${voicesV1Path}`],
    faults: ['fail-generation'],
    recoverable: true,
    charges: 1,
    want: (studio, tag, act) => {
      act();
      return clone(studio, tag);
    },
  },
  'voice-delete': {
    on: [`DELETE ${voicesV1Path}/*`],
    reads: [],
    faults: ['cut-after-bytes'],
    recoverable: true,
    charges: 1,
    want: async (studio, tag, act) => {
      act();
      const { voiceId } = await clone(studio, tag);
      act();
      await studio.call('voices.delete', { voiceId });
    },
  },
  design: {
    on: [`POST ${voiceDesignsPath}`],
    reads: [`GET ${voiceDesignsPath}/*/candidates/*/audio`],
    faults: ['fail-generation'],
    recoverable: true,
    charges: 1,
    want: (studio, tag, act) => {
      act();
      return design(studio, tag);
    },
  },
  'design-save': {
    on: [`POST ${voiceDesignsPath}/*/voices`],
    reads: [],
    faults: ['cut-after-bytes'],
    recoverable: true,
    charges: 1,
    want: async (studio, tag, act) => {
      act();
      const { designId, candidates } = await design(studio, tag);
      act();
      await studio.call('designs.save', { designId, candidateId: candidates[0]!.candidateId, name: `Saved ${tag}` });
    },
  },
  'lip-sync': {
    ...job(lipSyncPath),
    faults: ['fail-generation', 'import-fails'],
    want: (studio, _tag, act) => {
      act();
      return studio.call('lipSync.create', { videoUrl: studio.makings.videoUrl, audioUrl: studio.makings.audioUrl });
    },
  },
  dubbing: {
    ...job(dubbingPath),
    faults: ['fail-generation', 'import-fails'],
    charges: 2,
    want: (studio, tag, act) => {
      act();
      const { videoUrl, voiceId } = studio.makings;
      return studio.call('dubbing.create', { videoUrl, text: `Hi ${tag}.`, voiceId });
    },
  },
  image: {
    ...job(imagesPath),
    want: (studio, tag, act) => {
      act();
      return studio.call('images.create', { prompt: `Kite ${tag}`, model: studio.makings.imageModel, aspectRatio: '1:1' });
    },
  },
  video: {
    ...job(videosPath),
    want: (studio, tag, act) => {
      act();
      const order = { prompt: `Waves ${tag}`, model: studio.makings.videoModel, seconds: 2, size: '320x320' };
      return studio.call('videos.create', order);
    },
  },
  'profile-update': {
    on: [`POST ${profilePath}`],
    reads: [],
    faults: [],
    recoverable: true,
    charges: 0,
    want: async (studio, tag, act) => {
      act();
      await updateProfile(await studio.tools(), { webhookUrl: `https://hooks.example/${tag}` }, { signal: studio.signal });
    },
  },
};
