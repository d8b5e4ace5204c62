import { describe, expect, it } from 'vitest';
import { attributesOf, createDocument } from '#shared/narration/document.ts';
import { noDefaults, shapeOf } from '#shared/narration/shape.ts';
import { fingerprintOf, sampleRate, type Take } from '#shared/narration/take.ts';
import { describeChapter } from '#shared/narration/chapter-progress.ts';

const defaults = { ...noDefaults, voiceId: 'anna', modelId: null };

function takeOf(blockId: string, text: string): Take {
  const shape = shapeOf({ attributes: { voiceId: null, modelId: null, controls: {} }, text }, defaults, 'local');
  return {
    id: `take${blockId}`,
    blockId,
    fingerprint: shape ? fingerprintOf(shape) : '',
    createdAt: 1,
    text,
    voiceId: 'anna',
    modelId: null,
    samples: 2 * sampleRate,
    state: 'complete',
    alignment: 'none',
    words: [],
    creditsUsed: 0,
    requestId: null,
    ignoredParameters: [],
    starred: false,
  };
}

describe('how far a chapter has come', () => {
  const texts = ['One two three.', 'Four.', ''];
  const document = createDocument(texts);
  const ids = document.children.map((node) => attributesOf(node).id);
  const takes = texts.map((text, index) => takeOf(ids[index] ?? '', text));

  it('is nothing without sound, and all of it when every block with words has its own', () => {
    expect(describeChapter(document, [], defaults, 'local').progress).toEqual({ words: 4, seconds: 0, finished: 0 });
    expect(describeChapter(document, takes, defaults, 'local').progress).toMatchObject({ words: 4, finished: 100 });
    expect(describeChapter(createDocument([]), [], defaults, 'local').progress).toEqual({ words: 0, seconds: 0, finished: 0 });
  });

  it('counts words, not blocks; a take of other words runs on and is not finished', () => {
    const stale = [takes[0], { ...takeOf(ids[1] ?? '', 'Five.') }].flatMap((take) => take ?? []);
    const progress = describeChapter(document, stale, defaults, 'local').progress;
    expect(progress.finished).toBe(75);
    expect(progress.seconds).toBeGreaterThan(4);
  });

  it('is never rounded up to all, nor down to nothing', () => {
    const long = createDocument([Array.from({ length: 999 }, () => 'word').join(' '), 'last']);
    const [body, last] = long.children;
    const takeFor = (node: typeof body): Take[] => (node ? [takeOf(attributesOf(node).id, node.textContent)] : []);
    expect(describeChapter(long, takeFor(body), defaults, 'local').progress.finished).toBe(99);
    expect(describeChapter(long, takeFor(last), defaults, 'local').progress.finished).toBe(1);
  });
});
