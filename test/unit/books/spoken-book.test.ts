import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epubTexts } from '#shared/books/epub.ts';
import { formatProofPage } from '#shared/books/proof-page.ts';
import { findSpokenLanguage, spokenBookOf, textOf, type SpokenBook } from '#shared/books/spoken-book.ts';
import { messages } from '#shared/messages/index.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { blocksOf, createBlock, createDocument, schema, wordsOf } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';

type Sound = 'timed' | 'estimated' | 'none' | 'silent';
interface Said {
  text: string;
  sound: Sound;
  samples: number;
  language?: string;
}

function chapterOf(
  title: string,
  said: readonly Said[],
  number = 1,
  paragraphIds: readonly (string | null)[] = [],
): Parameters<typeof spokenBookOf>[0]['chapters'][number] {
  const blocks = said.map(({ text }, index) => createBlock(text, { paragraphId: paragraphIds[index] ?? null }));
  const document = blocks.length === 0 ? createDocument([]) : schema.node('doc', null, blocks);
  const takes = blocksOf(document).flatMap(({ attributes, text }, index) => {
    const { sound, samples } = said[index] ?? { sound: 'silent', samples: 0 };
    if (sound === 'silent') return [];
    const tokens = wordsOf(text);
    const each = samples / 48 / Math.max(1, tokens.length);
    const words = sound === 'none' ? [] : tokens.map((token, at) => ({ text: token.text, startMs: at * each, endMs: (at + 0.8) * each }));
    const alignment = sound === 'timed' ? 'complete' : sound;
    return [
      {
        id: `take${index}`,
        blockId: attributes.id,
        state: 'complete',
        samples,
        text,
        words,
        alignment,
        createdAt: index,
        fingerprint: `${index}`,
      } as unknown as Take,
    ];
  });
  return { number, id: `chapter${number}`, title, timeline: buildTimeline(document, takes, noDefaults, 'local') };
}
const bookOf = (...chapters: readonly (readonly Said[])[]): SpokenBook =>
  spokenBookOf({
    title: 'Book',
    chapters: chapters.map((said, index) => chapterOf(`Chapter ${index}`, said, index + 1)),
    defaults: noDefaults,
  });

const said = fc.record({
  text: fc.string({ unit: 'grapheme', maxLength: 60 }),
  sound: fc.constantFrom<Sound>('timed', 'estimated', 'none', 'silent'),
  samples: fc.integer({ min: 4800, max: 480_000 }),
});

describe('a spoken book', () => {
  it('has every word once and in order, and clips that follow one another without gaps up to the end of the sound', () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 6 }), (blocks) => {
        const source = chapterOf('Title', blocks);
        const [chapter] = spokenBookOf({ title: 'Book', chapters: [source], defaults: noDefaults }).chapters;
        const written = source.timeline.facts.flatMap(({ node }) => wordsOf(node.textContent).map(({ text }) => text));
        expect(chapter?.blocks.flatMap(({ sentences }) => sentences.flat().map(({ text }) => text))).toEqual(written);
        const clips = (chapter?.blocks ?? []).flatMap(({ clip, sentences }) =>
          clip ? [clip] : sentences.flat().flatMap((word) => word.clip ?? []),
        );
        for (const [index, { startMs, endMs }] of clips.entries()) {
          expect(endMs).toBeGreaterThan(startMs);
          expect(endMs).toBe(clips[index + 1]?.startMs ?? chapter?.durationMs);
        }
        expect(clips.length > 0).toBe((chapter?.durationMs ?? 0) > 0);
      }),
    );
  });

  it('says where its word times come from', () => {
    const block = (sound: Sound): Said => ({ text: 'One two.', sound, samples: 48_000 });
    expect(bookOf([block('timed')], [block('none')]).wordTimes).toBe('measured');
    expect(bookOf([block('estimated'), block('silent')]).wordTimes).toBe('estimated');
    expect(bookOf([block('estimated')], [block('timed')]).wordTimes).toBe('mixed');
    expect(bookOf([block('none')]).wordTimes).toBe('none');
  });

  it('takes a first block that says the title for the heading', () => {
    const chapter = chapterOf('The storm', [
      { text: 'The storm', sound: 'timed', samples: 48_000 },
      { text: 'It rained.', sound: 'timed', samples: 48_000 },
    ]);
    const book = spokenBookOf({ title: 'Book', chapters: [chapter], defaults: noDefaults });
    expect(book.chapters[0]?.blocks.map((block) => [textOf(block), block.isTitle])).toEqual([
      ['The storm', true],
      ['It rained.', false],
    ]);
    const words = { contents: 'Contents', cover: 'Cover', chapter: String };
    const page = [...epubTexts({ book, identifier: 'x', modified: new Date(0), cover: undefined, words })].find(({ path }) =>
      path.endsWith('chapter-0001.xhtml'),
    );
    expect(page?.content.match(/<h1/gu)).toHaveLength(1);
  });

  it('is one paragraph where a paragraph is split between its speakers, in the EPUB and on the proof page', () => {
    const said: Said[] = ['“Late,”', 'said Thomas.', '“Come in.”', 'It rained.'].map((text) => ({ text, sound: 'timed', samples: 48_000 }));
    const chapter = chapterOf('One', said, 1, ['paragraph', 'paragraph', 'paragraph', null]);
    const book = spokenBookOf({ title: 'Book', chapters: [chapter], defaults: noDefaults });
    const words = { contents: 'Contents', cover: 'Cover', chapter: String };
    const parts = [...epubTexts({ book, identifier: 'x', modified: new Date(0), cover: undefined, words })];
    const page = parts.find(({ path }) => path.endsWith('.xhtml') && path.includes('chapter-0001'))?.content ?? '';
    const paragraphs = [...page.matchAll(/<p[ >].*<\/p>/gu)].map(([paragraph]) => paragraph.replaceAll(/<[^>]*>/gu, ''));
    expect(paragraphs).toEqual(['“Late,” said Thomas. “Come in.”', 'It rained.']);
    // Each part of the overlay has its element in the text.
    const overlay = parts.find(({ path }) => path.endsWith('.smil'))?.content ?? '';
    for (const [, id = ''] of overlay.matchAll(/xhtml#(\w+)"/gu)) expect(page).toContain(`id="${id}"`);
    const { head } = formatProofPage({ book, identifier: 'x', cover: undefined, csvName: 'x.csv', words: messages.exports.proof });
    expect([...head.matchAll(/<p dir[^>]*>(?:.*?)<\/p>/gu)].map(([paragraph]) => paragraph.replaceAll(/<[^>]*>/gu, ''))).toEqual(
      paragraphs,
    );
    expect(head.match(/data-block="\d"/gu)).toHaveLength(4);
  });

  it('has the language of its manuscript where no block names one, and English where that is no language', () => {
    const chapters = [chapterOf('One', [{ text: 'Es regnet.', sound: 'none', samples: 4800 }])];
    const languageOf = (language?: string) => spokenBookOf({ title: 'Book', language, chapters, defaults: noDefaults }).language;
    expect(['de-DE', 'no language', undefined].map(languageOf)).toEqual(['de-DE', 'en', 'en']);
  });

  it('has no language for the track of its sound where neither a block nor its manuscript names one', () => {
    const chapters = [chapterOf('One', [{ text: 'Es regnet.', sound: 'none', samples: 4800 }])];
    const languageOf = (usual?: string) => findSpokenLanguage(chapters, noDefaults, usual);
    expect(['de-DE', 'no language', undefined].map(languageOf)).toEqual(['de-DE', undefined, undefined]);
  });
});

describe('a proof page', () => {
  it('shows titles and words as text, whatever they hold, and says where each block of sound begins in its take', () => {
    const hostile = '</script><script>alert(1)</script>"><img src=x>';
    const chapter = chapterOf(hostile, [
      { text: hostile, sound: 'none', samples: 48_000 },
      { text: 'One two.', sound: 'timed', samples: 48_000 },
      { text: 'Silence.', sound: 'silent', samples: 0 },
    ]);
    const book = spokenBookOf({ title: hostile, chapters: [chapter], defaults: noDefaults });
    const { head, end } = formatProofPage({
      book,
      identifier: 'x',
      cover: undefined,
      csvName: `${hostile}.csv`,
      words: messages.exports.proof,
    });
    expect(head).not.toMatch(/<img src=x|<script>alert/u);
    expect(head.match(/<\/script>/gu)).toHaveLength(1);
    expect(end.match(/<\/script>/gu)).toHaveLength(1);
    expect(head).toContain('data-block="2" data-start="1350" data-cut="0"');
    expect(head).toContain('data-block="3" class="silent"');
  });
});
