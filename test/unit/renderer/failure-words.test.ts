import { expect, it } from 'vitest';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { canBeTried, reasonWords } from '../../../src-renderer/lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';

const lost = fail('outcome-unknown', message('service.sentWithoutAnswer', ''), { charged: 'unknown' }).failure;

it('the reason leaves out the sentence about the charge, which the card says itself, and nothing else', () => {
  expect(messages.service.sentWithoutAnswer('')).toContain(messages.shapes.maybeCharged);
  expect(`${reasonWords(lost)} ${messages.shapes.maybeCharged}`).toBe(messages.service.sentWithoutAnswer(''));
  expect(reasonWords({ ...lost, charged: 'no' })).toBe(messages.service.sentWithoutAnswer(''));
});

it('a request is offered again where nothing was charged and nothing has to be put right before', () => {
  expect(canBeTried({ charged: 'no', next: 'add-credits' })).toBe(true);
  expect(canBeTried({ charged: 'no', next: 'fix-input' })).toBe(false);
  expect(canBeTried({ charged: 'unknown', next: 'retry' })).toBe(false);
  expect(canBeTried({ charged: 'yes', next: 'retry' })).toBe(false);
});
