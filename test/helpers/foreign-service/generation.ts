import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Route, json } from './answer.ts';
import { shape } from './characters.ts';
import { requireKey } from './designs.ts';
import { invalid, missing } from './failure.ts';
import { type JsonObject, readText, readUrl, requireText } from './fields.ts';
import { fetchMedia } from './imports.ts';
import type { Account, Charge } from './ledger.ts';
import { makePng, makeVideo } from './pictures.ts';
import { hashText } from './sound.ts';
import { type World, isoTime } from './world.ts';

interface MediaModel {
  id: string;
  type: 'image' | 'video';
  resolutions: string[];
  /** How many references, and at which resolutions. */
  references: number;
  referenceResolutions: string[];
}

interface MediaJob {
  id: string;
  type: 'image' | 'video';
  account: Account;
  model: string;
  createdAt: number;
  polls: number;
  fails: boolean;
  charge: Charge;
  result: Promise<string>;
}

const catalogue: readonly MediaModel[] = [
  { id: 'alpha-image-2', type: 'image', resolutions: ['1k', '2k', '4k'], references: 4, referenceResolutions: ['1k', '2k', '4k'] },
  { id: 'gamma-image-1', type: 'image', resolutions: ['1k', '2k'], references: 1, referenceResolutions: ['1k'] },
  { id: 'beta-video-1', type: 'video', resolutions: [], references: 1, referenceResolutions: [] },
  { id: 'zeta-video-lite', type: 'video', resolutions: [], references: 0, referenceResolutions: [] },
];
const stepMs = 4000;

/** Images and videos from a prompt, which draw on API quota alone. */
export class Generation {
  private readonly jobs = new Map<string, MediaJob>();
  private lastNumber = 9300;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  routes(): Route[] {
    const { without } = this.world.settings;
    return [
      { method: 'GET', path: '/api/open/v1/media/models', summary: 'Media models', handle: (call) => this.models(call) },
      ...(without.includes('images') ? [] : this.jobRoutes('image')),
      ...(without.includes('videos') ? [] : this.jobRoutes('video')),
    ];
  }

  private jobRoutes(type: MediaJob['type']): Route[] {
    const path = `/api/open/v1/media/${type}s/jobs`;
    const create = (call: Call) => (type === 'image' ? this.createImage(call) : this.createVideo(call));
    return [
      { method: 'POST', path, summary: `Create a job (${type})`, handle: create },
      { method: 'GET', path: `${path}/{jobId}`, summary: `Read a job (${type})`, handle: (call) => this.read(call, type) },
    ];
  }

  private models(call: Call): Answer {
    const type = call.query.get('mediaType');
    if (type !== 'image' && type !== 'video') throw invalid('mediaType must be image or video.');
    const found = catalogue.filter((model) => model.type === type);
    return json(
      200,
      shape<unknown>(this.world.character, {
        bare: () => found.map((model) => model.id),
        rich: () => ({
          models: found.map((model) => ({
            id: model.id,
            displayName: `Theta ${model.id}`,
            mediaType: type,
            provider: 'theta-cloud',
            verified: true,
            quotaPerJob: 3.5,
            resolutions: [...model.resolutions, '8k-experimental'],
            aspectRatios: ['1:1', '16:9', '21:9'],
            references: { max: model.references, resolutions: model.referenceResolutions },
          })),
          nextCursor: 'm-2',
        }),
        odd: () => ({
          data: { list: found.map((model) => ({ model_id: model.id, label: null, max_refs: model.references, size: null })) },
        }),
      }),
    );
  }

  private createImage(call: Call): Promise<Answer> {
    const body = call.json();
    const key = requireKey(call);
    const prompt = requireText(body, 'prompt', 20_000);
    const model = findModel(requireText(body, 'model'), 'image');
    const [width, height] = readRatio(readText(body, 'aspect_ratio') ?? '1:1');
    const resolution = readText(body, 'resolution') ?? '1k';
    if (!model.resolutions.includes(resolution)) throw invalid(`resolution: ${model.id} does not offer ${resolution}.`);
    const references = readReferences(body);
    if (references.length > model.references) throw invalid(`image_urls: ${model.id} takes at most ${model.references}.`);
    if (references.length > 0 && !model.referenceResolutions.includes(resolution))
      throw invalid(`resolution: ${model.id} edits at 1k alone.`);
    const cost = { '1k': 2, '2k': 4, '4k': 8 }[resolution] ?? 2;
    return this.start(call, key, body, model, cost, async () => {
      for (const reference of references) await fetchMedia(reference, 'image');
      const scale = 96 / Math.max(width, height);
      const png = makePng(Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale)), hashText(prompt) % 251);
      return this.world.files.put(png, 'image/png');
    });
  }

  private createVideo(call: Call): Promise<Answer> {
    const body = call.json();
    const key = requireKey(call);
    requireText(body, 'prompt', 20_000);
    const model = findModel(requireText(body, 'model'), 'video');
    const seconds = body['seconds'] ?? 4;
    if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= 60)) throw invalid('seconds must be a number up to 60.');
    const size = /^(\d{2,4})x(\d{2,4})$/.exec(readText(body, 'size') ?? '1280x720');
    if (size === null) throw invalid('size must be WIDTHxHEIGHT.');
    const scale = 96 / Math.max(Number(size[1]), Number(size[2]));
    const even = (side: number) => Math.max(16, Math.round((side * scale) / 2) * 2);
    return this.start(call, key, body, model, Math.ceil(seconds) * 3, async () => {
      const bytes = await makeVideo(this.world.tools, Math.min(seconds, 10), even(Number(size[1])), even(Number(size[2])));
      return this.world.files.put(bytes, this.world.character === 'odd' ? 'application/octet-stream' : 'video/mp4');
    });
  }

  private start(call: Call, key: string, body: JsonObject, model: MediaModel, quota: number, work: () => Promise<string>): Promise<Answer> {
    return this.world.replays.once({ userId: call.account.userId, key, path: call.path, body }, () => {
      const charge = this.world.ledger.charge(call.account, model.type, { quota }, key);
      this.lastNumber += 1;
      const job: MediaJob = {
        id: this.world.character === 'odd' ? String(this.lastNumber) : `media-${randomUUID()}`,
        type: model.type,
        account: call.account,
        model: model.id,
        createdAt: this.world.now(),
        polls: 0,
        fails: this.world.faults.take(model.type),
        charge,
        result: work(),
      };
      job.result.catch(() => (job.fails = true));
      this.jobs.set(job.id, job);
      const answer = json(this.world.character === 'bare' ? 200 : 202, this.describe(job, undefined));
      return Promise.resolve({ answer, replay: () => answer });
    });
  }

  private async read(call: Call, type: MediaJob['type']): Promise<Answer> {
    const job = this.jobs.get(call.params['jobId'] ?? '');
    if (job?.account !== call.account || job.type !== type) throw missing('The job');
    job.polls += 1;
    const file = this.isFinal(job) ? await job.result.catch(() => undefined) : undefined;
    if (this.isFinal(job) && job.fails) this.world.ledger.refund(job.account, job.charge);
    return json(200, this.describe(job, job.fails ? undefined : file));
  }

  private isFinal(job: MediaJob): boolean {
    return Math.max(job.polls, Math.floor((this.world.now() - job.createdAt) / stepMs)) >= this.world.settings.jobPolls;
  }

  /** Responses carry an id, a status, a result URL on success and an error code on failure; no name is shown. */
  private describe(job: MediaJob, file: string | undefined): JsonObject {
    const final = this.isFinal(job);
    const failed = final && job.fails;
    const url = file === undefined ? undefined : this.world.files.address(file, job.type === 'image' ? 'png' : 'mp4');
    return shape<JsonObject>(this.world.character, {
      bare: () => ({
        taskId: job.id,
        status: final ? (failed ? 'failed' : 'completed') : job.polls === 0 ? 'pending' : 'processing',
        ...(url === undefined ? {} : { resultUrl: url }),
        ...(failed ? { errorCode: 'ERR_PROVIDER' } : {}),
      }),
      rich: () => ({
        success: true,
        task: {
          task_id: job.id,
          status: final ? (failed ? 'failed' : 'succeeded') : (['queued', 'uploading', 'rendering', 'upscaling'][job.polls] ?? 'rendering'),
          model: job.model,
          progress: final ? 1 : 0.125,
          created_at: isoTime(job.createdAt),
          quota_used: job.charge.quota + 0.5,
        },
        ...(url === undefined ? {} : { result: { url, mime_type: job.type === 'image' ? 'image/png' : 'video/mp4', nsfw_score: 0.01 } }),
        ...(failed ? { error: { code: 'ERR_PROVIDER', message: 'The provider gave up.', refunded: true } } : {}),
      }),
      odd: () => ({
        id: Number(job.id),
        state: final ? (failed ? 'failed' : 'success') : 'running',
        output: url === undefined ? null : { files: [{ href: url, bytes: null }] },
        errorCode: failed ? 'ERR_PROVIDER' : null,
        created: Math.floor(job.createdAt / 1000),
        finished: final ? this.world.now() : null,
      }),
    });
  }
}

function findModel(id: string, type: MediaModel['type']): MediaModel {
  const model = catalogue.find((each) => each.id === id && each.type === type);
  if (model === undefined) throw invalid(`model: there is no model ${id} for a ${type}.`);
  return model;
}

function readRatio(text: string): [width: number, height: number] {
  const match = /^(\d{1,3}):(\d{1,3})$/.exec(text);
  const width = Number(match?.[1]);
  const height = Number(match?.[2]);
  if (!(width > 0 && height > 0)) throw invalid('aspect_ratio must be W:H.');
  return [width, height];
}

function readReferences(body: JsonObject): string[] {
  const one = readUrl(body, 'image_url');
  const many = body['image_urls'];
  if (one !== undefined && many !== undefined) throw invalid('image_url and image_urls must not both be given.');
  if (many === undefined) return one === undefined ? [] : [one];
  if (!Array.isArray(many) || many.length === 0 || many.length > 4) throw invalid('image_urls must have 1 to 4 URLs.');
  return many.map((value, index) => readUrl({ [`image_urls[${index}]`]: value as unknown }, `image_urls[${index}]`) ?? '');
}
