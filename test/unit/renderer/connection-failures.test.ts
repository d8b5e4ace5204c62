import { expect, it } from 'vitest';
import { fail } from '../../../src-shared/failure.ts';
import { isOfConnection } from '../../../src-renderer/core/connections/connection-failures.ts';
import { said } from '../../helpers/said.ts';

it('what failed since the service could not be reached is over when it can be; what may have been charged never is', () => {
  expect(isOfConnection(fail('unreachable', said('Refused.')).failure)).toBe(true);
  expect(isOfConnection(fail('service-unavailable', said('Not running.'), { next: 'restart-local-service' }).failure)).toBe(true);
  expect(isOfConnection(fail('outcome-unknown', said('No answer.'), { charged: 'unknown' }).failure)).toBe(false);
  expect(isOfConnection(fail('unreachable', said('Lost.'), { charged: 'unknown', next: 'restart-local-service' }).failure)).toBe(false);
  expect(isOfConnection(fail('payment-required', said('Empty.')).failure)).toBe(false);
});
