import { clock, escapeMarkup } from '../narration/captions.ts';
import { paragraphsIn, textOf, type BookBlock, type BookChapter, type BookWord, type Clip, type SpokenBook } from './spoken-book.ts';

/** The texts of an EPUB 3 with media overlays. Pure. https://www.w3.org/TR/epub-33/ */

/** A part of the publication; `path` is within the archive. */
export interface EpubText {
  path: string;
  content: string;
}

/** Words of the book that are for people. */
interface EpubWords {
  contents: string;
  cover: string;
  /** Of a chapter without a title. */
  chapter: (number: number) => string;
}

export interface EpubOrder {
  book: SpokenBook;
  /** A UUID. */
  identifier: string;
  modified: Date;
  cover: 'image/jpeg' | 'image/png' | undefined;
  words: EpubWords;
}

/** What has to be the first in the archive, not compressed. */
export const mimetype: EpubText = { path: 'mimetype', content: 'application/epub+zip' };

export const coverPath = (type: 'image/jpeg' | 'image/png'): string => `EPUB/images/cover.${type === 'image/png' ? 'png' : 'jpg'}`;

/** MP3, of a chapter with sound. */
export const soundPath = (chapter: BookChapter): string => `EPUB/${soundHref(chapter)}`;

const stem = ({ number }: BookChapter): string => `chapter-${String(number).padStart(4, '0')}`;
const textHref = (chapter: BookChapter): string => `text/${stem(chapter)}.xhtml`;
const overlayHref = (chapter: BookChapter): string => `overlays/${stem(chapter)}.smil`;
const soundHref = (chapter: BookChapter): string => `audio/${stem(chapter)}.mp3`;
/** Such a chapter has an overlay. */
const isHeard = ({ durationMs }: BookChapter): boolean => durationMs > 0;

const activeClass = '-epub-media-overlay-active';

/** Every part but the mimetype, the sounds and the picture of the cover, one after another. */
export function* epubTexts(order: EpubOrder): Generator<EpubText, void> {
  const { book, cover, words } = order;
  yield { path: 'META-INF/container.xml', content: container };
  yield { path: 'EPUB/package.opf', content: formatPackage(order) };
  yield { path: 'EPUB/nav.xhtml', content: formatNavigation(book, words) };
  yield { path: 'EPUB/style.css', content: style };
  if (cover) yield { path: 'EPUB/cover.xhtml', content: formatCover(book, cover, words) };
  for (const chapter of book.chapters) {
    yield { path: `EPUB/${textHref(chapter)}`, content: formatChapter(book, chapter, words) };
    if (isHeard(chapter)) yield { path: `EPUB/${overlayHref(chapter)}`, content: formatOverlay(chapter) };
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const escapeAttribute = (text: string): string => escapeMarkup(text).replaceAll('"', '&quot;');

const container = `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

const style = `body { margin: 1em; line-height: 1.5; }
h1 { font-size: 1.5em; line-height: 1.25; margin: 1em 0; }
p { margin: 0 0 0.75em; }
figure { margin: 0; text-align: center; }
figure img { max-width: 100%; max-height: 100%; }
.${activeClass} { background-color: #ffe08a; color: #1a1a1a; }
`;

/** Clips of a chapter, in the order in which they are heard. */
function clipsOf({ blocks }: BookChapter): Clip[] {
  return blocks.flatMap(({ clip, sentences }) => (clip ? [clip] : sentences.flat().flatMap((word) => word.clip ?? [])));
}

const durationOf = (chapter: BookChapter): number => clipsOf(chapter).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

function formatPackage({ book, identifier, modified, cover }: EpubOrder): string {
  const { title, author, narrator, language, wordTimes, chapters } = book;
  const heard = chapters.filter(isHeard);
  const people = [
    ...(author === undefined
      ? []
      : [
          `<dc:creator id="author">${escapeMarkup(author)}</dc:creator>`,
          '<meta refines="#author" property="role" scheme="marc:relators">aut</meta>',
        ]),
    ...(narrator === undefined
      ? []
      : [
          `<dc:contributor id="narrator">${escapeMarkup(narrator)}</dc:contributor>`,
          '<meta refines="#narrator" property="role" scheme="marc:relators">nrt</meta>',
          `<meta property="media:narrator">${escapeMarkup(narrator)}</meta>`,
        ]),
  ];
  const totalMs = heard.reduce((sum, chapter) => sum + durationOf(chapter), 0);
  const metadata = [
    `<dc:identifier id="identifier">urn:uuid:${identifier}</dc:identifier>`,
    `<dc:title>${escapeMarkup(title)}</dc:title>`,
    `<dc:language>${escapeMarkup(language)}</dc:language>`,
    ...people,
    `<meta property="dcterms:modified">${modified.toISOString().replace(/\.\d+Z$/u, 'Z')}</meta>`,
    ...heard.map((chapter) => `<meta property="media:duration" refines="#${stem(chapter)}-overlay">${time(durationOf(chapter))}</meta>`),
    `<meta property="media:duration">${time(totalMs)}</meta>`,
    `<meta property="media:active-class">${activeClass}</meta>`,
    `<meta property="voicewright:word-times">${wordTimes}</meta>`,
    ...['textual', 'auditory'].map((mode) => `<meta property="schema:accessMode">${mode}</meta>`),
    ...['textual', 'auditory'].map((mode) => `<meta property="schema:accessModeSufficient">${mode}</meta>`),
    ...['synchronizedAudioText', 'tableOfContents', 'readingOrder'].map(
      (feature) => `<meta property="schema:accessibilityFeature">${feature}</meta>`,
    ),
    '<meta property="schema:accessibilityHazard">none</meta>',
    ...(cover ? ['<meta name="cover" content="cover-image"/>'] : []),
  ];
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="style" href="style.css" media-type="text/css"/>',
    ...(cover
      ? [
          `<item id="cover-image" href="${coverPath(cover).slice('EPUB/'.length)}" media-type="${cover}" properties="cover-image"/>`,
          '<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>',
        ]
      : []),
    ...chapters.flatMap((chapter) => manifestItems(chapter)),
  ];
  const spine = [...(cover ? ['cover'] : []), ...chapters.map(stem)].map((id) => `<itemref idref="${id}"/>`);
  const direction = isRightToLeft(language) ? ' page-progression-direction="rtl"' : '';
  const lines = (all: readonly string[]): string => all.map((line) => `    ${line}\n`).join('');
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="identifier" xml:lang="${escapeAttribute(language)}" prefix="voicewright: urn:voicewright:">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${lines(metadata)}  </metadata>
  <manifest>
${lines(items)}  </manifest>
  <spine${direction}>
${lines(spine)}  </spine>
</package>
`;
}

function manifestItems(chapter: BookChapter): string[] {
  const id = stem(chapter);
  const text = `<item id="${id}" href="${textHref(chapter)}" media-type="application/xhtml+xml"`;
  if (!isHeard(chapter)) return [`${text}/>`];
  return [
    `${text} media-overlay="${id}-overlay"/>`,
    `<item id="${id}-overlay" href="${overlayHref(chapter)}" media-type="application/smil+xml"/>`,
    `<item id="${id}-audio" href="${soundHref(chapter)}" media-type="audio/mpeg"/>`,
  ];
}

interface Page {
  title: string;
  language: string;
  /** From the page to the folder of the package. */
  up: string;
  body: string;
}

function formatPage({ title, language, up, body }: Page): string {
  const tag = escapeAttribute(language);
  return `${declaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${tag}" xml:lang="${tag}">
  <head>
    <title>${escapeMarkup(title)}</title>
    <link rel="stylesheet" type="text/css" href="${up}style.css"/>
  </head>
  <body>
${body}  </body>
</html>
`;
}

const titleOf = ({ title, number }: BookChapter, words: EpubWords): string => (title === '' ? words.chapter(number) : title);

function formatNavigation({ title, language, chapters }: SpokenBook, words: EpubWords): string {
  const entries = chapters.map(
    (chapter) => `        <li><a href="${textHref(chapter)}" dir="auto">${escapeMarkup(titleOf(chapter, words))}</a></li>\n`,
  );
  const body = `    <nav epub:type="toc" role="doc-toc" id="toc">
      <h1>${escapeMarkup(words.contents)}</h1>
      <ol>
${entries.join('')}      </ol>
    </nav>
`;
  return formatPage({ title, language, up: '', body });
}

function formatCover({ title, language }: SpokenBook, cover: 'image/jpeg' | 'image/png', words: EpubWords): string {
  const source = coverPath(cover).slice('EPUB/'.length);
  const body = `    <section epub:type="cover">
      <figure><img src="${source}" alt="${escapeAttribute(`${words.cover}: ${title}`)}" role="doc-cover"/></figure>
    </section>
`;
  return formatPage({ title, language, up: '', body });
}

/** Ids of a chapter, besides `chapter`: `b1` is its first block, `b1s1` a sentence in it, `b1w1` a word; all count from 1. */
const blockId = (block: number): string => `b${block + 1}`;
const sentenceId = (block: number, sentence: number): string => `${blockId(block)}s${sentence + 1}`;
const wordId = (block: number, word: number): string => `${blockId(block)}w${word + 1}`;

function formatChapter({ language }: SpokenBook, chapter: BookChapter, words: EpubWords): string {
  const title = titleOf(chapter, words);
  const isSpoken = chapter.blocks[0]?.isTitle === true;
  const heading = isSpoken ? '' : `      <h1 dir="auto">${escapeMarkup(title)}</h1>\n`;
  const places = new Map(chapter.blocks.map((block, index) => [block, index]));
  const blocks = paragraphsIn(chapter.blocks).map((paragraph) => formatParagraph(paragraph, (block) => places.get(block) ?? 0));
  const body = `    <section id="chapter" epub:type="chapter" role="doc-chapter">\n${heading}${blocks.join('')}    </section>\n`;
  return formatPage({ title, language, up: '../', body });
}

/** A paragraph is one element: its block, or its blocks in it where several speak. */
function formatParagraph(blocks: readonly BookBlock[], placeOf: (block: BookBlock) => number): string {
  const [first, ...rest] = blocks;
  if (!first) return '';
  const name = first.isTitle ? 'h1' : 'p';
  if (rest.length === 0) return `      ${formatBlock(first, placeOf(first), name, ' dir="auto"')}\n`;
  const parts = blocks.map((block) => (block.joinedBy ?? '') + formatBlock(block, placeOf(block), 'span'));
  return `      <${name} dir="auto">${parts.join('')}</${name}>\n`;
}

function formatBlock(block: BookBlock, index: number, name: 'h1' | 'p' | 'span', direction = ''): string {
  const language = block.language === undefined ? '' : escapeAttribute(block.language);
  const tag = language === '' ? '' : ` lang="${language}" xml:lang="${language}"`;
  const hasWords = block.sentences.some((sentence) => sentence.some(({ clip }) => clip));
  const content = hasWords ? formatSentences(block, index) : escapeMarkup(textOf(block));
  return `<${name} id="${blockId(index)}"${direction}${tag}>${content}</${name}>`;
}

function formatSentences({ sentences }: BookBlock, block: number): string {
  let word = 0;
  const span = ({ text }: BookWord): string => `<span id="${wordId(block, word++)}">${escapeMarkup(text)}</span>`;
  return sentences
    .map((words, sentence) => {
      const [first, ...rest] = words;
      if (!first) return '';
      const inner = span(first) + rest.map((one) => one.space + span(one)).join('');
      return `${first.space}<span id="${sentenceId(block, sentence)}">${inner}</span>`;
    })
    .join('');
}

/** A sequence for each block and sentence, and a pair of text and sound for each word; one for the block where its words have no times. */
function formatOverlay(chapter: BookChapter): string {
  const text = `../${textHref(chapter)}`;
  const sound = `../${soundHref(chapter)}`;
  let pars = 0;
  const par = (id: string, { startMs, endMs }: Clip): string =>
    `<par id="par${(pars += 1)}"><text src="${text}#${id}"/><audio src="${sound}" clipBegin="${time(startMs)}" clipEnd="${time(endMs)}"/></par>\n`;
  const blocks = chapter.blocks.map(({ clip, sentences }, block) => {
    if (clip) return `    ${par(blockId(block), clip)}`;
    let word = 0;
    const inner = sentences.map((words, sentence) => {
      const each = words.map((one) => {
        const id = wordId(block, word);
        word += 1;
        return one.clip ? `        ${par(id, one.clip)}` : '';
      });
      const all = each.join('');
      return all === '' ? '' : `      <seq epub:textref="${text}#${sentenceId(block, sentence)}">\n${all}      </seq>\n`;
    });
    const all = inner.join('');
    return all === '' ? '' : `    <seq epub:textref="${text}#${blockId(block)}">\n${all}    </seq>\n`;
  });
  return `${declaration}<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
  <body epub:textref="${text}#chapter" epub:type="chapter">
${blocks.join('')}  </body>
</smil>
`;
}

/** A full clock value of SMIL. */
const time = (ms: number): string => clock(ms, '.');

const isRightToLeft = (language: string): boolean =>
  ['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'].includes(language.split('-')[0] ?? '');
