import { expect, it, vi } from 'vitest';
import { WordTimes } from '#main/features/word-times/service.ts';
import type { AlignmentOrder } from '#main/media/alignment/alignment-thread.ts';
import { fail } from '#shared/failure.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';
import type { Take } from '#shared/narration/take.ts';

type Takes = ConstructorParameters<typeof WordTimes>[0]['takes'];

function start(align: (order: AlignmentOrder) => Promise<unknown>) {
  let bring: Parameters<Takes['listen']>[0] = () => undefined;
  const timeWords = vi.fn<Takes['timeWords']>(() => Promise.resolve());
  const aligned = vi.fn(align);
  const wordTimes = new WordTimes({
    takes: { listen: (listener) => (bring = listener), pcmPath: (_project, take) => Promise.resolve(`/pcm/${take}`), timeWords },
    voiceLanguages: (voiceId) => (voiceId === 'anna' ? ['de'] : []),
    log: quietLog(),
    aligner: { align: aligned as never, close: () => Promise.resolve() },
  });
  return { wordTimes, aligned, timeWords, bring: (takes: readonly Take[]) => bring('project', takes) };
}

const oneWord = ({ text }: AlignmentOrder) => Promise.resolve({ language: 'de', words: [{ text, startMs: 10, endMs: 90, confidence: 1 }] });
const take = (id: string, more: Partial<Take> = {}): Take => ({ ...takeOf('block', 'Hello.'), id, ...more });

it('a whole take without word times is aligned to what it was sent, in its control’s language or its voice’s, and its words are estimated', async () => {
  const { wordTimes, aligned, timeWords, bring } = start(oneWord);
  bring([
    take('one', { text: 'Hallo.', voiceId: 'anna' }),
    take('two', { text: 'Bonjour.', voiceId: 'anna', controls: { language: 'fr' } }),
  ]);
  await wordTimes.settled();
  expect(aligned.mock.calls.map(([order]) => order)).toEqual([
    { sound: { path: '/pcm/one', coding: 'pcm' }, text: 'Hallo.', language: undefined, voiceLanguages: ['de'] },
    { sound: { path: '/pcm/two', coding: 'pcm' }, text: 'Bonjour.', language: 'fr', voiceLanguages: ['de'] },
  ]);
  expect(timeWords.mock.calls).toEqual([
    ['project', 'one', [{ text: 'Hallo.', startMs: 10, endMs: 90, estimated: true }]],
    ['project', 'two', [{ text: 'Bonjour.', startMs: 10, endMs: 90, estimated: true }]],
  ]);
});

it('measured words, in part or whole, words that are estimated already, and takes that are not whole are left', async () => {
  const { wordTimes, aligned, bring } = start(oneWord);
  bring([
    take('one', { alignment: 'complete' }),
    take('two', { alignment: 'partial' }),
    take('three', { alignment: 'estimated' }),
    take('four', { state: 'incomplete' }),
    take('five', { state: 'damaged' }),
    take('six', { samples: 0 }),
    take('seven', { text: ' ' }),
  ]);
  await wordTimes.settled();
  expect(aligned).not.toHaveBeenCalled();
});

it('a take that is refused keeps no words, is not tried again, and holds up no other', async () => {
  const { wordTimes, aligned, timeWords, bring } = start((order) =>
    order.text === 'Wrong.' ? Promise.reject(fail('unprocessable', said('Another text.'))) : oneWord(order),
  );
  const takes = [take('one', { text: 'Wrong.' }), take('two', { text: 'Right.' })];
  bring(takes);
  await wordTimes.settled();
  bring(takes.slice(0, 1));
  await wordTimes.settled();
  expect(aligned).toHaveBeenCalledTimes(2);
  expect(timeWords.mock.calls.map(([, id]) => id)).toEqual(['two']);
});

it('nothing is begun after it was closed', async () => {
  const { wordTimes, aligned, bring } = start(oneWord);
  await wordTimes.close();
  bring([take('one')]);
  await wordTimes.settled();
  expect(aligned).not.toHaveBeenCalled();
});
