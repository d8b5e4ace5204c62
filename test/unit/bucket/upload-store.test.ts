import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UploadStore, type Upload } from '#main/features/bucket/upload-store.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-uploads-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const open = () => new UploadStore(profile, quietLog());
const upload = (key: string, change: Partial<Upload> = {}): Upload => ({
  place: 'https://s3.example/films',
  key,
  users: {},
  there: true,
  ...change,
});

it('a file stands for its place and key once, with what was said of it last, also after a restart', () => {
  const store = open();
  store.put(upload('a', { there: false }));
  store.put(upload('b', { users: { operation1: 5 } }));
  store.put(upload('a', { place: 'https://s3.example/other' }));
  store.put(upload('a'));
  const expected = [upload('b', { users: { operation1: 5 } }), upload('a', { place: 'https://s3.example/other' }), upload('a')];
  expect(store.all()).toEqual(expected);
  expect(open().all()).toEqual(expected);
  expect(open().find('https://s3.example/films', 'a')).toEqual(upload('a'));
  expect(open().find('https://s3.example/other', 'b')).toBeUndefined();
});

it('a file that is removed is removed from its place alone', () => {
  const store = open();
  for (const one of [upload('a'), upload('b'), upload('a', { place: 'other' })]) store.put(one);
  store.remove({ place: 'other', key: 'a' });
  store.remove({ place: 'other', key: 'unknown' });
  expect(open().all()).toEqual([upload('a'), upload('b')]);
});

it('500 files are in the list at most: a further one is refused before it is noted, and one of them may still change', () => {
  const all = Array.from({ length: 499 }, (_, index) => upload(String(index)));
  writeFileSync(join(profile, 'bucket.json'), JSON.stringify(all));
  const store = open();
  store.put(upload('last'));
  expect(() => store.put(upload('more'))).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ kind: 'overloaded' }) as object }) as Error,
  );
  store.put(upload('7', { there: false }));
  expect(store.all()).toHaveLength(500);
  expect(open().find(upload('7').place, '7')?.there).toBe(false);
  expect(open().find(upload('more').place, 'more')).toBeUndefined();
});

it('a list that cannot be read is set aside, and an empty one begins', () => {
  writeFileSync(join(profile, 'bucket.json'), JSON.stringify([{ ...upload('a'), there: 'yes' }]));
  expect(open().all()).toEqual([]);
  expect(readFileSync(join(profile, 'bucket.json.damaged'), 'utf8')).toContain('"yes"');
});
