import { expect, it } from 'vitest';
import { fail } from '../../../src-shared/failure.ts';
import { isOfConnection } from '../../../src-renderer/core/connections/connection-failures.ts';
import { isSilent } from '../../../src-renderer/lib/failure-words.ts';
import { message } from '#shared/messages/message.ts';
import { said } from '../../helpers/said.ts';

it('what failed since the service could not be reached is over when it can be; what may have been charged never is', () => {
  expect(isOfConnection(fail('unreachable', said('Refused.')).failure)).toBe(true);
  expect(isOfConnection(fail('service-unavailable', said('Not running.'), { next: 'restart-local-service' }).failure)).toBe(true);
  expect(isOfConnection(fail('outcome-unknown', said('No answer.'), { charged: 'unknown' }).failure)).toBe(false);
  expect(isOfConnection(fail('unreachable', said('Lost.'), { charged: 'unknown', next: 'restart-local-service' }).failure)).toBe(false);
  expect(isOfConnection(fail('payment-required', said('Empty.')).failure)).toBe(false);
});

it('a service that gives no answer is silent; what its certificate or its key is refused for is said in its own words', () => {
  expect(isSilent(fail('unreachable', message('service.originUnreachable', 'http://x', message('service.reasonRefused'))).failure)).toBe(
    true,
  );
  expect(isSilent(fail('service-timeout', said('Late.')).failure)).toBe(true);
  const certificate = message('service.originUnreachable', 'https://x', message('service.reasonCertificate'));
  expect(isSilent(fail('unreachable', certificate).failure)).toBe(false);
  expect(isSilent(fail('unauthorized', said('No.')).failure)).toBe(false);
});
