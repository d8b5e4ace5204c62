import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headBytes, isWhole, packRecords, readHead, readRecord, wholeFrames, type LogRecord } from '#main/features/live/log-records.ts';

/** What a reader finds in the bytes, frame by frame. */
function read(file: Uint8Array): object[] {
  const found: object[] = [];
  for (let at = 0; ;) {
    const head = readHead(file.subarray(at));
    if (head === undefined) return found;
    const json = file.subarray(at + headBytes, at + headBytes + head.json);
    const bytes = file.subarray(at + headBytes + head.json, at + headBytes + head.json + head.bytes);
    const record = readRecord(head, json);
    if (record === undefined || !isWhole(record, head, bytes)) return found;
    if (record.t === 'audio') found.push(...wholeFrames(record, bytes).map(plain));
    else found.push(record.t === 'header' ? { t: 'header', bytes: [...bytes] } : record);
    at += headBytes + head.json + head.bytes;
  }
}
const plain = ({ attempt, segmentId, sequence, bytes }: Extract<LogRecord, { t: 'audio' }>): object => ({
  t: 'audio',
  attempt,
  segmentId,
  sequence,
  bytes: [...bytes],
});

const attempt = fc.integer({ min: 0, max: 2 });
const segmentId = fc.constantFrom('s1', 's2');
const bytes = fc.uint8Array({ maxLength: 20 });
const record: fc.Arbitrary<LogRecord> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ t: fc.constant('audio' as const), attempt, segmentId, sequence: fc.nat(9), bytes }) },
  fc.record({ t: fc.constant('whole' as const), attempt, segmentId }),
  fc.record({ t: fc.constant('gap' as const), attempt, after: fc.nat(9) }),
  fc.record({ t: fc.constant('refused' as const), segmentId }),
  fc.record({ t: fc.constant('header' as const), bytes }),
);

it('what is written to the log of a live request is read again as it was: each frame with its own segment and attempt, in order', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 30 }), (records) => {
      const { parts, size, places } = packRecords(records);
      const file = Buffer.concat(parts);
      expect(file.byteLength).toBe(size);
      expect(read(file)).toEqual(
        records.map((one) => (one.t === 'audio' ? plain(one) : one.t === 'header' ? { t: 'header', bytes: [...one.bytes] } : one)),
      );
      for (const { record: placed, offset } of places) {
        if (placed.t === 'audio') {
          const length = placed.frames.reduce((sum, frame) => sum + frame[1], 0);
          expect(wholeFrames(placed, file.subarray(offset, offset + length))).toHaveLength(placed.frames.length);
        }
      }
    }),
  );
});
