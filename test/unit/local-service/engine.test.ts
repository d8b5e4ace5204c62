import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Engine, sampleRate, type EngineVoice } from '#main/local-service/sound/engine.ts';
import { measure } from '#main/local-service/voices/measure.ts';

const sentence = 'It keeps better time, they say, than anybody else in this whole town has ever known.';

function spoken(engine: Engine, voice: EngineVoice, markup = sentence): Int16Array {
  const parts: Uint8Array[] = [];
  engine.use(voice);
  engine.speak(markup, ({ buffer, byteOffset, byteLength }) => parts.push(new Uint8Array(buffer, byteOffset, byteLength)));
  return new Int16Array(new Uint8Array(Buffer.concat(parts)).buffer);
}
const digest = (samples: Int16Array) => createHash('sha256').update(samples).digest('hex');
const hertz = (samples: Int16Array) => measure(Float32Array.from(samples, (sample) => sample / 32_768), sampleRate).hertz ?? NaN; // prettier-ignore

// With an echo, with breath and roughness, with flutter: what the engine carries on from one text to the next.
const names = ['en-us+f2', 'en-us+m1', 'de+f5', 'hi+m7', 'en-us+whisper'];

test('what was spoken before leaves no trace: an order gives the samples that a new engine gives', async () => {
  const orders = fc.record({
    name: fc.constantFrom(...names),
    rate: fc.constantFrom(120, 165),
    pitch: fc.constantFrom(20, 50, 90),
    range: fc.constantFrom(20, 50),
    semitones: fc.constantFrom(0, -7.3, 8),
  });
  const first = new Map<string, string>();
  const used = await Engine.start();
  fc.assert(
    fc.property(fc.array(fc.tuple(orders, fc.constantFrom('Well then.', sentence)), { minLength: 20, maxLength: 40 }), (list) => {
      for (const [voice, text] of list) {
        const key = JSON.stringify([voice, text]);
        const now = digest(spoken(used, voice, text));
        expect(first.get(key) ?? now).toBe(now);
        first.set(key, now);
      }
    }),
    { numRuns: 5 },
  );
  for (const [key, heard] of [...first].slice(0, 6)) {
    const [voice, text] = JSON.parse(key) as [EngineVoice, string];
    expect(digest(spoken(await Engine.start(), voice, text))).toBe(heard);
  }
}, 120_000);

test('pitch is in semitones, whatever the variant and however far', async () => {
  const engine = await Engine.start();
  for (const variant of ['f2', 'm3', 'linda']) {
    const heard = (semitones: number, pitch = 50) =>
      hertz(spoken(engine, { name: `en-us+${variant}`, rate: 165, pitch, range: 50, semitones }));
    const plain = heard(0);
    for (const semitones of [-8, -3, 5, 8, 12]) {
      expect.soft(12 * Math.log2(heard(semitones) / plain), `${variant} ${semitones}`).toBeCloseTo(semitones, -0.3);
    }
    if (variant !== 'm3') continue;
    // A voice that has used up the engine's own pitch control has as far to go.
    expect(12 * Math.log2(heard(8, 95) / heard(0, 95))).toBeCloseTo(8, -0.3);
  }
}, 120_000);

test('more than a breath is refused before the engine would lose its place', async () => {
  const engine = await Engine.start();
  const voice = { name: 'en-us+f2', rate: 165, pitch: 50, range: 50 };
  const before = digest(spoken(engine, voice));
  expect(() => spoken(engine, voice, 'a '.repeat(40_000))).toThrow(RangeError);
  expect(digest(spoken(engine, voice))).toBe(before);
}, 60_000);
