import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  jobFailure,
  mediaJobKinds,
  readMediaJob,
  readMediaJobs,
  readPaidSpeech,
  type MediaJobKind,
} from '#main/service-client/reading/media-job.ts';
import { FailureError } from '#shared/failure.ts';
import { anyId, oddEnvelope, oddObject, oddValue, reading } from './odd.ts';

const others = {
  status: 'pending',
  credits_used: 12.5,
  billing_duration_seconds: 7,
  video_duration_seconds: 6.4,
  audio_duration_seconds: 7.9,
  billing_rule: 'shorter_input_rounded_up',
  created_at: '2026-01-31T12:00:00Z',
  error: { code: 'E', message: 'no' },
};
const sent = { video_url: 'https://files.example/in.mp4', audio_url: 'https://files.example/in.wav' };
const read = (body: unknown, kind: MediaJobKind = mediaJobKinds.lipSync, asked?: string) =>
  readMediaJob(body, reading, kind, { asked, sent });

describe('a lip sync or a dubbing', () => {
  it('that was created keeps its id whatever else the answer holds', () => {
    const data = anyId.chain((id) => oddObject({ id }, others));
    const body = fc
      .tuple(data, oddObject({}, { success: true, message: 'taken', requestId: 'r' }))
      .map(([data, whole]) => ({ ...whole, data }));
    for (const kind of [mediaJobKinds.lipSync, mediaJobKinds.dubbing])
      fc.assert(
        fc.property(body, (answer) => {
          expect(read(answer, kind)?.id).toBe(answer.data['id']);
        }),
      );
  });

  it('is priced as the interface shows it, in decimals too', () => {
    const lipSync = { success: true, data: { id: 'l1', status: 'pending', credits_used: 12.5, billing_duration_seconds: 7.5 } };
    expect(read(lipSync)).toMatchObject({ id: 'l1', standing: 'going-on', creditsUsed: 12.5, billingSeconds: 7.5 });
    const parts = (credits: unknown) => read({ data: { id: 'd', credits_used: credits } }, mediaJobKinds.dubbing);
    expect(parts({ tts: 3.5, lip_sync: 7, total: 10.5 })).toMatchObject({ creditsUsed: 10.5, speechCredits: 3.5 });
    expect(parts({ tts: 3.5, lip_sync: 7, total: null })).toMatchObject({ creditsUsed: 10.5, speechCredits: 3.5 });
    expect(parts(null)).toMatchObject({ creditsUsed: undefined, speechCredits: undefined });
  });

  it('that was asked for has the id that it was asked for by, whatever answers', () => {
    fc.assert(
      fc.property(fc.oneof(oddValue, fc.jsonValue()), (body) => {
        expect(read(body, mediaJobKinds.lipSync, 'asked')?.id).toBe('asked');
      }),
    );
  });

  it('finds the paid speech of a dubbing that failed wherever it stands', () => {
    const fields = { tts_audio_url: 'https://service.example/speech.mp3', tts_credits_used: 4.5 };
    for (const body of [{ code: 'E', ...fields }, { code: 'E', details: fields }, { error: { code: 'E', ...fields } }])
      expect(readPaidSpeech(body)).toEqual({ address: fields.tts_audio_url, creditsUsed: 4.5 });
    expect(readPaidSpeech({ code: 'E', tts_audio_url: null })).toBeUndefined();
  });
});

describe('an image or a video', () => {
  it.each([
    { taskId: 't', status: 'pending' },
    { task_id: 't', status: 'pending', requestId: 'r' },
    { id: 't', state: 'queued' },
    { requestId: 'r', data: { job_id: 't' } },
    { id: 'request', task: { id: 't', model_id: 'm' } },
    { success: true, data: { imageTaskID: 't', userId: 'u' } },
    { task: 't' },
    { data: [{ id: 't', status: 'pending' }] },
  ])('has its task id in %j', (body) => {
    expect(readMediaJob(body, reading, mediaJobKinds.image)?.id).toBe('t');
  });

  it('whose id is a number has it as a text', () => {
    expect(readMediaJob({ id: 88, state: 'running' }, reading, mediaJobKinds.video)).toMatchObject({ id: '88', standing: 'going-on' });
  });
});

describe('the state of a job', () => {
  const standing = (fields: object) => read({ data: { id: 'j', ...fields } })?.standing;

  it('of another name goes on until a result or an error code says how it ended', () => {
    expect(standing({ status: 'aligning_faces' })).toBe('unknown');
    expect(standing({ status: null })).toBe('unknown');
    expect(standing({ status: 'delivered', result_url: 'https://service.example/r.mp4' })).toBe('completed');
    expect(standing({ status: 'moderated', error_code: 'E_MODERATED' })).toBe('failed');
    expect(standing({ status: 'aligning_faces', error_code: 0 })).toBe('unknown');
  });

  it('that the service is working is not ended by an address that is there early', () => {
    expect(standing({ status: 'processing', result_url: 'https://service.example/r.mp4' })).toBe('going-on');
  });

  it('is read in any letters', () => {
    expect([standing({ status: 'COMPLETED' }), standing({ status: 'In Progress' }), standing({ state: 'Timed-Out' })]).toEqual([
      'completed',
      'going-on',
      'failed',
    ]);
  });
});

describe('the address of a result', () => {
  const result = 'https://cdn.example/made/9f?sig=1';
  const address = (fields: Record<string, unknown>, kind: MediaJobKind = mediaJobKinds.lipSync, request: unknown = sent) =>
    readMediaJob({ success: true, data: { id: 'job-1', status: 'completed', ...fields } }, reading, kind, { asked: 'job-1', sent: request })
      ?.resultUrl;

  it.each([
    { result_url: result },
    { resultUrl: result },
    { output: result },
    { output: { files: [{ href: result }] } },
    { result: { video: { url: result } } },
    { result: { video_url: result } },
    { outputs: [{ type: 'video', uri: result }] },
    { assets: { video: { download: { url: result } } } },
    { ...sent, generated_video: result },
    { _links: { self: { href: 'https://service.example/jobs/job-1' }, result: { href: result } } },
  ])('is found in %j', (fields) => {
    expect(address(fields)).toBe(result);
  });

  it('is never one that the request named, wherever it is said back', () => {
    expect(address({ ...sent })).toBeUndefined();
    expect(address({ result: { video_url: sent.video_url } })).toBeUndefined();
    expect(address({ input: { video: result } })).toBeUndefined();
    // Said back from another place, under the name of the request.
    expect(address({ video_url: 'https://imported.example/copy.mp4' })).toBeUndefined();
    expect(address({ video_url: 'https://imported.example/copy.mp4' }, mediaJobKinds.lipSync, undefined)).toBeUndefined();
  });

  it('is never where a job is asked for, stopped or previewed', () => {
    expect(
      address({ status_url: result, cancel_url: result, webhook_url: result, thumbnail_url: 'https://cdn.example/t.png' }),
    ).toBeUndefined();
    expect(address({ url: 'https://service.example/api/jobs/job-1' })).toBeUndefined();
    expect(
      address({ urls: { get: 'https://service.example/api/jobs/job-1', stream: 'https://service.example/api/jobs/job-1/events' } }),
    ).toBeUndefined();
  });

  it('is the one that a name calls a result, and of equals the one that ends as such a file', () => {
    expect(address({ url: 'https://cdn.example/a.mp4', result_url: result })).toBe(result);
    expect(address({ files: ['https://cdn.example/a.json', 'https://cdn.example/a.mp4'] })).toBe('https://cdn.example/a.mp4');
    expect(address({ image_url: 'https://cdn.example/a.png' }, mediaJobKinds.image, { prompt: 'x' })).toBe('https://cdn.example/a.png');
  });

  it('is looked for within bounds', () => {
    let deep: unknown = { result_url: result };
    for (let level = 0; level < 50; level++) deep = { level: deep };
    expect(address({ deep })).toBeUndefined();
    expect(address({ many: Array.from({ length: 20_000 }, (_, index) => ({ index })) })).toBeUndefined();
  });

  it('never makes reading fail, whatever the record', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        expect(address(fields)).not.toBe('');
      }),
    );
  });
});

describe('a list of jobs', () => {
  const ids = ['a', 'b', '3'];

  it('is read in every envelope, each job with its id', () => {
    const jobs = fc.tuple(...ids.map((id) => oddObject({ id }, others)));
    const lists = jobs.chain((items) => oddEnvelope(items, 'jobs', 'tasks'));
    fc.assert(
      fc.property(lists, (body) => {
        expect(readMediaJobs(body, reading, mediaJobKinds.lipSync, 'jobs').items.map(({ id }) => id)).toEqual(ids);
      }),
    );
  });

  it('in an envelope that is not known is a failure, never empty', () => {
    for (const body of [{}, { success: true }, { data: { count: 2 } }, { jobs: [{ name: 'x' }] }, { success: false, data: null }, null, 7])
      expect(() => readMediaJobs(body, reading, mediaJobKinds.lipSync, 'jobs')).toThrow(FailureError);
  });

  it('that is empty is empty where the service says so', () => {
    for (const body of [[], { items: [] }, { data: { jobs: [] } }, { items: null, total: 0 }, { lip_syncs: [], total: 0 }])
      expect(readMediaJobs(body, reading, mediaJobKinds.lipSync, 'jobs').items).toEqual([]);
  });
});

describe('the state that each word means', () => {
  const standing = (status: string) => read({ data: { id: 'j', status } })?.standing;
  it.each([
    ['completed', ['completed', 'complete', 'succeeded', 'success', 'done', 'finished', 'ready', ' Ready ']],
    ['failed', ['failed', 'error', 'errored', 'cancelled', 'canceled', 'aborted', 'rejected', 'expired', 'timeout', 'refunded']],
    [
      'going-on',
      ['pending', 'queued', 'in_queue', 'running', 'accepted', 'rendering', 'uploading', 'saving', 'finalizing', 'working', 'active'],
    ],
    ['unknown', ['aligning', '']],
  ])('is %s', (wanted, words) => {
    for (const word of words) expect([word, standing(word)]).toEqual([word, wanted]);
  });
});

describe('what a record says of its job', () => {
  it('is in the object that names the job, then in what lies around it', () => {
    const body = {
      id: 'of the answer',
      status: 'ok',
      data: { task_id: 'j', status: 'running', created_at: '2026-01-31T12:00:00Z' },
      quota_used: 3,
    };
    expect(read(body)).toMatchObject({
      id: 'j',
      status: 'running',
      createdAt: '2026-01-31T12:00:00Z',
      quotaUsed: 3,
      fields: body.data,
    });
    expect(read({ data: { status: 'running' }, id: 'j' })).toMatchObject({ id: 'j', status: 'running' });
    expect(read({ data: { status: ' running ' } }, mediaJobKinds.lipSync, 'asked')).toMatchObject({
      status: 'running',
      fields: { status: ' running ' },
    });
    expect(read('text', mediaJobKinds.lipSync, 'asked')).toMatchObject({ id: 'asked', status: '', standing: 'unknown', fields: {} });
    for (const nothing of ['text', [], [{ id: 'a' }, { id: 'b' }], {}, { status: 'running' }]) expect(read(nothing)).toBeUndefined();
  });

  it('is in a list of one, and of a longer list in none of it', () => {
    expect(read([{ id: 'j', status: 'done' }])).toMatchObject({ id: 'j', standing: 'completed' });
    expect(read({ jobs: [{ id: 'j' }], requestId: 'r' })?.id).toBe('j');
    expect(read({ tasks: [{ id: 'a' }, { id: 'b' }] })).toBeUndefined();
    expect(read({ data: ['text'] })).toBeUndefined();
  });

  it('is under its own id, in whatever spelling, never under the id of something else, nor a text with blanks', () => {
    for (const name of ['task_id', 'taskId', 'id', 'job_id', 'jobId', 'uuid', 'lipSyncId', 'lip_sync_id', 'ID'])
      expect(read({ [name]: 'j' })?.id).toBe('j');
    for (const name of ['request_id', 'traceId', 'user_id', 'modelId', 'voiceId', 'sessionId', 'paid'])
      expect(read({ [name]: 'j' })).toBeUndefined();
    expect([read({ job: 'j' })?.id, read({ data: 'j' })?.id]).toEqual(['j', 'j']);
    for (const task of ['being made', '', 'x'.repeat(201), 5]) expect(read({ task })).toBeUndefined();
  });

  it('is why it failed, in its own fields, in an error object or as the error itself', () => {
    const why = (fields: object) => {
      const record = read({ data: { id: 'j', status: 'failed', ...fields } });
      return [record?.errorCode, record?.errorMessage];
    };
    expect(why({ error_code: 'E1', error_message: 'Too long.', error: { code: 'E2', message: 'Other.' } })).toEqual(['E1', 'Too long.']);
    expect(why({ errorCode: 'E1', errorMessage: 'Too long.' })).toEqual(['E1', 'Too long.']);
    expect(why({ error: { code: 'E2', message: 'Other.' } })).toEqual(['E2', 'Other.']);
    expect(why({ error: { type: 'E3', detail: 'Detail.' } })).toEqual(['E3', 'Detail.']);
    expect(why({ error: { code: 7 } })).toEqual(['7', undefined]);
    expect(why({ error: 'Words.' })).toEqual([undefined, 'Words.']);
  });

  it('adds up the parts of its credits where their sum is not there', () => {
    const parts = (credits: object) => read({ data: { id: 'd', credits_used: credits } }, mediaJobKinds.dubbing);
    expect(parts({ tts: 3 })).toMatchObject({ creditsUsed: 3, speechCredits: 3 });
    expect(parts({ lip_sync: 7 })).toMatchObject({ creditsUsed: 7, speechCredits: undefined });
    expect(parts({ speech: 2, lipSync: 4, total: 5 })).toMatchObject({ creditsUsed: 5, speechCredits: 2 });
    expect(parts({})).toMatchObject({ creditsUsed: undefined, speechCredits: undefined });
  });

  it('is in two envelopes, one in the other', () => {
    expect(read({ response: { data: { id: 'j', status: 'done', credits_used: 2 } } })).toMatchObject({
      id: 'j',
      standing: 'completed',
      creditsUsed: 2,
    });
  });
});

it('a job that the service gave up cost nothing, and says why in 300 characters and by a code of 100 at most', () => {
  const record = read({ data: { id: 'j', status: 'failed', error_code: 'E'.repeat(101), error_message: 'm'.repeat(301) } })!;
  const failure = jobFailure(record, 'request1');
  expect(failure).toMatchObject({
    kind: 'service-failed',
    charged: 'no',
    next: 'generate-again',
    requestId: 'request1',
    code: 'E'.repeat(100),
  });
  expect(failure.message).toContain(`: ${'m'.repeat(300)}`);
  expect(failure.message).not.toContain('m'.repeat(301));
  const silent = jobFailure(read({ data: { id: 'j', status: 'failed' } })!, 'request1');
  expect('code' in silent).toBe(false);
  expect(silent.message).not.toContain(':');
});

it.each([
  ['quotaUsed', 'quota_used'],
  ['quotaUsed', 'quotaUsed'],
  ['quotaRemaining', 'quota_remaining'],
  ['quotaRemaining', 'quotaRemaining'],
  ['billingSeconds', 'billing_duration_seconds'],
  ['billingSeconds', 'billingDurationSeconds'],
  ['creditsUsed', 'credits_used'],
  ['creditsUsed', 'creditsUsed'],
  ['resultBytes', 'result_bytes'],
] as const)('the %s of a job is read from its field “%s”', (name, field) => {
  expect(read({ id: 'j', [field]: 4.5 })).toMatchObject({ [name]: 4.5 });
});

it('the time of a job’s creation and the parts of its credits are read in each of their spellings', () => {
  for (const field of ['created_at', 'createdAt', 'created'])
    expect(read({ id: 'j', [field]: 1_769_860_800 })?.createdAt).toBe('2026-01-31T12:00:00.000Z');
  expect(read({ id: 'j', creditsUsed: { tts: 1, lipSync: 2 } })).toMatchObject({ creditsUsed: 3, speechCredits: 1 });
});

it('an error code that says that all is well is none, and one that only holds such a word is one', () => {
  const standing = (error_code: string) => read({ id: 'j', status: 'aligning', error_code })?.standing;
  expect(['0', 'ok', 'NONE', 'null'].map(standing)).toEqual(Array(4).fill('unknown'));
  expect(['10', 'not ok', 'nullified'].map(standing)).toEqual(Array(3).fill('failed'));
});
