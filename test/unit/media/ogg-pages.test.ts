import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OggPages } from '#main/media/ogg-pages.ts';

/** A page of RFC 3533 with segments of these lengths. */
function page(...segments: number[]): Uint8Array {
  const header = new Uint8Array(27 + segments.length);
  header.set([0x4f, 0x67, 0x67, 0x53]);
  header[26] = segments.length;
  header.set(segments, 27);
  const body = new Uint8Array(segments.reduce((sum, length) => sum + length, 0)).fill(7);
  return Buffer.concat([header, body]);
}
const pagesOf = fc
  .array(fc.array(fc.nat(255), { maxLength: 12 }), { maxLength: 6 })
  .map((pages) => pages.map((segments) => page(...segments)));

describe('an Ogg stream', () => {
  it('comes out byte for byte however it is cut, and a whole page is not held back', () => {
    fc.assert(
      fc.property(pagesOf, fc.infiniteStream(fc.integer({ min: 1, max: 90 })), (pages, cuts) => {
        const whole = Buffer.concat(pages);
        const ogg = new OggPages();
        const out: Uint8Array[] = [];
        for (let at = 0; at < whole.byteLength;) {
          const length = cuts.next().value as number;
          const given = ogg.push(whole.subarray(at, at + length));
          if (given) out.push(given);
          at += length;
        }
        expect(Buffer.concat(out)).toEqual(whole);
        expect(ogg.finish()).toHaveLength(0);
      }),
    );
  });

  it('hands on a header at once, and the rest of its page in one piece', () => {
    const ogg = new OggPages();
    const whole = page(200, 100);
    expect(ogg.push(whole.subarray(0, 28))).toBeUndefined();
    expect(ogg.push(whole.subarray(28, 29))).toHaveLength(29);
    expect(ogg.push(whole.subarray(29, 328))).toBeUndefined();
    expect(ogg.push(whole.subarray(328))).toHaveLength(300);
  });

  it('hands on several pages at once, with the header of the one that is not whole', () => {
    const ogg = new OggPages();
    const all = Buffer.concat([page(5), page(0), page(9)]);
    expect(ogg.push(all.subarray(0, all.byteLength - 1))).toHaveLength(33 + 28 + 28);
    expect(ogg.push(all.subarray(all.byteLength - 1))).toHaveLength(9);
  });

  it('that breaks off gives what was left, once', () => {
    const ogg = new OggPages();
    ogg.push(page(200).subarray(0, 100));
    expect(ogg.finish()).toHaveLength(72);
    expect(ogg.finish()).toHaveLength(0);
    expect(ogg.push(page(3))).toHaveLength(31);
  });
});

it.each([0, 1, 2, 3])('what is not Ogg, by its byte %i, goes through as it is, and so does all that follows', (wrong) => {
  const ogg = new OggPages();
  const bytes = page(5);
  bytes[wrong] = 0;
  expect(ogg.push(bytes)).toEqual(bytes);
  expect(ogg.push(page(200).subarray(0, 40))).toHaveLength(40);
  expect(ogg.finish()).toHaveLength(0);
});

it('what stops to be Ogg after a page goes through from there', () => {
  const ogg = new OggPages();
  const bytes = Buffer.concat([page(5), new Uint8Array(30).fill(1)]);
  expect(ogg.push(bytes)).toHaveLength(63);
});
