import { expect, it } from 'vitest';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import {
  canBeTried,
  failureDetail,
  failureTitle,
  formatCharge,
  plainFailure,
  reasonBelow,
  reasonWords,
} from '../../../src-renderer/lib/failure-words.ts';
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

it('what a service said without a full stop ends before the next sentence begins, and what ends by itself gets none', () => {
  const reason = (said: string) => reasonWords(fail('service-failed', message('failures.verbatim', said)).failure);
  expect(reason('The provider failed')).toBe('The provider failed.');
  for (const said of ['It failed.', 'Did it fail?', 'It said “no.”', '失敗しました。', '']) expect(reason(said)).toBe(said);
});

it('a reason that only repeats the title of its card is left out, and any other stands below it as a sentence', () => {
  expect(reasonBelow('The service failed', 'The service failed.')).toBe('');
  expect(reasonBelow('The service failed', 'The service failed while it was speaking')).toBe('The service failed while it was speaking.');
});

it('a request that was paid and whose response is gone is not called a change elsewhere', () => {
  const conflict = fail('conflict', message('failures.verbatim', 'Seen before.')).failure;
  expect(failureTitle(conflict)).toBe(messages.shapes.titleConflict);
  expect(failureTitle({ ...conflict, charged: 'yes' })).toBe(messages.shapes.titleResponseLost);
  expect(failureTitle({ ...conflict, code: 'ERR_REQUEST_PREVIOUSLY_REFUNDED' })).toBe(messages.shapes.titleRefunded);
});

it('a failure whose kind has no heading of its own has that of what did not work', () => {
  const unprocessable = fail('unprocessable', message('failures.verbatim', 'The file holds no audio.')).failure;
  expect(failureTitle(unprocessable, messages.imagesVideo.notMade.video)).toBe(messages.imagesVideo.notMade.video);
  expect(failureTitle(unprocessable)).toBe(messages.shapes.titleFailed);
  const unauthorized = fail('unauthorized', message('failures.verbatim', 'Wrong key.')).failure;
  expect(failureTitle(unauthorized, messages.imagesVideo.notMade.video)).toBe(messages.shapes.titleKeyRejected);
});

it('a refund that the service reported is one sentence: never that it may have been charged, and nothing twice', () => {
  const refunded = fail('service-failed', message('service.failedWhileSpeaking', '.'), { charged: 'unknown', refunded: true }).failure;
  expect(formatCharge(refunded)).toBe(messages.shapes.refundReported);
  const saysSo = fail('service-failed', message('failures.verbatim', 'It failed; the charge was refunded'), { ...refunded }).failure;
  expect(formatCharge(saysSo)).toBe('');
  expect(formatCharge({ ...refunded, refunded: false })).toBe(messages.shapes.maybeCharged);
});

it('a service that gives no answer is said to in one plain sentence; its address and the reason are details', () => {
  const refused = message('service.originUnreachable', 'http://127.0.0.1:9', message('service.reasonRefused'));
  for (const text of [refused, message('connections.checkAddress', refused)]) {
    const { failure } = fail('unreachable', text);
    expect(plainFailure(failure)).toBe(messages.shapes.serviceSilent);
    expect(failureDetail(failure)).toContain('127.0.0.1:9');
  }
  const certificate = message('service.originUnreachable', 'https://x.example', message('service.reasonCertificate'));
  expect(plainFailure(fail('unreachable', certificate).failure)).toContain('x.example');
});

it('the words of a service are a detail, marked as its own, and stand beside the sentence only where they name what to correct', () => {
  const failed = fail('service-failed', message('service.sentenceWithReason', message('service.failed'), 'Provider is down.')).failure;
  expect(plainFailure(failed)).toBe('The service failed.');
  expect(failureDetail(failed)).toBe(messages.shapes.serviceSays('Provider is down.'));
  const refused = message('service.sentenceWithReason', message('service.requestNotAccepted'), 'text is empty.');
  const wrong = fail('invalid-input', refused).failure;
  expect(plainFailure(wrong)).toBe(`The service did not accept the request. ${messages.shapes.serviceSays('text is empty.')}`);
  expect(failureDetail(wrong)).toBeUndefined();
  const made = fail('service-failed', message('service.couldNotMake', ': no voice')).failure;
  expect(plainFailure(made)).toBe(messages.service.couldNotMake(''));
  expect(failureDetail(made)).toBe(messages.shapes.serviceSays('no voice'));
});

it('a reason that is a text of the catalogue stays in the sentence', () => {
  const reason = message('service.sentenceWithReason', message('service.reference', '3'), 'must be a valid URL.');
  const { failure } = fail('invalid-input', message('service.sentenceWithReason', message('service.requestNotAccepted'), reason));
  expect(plainFailure(failure)).toBe('The service did not accept the request: Reference 3: must be a valid URL.');
  expect(failureDetail(failure)).toBeUndefined();
});
