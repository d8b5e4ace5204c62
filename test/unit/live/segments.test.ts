import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Feed } from '#main/live/feed.ts';
import { piecesOf, Segment } from '#main/live/segments.ts';
import { liveLimits, type LiveEvent } from '#shared/live.ts';
import { FailureError } from '#shared/failure.ts';

const segment = (): Segment => new Segment({ segmentId: 's', phraseId: 'p', first: 1, texts: ['x'] });
const bytesOf = (events: readonly LiveEvent[]): number[] => events.flatMap((event) => (event.type === 'audio' ? [...event.bytes] : []));

describe('the sound of a segment', () => {
  it('is told once, however often and wherever the connection breaks and it is sent again', () => {
    const connections = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), connections, (sound, cuts) => {
        const one = segment();
        const events: LiveEvent[] = [];
        const hear = (lengths: readonly number[]): void => {
          one.again();
          let at = 0;
          for (const length of lengths) {
            events.push(...one.hear(sound.subarray(at, at + length)));
            at = Math.min(sound.length, at + length);
          }
        };
        for (const lengths of cuts) hear(lengths);
        hear([sound.length]);
        expect(bytesOf(events)).toEqual([...sound]);
        expect(events.some((event) => event.type === 'spliced')).toBe(false);
      }),
    );
  });

  it('that is spoken anew and not alike goes on where it was, and says so once', () => {
    const one = segment();
    const events = [...one.hear(Uint8Array.of(1, 2, 3))];
    one.again();
    events.push(...one.hear(Uint8Array.of(1, 9)), ...one.hear(Uint8Array.of(9, 4)), ...one.hear(Uint8Array.of(5)));
    expect(bytesOf(events)).toEqual([1, 2, 3, 4, 5]);
    expect(events.filter((event) => event.type === 'spliced')).toHaveLength(1);
  });

  it('behind a gap is not told again: nobody knows where it had come to', () => {
    const one = segment();
    one.hear(Uint8Array.of(1));
    one.gap(1);
    one.hear(Uint8Array.of(3));
    one.again();
    expect(one.hear(Uint8Array.of(1, 2, 3, 4))).toEqual([]);
    expect(one.hasGap).toBe(false);
    one.again();
    expect(one.hear(Uint8Array.of(1, 2, 3, 4))).toEqual([]);
  });
});

describe('the pieces of a text', () => {
  it('are the text, none too long and none cut within a character', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom('a', ' ', '🙂'), maxLength: 400 }),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 50 }), (text, most) => {
        const pieces = piecesOf(text, most);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.length).toBeLessThanOrEqual(most);
        }
        for (const piece of pieces.slice(1)) if (/^[\udc00-\udfff]/u.test(piece)) expect(text.isWellFormed()).toBe(false);
      }),
    );
  });
});

describe('phrases that wait', () => {
  it('are bounded in number and in characters, and a phrase that is too much is refused alone', () => {
    const feed = new Feed();
    for (let at = 0; at < liveLimits.waitingPhrases; at++) feed.say({ id: `p${at}`, text: 'x' });
    expect(() => feed.say({ id: 'more', text: 'x' })).toThrow(FailureError);
    expect(feed.drop()).toHaveLength(liveLimits.waitingPhrases);
    for (let at = 0; at < 50; at++) feed.say({ id: `q${at}`, text: 'x'.repeat(10_000) });
    expect(() => feed.say({ id: 'more', text: 'x' })).toThrow(FailureError);
    feed.shift();
    feed.say({ id: 'more', text: 'x' });
    expect(feed.ids).toHaveLength(50);
  });

  it('that come back are first again, and the end is the end only when none waits', () => {
    const feed = new Feed();
    feed.say({ id: 'a', text: 'a' });
    feed.say({ id: 'b', text: 'b' });
    const first = feed.shift()!;
    feed.end();
    expect(feed.ended).toBe(false);
    feed.unshift(first);
    expect(feed.ids).toEqual(['a', 'b']);
    feed.shift();
    feed.shift();
    expect(feed.ended).toBe(true);
  });
});
