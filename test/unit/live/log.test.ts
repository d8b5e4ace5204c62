import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepSound, readManifest, soundPath } from '#main/live/keep.ts';
import { LiveLog } from '#main/live/log.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'voicewright-live-log-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));
const id = 'operation1';
const path = () => join(directory, `${id}.log`);
const segment = (number: number) => ({ segmentId: `s${number}`, phraseId: `p${number}`, first: number, texts: [`Text ${number}.`] });

async function written(): Promise<Buffer> {
  const log = await LiveLog.open(directory, id);
  await log.append([{ t: 'segment', segment: segment(1) }]);
  await log.append([
    { t: 'audio', attempt: 1, sequence: 1, segmentId: 's1', bytes: Buffer.from('abcd') },
    { t: 'audio', attempt: 1, sequence: 2, segmentId: 's1', bytes: Buffer.from('efgh') },
    { t: 'whole', attempt: 1, segmentId: 's1' },
    { t: 'segment', segment: segment(2) },
    { t: 'audio', attempt: 1, sequence: 3, segmentId: 's2', bytes: Buffer.from('ijkl') },
  ]);
  await log.close();
  return readFileSync(path());
}

describe('the log of a live request', () => {
  it('torn or damaged at any byte is what stood before, goes on from there, and its sound is a prefix', async () => {
    const all = await written();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: all.length - 1 }), fc.boolean(), async (at, isTorn) => {
        const bytes = Buffer.from(isTorn ? all.subarray(0, at) : all);
        if (!isTorn) bytes[at] = bytes[at]! ^ 0x55;
        writeFileSync(path(), bytes);
        const log = await LiveLog.open(directory, id);
        const before = log.segments.length;
        await log.append([{ t: 'segment', segment: segment(9) }]);
        await keepSound(log, 'pcm', true);
        await log.close();
        const manifest = await readManifest(directory, id);
        const sound = manifest!.bytes === 0 ? '' : readFileSync(soundPath(directory, id, 'pcm'), 'utf8');
        expect('abcdefghijkl'.startsWith(sound)).toBe(true);
        const again = await LiveLog.open(directory, id);
        expect(again.segments).toHaveLength(before + 1);
        expect(again.segments.at(-1)).toEqual(segment(9));
        await again.close();
      }),
      { numRuns: 60 },
    );
  });

  it('keeps of each segment the whole attempt, and leaves out what was refused', async () => {
    await written();
    const log = await LiveLog.open(directory, id);
    await log.append([
      { t: 'segment', segment: segment(3) },
      { t: 'refused', segmentId: 's3' },
      { t: 'audio', attempt: 2, sequence: 1, segmentId: 's2', bytes: Buffer.from('I') },
      { t: 'audio', attempt: 2, sequence: 2, segmentId: 's2', bytes: Buffer.from('J') },
      { t: 'whole', attempt: 2, segmentId: 's2' },
    ]);
    expect(log.nextAttempt()).toBe(3);
    const manifest = await keepSound(log, 'pcm', false);
    await log.close();
    expect(manifest).toMatchObject({ whole: true, bytes: 10, segments: [{ segmentId: 's1', offset: 0, bytes: 8 }, { segmentId: 's2', offset: 8, bytes: 2 }] }); // prettier-ignore
    expect(readFileSync(soundPath(directory, id, 'pcm'), 'utf8')).toBe('abcdefghIJ');
  });
});
