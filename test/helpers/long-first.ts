import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Contract tests of 10 s or more in small files, which would run last: Vitest begins with the largest files where it knows no durations. */
const long = [
  'campaign/campaign',
  'speech/lost-connection',
  'speech/killed',
  'speech/several-at-once',
  'paid-work/recovery',
  'local-service/durability',
  'local-service/process',
  'local-service/realtime/pressure',
  'library/killed-while-writing',
  'library/crash',
  'live/cuts',
  'studio/first-light',
  'service/status-table',
  'served/process',
];
const isLong = ({ moduleId }: TestSpecification): boolean => long.some((name) => moduleId.endsWith(`/test/contract/${name}.test.ts`));

/** Begins with the tests that take longest, so that no worker ends long before the other. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
