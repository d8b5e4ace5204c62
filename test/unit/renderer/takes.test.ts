import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockAttributes } from '../../../src-shared/narration/document.ts';
import { noDefaults, shapeOf } from '../../../src-shared/narration/shape.ts';
import { fingerprintOf, type Take } from '../../../src-shared/narration/take.ts';
import { levelMatch, loudnessOf } from '../../../src-renderer/audio/loudness.ts';
import {
  because,
  restoredAttributes,
  sameTakes,
  takesOfBlock,
  textDifference,
} from '../../../src-renderer/features/narration/takes/takes-view.ts';

const defaults = { ...noDefaults, voiceId: 'anna', modelId: null as string | null };
const connectionId = 'local';
const plain: BlockAttributes = {
  id: 'block',
  voiceId: null,
  modelId: null,
  controls: {},
  pauseMs: null,
  locked: false,
  characterId: null,
  takeId: null,
  note: null,
  takeEdits: {},
  paragraphId: null,
};
const block = (text: string, change: Partial<BlockAttributes> = {}) => ({ id: 'block', text, attributes: { ...plain, ...change } });

let made = 0;
function takeFor(of: ReturnType<typeof block>, change: Partial<Take> = {}, project = defaults): Take {
  const shape = shapeOf(of, project, connectionId)!;
  const { text, voiceId, modelId, controls } = shape;
  return {
    id: `take${made}`,
    blockId: of.id,
    fingerprint: fingerprintOf(shape),
    createdAt: made++,
    text,
    voiceId,
    modelId,
    controls,
    samples: 9,
    state: 'complete',
    alignment: 'none',
    words: [],
    creditsUsed: 1,
    requestId: null,
    ignoredParameters: [],
    starred: false,
    ...change,
  };
}
const view = (of: ReturnType<typeof block>, takes: readonly Take[], project = defaults) =>
  takesOfBlock(of, { takes, defaults: project, connectionId });

describe('the takes of a block', () => {
  it('come newest first, with the one that is heard, also where it is another block’s', () => {
    const now = block('Hello.');
    const [old, other] = [takeFor(block('Before.')), takeFor({ ...now, id: 'other' })];
    const found = view(now, [old, other, takeFor({ ...block('Elsewhere.'), id: 'third' })]);
    expect(found.map(({ take }) => take)).toEqual([other, old]);
    expect(found.map(({ heard }) => heard)).toEqual([true, false]);
  });

  it('are the same to the eye while a block whose take is stale is written on, and others once it fits again', () => {
    const take = takeFor(block('Hello.'));
    const written = ['Hello.', 'Hello, y', 'Hello, you', 'Hello.'].map((text) => view(block(text), [take]));
    const isSame = written.slice(1).map((now, index) => sameTakes(written[index] ?? [], now));
    expect(isSame).toEqual([false, true, false]);
    expect(sameTakes(written[0] ?? [], view(block('Hello.'), [{ ...take, starred: true }]))).toBe(false);
    expect(sameTakes(written[0] ?? [], view(block('Hello.', { takeId: take.id }), [take]))).toBe(false);
  });

  it('say why they are stale', () => {
    const now = block('Hello there.', { controls: { speed: 1.2 } });
    const reasons = (of: ReturnType<typeof block>, change: Partial<Take> = {}) => view(now, [takeFor(of, change)])[0]!.because;
    expect(reasons(now)).toEqual([]);
    expect(reasons(block('Hello.', now.attributes))).toEqual(['text']);
    expect(reasons(block('Hello there.', { controls: { speed: 1.2 }, voiceId: 'bert' }))).toEqual(['voice']);
    expect(reasons(block('Hello there.', { controls: { speed: 1.2 }, modelId: 'alpha-s1' }))).toEqual(['model']);
    expect(reasons(block('Hello there.'))).toEqual(['settings']);
    expect(reasons(block('Hello.', { voiceId: 'bert' }))).toEqual(['text', 'voice', 'settings']);
    expect(reasons(now, { fingerprint: 'of another service' })).toEqual(['service']);
    expect(reasons(now, { fingerprint: 'of an older version', controls: undefined })).toEqual(['settings']);
    const saidOtherwise = { ...defaults, pronunciations: [{ written: 'there', spoken: 'dare', language: null, voice: null }] };
    expect(view(now, [takeFor(now)], saidOtherwise)[0]!.because).toEqual(['pronunciation']);
    expect(because(['text', 'voice', 'settings'])).toBe('other text, another voice and other settings');
  });

  it('that are not whole are never current, whatever they are of', () => {
    const now = block('Hello.');
    const states = view(now, [takeFor(now, { state: 'incomplete' }), takeFor(now, { state: 'damaged' })]).map(({ state }) => state);
    expect(states).toEqual(['damaged', 'incomplete']);
  });

  it('that are restored become current, whatever the block and the project have become', () => {
    const setting = fc.record({
      voiceId: fc.constantFrom(null, 'anna', 'bert'),
      modelId: fc.constantFrom(null, 'alpha-s1', 'beta-2.8-hd'),
      controls: fc.constantFrom({}, { speed: 1.2 }, { emotion: 'calm' }),
    });
    const project = fc
      .record({ voiceId: fc.constantFrom('anna', 'bert'), modelId: fc.constantFrom(null, 'alpha-s1') })
      .map((given) => ({ ...noDefaults, ...given }));
    fc.assert(
      fc.property(setting, setting, project, project, (then, now, projectThen, projectNow) => {
        const take = takeFor(block('Then.', then), {}, projectThen);
        const current = block('Now.', now);
        const [found] = view(current, [take], projectNow);
        if (found!.restorable) {
          const attributes = { ...current.attributes, ...restoredAttributes(take, current.attributes, projectNow) };
          expect(view({ ...current, text: take.text, attributes }, [take], projectNow)[0]).toMatchObject({ state: 'current', because: [] });
        } else {
          // Only a voice's own default cannot be asked for of the project's voice where the project names a model for it.
          expect([take.modelId, take.voiceId, projectNow.modelId]).toEqual([null, projectNow.voiceId, 'alpha-s1']);
        }
      }),
    );
  });

  it('of older versions, which kept no settings, are not restored by a guess', () => {
    const take = takeFor(block('Then.', { controls: { speed: 2 } }), { controls: undefined });
    expect(view(block('Now.'), [take])[0]?.restorable).toBe(false);
    expect(view(block('Now.', { controls: { speed: 2 } }), [take])[0]?.restorable).toBe(true);
  });
});

describe('the difference of two texts', () => {
  it('counts words, also where nothing stands between them', () => {
    expect(textDifference('Good morning, dear all.', 'Good evening, all.')).toMatchObject({ added: 1, removed: 2 });
    expect(textDifference('我喜欢苹果', '我喜欢香蕉')).toMatchObject({ added: 1, removed: 1 });
    expect(textDifference('same', 'same')).toBeUndefined();
  });

  it('reads as both texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }), (spoken, now) => {
        const difference = textDifference(spoken, now);
        if (!difference) return;
        const without = (kind: string): string => difference.parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
        expect(without('added')).toBe(spoken);
        expect(without('removed')).toBe(now);
      }),
    );
  });
});

describe('loudness', () => {
  const tone = (amplitude: number, seconds = 2, hertz = 997) =>
    Int16Array.from({ length: seconds * 48_000 }, (_, at) =>
      Math.round(amplitude * 32_767 * Math.sin((2 * Math.PI * hertz * at) / 48_000)),
    );

  it('of a full sine at 997 Hz is that of the recommendation, and falls with its level', () => {
    expect(loudnessOf(tone(1))).toBeCloseTo(-3.01, 1);
    expect(loudnessOf(tone(0.1))).toBeCloseTo(-23.01, 1);
  });

  it('does not count the silence around speech', () => {
    const sound = tone(0.1);
    const padded = new Int16Array(sound.length * 4);
    padded.set(sound, sound.length);
    expect(Math.abs(loudnessOf(padded)! - loudnessOf(sound)!)).toBeLessThan(0.7);
  });

  it('of silence, or of nothing, is none, and nothing is turned down for it', () => {
    expect(loudnessOf(new Int16Array(96_000))).toBeUndefined();
    expect(loudnessOf(new Int16Array(0))).toBeUndefined();
    expect(levelMatch(undefined, -20)).toEqual([0, 0]);
    expect(levelMatch(-20, -23)).toEqual([-3, 0]);
  });
});
