import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCachedSpeech } from '#main/service-client/reading/cached-speech.ts';
import { readCapabilities } from '#main/service-client/reading/models.ts';
import { readCreatedSpeechJob, readSegmentWords, readSpeechJob, readSpeechJobs } from '#main/service-client/reading/speech-jobs.ts';
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
