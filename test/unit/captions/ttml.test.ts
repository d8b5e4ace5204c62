import fc from 'fast-check';
import { fromXML, type DocumentElement, type ImscDocument } from 'imsc/src/main/js/doc.js';
import { generateISD, type ShownElement } from 'imsc/src/main/js/isd.js';
import { describe, expect, it } from 'vitest';
import { captionsOf } from '#shared/captions/script.ts';
import { toTtml } from '#shared/captions/ttml.ts';
import { scripts } from './word-scripts.ts';

/** TTML as imscJS reads it, the reader of the W3C's own tests. */

/** Whatever it reports, at any level but for people's information. */
class Reports {
  readonly texts: string[] = [];
  readonly info = (): boolean => false;
  readonly warn = (text: string): boolean => this.#keep(text);
  readonly error = (text: string): boolean => this.#keep(text);
  readonly fatal = (text: string): boolean => this.#keep(text);

  #keep(text: string): boolean {
    this.texts.push(text);
    return false;
  }
}

function read(xml: string): { document: ImscDocument; reports: Reports } {
  const reports = new Reports();
  const document = fromXML(xml, reports);
  if (document === null) throw new Error('no document');
  return { document, reports };
}

type Element = DocumentElement | ShownElement;
const textOf = (element: Element): string =>
  element.kind === 'br' ? '\n' : (element.text ?? (element.contents ?? []).map(textOf).join(''));
const paragraphsOf = (element: DocumentElement): DocumentElement[] =>
  element.kind === 'p' ? [element] : (element.contents ?? []).flatMap(paragraphsOf);
const ms = (seconds: number): number => Math.round(seconds * 1000);

describe('TTML', () => {
  it('is read by imscJS without a warning, with the times and lines of every cue and the times of every word', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const { document, reports } = read(toTtml(script));
        const cues = captionsOf(script);
        const paragraphs = paragraphsOf(document.body);
        expect(paragraphs.map((each) => [ms(each.begin), ms(each.end), textOf(each)])).toEqual(
          cues.map(({ startMs, endMs, lines }) => [startMs, endMs, lines.join('\n')]),
        );
        // A word lasts no longer than its cue. The spaces between words are spans without an end.
        const words = paragraphs.flatMap(({ contents = [] }) =>
          contents.filter(({ kind, end }) => kind === 'span' && Number.isFinite(end)),
        );
        expect(words.map((each) => [textOf(each), ms(each.begin), ms(each.end)])).toEqual(
          cues.flatMap((cue) =>
            cue.words.map(({ text, startMs, endMs }) => [text, Math.min(startMs, cue.endMs), Math.min(endMs, cue.endMs)]),
          ),
        );
        expect(reports.texts).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('shows a word while it is spoken, and nothing between two cues', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const { document, reports } = read(toTtml(script));
        const cues = captionsOf(script);
        for (const [index, { words, endMs }] of cues.slice(0, 5).entries()) {
          for (const { text, startMs, endMs: wordEndMs } of words.slice(0, 5).filter((word) => word.endMs <= endMs))
            expect(textOf(generateISD(document, (startMs + wordEndMs) / 2000, reports))).toContain(text);
          const nextMs = cues[index + 1]?.startMs ?? endMs + 1000;
          if (nextMs > endMs + 1) expect(textOf(generateISD(document, (endMs + nextMs) / 2000, reports))).toBe('');
        }
        expect(reports.texts).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
