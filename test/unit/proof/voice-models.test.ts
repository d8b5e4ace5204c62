import { expect, it, vi } from 'vitest';
import { VoiceModels } from '#main/features/proof/voice-models.ts';
import type { LearnedVoice } from '#main/media/alignment/alignment-thread.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { takeOf } from '../../helpers/fake-project.ts';

const anyVoice: LearnedVoice = {
  language: 'en',
  model: {
    phones: new Map(),
    stateCount: 1,
    triangle: new Float64Array(),
    means: new Float32Array(),
    levels: new Float32Array(),
    lengths: { usual: new Float32Array(), share: 1, final: 0, deviation: 0.4 },
  },
};
const secondsOf = (id: string, seconds: number, change: Partial<Take> = {}): Take =>
  takeOf(id, 'Some words.', { samples: seconds * sampleRate, ...change });

function start() {
  const learn = vi.fn<(projectId: string, takes: readonly Take[]) => Promise<LearnedVoice | undefined>>(() => Promise.resolve(anyVoice));
  return { learn, voices: new VoiceModels(learn) };
}

it('a voice is learned again when twice as much of its speech is known, and no more once there are three minutes', async () => {
  const { learn, voices } = start();
  const learned: number[] = [];
  for (let take = 0; take < 30; take++) {
    voices.add('project', [secondsOf(`block${take}`, 10)]);
    learned.push((await voices.find('project', secondsOf('block0', 10))).seconds);
  }
  expect(learn.mock.calls.map(([, takes]) => takes.length)).toEqual([1, 2, 4, 8, 16, 18]);
  expect(learned.at(-1)).toBe(180);
});

it('a voice of which less than ten seconds are known is learned again with each take, so that none is judged by other sentences alone', async () => {
  const { learn, voices } = start();
  for (const id of ['one', 'two', 'three', 'four', 'five']) {
    voices.add('project', [secondsOf(id, 4)]);
    await voices.find('project', secondsOf(id, 4));
  }
  expect(learn.mock.calls.map(([, takes]) => takes.length)).toEqual([1, 2, 3]);
});

it('the same take counts once', async () => {
  const { learn, voices } = start();
  for (let time = 0; time < 3; time++) voices.add('project', [secondsOf('one', 10)]);
  expect(await voices.find('project', secondsOf('one', 10))).toMatchObject({ seconds: 10 });
  expect(learn).toHaveBeenCalledTimes(1);
});

it.each<[string, string, Partial<Take>]>([
  ['voice', 'project', { voiceId: 'otto' }],
  ['model', 'project', { modelId: 'other' }],
  ['language', 'project', { controls: { language: 'de' } }],
  ['project', 'another', {}],
])('takes of another %s are learned from apart', async (_what, project, change) => {
  const { learn, voices } = start();
  const [one, other] = [secondsOf('one', 10), secondsOf('other', 20, change)];
  voices.add('project', [one]);
  voices.add(project, [other]);
  await voices.find('project', one);
  await voices.find(project, other);
  expect(learn.mock.calls).toEqual([
    ['project', [one]],
    [project, [other]],
  ]);
});

it('a voice that could not be learned is tried again', async () => {
  const { learn, voices } = start();
  const take = secondsOf('one', 10);
  voices.add('project', [take]);
  learn.mockRejectedValueOnce(new Error('The thread ended.'));
  await expect(voices.find('project', take)).rejects.toThrow('The thread ended.');
  expect(await voices.find('project', take)).toEqual({ seconds: 10, learned: anyVoice });
});

it('beyond 64 voices the one that was used longest ago is forgotten', async () => {
  const { learn, voices } = start();
  const takes = Array.from({ length: 65 }, (_, index) => secondsOf(`one${index}`, 10, { voiceId: `voice${index}` }));
  voices.add('project', takes.slice(0, 64));
  for (const take of takes.slice(0, 64)) await voices.find('project', take);
  voices.add('project', takes.slice(64));
  await voices.find('project', takes[64]!);
  learn.mockClear();
  await voices.find('project', takes[1]!);
  expect(learn).not.toHaveBeenCalled();
  voices.add('project', takes.slice(0, 1));
  await voices.find('project', takes[0]!);
  expect(learn).toHaveBeenCalledTimes(1);
});
