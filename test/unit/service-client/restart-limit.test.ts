import { expect, it } from 'vitest';
import { RestartLimit, restartLimits } from '#main/service-client/restart-limit.ts';

it('the local service is restarted three times within five minutes, and again when the first of them is five minutes old', () => {
  let now = 1_000_000;
  const limit = new RestartLimit(() => now);
  for (let index = 0; index < restartLimits.times; index++) {
    expect(limit.take()).toBe(true);
    now += 60_000;
  }
  expect(limit.take()).toBe(false);
  now = 1_000_000 + restartLimits.within - 1;
  expect(limit.take()).toBe(false);
  now += 1;
  expect(limit.take()).toBe(true);
  expect(limit.take()).toBe(false);
});

it('a restart by a person begins the count at zero', () => {
  const limit = new RestartLimit(() => 0);
  while (limit.take());
  limit.clear();
  expect(limit.take()).toBe(true);
});
