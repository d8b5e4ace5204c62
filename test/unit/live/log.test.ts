import {
  constants,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepSound, readManifest, soundPath } from '#main/features/live/save.ts';
import { LiveLog } from '#main/features/live/log.ts';

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

  it('torn within a record keeps the frames of it that are whole, and they stay when it is opened once more', async () => {
    const log = await LiveLog.open(directory, id);
    const frame = (sequence: number) =>
      ({ t: 'audio', attempt: 1, sequence, segmentId: 's1', bytes: Buffer.alloc(100, sequence) }) as const;
    await log.append([{ t: 'segment', segment: segment(1) }, ...[1, 2, 3].map(frame)]);
    await log.close();
    truncateSync(path(), statSync(path()).size - 50);
    for (let again = 0; again < 2; again++) {
      const opened = await LiveLog.open(directory, id);
      expect(opened.kept(true)[0]?.pieces.map(({ sequence, length }) => [sequence, length])).toEqual([[1, 100], [2, 100]]); // prettier-ignore
      const [, second] = opened.kept(true)[0]!.pieces;
      expect(Buffer.from(await opened.read(second!))).toEqual(Buffer.alloc(100, 2));
      await opened.close();
    }
  });

  it.runIf(process.platform === 'linux')(
    'is open so that a write settles when it is on the disk, also when it is opened again',
    async () => {
      for (let again = 0; again < 2; again++) {
        const log = await LiveLog.open(directory, id);
        const descriptor = readdirSync('/proc/self/fd').find((one) => {
          try {
            return readlinkSync(`/proc/self/fd/${one}`) === realpathSync(path());
          } catch {
            return false; // closed since it was listed
          }
        });
        const flags = /^flags:\s*(\d+)$/mu.exec(readFileSync(`/proc/self/fdinfo/${descriptor ?? ''}`, 'utf8'))?.[1] ?? '';
        expect(Number.parseInt(flags, 8) & constants.O_DSYNC).toBe(constants.O_DSYNC);
        await log.close();
      }
    },
  );

  it('sums up what an attempt brought, over its frames, and knows when it has less', async () => {
    await written();
    const log = await LiveLog.open(directory, id);
    const of = { segmentId: 's1', attempt: 1 };
    expect(await log.sum({ ...of, from: 0, to: 8 }, 0)).toBe(crc32('abcdefgh'));
    expect(await log.sum({ ...of, from: 3, to: 7 }, crc32('abc'))).toBe(crc32('abcdefg'));
    await expect(log.sum({ ...of, from: 0, to: 9 }, 0)).rejects.toMatchObject({ failure: { kind: 'damaged' } });
    await log.close();
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
