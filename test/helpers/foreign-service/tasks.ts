import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Route, bytes, json, redirect } from './answer.ts';
import { type Character, shape } from './characters.ts';
import { invalid, missing } from './failure.ts';
import { type JsonObject, takePage, queryInteger } from './fields.ts';
import type { Account, Charge } from './ledger.ts';
import { type Sound, contentType } from './sound.ts';
import { type SpeechOrder, readOrderV1, readOrderV3 } from './speech-order.ts';
import { keyV3, makeSound } from './speech.ts';
import { type World, isoTime, wholePrice, wholeQuota } from './world.ts';

interface Task {
  taskId: string;
  account: Account;
  order: SpeechOrder;
  charge: Charge;
  requestId: string;
  createdAt: number;
  polls: number;
  outcome: 'success' | 'partial_fail' | 'fail';
  sentences: string[];
  sound?: Promise<Sound>;
}

/** Status after each read of a job. Only the terminal three are fixed, so the rich one has one more on the way. */
const ways: Record<Character, readonly string[]> = {
  bare: ['pending', 'processing'],
  rich: ['pending', 'queued', 'processing', 'finalizing'],
  odd: ['pending', 'processing'],
};
const states = ['pending', 'processing', 'success', 'partial_fail', 'fail'];
/** A job moves on with the clock too, so that a client that only lists sees the end. */
const stepMs = 3000;

/** Asynchronous TTS jobs, v3 and v1. Both versions see the same jobs. */
export class Tasks {
  private readonly tasks = new Map<string, Task>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  routes(): Route[] {
    const base = '/api/open/v3/speech/tts/jobs';
    const read = (call: Call) => this.read(call);
    return [
      { method: 'POST', path: base, summary: 'Create a job', handle: (call) => this.create(call, 'v3') },
      { method: 'GET', path: base, summary: 'List jobs', handle: (call) => this.list(call) },
      { method: 'GET', path: `${base}/{jobId}`, summary: 'Read a job', handle: read },
      { method: 'GET', path: `${base}/{jobId}/audio`, summary: 'Audio of a job', handle: (call) => this.audio(call) },
      { method: 'GET', path: `${base}/{jobId}/content`, summary: 'Where the audio of a job is', handle: (call) => this.secondHop(call) },
      { method: 'GET', path: `${base}/{jobId}/segments/{segmentIndex}`, summary: 'One segment', handle: (call) => this.segment(call) },
      { method: 'POST', path: '/api/open/v1/speech/tts/jobs', summary: 'Create a job (v1)', handle: (call) => this.create(call, 'v1') },
      { method: 'GET', path: '/api/open/v1/speech/tts/jobs/{jobId}', summary: 'Read a job (v1)', handle: read },
    ];
  }

  private create(call: Call, version: 'v1' | 'v3'): Promise<Answer> {
    const body = call.json();
    const order = version === 'v3' ? readOrderV3(this.world, call.account, body) : readOrderV1(this.world, call.account, body);
    const key = keyV3(call);
    return this.world.replays.once({ userId: call.account.userId, key, path: call.path, body }, () => {
      const task = this.accept(call, order, key);
      const answer = () => this.accepted(task, version);
      return Promise.resolve({ answer: answer(), replay: answer });
    });
  }

  private accept(call: Call, order: SpeechOrder, key: string | undefined): Task {
    const { ledger, faults, now } = this.world;
    const price = { credits: wholePrice(this.world, order.characters), quota: order.characters };
    const charge = ledger.charge(call.account, 'task', price, key);
    const sentences = order.text.match(/[^.!?]+[.!?]*\s*/g) ?? [order.text];
    const task: Task = {
      taskId: `task-${randomUUID()}`,
      account: call.account,
      order,
      charge,
      requestId: call.requestId,
      createdAt: now(),
      polls: 0,
      outcome: faults.take('task') ? 'fail' : faults.take('partial') ? 'partial_fail' : 'success',
      sentences,
    };
    this.tasks.set(task.taskId, task);
    return task;
  }

  private accepted(task: Task, version: 'v1' | 'v3'): Answer {
    // A delay may be a number of seconds or a date.
    const retryAfter = this.world.character === 'odd' ? new Date(this.world.now() + 1000).toUTCString() : '1';
    const headers = {
      location: `/api/open/${version}/speech/tts/jobs/${task.taskId}`,
      'retry-after': retryAfter,
    };
    const record = version === 'v1' || this.world.character !== 'bare' ? { record: this.record(task) } : {};
    const body = {
      task: this.describe(task, version),
      ...record,
      requestId: task.requestId,
      ...shape<JsonObject>(this.world.character, {
        bare: () => this.billing(task),
        rich: () => ({
          ...this.billing(task),
          warnings: [{ code: 'LONG_QUEUE', message: 'There is a queue.', severity: 'info' }],
          queue: { ahead: 2.5 },
        }),
        odd: () => ({ quotaRemaining: null, creditsUsed: null }),
      }),
      ...(version === 'v3' ? { ignoredParameters: task.order.ignored } : {}),
    };
    return json(202, body, headers);
  }

  private billing(task: Task): JsonObject {
    return { quotaRemaining: wholeQuota(task.account), creditsUsed: task.charge.credits };
  }

  private status(task: Task): string {
    const way = ways[this.world.character];
    const step = Math.max(task.polls, Math.floor((this.world.now() - task.createdAt) / stepMs));
    if (step >= this.world.settings.jobPolls) {
      if (task.outcome === 'fail') this.world.ledger.refund(task.account, task.charge);
      return task.outcome;
    }
    return way[Math.min(step, way.length - 1)] ?? 'processing';
  }

  private describe(task: Task, version: 'v1' | 'v3'): JsonObject {
    const status = this.status(task);
    const named = { taskId: task.taskId, status, voiceId: task.order.voice.voiceId, modelId: task.order.model.id };
    return shape<JsonObject>(this.world.character, {
      bare: () => named,
      rich: () => ({
        ...named,
        createdAt: isoTime(task.createdAt),
        progress: status === 'success' ? 1 : 0.375,
        format: task.order.format,
        characters: task.order.characters,
        priority: 'standard',
        api: version,
        ...(status === 'fail' ? { errorCode: 'ERR_PROVIDER', errorMessage: 'The provider gave up.' } : {}),
      }),
      odd: () => ({ ...named, created: Math.floor(task.createdAt / 1000), updated: this.world.now(), error: null, progress: null }),
    });
  }

  private record(task: Task): JsonObject {
    return shape<JsonObject>(this.world.character, {
      bare: () => ({}),
      rich: () => ({
        id: `rec-${task.taskId.slice(5)}`,
        title: task.order.text.slice(0, 40),
        durationSeconds: task.order.characters * 0.0625,
        segments: task.sentences.map((text, index) => ({ index, text, status: 'rendered', characters: text.length + 0.5 })),
      }),
      odd: () => ({ id: task.charge.id, audio: null, text: null, createTime: task.createdAt }),
    });
  }

  private read(call: Call): Answer {
    const task = this.find(call);
    task.polls += 1;
    const version = call.path.includes('/v1/') ? 'v1' : 'v3';
    const body = { task: this.describe(task, version), record: this.record(task), requestId: call.requestId };
    const rest = shape<JsonObject>(this.world.character, {
      bare: () => ({}),
      rich: () => ({ ...this.billing(task), ignoredParameters: task.order.ignored, links: { audio: `${call.path}/audio` } }),
      odd: () => ({ quotaRemaining: null, creditsUsed: null, ignoredParameters: null }),
    });
    return json(200, { ...body, ...rest });
  }

  private list(call: Call): Answer {
    const page = queryInteger(call.query, 'page', 1);
    const limit = queryInteger(call.query, 'limit', 20, 100);
    const status = call.query.get('status');
    if (status !== null && !states.includes(status)) throw invalid(`status must be one of ${states.join(', ')}.`);
    const after = call.query.get('createdAfter');
    if (after !== null && Number.isNaN(Date.parse(after))) throw invalid('createdAfter must be a date and time.');
    const found = [...this.tasks.values()]
      .filter((task) => task.account === call.account && (status === null || this.status(task) === status))
      .filter((task) => after === null || task.createdAt > Date.parse(after))
      .reverse();
    const part = takePage(found, page, limit);
    const items = part.items.map((task) => ({ task: this.describe(task, 'v3'), record: this.record(task) }));
    const body = shape<JsonObject>(this.world.character, {
      bare: () => ({ items: items.map((item) => item.task) }),
      rich: () => ({
        tasks: items,
        pagination: { page, limit, total: part.total, totalPages: part.totalPages, cursor: 'c-1' },
        requestId: call.requestId,
      }),
      odd: () => ({ data: { list: items.map((item) => item.task), count: part.total, next: null } }),
    });
    return json(200, body);
  }

  private find(call: Call): Task {
    const task = this.tasks.get(call.params['jobId'] ?? '');
    if (task?.account !== call.account) throw missing('The job');
    return task;
  }

  private async audio(call: Call): Promise<Answer> {
    const task = this.find(call);
    const status = this.status(task);
    if (status !== 'success' && status !== 'partial_fail') throw missing('The audio of this job');
    const { redirects } = this.world.settings;
    if (redirects === 'two') return redirect(call.path.replace(/audio$/, 'content'));
    if (redirects === 'one') return redirect(await this.address(task));
    const name =
      call.query.get('download') === '1'
        ? { 'content-disposition': `attachment; filename="${task.taskId}.${task.order.format}"` }
        : undefined;
    return bytes(contentType(task.order.format), await this.encoded(task), name);
  }

  private async secondHop(call: Call): Promise<Answer> {
    return redirect(await this.address(this.find(call)));
  }

  private async address(task: Task): Promise<string> {
    const file = this.world.files.put(await this.encoded(task), contentType(task.order.format));
    return this.world.files.address(file, task.order.format, 120_000);
  }

  private async encoded(task: Task): Promise<Buffer> {
    task.sound ??= makeSound(this.world, task.order);
    return this.world.sound.encode(await task.sound, task.order.format, task.order.text);
  }

  private async segment(call: Call): Promise<Answer> {
    const task = this.find(call);
    const index = Number(call.params['segmentIndex']);
    const text = task.sentences[index];
    if (text === undefined || this.status(task) !== 'success') throw missing('The segment');
    const sound = await makeSound(this.world, { ...task.order, text });
    const audio = await this.world.sound.encode(sound, task.order.format, text);
    if (this.world.character === 'bare') return bytes(contentType(task.order.format), audio);
    const file = this.world.files.put(audio, contentType(task.order.format));
    const url = this.world.files.address(file, task.order.format);
    if (this.world.character === 'odd') return json(200, { data: { no: index, output: { files: [{ href: url }] }, error: null } });
    return json(200, {
      segment: { index, text, audioUrl: url, durationMs: sound.durationMs + 0.25, words: sound.words },
      requestId: call.requestId,
    });
  }
}
