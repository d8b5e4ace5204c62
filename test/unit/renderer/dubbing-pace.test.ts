import { expect, it } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { DubbingJobStore } from '../../../src-renderer/features/dubbing/job/dubbing-job-store.ts';
import type { OpenJob } from '../../../src-renderer/core/media-jobs/media-jobs-service.ts';

const text = 'The boats have been away since Monday, and nobody knows.';
const draft = { text, voiceId: 'anna', modelId: null, speed: 1, language: '', fit: false };

const jobOf = (order: object, seconds = 7): OpenJob =>
  ({
    operation: { operationId: 'one', state: 'done', result: { job: { audio_duration_seconds: seconds } } },
    order: { text, voiceId: 'anna', modelId: null, speed: null, fitAudioToVideo: false, ...order },
    videoUrl: null,
    audioUrl: null,
    result: undefined,
  }) as never;

const create = () => {
  const stores = createFakeStores();
  return { stores, job: new DubbingJobStore({ ...stores, exampleFile: () => Promise.reject(new Error('There is no example here.')) }) };
};

it('the pace of a voice is known from a dubbing that was made with it, also when another one is looked at', () => {
  const { job } = create();
  expect(job.forecastOf(draft, 8)).toMatchObject({ learned: false });
  job.store.setState({ open: jobOf({}) });
  job.store.setState({ open: jobOf({}) });
  job.store.setState({ open: undefined });
  const forecast = job.forecastOf(draft, 8);
  expect(forecast?.learned).toBe(true);
  expect(forecast?.speech).toBeCloseTo(7);
  expect(job.store.getState().spoken).toHaveLength(1);
  expect(job.forecastOf({ ...draft, voiceId: 'ben' }, 8)).toMatchObject({ learned: false });
});

it('speech at another speed is counted at the voice’s own, and speech that was fitted to its video says nothing of the voice', () => {
  const { job } = create();
  job.store.setState({ open: jobOf({ fitAudioToVideo: true }) });
  expect(job.forecastOf(draft, 8)).toMatchObject({ learned: false });
  job.store.setState({ open: jobOf({ speed: 2 }, 3.5) });
  expect(job.forecastOf(draft, 8)?.speech).toBeCloseTo(7);
});

it('takes of the dub on the timeline tell the pace, too', () => {
  const { stores, job } = create();
  const take = { id: 'take', text, voiceId: 'anna', modelId: 'one', speed: 1, contentType: 'audio/wav', bytes: 1, samples: 5 * 48_000 };
  stores.dubs.store.setState({ dub: { id: 'dub0000001', takes: [take] } } as never);
  const forecast = job.forecastOf(draft, 8);
  expect(forecast?.learned).toBe(true);
  expect(forecast?.speech).toBeCloseTo(5);
});
