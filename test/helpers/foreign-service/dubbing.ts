import { rm, writeFile } from 'node:fs/promises';
import { type Answer, type Call, type Route, json } from './answer.ts';
import { requireKey } from './designs.ts';
import { Failure, invalid } from './failure.ts';
import { type JsonObject, readBoolean, readNumber, readText, requireText, requireUrl } from './fields.ts';
import { type ImportedMedia, importMedia } from './imports.ts';
import type { LipSync, SyncJob } from './lip-sync.ts';
import { contentType } from './sound.ts';
import { type SpeechOrder, chooseModel, readOrderV1 } from './speech-order.ts';
import { type SpokenAudio, speakOrder } from './speech.ts';
import type { World } from './world.ts';

const path = '/api/open/v1/media/video-dubbing/jobs';

/** Speech from text and a lip-sync job with it, in one call. */
export function dubbingRoutes(world: World, lipSync: LipSync): Route[] {
  return [
    { method: 'POST', path, summary: 'Dub a video', handle: (call) => createDubbing(world, lipSync, call) },
    {
      method: 'GET',
      path: `${path}/{jobId}`,
      summary: 'Read a dubbing job',
      handle: (call) => lipSync.read(call, call.params['jobId'], 'dubbing'),
    },
  ];
}

function createDubbing(world: World, lipSync: LipSync, call: Call): Promise<Answer> {
  const body = call.json();
  const key = requireKey(call);
  const videoUrl = requireUrl(body, 'video_url');
  const order = readDubbingOrder(world, call, body);
  const fit = readBoolean(body, 'fit_audio_to_video') ?? false;
  return world.replays.once({ userId: call.account.userId, key, path: call.path, body }, async () => {
    const spoken = await speakOrder(world, call.account, order, 'dubbingSpeech', key);
    let job: SyncJob;
    try {
      if (world.faults.take('lipSyncCreation')) throw new Failure(500, 'ERR_LIP_SYNC_CREATION', 'The lip-sync job could not be created.');
      job = await startJob(world, lipSync, call, { videoUrl, order, spoken, fit });
    } catch (error) {
      throw withSpeech(world, error, order, spoken);
    }
    const answer = json(200, lipSync.envelope(job));
    return { answer, replay: () => answer };
  });
}

function readDubbingOrder(world: World, call: Call, body: JsonObject): SpeechOrder {
  const text = requireText(body, 'text', 10_000);
  const reference = requireText(body, 'reference_id');
  const speed = readNumber(body, 'speed', 0.5, 2) ?? 1;
  const language = readText(body, 'language', 1, 64);
  const order = readOrderV1(world, call.account, { text, reference_id: reference, ...(language === undefined ? {} : { language }) });
  return { ...order, speed, format: 'wav', model: chooseModel(world, order.voice, readText(body, 'model_id')) };
}

interface DubbingPlan {
  videoUrl: string;
  order: SpeechOrder;
  spoken: SpokenAudio;
  fit: boolean;
}

async function startJob(world: World, lipSync: LipSync, call: Call, plan: DubbingPlan): Promise<SyncJob> {
  const video = await importMedia(world.tools, plan.videoUrl, 'video');
  try {
    const audio = await narration(world, plan, video.seconds);
    return lipSync.start(call, 'dubbing', video, audio, false, plan.spoken.charge.credits);
  } catch (error) {
    await rm(video.path, { force: true });
    throw error;
  }
}

/** The narration as a file; with `fit`, as long as the video. Throws 400 where it would need more than 0.5x to 2x. */
async function narration(world: World, plan: DubbingPlan, videoSeconds: number): Promise<ImportedMedia> {
  const spokenSeconds = plan.spoken.sound.durationMs / 1000;
  const factor = plan.fit ? spokenSeconds / videoSeconds : 1;
  if (factor < 0.5 || factor > 2) throw invalid(`fit_audio_to_video would need a speed of ${factor.toFixed(2)}x. The range is 0.5x to 2x.`);
  const source = await world.tools.temporary(plan.order.format);
  await writeFile(source, plan.spoken.audio);
  if (factor === 1) return { path: source, bytes: plan.spoken.audio, seconds: spokenSeconds };
  const fitted = await world.tools.temporary('wav');
  await world.tools.run('ffmpeg', ['-i', source, '-af', `atempo=${factor}`, fitted]);
  await rm(source, { force: true });
  return { path: fitted, bytes: Buffer.alloc(0), seconds: videoSeconds };
}

/** The error of a dubbing whose speech was paid for: it carries the speech. Where in the body is not shown. */
function withSpeech(world: World, error: unknown, order: SpeechOrder, spoken: SpokenAudio): Failure {
  const failure = error instanceof Failure ? error : new Failure(500, 'ERR_INTERNAL', 'The lip-sync job could not be created.');
  const file = world.files.put(spoken.audio, contentType(order.format));
  const speech = { tts_audio_url: world.files.address(file, order.format), tts_credits_used: spoken.charge.credits };
  const more = world.character === 'odd' ? { details: { ...failure.more.details, ...speech } } : { ...failure.more, fields: speech };
  return new Failure(failure.status, failure.code, failure.message, more);
}
