import { expect, test } from 'vitest';
import { Listener, markedBreath } from '#main/local-service/sound/marks.ts';
import { type EngineEvent } from '#main/local-service/sound/engine.ts';

const event = (type: EngineEvent['type'], at: number, more: Partial<EngineEvent> = {}): EngineEvent => ({
  type,
  audio_position: at,
  text_position: 0,
  word_length: 0,
  id: undefined,
  ...more,
});
const mark = (piece: number, at: number) => event('mark', at, { id: String(piece) });
const sound = (at: number) => event('phoneme', at, { id: 'a' });
const silence = (at: number) => event('phoneme', at, { id: '' });

test('markup escapes what XML would read, and counts places as the engine does', () => {
  const { markup, places } = markedBreath(['AT&T', '<b>', '😀']);
  expect(markup).toBe('<speak><mark name="0"/>AT&amp;T <mark name="1"/>&lt;b&gt; <mark name="2"/>😀</speak>');
  expect(
    places.map((place) =>
      Array.from(markup)
        .slice(place.first - 1, place.last - 1)
        .join(''),
    ),
  ).toEqual(['AT&amp;T', '&lt;b&gt;', '😀']);
});

test('a word ends where its sound ends, not where the pause behind it does', () => {
  const listener = new Listener(markedBreath(['one,', 'two']));
  listener.hear([mark(0, 0), sound(10), silence(300), mark(1, 500), sound(500), silence(800), silence(900)]);
  expect(listener.soundEnd(1_100)).toBe(800);
  expect(listener.spans(800)).toEqual([
    { startMs: 0, endMs: 300 },
    { startMs: 500, endMs: 800 },
  ]);
});

test('a mark that the engine dropped is replaced by its word event, else by interpolation', () => {
  const breath = markedBreath(['a', 'b', 'c', 'd']);
  const listener = new Listener(breath);
  listener.hear([
    mark(0, 0),
    sound(0),
    event('word', 200, { text_position: breath.places[1]!.first, word_length: 1 }),
    mark(3, 600),
    sound(600),
  ]);
  expect(listener.spans(900).map((span) => span.startMs)).toEqual([0, 200, 400, 600]);
});

test('marks that come late, twice or out of order leave words in order', () => {
  const listener = new Listener(markedBreath(['a', 'b', 'c']));
  listener.hear([mark(1, 500), mark(2, 300), mark(1, 100), event('mark', 0, { id: 'x' }), event('mark', 0, { id: '9' }), sound(0)]);
  const spans = listener.spans(700);
  expect(spans.map((span) => span.startMs)).toEqual([0, 500, 600]);
  expect(spans.every((span) => span.startMs <= span.endMs && span.endMs <= 700)).toBe(true);
});

test('nothing heard is no sound', () => {
  const listener = new Listener(markedBreath(['...']));
  listener.hear([silence(0)]);
  expect(listener.soundEnd(300)).toBe(0);
});

test('pieces that are timed alike share their sound by length, and signs take none of it', () => {
  const listener = new Listener(markedBreath(['On', 'the', '—', 'ship', 'of', 'it']));
  listener.hear([mark(0, 0), mark(1, 0), sound(0), mark(2, 250), mark(3, 250), sound(250), mark(4, 500), mark(5, 500), sound(500)]);
  expect(listener.spans(900)).toEqual([
    { startMs: 0, endMs: 100 },
    { startMs: 100, endMs: 250 },
    { startMs: 250, endMs: 250 },
    { startMs: 250, endMs: 500 },
    { startMs: 500, endMs: 700 },
    { startMs: 700, endMs: 900 },
  ]);
});

test('pieces that are timed at the very end share the sound that they run on from', () => {
  const listener = new Listener(markedBreath(['sea', 'of', 'it']));
  listener.hear([mark(0, 0), sound(0), mark(1, 700), mark(2, 700)]);
  expect(listener.spans(700)).toEqual([
    { startMs: 0, endMs: 300 },
    { startMs: 300, endMs: 500 },
    { startMs: 500, endMs: 700 },
  ]);
});
