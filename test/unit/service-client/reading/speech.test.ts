import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCachedSpeech } from '#main/service-client/reading/cached-speech.ts';
import { readCapabilities } from '#main/service-client/reading/models.ts';
import {
  readCreatedSpeechJob,
  readSegmentWords,
  readSpeechJob,
  readSpeechJobs,
  readWords,
} from '#main/service-client/reading/speech-jobs.ts';
import { FailureError } from '#shared/failure.ts';
import { jobStates } from '#shared/wire/jobs.ts';
import { anyId, oddEnvelope, oddObject, oddValue, reading } from './odd.ts';

const model = {
  available: true,
  maxTextLength: 10_000,
  outputFormats: ['mp3', 'wav', 'ogg'],
  controls: { speed: true, volume: true, stability: false, similarity: false },
  supportedOperations: { synchronous: true, asynchronous: true, alignedStreaming: true },
};

describe('the capabilities', () => {
  it('of the interface are read word for word', () => {
    const body = { contractVersion: 'v3', route: 'tts', models: [{ id: 'alpha-s21pro', ...model }] };
    expect(readCapabilities(body, reading)).toMatchObject({ ...body, notUnderstood: [] });
  });

  it('keep every model that has an id, whatever else is said of it, with what the interface has where nothing is', () => {
    const lists = fc
      .uniqueArray(anyId, { minLength: 1, maxLength: 3 })
      .chain((ids) => fc.tuple(fc.constant(ids), fc.tuple(...ids.map((id) => oddObject({ id }, model)))));
    fc.assert(
      fc.property(lists, ([ids, models]) => {
        const read = readCapabilities({ models }, reading);
        expect(read.models.map(({ id }) => id)).toEqual(ids);
        for (const { maxTextLength, outputFormats, supportedOperations } of read.models) {
          expect(maxTextLength).toBeGreaterThan(0);
          expect(outputFormats.length).toBeGreaterThan(0);
          expect(Object.values(supportedOperations).every((flag) => typeof flag === 'boolean')).toBe(true);
        }
      }),
    );
    expect(
      readCapabilities({ models: [{ id: 'theta-1', available: null, controls: null, supportedOperations: {} }] }, reading).models,
    ).toEqual([
      {
        id: 'theta-1',
        available: true,
        maxTextLength: 10_000,
        outputFormats: ['mp3'],
        controls: {},
        supportedOperations: { synchronous: true, asynchronous: true },
      },
    ]);
  });

  it('name what is no model, and fail where no list can be recognized', () => {
    expect(readCapabilities({ models: [{ id: 'm' }, { title: 'Odd one' }, 7] }, reading).notUnderstood).toEqual(['Odd one', 'entry 3']);
    for (const body of [{}, { models: {} }, { models: [{ title: 'x' }] }, null])
      expect(() => readCapabilities(body, reading)).toThrow(FailureError);
  });
});

describe('a speech job', () => {
  const facts = { requestId: 'r', quotaRemaining: 99.5, creditsUsed: 1.5, ignoredParameters: ['pitch'], record: {} };
  const task = { status: 'pending', voiceId: 'v', modelId: 'm', createdAt: '2026-01-31T12:00:00Z', segmentCount: 2 };

  it('of the interface is read word for word', () => {
    expect(readCreatedSpeechJob({ ...facts, task: { taskId: 't', ...task } }, reading)).toEqual({
      ...facts,
      task: { taskId: 't', ...task },
    });
  });

  it('that was created keeps its id whatever else the answer holds', () => {
    const jobs = anyId
      .chain((taskId) => oddObject({ taskId }, { ...task, errorCode: 'E', errorMessage: 'no' }))
      .chain((one) => oddObject({ task: one }, facts).map((body) => ({ body, taskId: one['taskId'] })));
    fc.assert(
      fc.property(jobs, ({ body, taskId }) => {
        const job = readCreatedSpeechJob(body, reading);
        expect(job?.task.taskId).toBe(taskId);
        for (const number of [job?.creditsUsed, job?.quotaRemaining]) expect(['number', 'undefined']).toContain(typeof number);
        expect(typeof job?.task.status).toBe('string');
      }),
    );
  });

  it('is known by its address where the body names no id', () => {
    const header = (name: string) => (name === 'location' ? 'https://service.example/api/open/v3/speech/tts/jobs/a%20b?x=1' : undefined);
    for (const body of [undefined, null, {}, { task: null }, { task: { taskId: null, status: 'pending' } }])
      expect(readCreatedSpeechJob(body, { ...reading, header })?.task.taskId).toBe('a b');
    expect(readCreatedSpeechJob({}, reading)).toBeUndefined();
  });

  it('that was asked for has the id that it was asked for by, and a state as it came', () => {
    fc.assert(
      fc.property(oddValue, (body) => {
        expect(readSpeechJob(body, reading, { asked: 't' })?.task.taskId).toBe('t');
      }),
    );
    const state = (status: unknown) => readSpeechJob({ task: { taskId: 't', status } }, reading)?.task.status;
    for (const known of jobStates) expect([state(known), state(known.toUpperCase())]).toEqual([known, known]);
    expect([state('warming_up'), state(null), state(7)]).toEqual(['warming_up', '', '']);
  });

  it('is listed in every envelope, and never lost from a list', () => {
    const lists = fc
      .tuple(...['a', 'b'].map((taskId) => oddObject({ taskId }, task).chain((one) => fc.constantFrom(one, { task: one, record: null }))))
      .chain((jobs) => oddEnvelope(jobs, 'jobs', 'tasks'));
    fc.assert(
      fc.property(lists, (body) => {
        expect(readSpeechJobs(body, reading).items.map((job) => job.task.taskId)).toEqual(['a', 'b']);
      }),
    );
  });

  it('has the words of its segments where they can be read', () => {
    const words = [{ text: 'a', startMs: 0.5, endMs: 2 }];
    expect(readSegmentWords({ taskId: 't', words }, reading)).toEqual(words);
    expect(readSegmentWords({ segment: { words: [...words, { text: 'b' }] } }, reading)).toEqual(words);
    fc.assert(
      fc.property(oddValue, (body) => {
        expect(readSegmentWords(body, reading)).toBeUndefined();
      }),
    );
  });
});

describe('cached speech', () => {
  /** Interface, "Cached synchronous TTS response". */
  const whole = {
    success: true,
    format: 'mp3',
    characters_used: 12,
    credits_used: 12,
    quota_remaining: 88,
    expires_at: '2026-01-31T12:00:00Z',
  };
  it('keeps its address whatever else the answer holds', () => {
    const audio_url = 'https://service.example/a.mp3';
    expect(readCachedSpeech({ ...whole, audio_url }, reading)).toEqual({ ...whole, audio_url });
    fc.assert(
      fc.property(oddObject({ audio_url }, whole), (body) => {
        expect(readCachedSpeech(body, reading)?.audio_url).toBe(audio_url);
      }),
    );
    expect(readCachedSpeech({ audio_url, expires_at: 1_769_860_800 }, reading)?.expires_at).toBe('2026-01-31T12:00:00.000Z');
    expect(readCachedSpeech({ success: true }, reading)).toBeUndefined();
  });
});

describe('a speech job in other spellings', () => {
  const read = (body: unknown) => readSpeechJob(body, reading);
  it('has its id in its task first, then beside it, in an envelope too', () => {
    expect(read({ task_id: 'outer', task: { taskId: 'inner' } })?.task.taskId).toBe('inner');
    for (const body of [
      { task: { task_id: 't' } },
      { jobId: 't' },
      { id: 't' },
      { data: { job_id: 't' } },
      { job: { task: { id: 't' } } },
      { result: { taskId: 't' } },
    ])
      expect(read(body)?.task.taskId).toBe('t');
    expect(read({ task: { taskId: 't', id: 'other' } })?.task.taskId).toBe('t');
    expect(read({ task: { status: 'pending' } })).toBeUndefined();
  });
  it('has its state without blanks around it, in its task or beside it', () => {
    for (const known of jobStates) expect(read({ id: 't', state: ` ${known.toUpperCase()} ` })?.task.status).toBe(known);
    expect(read({ id: 't', status: ' Warming up ' })?.task.status).toBe('Warming up');
    expect(read({ status: 'failed', task: { id: 't', status: 'pending' } })?.task.status).toBe('pending');
  });
  it('says why it failed in its own fields, in an error object, or as the error itself', () => {
    const why = (fields: object) => {
      const { errorCode, errorMessage } = read({ task: { taskId: 't', ...fields } })!.task;
      return [errorCode, errorMessage];
    };
    expect(why({ errorCode: 'E1', errorMessage: 'One.', error: { code: 'E2', message: 'Two.' } })).toEqual(['E1', 'One.']);
    expect(why({ error_code: 'E1', error_message: 'One.' })).toEqual(['E1', 'One.']);
    expect(why({ error: { code: 2, message: 'Two.' } })).toEqual(['2', 'Two.']);
    expect(why({ error: 'Three.' })).toEqual([undefined, 'Three.']);
    expect(read({ task: { taskId: 't' }, record: { errorCode: 'E4', credits_used: 2 } })).toMatchObject({
      creditsUsed: 2,
      task: { errorCode: 'E4' },
    });
  });
  it('is listed under the names of its resource before any usual one', () => {
    const page = readSpeechJobs({ items: [{ id: 'of something else' }], tasks: [{ taskId: 't' }] }, reading);
    expect(page.items.map(({ task }) => task.taskId)).toEqual(['t']);
  });
});

it('words are whole where each of them has a text and two times', () => {
  const word = { text: 'a', startMs: 1, endMs: 2 };
  expect(readWords([word, { text: 'b', start_ms: '3', end_ms: 4 }])).toEqual({
    words: [word, { text: 'b', startMs: 3, endMs: 4 }],
    isWhole: true,
  });
  expect(readWords([])).toEqual({ words: [], isWhole: true });
  for (const odd of [
    null,
    'a',
    { startMs: 1, endMs: 2 },
    { text: 5, startMs: 1, endMs: 2 },
    { text: 'a', endMs: 2 },
    { text: 'a', startMs: 1 },
  ])
    expect(readWords([odd, word])).toEqual({ words: [word], isWhole: false });
});

describe('a model of the capabilities', () => {
  const read = (fields: object) => readCapabilities({ items: [{ id: 'other' }], models: [{ modelId: 'm', ...fields }] }, reading).models[0];
  it('takes as many characters as it says, and as many as the interface allows where it says none', () => {
    expect([read({ maxTextLength: 1 }), read({ max_text_length: '500' })].map((model) => model?.maxTextLength)).toEqual([1, 500]);
    expect([read({}), read({ maxTextLength: 0 }), read({ maxTextLength: -5 })].map((model) => model?.maxTextLength)).toEqual([
      10_000, 10_000, 10_000,
    ]);
  });
  it('has its formats in small letters, and MP3 where it names none', () => {
    expect(
      [read({ output_formats: ['WAV', 'Mp3'] }), read({ formats: 'OGG' }), read({ outputFormats: [] }), read({})].map(
        (model) => model?.outputFormats,
      ),
    ).toEqual([['wav', 'mp3'], ['ogg'], ['mp3'], ['mp3']]);
  });
  it('has flags as they are, or as a list of the names of those that are true', () => {
    expect(read({ controls: { speed: true, volume: 'false', odd: 'yes' } })?.controls).toEqual({ speed: true, volume: false });
    expect(read({ controls: ['speed', 'volume'] })?.controls).toEqual({ speed: true, volume: true });
    expect([read({ controls: 'speed' }), read({ controls: [{}] })].map((model) => model?.controls)).toEqual([{}, {}]);
    expect(read({ supportedOperations: ['synchronous'] })?.supportedOperations).toEqual({ synchronous: true });
    expect(read({ available: 'false' })?.available).toBe(false);
  });
});

it('the fields of a speech job are read in both spellings, and the address of a new one with or without a query', () => {
  const job = (fields: object) => readSpeechJob({ id: 't', ...fields }, reading);
  expect(job({ voice_id: 'v', model_id: 'm', created_at: '2026-01-31T12:00:00Z', segment_count: 2 })?.task).toMatchObject({
    voiceId: 'v',
    modelId: 'm',
    createdAt: '2026-01-31T12:00:00Z',
    segmentCount: 2,
  });
  expect(job({ quota_remaining: 5, credits_used: 2, ignored_parameters: ['pitch'] })).toMatchObject({
    quotaRemaining: 5,
    creditsUsed: 2,
    ignoredParameters: ['pitch'],
  });
  for (const location of ['/jobs/t', '/jobs/t/', 'https://service.example/jobs/t#x'])
    expect(readCreatedSpeechJob({}, { ...reading, header: () => location })?.task.taskId).toBe('t');
});

it('the words of a segment are found beside it or in an object of it', () => {
  const words = [{ text: 'a', startMs: 1, endMs: 2 }];
  for (const body of [{ words }, { segment: { words } }, { data: { words } }, { alignment: { words } }])
    expect(readSegmentWords(body, reading)).toEqual(words);
});
