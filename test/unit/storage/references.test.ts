import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedInDocuments } from '#main/features/storage/unused-results/references.ts';

const hash = (letter: string): string => letter.repeat(64);

let profile: string;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-references-'));
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

function write(name: string, letter: string): string {
  const path = join(profile, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `{"sound":"/bytes/media/${hash(letter)}.wav"`);
  return path;
}
const look = (signal = new AbortController().signal) => namedInDocuments(profile, signal);

describe('what the documents of a profile name', () => {
  it('is found in every folder, also in a document that is damaged, was set aside, or is being written', async () => {
    write('book.json', 'a');
    write('dubbing/deep/dub.json', 'b');
    write('transcripts/page.json.damaged', 'c');
    write('dubbing/dub.json.damaged-2', 'd');
    write('transcripts/page.json.new', 'e');
    // These names count at the top of the profile alone.
    write('dubbing/results/dub.json', 'f');
    const { named, unread } = await look();
    expect([...named].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(hash));
    expect(unread).toEqual([]);
  });

  it('is not looked for in the files that are judged, in what can be made again, and in what is no document', async () => {
    for (const folder of ['results', 'media', 'cache', 'exports', 'uploads', 'arriving', 'logs', 'local-service'])
      write(`${folder}/one.json`, 'a');
    for (const name of ['notes.txt', 'one.jsonl', 'json', 'onejson', 'one.json5']) write(name, 'b');
    expect(await look()).toEqual({ named: new Set(), unread: [] });
  });

  it('is not known of a document that is too long, which is reported by its path', async () => {
    const path = write('long.json.damaged', 'a');
    truncateSync(path, 64 * 1024 * 1024 + 1);
    write('other.json', 'b');
    expect(await look()).toEqual({ named: new Set([hash('b')]), unread: [path] });
  });

  it('is not known of a folder that cannot be listed', async () => {
    rmSync(profile, { recursive: true });
    expect((await look()).unread).toEqual([profile]);
  });

  it('is looked for no longer than its caller waits', async () => {
    write('one.json', 'a');
    await expect(look(AbortSignal.abort())).rejects.toThrow();
  });
});
