import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type Answer, type Call, type Route, json } from './answer.ts';
import { shape } from './characters.ts';
import { invalid, missing } from './failure.ts';
import { type JsonObject, takePage, queryInteger, readBoolean, requireUrl } from './fields.ts';
import { type ImportedMedia, combine, importMedia } from './imports.ts';
import type { Account, Charge } from './ledger.ts';
import { type World, isoTime } from './world.ts';

export interface SyncJob {
  id: string;
  account: Account;
  kind: 'lipSync' | 'dubbing';
  createdAt: number;
  polls: number;
  fails: boolean;
  videoSeconds: number;
  audioSeconds: number;
  billedSeconds: number;
  charge: Charge;
  /** What dubbing paid for its speech. */
  speechCredits: number;
  /** The result file; there once the two media are combined. */
  result: Promise<string>;
}

const base = '/api/open/v1/media/lip-sync/jobs';
const stepMs = 4000;

/** Lip-sync jobs, and the second half of dubbing. */
export class LipSync {
  private readonly jobs = new Map<string, SyncJob>();
  private lastNumber = 8200;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  routes(): Route[] {
    const create = (call: Call) => this.create(call);
    const list = (call: Call) => this.list(call);
    return [
      { method: 'POST', path: base, summary: 'Create a lip-sync job', handle: create },
      { method: 'GET', path: base, summary: 'List lip-sync jobs', handle: list },
      {
        method: 'GET',
        path: `${base}/{jobId}`,
        summary: 'Read a lip-sync job',
        handle: (call) => this.read(call, call.params['jobId'], 'lipSync'),
      },
      { method: 'POST', path: '/api/open/lip-sync/create', summary: 'Create a lip-sync job (legacy)', handle: create },
      { method: 'GET', path: '/api/open/lip-sync/list', summary: 'List lip-sync jobs (legacy)', handle: list },
      {
        method: 'GET',
        path: '/api/open/lip-sync/query',
        summary: 'Read a lip-sync job (legacy)',
        handle: (call) => this.read(call, call.query.get('jobId') ?? call.query.get('id') ?? undefined, 'lipSync'),
      },
    ];
  }

  private async create(call: Call): Promise<Answer> {
    const body = call.json();
    const videoUrl = requireUrl(body, 'video_url');
    const audioUrl = requireUrl(body, 'audio_url');
    const extend = readBoolean(body, 'video_extension') ?? false;
    const imports = [importMedia(this.world.tools, videoUrl, 'video'), importMedia(this.world.tools, audioUrl, 'audio')] as const;
    const [video, audio] = await Promise.all(imports).catch(async (error: unknown) => {
      await removeImported(imports);
      throw error;
    });
    const job = this.start(call, 'lipSync', video, audio, extend, 0);
    return json(200, this.envelope(job));
  }

  /** Charges, starts the work and takes over both files. Throws 402. */
  start(call: Call, kind: SyncJob['kind'], video: ImportedMedia, audio: ImportedMedia, extend: boolean, speechCredits: number): SyncJob {
    const shorter = extend ? audio.seconds : Math.min(video.seconds, audio.seconds);
    const billedSeconds = Math.max(1, Math.ceil(shorter));
    const charge = this.world.ledger.charge(
      call.account,
      kind,
      { credits: billedSeconds * 5, quota: billedSeconds },
      call.headers['idempotency-key'],
    );
    this.lastNumber += 1;
    const fails = this.world.faults.take(kind);
    const job: SyncJob = {
      id: this.world.character === 'odd' ? String(this.lastNumber) : `sync-${randomUUID()}`,
      account: call.account,
      kind,
      createdAt: this.world.now(),
      polls: 0,
      fails,
      videoSeconds: video.seconds,
      audioSeconds: audio.seconds,
      billedSeconds,
      charge,
      speechCredits,
      result: fails ? discard(video, audio) : this.makeResult(video, audio, extend),
    };
    job.result.catch(() => (job.fails = true));
    this.jobs.set(job.id, job);
    return job;
  }

  private async makeResult(video: ImportedMedia, audio: ImportedMedia, extend: boolean): Promise<string> {
    try {
      const bytes = await combine(this.world.tools, video.path, audio.path, extend);
      return this.world.files.put(bytes, this.world.character === 'odd' ? 'application/octet-stream' : 'video/mp4');
    } finally {
      await removeFiles(video, audio);
    }
  }

  async read(call: Call, id: string | undefined, kind: SyncJob['kind']): Promise<Answer> {
    const job = this.jobs.get(id ?? '');
    if (job?.account !== call.account || job.kind !== kind) throw missing('The job');
    job.polls += 1;
    if (this.isFinal(job)) await job.result.catch(() => undefined);
    return json(200, this.envelope(job, await this.outcome(job)));
  }

  private async list(call: Call): Promise<Answer> {
    const page = queryInteger(call.query, 'page', 1);
    const limit = queryInteger(call.query, 'limit', 20, 100);
    const status = call.query.get('status');
    if (status === '') throw invalid('status must not be empty.');
    const own = [...this.jobs.values()].filter((job) => job.account === call.account && job.kind === 'lipSync').reverse();
    const matching = own.filter((job) => status === null || this.status(job) === status);
    const part = takePage(matching, page, limit);
    const items = await Promise.all(part.items.map(async (job) => ({ ...this.data(job), ...(await this.outcome(job)) })));
    return json(
      200,
      shape<unknown>(this.world.character, {
        bare: () => ({ success: true, data: { items } }),
        rich: () => ({ success: true, message: 'ok', data: { jobs: items, pagination: { page, limit, total: part.total, next: 'p-2' } } }),
        odd: () => items,
      }),
    );
  }

  private isFinal(job: SyncJob): boolean {
    const step = Math.max(job.polls, Math.floor((this.world.now() - job.createdAt) / stepMs));
    return step >= this.world.settings.jobPolls;
  }

  private status(job: SyncJob): string {
    if (this.isFinal(job)) return job.fails ? 'failed' : 'completed';
    if (job.polls === 0) return 'pending';
    const ways = { bare: ['processing'], rich: ['uploading', 'aligning_faces', 'rendering'], odd: ['in_progress'] };
    const way = ways[this.world.character];
    return way[Math.min(job.polls - 1, way.length - 1)] ?? 'processing';
  }

  /** The envelope that lip sync and dubbing share. */
  envelope(job: SyncJob, outcome: JsonObject = {}): JsonObject {
    const data = { ...this.data(job), ...outcome };
    return shape<JsonObject>(this.world.character, {
      bare: () => ({ success: true, data }),
      rich: () => ({ success: true, message: 'Accepted.', data, trace: { node: 7 }, warnings: [{ code: 'LOW_RESOLUTION', width: 64 }] }),
      odd: () => ({ success: true, message: null, data }),
    });
  }

  private data(job: SyncJob): JsonObject {
    const { character } = this.world;
    const spent = { tts: job.speechCredits, lip_sync: job.charge.credits, total: job.speechCredits + job.charge.credits };
    const named = {
      id: character === 'odd' ? Number(job.id) : job.id,
      status: this.status(job),
      credits_used: job.kind === 'dubbing' ? spent : job.charge.credits,
      billing_duration_seconds: job.billedSeconds,
      video_duration_seconds: job.videoSeconds,
      audio_duration_seconds: job.audioSeconds,
      billing_rule: 'shorter_input_rounded_up',
    };
    return shape<JsonObject>(character, {
      bare: () => named,
      rich: () => ({
        ...named,
        created_at: isoTime(job.createdAt),
        stage: 'faces',
        progress: 0.333,
        provider: 'theta-cloud',
        eta_seconds: 1.5,
      }),
      odd: () => ({
        ...named,
        created_at: Math.floor(job.createdAt / 1000),
        updated_at: this.world.now(),
        completed_at: null,
        progress: null,
      }),
    });
  }

  /** Where the result or the error is: the names are not shown. */
  private async outcome(job: SyncJob): Promise<JsonObject> {
    if (!this.isFinal(job)) return {};
    const file = job.fails ? undefined : await job.result.catch(() => undefined);
    if (file === undefined) {
      this.world.ledger.refund(job.account, job.charge);
      return shape<JsonObject>(this.world.character, {
        bare: () => ({ error_code: 'ERR_NO_FACE' }),
        rich: () => ({ error: { code: 'ERR_NO_FACE', message: 'There is no face in the video.', retryable: false }, refunded: true }),
        odd: () => ({ failure: { reason: 'There is no face in the video.', at: this.world.now() }, output: null }),
      });
    }
    const url = this.world.files.address(file, 'mp4');
    return shape<JsonObject>(this.world.character, {
      bare: () => ({ result_url: url }),
      rich: () => ({
        result: {
          video: { url, width: 64, height: 64, fps: 10.0, bytes: 1024.5 },
          thumbnail: null,
          expires_at: isoTime(this.world.now() + 3_600_000),
        },
      }),
      odd: () => ({ output: { files: [{ href: url, kind: 'video', size: null }] } }),
    });
  }
}

async function removeFiles(...media: readonly ImportedMedia[]): Promise<void> {
  for (const each of media) await rm(each.path, { force: true });
}

/** Removes what arrived where another import failed. */
async function removeImported(imports: readonly Promise<ImportedMedia>[]): Promise<void> {
  for (const each of await Promise.allSettled(imports)) if (each.status === 'fulfilled') await removeFiles(each.value);
}

async function discard(video: ImportedMedia, audio: ImportedMedia): Promise<string> {
  await removeFiles(video, audio);
  throw new Error('A test asked for this error.');
}
