import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlock, createDocument, defaultPauseMs, pauseInParagraphMs, schema, wordsOf } from '#shared/narration/document.ts';
import { noDefaults, shapeOf } from '#shared/narration/shape.ts';
import { fingerprintOf, sampleRate, type Take } from '#shared/narration/take.ts';
import { captionsOf, scriptOf } from '#shared/captions/script.ts';
import { buildTimeline, soundSegments } from '#shared/narration/chapter-timeline.ts';

const project = { ...noDefaults, voiceId: 'anna', modelId: null };
const perMs = sampleRate / 1000;

/** A take of `text` whose words are `wordMs` long each, back to back. */
function takeOf(blockId: string, text: string, options: Partial<Take> & { wordMs?: number } = {}): Take {
  const { wordMs = 100, ...rest } = options;
  const tokens = wordsOf(text);
  const shape = shapeOf({ attributes: { voiceId: null, modelId: null, controls: {} }, text }, project, 'local');
  return {
    id: `take${blockId}`,
    blockId,
    fingerprint: shape ? fingerprintOf(shape) : '',
    createdAt: 1,
    text: text.trim(),
    voiceId: 'anna',
    modelId: null,
    samples: tokens.length * wordMs * perMs,
    state: 'complete',
    alignment: 'complete',
    words: tokens.map((word, index) => ({ text: word.text, startMs: index * wordMs, endMs: (index + 1) * wordMs })),
    creditsUsed: 0,
    requestId: null,
    ignoredParameters: [],
    starred: false,
    ...rest,
  };
}

function documentOf(...texts: string[]) {
  return schema.node(
    'doc',
    null,
    texts.map((text, index) => createBlock(text, { id: `block00${index}` })),
  );
}

describe('timeline', () => {
  it('counts the words of blocks without sound, so that indices agree with the script', () => {
    const document = documentOf('One two.', 'Three four five.', 'Six.');
    const timeline = buildTimeline(document, [takeOf('block000', 'One two.'), takeOf('block002', 'Six.')], project, 'local');
    expect(timeline.wordCount).toBe(6);
    expect(timeline.silentBlocks).toBe(1);
    expect(timeline.sampleOfWord(3)).toBeUndefined();
    expect(timeline.wordAt(timeline.blocks[1]?.start ?? -1)).toBe(5);
  });

  it('is silent in pauses, and adds the default pause between blocks but not behind the last', () => {
    const document = documentOf('One two.', 'Three.');
    const timeline = buildTimeline(document, [takeOf('block000', 'One two.'), takeOf('block001', 'Three.')], project, 'local');
    expect(timeline.samples).toBe((300 + defaultPauseMs) * perMs);
    expect(timeline.wordAt(200 * perMs - 1)).toBe(1);
    expect(timeline.wordAt(200 * perMs)).toBeUndefined();
    expect(timeline.blockAt(200 * perMs)?.blockId).toBe('block000');
    expect(timeline.wordAt((200 + defaultPauseMs) * perMs)).toBe(2);
    expect(timeline.wordAt(timeline.samples)).toBeUndefined();
    expect(timeline.wordAt(-1)).toBeUndefined();
    expect(soundSegments(timeline)).toEqual([
      { takeId: 'takeblock000', pauseSamples: defaultPauseMs * perMs },
      { takeId: 'takeblock001', pauseSamples: 0 },
    ]);
  });

  it('pauses shorter within a paragraph than after it', () => {
    const document = schema.node('doc', null, [
      createBlock('One.', { id: 'block000', paragraphId: 'paragraph' }),
      createBlock('Two.', { id: 'block001', paragraphId: 'paragraph' }),
      createBlock('Three.', { id: 'block002', paragraphId: 'other000' }),
    ]);
    const timeline = buildTimeline(
      document,
      [takeOf('block000', 'One.'), takeOf('block001', 'Two.'), takeOf('block002', 'Three.')],
      project,
      'local',
    );
    expect(timeline.blocks.map(({ pauseSamples }) => pauseSamples / perMs)).toEqual([pauseInParagraphMs, defaultPauseMs, 0]);
  });

  it('keeps a pause that a person set behind the last block', () => {
    const document = schema.node('doc', null, [createBlock('One.', { id: 'block000', pauseMs: 1000 })]);
    expect(buildTimeline(document, [takeOf('block000', 'One.')], project, 'local').samples).toBe(1100 * perMs);
  });

  it('knows which words have estimated times: all of an aligned take, and single ones of a measured take', () => {
    const measured = takeOf('block001', 'Three four.');
    const words = measured.words.map((word, index) => (index === 1 ? { ...word, estimated: true } : word));
    const takes = [takeOf('block000', 'One two.', { alignment: 'estimated' }), { ...measured, words }];
    const timeline = buildTimeline(documentOf('One two.', 'Three four.'), takes, project, 'local');
    expect([0, 1, 2, 3, 4].map((index) => timeline.isEstimated(index))).toEqual([true, true, false, true, false]);
  });

  it('breaks the captions of an aligned take by its words, as of a measured one', () => {
    const text = 'One two three. Four five six.';
    const cuesWith = (alignment: Take['alignment']) => {
      const timeline = buildTimeline(documentOf(text), [takeOf('block000', text, { alignment, wordMs: 800 })], project, 'local');
      const script = scriptOf({ title: '', chapters: [{ number: 1, title: '', timeline }], defaults: project, betweenChaptersMs: 0 });
      return captionsOf(script).map(({ startMs, endMs, lines }) => ({ startMs, endMs, lines }));
    };
    expect(cuesWith('estimated')).toEqual(cuesWith('complete'));
    // Without certain times the words are shared out over the block.
    expect(cuesWith('partial').map(({ lines }) => lines)).toEqual(cuesWith('complete').map(({ lines }) => lines));
  });

  it('plays a stale take and lights the words that it shares with the script', () => {
    const document = documentOf('The very old lamp burns.');
    const timeline = buildTimeline(document, [takeOf('block000', 'The old Lamp, burns brightly.')], project, 'local');
    expect(timeline.blocks[0]?.stale).toBe(true);
    expect([0, 100, 200, 300, 400].map((ms) => timeline.wordAt(ms * perMs))).toEqual([0, 2, 3, 4, 4]);
    expect(timeline.sampleOfWord(1)).toBe(0); // "very" was not spoken: the word before it
    expect(timeline.sampleOfWord(4)).toBe(300 * perMs);
  });

  it('gives an emptied block and a damaged take no sound', () => {
    const takes = [takeOf('block000', 'Gone.'), takeOf('block001', 'Here.', { state: 'damaged' })];
    const timeline = buildTimeline(documentOf('', 'Here.'), takes, project, 'local');
    expect(timeline.blocks).toEqual([]);
    expect(timeline.silentBlocks).toBe(1);
    expect(timeline.samples).toBe(0);
  });

  it('takes the same words back when an edit is undone, and another take when the voice of the project changes', () => {
    const document = documentOf('Hello there.');
    const takes = [takeOf('block000', 'Hello there.'), takeOf('block000', 'Hello here.', { id: 'other000', createdAt: 2 })];
    expect(buildTimeline(document, takes, project, 'local').blocks[0]).toMatchObject({ stale: false, take: { id: 'takeblock000' } });
    expect(buildTimeline(document, takes, { ...project, voiceId: 'bert' }, 'local').blocks[0]).toMatchObject({ stale: true });
    expect(buildTimeline(document, takes, project, 'other').blocks[0]).toMatchObject({ stale: true });
  });

  it('holds its rules for any chapter and any word times a service may send', () => {
    const word = fc.record({
      text: fc.constantFrom('a', 'b', 'c'),
      startMs: fc.double({ min: -50, max: 900 }),
      endMs: fc.double({ min: 0, max: 900 }),
    });
    const block = fc.record({
      tokens: fc.array(fc.constantFrom('a', 'b', 'c', 'B,'), { maxLength: 6 }),
      sound: fc.boolean(),
      words: fc.array(word, { maxLength: 6 }),
      samples: fc.integer({ min: 0, max: 40_000 }),
    });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
        const document = documentOf(...blocks.map(({ tokens }) => tokens.join(' ')));
        const takes = blocks.flatMap(({ tokens, sound, words, samples }, index) => {
          const clean = words.filter(({ startMs, endMs }) => !Number.isNaN(startMs) && !Number.isNaN(endMs));
          return sound ? [takeOf(`block00${index}`, `${tokens.join(' ')} x`, { words: clean, samples })] : [];
        });
        const timeline = buildTimeline(document, takes, project, 'local');
        expect(timeline.wordCount).toBe(blocks.reduce((sum, { tokens }) => sum + tokens.length, 0));
        let end = 0;
        for (const each of timeline.blocks) {
          expect(each.start).toBe(end);
          end += each.samples + each.pauseSamples;
        }
        expect(timeline.samples).toBe(end);
        let latest = -1;
        for (let index = 0; index < timeline.wordCount; index += 1) {
          const sample = timeline.sampleOfWord(index);
          if (sample === undefined) continue;
          expect(sample).toBeGreaterThanOrEqual(latest);
          expect(sample).toBeLessThan(timeline.samples);
          latest = sample;
          // Whatever is lit there belongs to the same block and is not before it.
          const lit = timeline.wordAt(sample);
          const at = timeline.blockAt(sample);
          if (lit !== undefined && at) expect(lit >= at.firstWord && lit < at.firstWord + at.words).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never goes back in the script while the sound goes on, however a service timed its words', () => {
    const times = fc.array(fc.integer({ min: -500, max: 2500 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(times, (startsMs) => {
        const text = startsMs.map((_, index) => `word${String(index)}`).join(' ');
        const words = startsMs.map((startMs, index) => ({ text: `word${String(index)}`, startMs, endMs: startMs - 10 }));
        const take = takeOf('block000', text, { words, samples: 2000 * perMs });
        const timeline = buildTimeline(documentOf(text), [take], project, 'local');
        let lit = -1;
        for (let sample = 0; sample < timeline.samples; sample += 10 * perMs) {
          const word = timeline.wordAt(sample);
          if (word === undefined) continue;
          expect(word).toBeGreaterThanOrEqual(lit);
          lit = word;
        }
        const places = startsMs.map((_, index) => timeline.sampleOfWord(index) ?? Number.NaN);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        for (const place of places) expect(place >= 0 && place < timeline.samples).toBe(true);
      }),
    );
  });

  it('finds each of a hundred thousand words', () => {
    const text = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
    const count = 1000;
    const document = createDocument(Array.from({ length: count }, (_, index) => `${index} ${text}`));
    const takes: Take[] = [];
    document.forEach((node, _offset, index) => {
      takes.push(takeOf(String(node.attrs['id']), `${index} ${text}`, { id: `take${index}`, wordMs: 360 }));
    });
    const timeline = buildTimeline(document, takes, project, 'local');
    expect(timeline.wordCount).toBe(101_000);
    expect(timeline.samples / sampleRate / 3600).toBeGreaterThan(10);
    for (let index = 0; index < timeline.wordCount; index += 1) {
      const sample = timeline.sampleOfWord(index) ?? -1;
      if (timeline.wordAt(sample) !== index) expect.fail(`word ${index} is not lit at its own sample`);
    }
  });
});

describe('words of a script that has changed since it was spoken', () => {
  const lit = (now: string, take: Take): (number | undefined)[] => {
    const timeline = buildTimeline(documentOf(now), [take], project, 'local');
    return take.words.map(({ startMs }) => timeline.wordAt(startMs * perMs));
  };

  it('are lit where the take says them; a new word never is, and what was taken out leaves the word before it lit', () => {
    const take = takeOf('block000', 'one two three four');
    expect(lit('one new two four', take)).toEqual([0, 2, 2, 3]);
  });

  it('are matched as words are when a take arrives: without marks and case, and in another spelling', () => {
    expect(lit('“One,” TWO! Colour', takeOf('block000', 'one two color'))).toEqual([0, 1, 2]);
    expect(lit('one twenty-one', takeOf('block000', 'one twenty one'))).toEqual([0, 1, 1]);
  });

  it('are one for one where the text is the same, whatever the service calls the words', () => {
    const take = takeOf('block000', '20 € each');
    const named = { ...take, words: take.words.map((word, index) => ({ ...word, text: ['twenty', 'euros', 'apiece'][index] ?? '' })) };
    expect(lit('20 € each', named)).toEqual([0, 1, 2]);
  });

  it('stay dark where the texts have nothing in common', () => {
    const spoken = Array.from({ length: 1500 }, (_, index) => `a${String(index)}`).join(' ');
    const take = takeOf('block000', spoken, { wordMs: 10 });
    const now = Array.from({ length: 1500 }, (_, index) => `${'zyxw'[index % 4] ?? ''}!`).join(' ');
    expect(lit(now, take).every((word) => word === undefined)).toBe(true);
  });
});
