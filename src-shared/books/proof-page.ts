import { escapeMarkup } from '../narration/captions.ts';
import { proofScript } from './proof-script.ts';
import { paragraphsIn, textOf, type BookBlock, type BookChapter, type SpokenBook } from './spoken-book.ts';

/** A page to listen, read along and mark what should be said again, in one file that needs no network. Pure. */

interface ProofWords {
  play: string;
  pause: string;
  chapter: string;
  marks: string;
  mark: string;
  save: string;
  saved: string;
  marked: string;
  note: string;
  remove: string;
  /** Chapter and block, each as `#`. */
  place: string;
  help: string;
  cover: string;
}

interface ProofOrder {
  book: SpokenBook;
  /** Of the publication: marks that are kept in the browser belong to it. */
  identifier: string;
  cover: { type: string; base64: string } | undefined;
  csvName: string;
  words: ProofWords;
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-width: 48rem; margin: 0 auto; padding: 0 1rem 4rem; }
header { position: sticky; top: 0; padding: 0.75rem 0; background: Canvas; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
h1 { font-size: 1.25rem; margin: 0 0 0.5rem; }
h2 { font-size: 1.125rem; scroll-margin-top: 8rem; }
img { max-height: 12rem; max-width: 100%; }
button, select, input { font: inherit; padding: 0.25rem 0.75rem; }
.controls { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.note { font-size: 0.875rem; margin: 0.5rem 0 0; }
section { scroll-margin-top: 8rem; }
[data-at] { cursor: pointer; border-radius: 0.125rem; }
.lit { background: #ffe08a; color: #1a1a1a; }
.silent { opacity: 0.7; }
#marks { list-style: none; padding: 0; }
#marks li { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; }
#marks input { flex: 1 1 12rem; }
`;
const policy = "default-src 'none'; img-src data:; media-src blob:; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/** Everything before the sounds, which `formatSound` opens and closes, and the end. */
export function formatProofPage(order: ProofOrder): { head: string; sound: (chapter: BookChapter) => [string, string]; end: string } {
  const { book, cover, words, identifier, csvName } = order;
  const { title, language } = book;
  const heard = book.chapters.filter(({ durationMs }) => durationMs > 0);
  const options = heard.map((chapter) => `<option value="${chapter.number}">${escapeMarkup(nameOf(chapter))}</option>`);
  const page = JSON.stringify({ id: identifier, csvName, texts: words }).replaceAll('<', '\\u003c');
  const head = `<!doctype html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1 dir="auto">${escapeMarkup([title, book.author, book.narrator].filter((each) => each !== undefined).join(' · '))}</h1>
<div class="controls">
<button id="play" type="button">${escapeMarkup(words.play)}</button>
<select id="chapter" aria-label="${attribute(words.chapter)}">${options.join('')}</select>
<button id="mark" type="button">${escapeMarkup(words.mark)}</button>
<button id="save" type="button">${escapeMarkup(words.save)}</button>
<span id="status" role="status"></span>
</div>
<p class="note">${escapeMarkup(words.help)}</p>
</header>
<main>
${cover ? `<img src="data:${cover.type};base64,${cover.base64}" alt="${attribute(`${words.cover}: ${title}`)}">\n` : ''}${book.chapters.map(formatChapter).join('')}</main>
<aside aria-label="${attribute(words.marks)}"><h2>${escapeMarkup(words.marks)}</h2><ul id="marks"></ul></aside>
<audio id="audio"></audio>
<script type="application/json" id="page">${page}</script>
`;
  return {
    head,
    sound: ({ number }) => [`<script type="text/plain" id="sound-${number}">`, '</script>\n'],
    end: `<script>${proofScript}</script>\n</body>\n</html>\n`,
  };
}

const attribute = (text: string): string => escapeMarkup(text).replaceAll('"', '&quot;');
const nameOf = ({ number, title }: BookChapter): string => (title === '' ? String(number) : title);

function formatChapter(chapter: BookChapter): string {
  const { number, blocks } = chapter;
  const heading = blocks[0]?.isTitle === true ? '' : `<h2 dir="auto">${escapeMarkup(nameOf(chapter))}</h2>\n`;
  return `<section data-chapter="${number}" aria-label="${attribute(nameOf(chapter))}">\n${heading}${paragraphsIn(blocks).map(formatParagraph).join('')}</section>\n`;
}

function formatParagraph(blocks: readonly BookBlock[]): string {
  const [first, ...rest] = blocks;
  if (!first) return '';
  const name = first.isTitle ? 'h2' : 'p';
  if (rest.length === 0) return `${formatBlock(first, name, ' dir="auto"')}\n`;
  return `<${name} dir="auto">${blocks.map((block) => (block.joinedBy ?? '') + formatBlock(block, 'span')).join('')}</${name}>\n`;
}

function formatBlock(block: BookBlock, name: 'h2' | 'p' | 'span', direction = ''): string {
  const { number, heard, clip, sentences, language } = block;
  const place = heard ? ` data-start="${heard.startMs}" data-cut="${heard.cutMs}"` : ' class="silent"';
  const whole = clip ? ` data-at="${clip.startMs}" data-to="${clip.endMs}"` : '';
  const tag = language === undefined ? '' : ` lang="${attribute(language)}"`;
  const words = sentences
    .flat()
    .map((word) =>
      word.clip
        ? `${word.space}<span data-at="${word.clip.startMs}" data-to="${word.clip.endMs}">${escapeMarkup(word.text)}</span>`
        : escapeMarkup(word.space + word.text),
    );
  const content = clip ? escapeMarkup(textOf(block)) : words.join('');
  return `<${name}${direction} data-block="${number}"${place}${whole}${tag}>${content}</${name}>`;
}
