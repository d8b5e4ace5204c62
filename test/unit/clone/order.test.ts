import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Recordings } from '#main/features/clone/recordings.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-clone-order-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

it('recordings stand as they are arranged, and those that an order does not name stay behind it as they stood', async () => {
  const recordings = new Recordings(profile, quietLog());
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await recordings.begin({ name, kind: 'recording' })).id);
  const names = async () => (await recordings.draft()).recordings.map(({ name }) => name).join('');
  const [a = '', , c = '', d = ''] = ids;
  await recordings.arrange([d, a]);
  expect(await names()).toBe('dabc');
  await recordings.arrange([c, 'gone']);
  expect(await names()).toBe('cdab');
  await recordings.arrange([]);
  expect(await names()).toBe('cdab');
  await recordings.close();
});
