import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Feed } from '#main/features/live/feed.ts';
import { splitText, Segment } from '#main/features/live/segments.ts';
import { liveLimits, type LiveEvent } from '#shared/live.ts';
import { FailureError } from '#shared/failure.ts';

/** What each attempt brought, as the log has it. */
class Heard {
  readonly one = segment();
  readonly events: LiveEvent[] = [];
  readonly #attempts: number[][] = [[]];

  hear(...bytes: number[]): LiveEvent[] {
    this.#attempts.at(-1)?.push(...bytes);
    const events = this.one.hear(Uint8Array.from(bytes), this.#attempts.length - 1);
    this.events.push(...events);
    return events;
  }

  async again(): Promise<void> {
    await this.one.again({
      sum: ({ attempt, from, to }, sum) => Promise.resolve(crc32(Uint8Array.from(this.#attempts[attempt]!.slice(from, to)), sum)),
    });
    this.#attempts.push([]);
  }
}
const segment = (): Segment => new Segment({ segmentId: 's', phraseId: 'p', first: 1, texts: ['x'] });
const bytesOf = (events: readonly LiveEvent[]): number[] => events.flatMap((event) => (event.type === 'audio' ? [...event.bytes] : []));

describe('the sound of a segment', () => {
  it('is delivered once, however often and wherever the connection breaks and it is sent again', async () => {
    const connections = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), connections, async (sound, cuts) => {
        const heard = new Heard();
        for (const lengths of [...cuts, [sound.length]]) {
          await heard.again();
          let at = 0;
          for (const length of lengths) {
            heard.hear(...sound.subarray(at, at + length));
            at = Math.min(sound.length, at + length);
          }
        }
        expect(bytesOf(heard.events)).toEqual([...sound]);
        expect(heard.events.some((event) => event.type === 'spliced')).toBe(false);
      }),
    );
  });

  it('that is spoken again and not alike goes on where it was, and says so once', async () => {
    const heard = new Heard();
    heard.hear(1, 2, 3);
    await heard.again();
    heard.hear(1, 9);
    heard.hear(9, 4);
    heard.hear(5);
    expect(bytesOf(heard.events)).toEqual([1, 2, 3, 4, 5]);
    expect(heard.events.filter((event) => event.type === 'spliced')).toHaveLength(1);
  });

  it('that was delivered over two connections is compared with both', async () => {
    const heard = new Heard();
    heard.hear(1, 2);
    await heard.again();
    heard.hear(1, 2, 3, 4);
    await heard.again();
    heard.hear(1, 2, 3, 9, 5);
    expect(bytesOf(heard.events)).toEqual([1, 2, 3, 4, 5]);
    expect(heard.events.filter((event) => event.type === 'spliced')).toHaveLength(1);
  });

  it('goes on where it was, and claims nothing, where what was delivered cannot be read again', async () => {
    const one = segment();
    one.hear(Uint8Array.of(1, 2), 0);
    await one.again({ sum: () => Promise.reject(new Error('the disk is gone')) });
    const events = one.hear(Uint8Array.of(8, 9, 3), 1);
    expect(bytesOf(events)).toEqual([3]);
    expect(events.some((event) => event.type === 'spliced')).toBe(false);
  });

  it('that is whole does not sound again, whatever another connection brings of it', async () => {
    const sound = new Heard();
    sound.hear(1, 2, 3);
    sound.one.whole = true;
    await sound.again();
    expect(sound.hear(1, 2, 3, 4)).toEqual([]);
    expect(sound.hear(5)).toEqual([]);
  });

  it('behind a gap is not delivered again: nobody knows where it had come to', async () => {
    const heard = new Heard();
    heard.hear(1);
    heard.one.gap(1);
    heard.hear(3);
    await heard.again();
    expect(heard.hear(1, 2, 3, 4)).toEqual([]);
    await heard.again();
    expect(heard.hear(1, 2, 3, 4)).toEqual([]);
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
        const pieces = splitText(text, most);
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

describe('what a segment says of its sound', () => {
  const sums = { sum: () => Promise.resolve(0) };
  const logged = { segmentId: 's', phraseId: 'p', first: 1, texts: ['Good ', 'morning.'] };

  it('is its text, and how many bytes have come on this connection, delivered or not', async () => {
    const one = new Segment(logged);
    expect([one.text, one.arrived, one.state]).toEqual(['Good morning.', 0, 'sent']);
    one.hear(Uint8Array.of(1, 2), 0);
    one.late(Uint8Array.of(3));
    expect(one.arrived).toBe(3);
    await one.again(sums);
    expect(one.arrived).toBe(0);
  });

  it('is the time from its request to its first byte, once, and none where it was not sent here', () => {
    const one = new Segment(logged);
    one.sentAt = performance.now() - 250;
    const [first, sound, ...others] = one.hear(Uint8Array.of(1), 0);
    expect(first).toMatchObject({ type: 'first-sound', id: 'p' });
    const { ms } = first as { ms: number };
    expect(Number.isInteger(ms) && ms >= 250 && ms < 60_000).toBe(true);
    expect([sound, others]).toEqual([{ type: 'audio', id: 'p', segmentId: 's', bytes: Uint8Array.of(1) }, []]);
    expect(one.hear(Uint8Array.of(2), 0).map(({ type }) => type)).toEqual(['audio']);
    const early = new Segment(logged);
    early.sentAt = performance.now() + 60_000;
    expect(early.hear(Uint8Array.of(1), 0)[0]).toEqual({ type: 'first-sound', id: 'p', ms: 0 });
    expect(new Segment(logged).hear(Uint8Array.of(1), 0).map(({ type }) => type)).toEqual(['audio']);
  });

  it('is a gap where bytes are missing, also where they come too late; behind it nothing is delivered on another connection', async () => {
    const one = new Segment(logged);
    one.hear(Uint8Array.of(1), 0);
    expect(one.gap(7)).toEqual({ type: 'gap', id: 'p', segmentId: 's', missingBytes: 7 });
    expect(one.late(Uint8Array.of(4, 5))).toEqual([{ type: 'gap', id: 'p', segmentId: 's', missingBytes: 2 }]);
    expect(one.hear(Uint8Array.of(6), 0)).toHaveLength(1);
    await one.again(sums);
    expect(one.hear(Uint8Array.of(1, 2, 3), 1)).toEqual([]);
    expect(one.late(Uint8Array.of(4))).toEqual([]);
    const untold = new Segment(logged);
    untold.gap(7);
    await untold.again(sums);
    expect(untold.hear(Uint8Array.of(1), 1)).toHaveLength(1);
  });

  it('is nothing any more where it was whole in an earlier run, and it stays complete when it is sent again', async () => {
    const one = new Segment(logged);
    one.known();
    expect([one.state, one.whole, one.hear(Uint8Array.of(1), 0), one.late(Uint8Array.of(1))]).toEqual(['complete', true, [], []]);
    await one.again(sums);
    expect(one.state).toBe('complete');
    const open = new Segment(logged);
    open.state = 'accepted';
    open.headerBytes = 44;
    open.serviceId = 'theirs';
    await open.again(sums);
    expect([open.state, open.headerBytes, open.serviceId]).toEqual(['sent', 0, undefined]);
  });

  it('is read again from the log once for each stretch that was delivered, and not at all where none was', async () => {
    const read: unknown[] = [];
    const log = { sum: (...stretch: unknown[]) => Promise.resolve(read.push(stretch)) };
    const one = new Segment(logged);
    await one.again(log);
    expect(read).toEqual([]);
    one.hear(Uint8Array.of(1, 2), 3);
    await one.again(log);
    await one.again(log);
    expect(read).toEqual([[{ segmentId: 's', attempt: 3, from: 0, to: 2 }, 0]]);
    one.hear(Uint8Array.of(1, 2, 3), 5);
    await one.again(log);
    expect(read[1]).toEqual([{ segmentId: 's', attempt: 5, from: 2, to: 3 }, 1]);
  });
});

it('a text is cut behind a space in its second half, else in the middle of a word, and never within a character', () => {
  expect(splitText('', 10)).toEqual([]);
  expect(splitText('0123456789', 10)).toEqual(['0123456789']);
  expect(splitText('one two three', 10)).toEqual(['one two ', 'three']);
  expect(splitText('0123456789 x', 10)).toEqual(['0123456789', ' x']);
  expect(splitText('abcd fghijklmn', 10)).toEqual(['abcd fghij', 'klmn']);
  expect(splitText('abcde ghijklmn', 10)).toEqual(['abcde ', 'ghijklmn']);
  expect(splitText('012345678 abc', 10)).toEqual(['012345678 ', 'abc']);
  expect(splitText('012345678\u{1f642}x', 10)).toEqual(['012345678', '\u{1f642}x']);
});
