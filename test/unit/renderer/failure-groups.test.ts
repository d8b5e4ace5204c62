import { expect, it } from 'vitest';
import { fail, type Failure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { BlockId } from '#shared/ids.ts';
import { cardsWithoutBlock, groupFailures } from '../../../src-renderer/features/narration/generate/failure-groups.ts';
import { commonFailure } from '../../../src-renderer/lib/same-failure.ts';
import { said } from '../../helpers/said.ts';

let count = 0;
const card = (excerpt: string, failure: Failure) => ({
  id: (count += 1),
  blockId: `b-${excerpt}` as BlockId,
  chapterId: undefined,
  excerpt,
  failure,
});
const busy = (requestId: string): Failure => ({ ...fail('rate-limited', said('Too many.')).failure, requestId });

it('blocks that failed for one reason are one card, which has the ids of all their requests; the card of the newest failure is the first', () => {
  const cards = [
    card('One', busy('r1')),
    card('Two', busy('r2')),
    card('Three', fail('disk-full', said('Full.')).failure),
    card('Four', busy('r3')),
  ];
  const [newest, older] = groupFailures([...cards, card('Five', fail('disk-full', said('Full.')).failure)]);
  expect([newest?.excerpt, older?.excerpt]).toEqual(['Three', 'One']);
  const groups = groupFailures(cards);
  expect(groups.map(({ blockIds }) => blockIds)).toEqual([['b-One', 'b-Two', 'b-Four'], ['b-Three']]);
  expect(groups.map(({ requestIds }) => requestIds)).toEqual([['r1', 'r2', 'r3'], []]);
  expect(groups[0]?.excerpt).toBe('One');
});

it('failures that differ in what was charged or in their code are cards of their own', () => {
  const first = busy('r1');
  const groups = groupFailures([card('One', first), card('Two', { ...first, charged: 'yes' }), card('Three', { ...first, code: 'other' })]);
  expect(groups).toHaveLength(3);
});

it('blocks that were not sent because another failed are in its card, unless they differ in what was charged', () => {
  const notSent = fail('payment-required', message('speech.notSentBecauseBefore'), { code: 'cap' }).failure;
  const overCap = fail('payment-required', said('Over the cap.'), { code: 'cap' }).failure;
  const follows = groupFailures([card('One', overCap), card('Two', notSent), card('Three', notSent)]);
  expect(follows).toMatchObject([{ blockIds: ['b-One', 'b-Two', 'b-Three'], failure: overCap }]);
  expect(groupFailures([card('One', { ...overCap, charged: 'unknown' }), card('Two', notSent)])).toHaveLength(2);
  expect(groupFailures([card('Two', notSent), card('Three', notSent)])).toHaveLength(1);
});

it('what most failures say is shown with the ids of their requests, and the others are counted', () => {
  expect(commonFailure([busy('r1'), { ...busy('r3'), charged: 'yes' }, busy('r2'), busy('r1')])).toMatchObject({
    failure: { kind: 'rate-limited', charged: 'no' },
    requestIds: ['r1', 'r2'],
    others: 1,
  });
  expect(commonFailure([busy('r1')])?.others).toBe(0);
  expect(commonFailure([])).toBeUndefined();
});

it('a card whose block was taken out of the script has nothing to go to, unless its request may have been charged', () => {
  const full = fail('disk-full', said('Full.')).failure;
  const cards = [
    card('One', full),
    card('Two', full),
    card('Three', { ...full, charged: 'unknown' }),
    { ...card('', full), blockId: undefined },
  ];
  expect(cardsWithoutBlock(cards, () => new Set(['b-One']))).toEqual([cards[1]?.id]);
  expect(cardsWithoutBlock(cards, () => new Set(['b-One', 'b-Two']))).toEqual([]);
});
