import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message } from '#shared/messages/message.ts';
import { FailureError } from '#shared/failure.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { readManuscript } from '#main/features/manuscript/read.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'voicewright-manuscript-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): Promise<Manuscript> => readManuscript(at(name), name);
async function readText(name: string, content: string | Uint8Array): Promise<Manuscript> {
  writeFileSync(at(name), content);
  return read(name);
}
const failureOf = (name: string) =>
  read(name).then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof FailureError ? [thrown.failure.text?.id, thrown.failure.text?.values[0]] : thrown),
  );
/** Pandoc makes `name` of Markdown. */
const convert = (markdown: string, name: string): void =>
  void execFileSync('pandoc', ['-s', '-f', 'markdown-smart', '-o', at(name)], { input: markdown });

async function zip(name: string, parts: Record<string, string>): Promise<string> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, text] of Object.entries(parts)) await writer.add(path, new TextReader(text));
  writeFileSync(at(name), await writer.close());
  return name;
}
const wordDocument = (body: string): Record<string, string> => ({
  '[Content_Types].xml': '<Types/>',
  'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
});
const paragraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const style = (id: string): string => `<w:pStyle w:val="${id}"/>`;
/** Titles, texts, and `+` before what follows a longer pause. */
const outline = ({ chapters }: Manuscript): unknown[] =>
  chapters.map(({ title, blocks }) => [
    title,
    ...blocks.map(({ text }, index) => ((blocks[index - 1]?.pauseMs ?? 0) > 1000 ? `+${text}` : text)),
  ]);

const manuscript = `---
title: The Lighthouse
author: [Ann Author, Ben Schreiber]
lang: en-GB
---

# Part One

## The Storm

It was a *dark* and stormy night[^1]. IDA

* * *

Second paragraph with \`code\` and a [link](http://x).

- item one
- item two

> quoted

\`\`\`
left out
\`\`\`

# The Calm

The sea was calm.

[^1]: A note about night.
`;

describe('a manuscript that pandoc made', () => {
  it.each(['docx', 'epub', 'html', 'md'])('has its chapters, texts, scene breaks and notes as %s', async (ending) => {
    if (ending === 'md') writeFileSync(at('book.md'), manuscript);
    else convert(manuscript, `book.${ending}`);
    const book = await read(`book.${ending}`);
    expect(book.title).toBe('The Lighthouse');
    expect([book.author, book.language]).toEqual(['Ann Author, Ben Schreiber', 'en-GB']);
    expect(outline({ ...book, chapters: book.chapters.filter(({ isFrontMatter }) => isFrontMatter !== true) })).toEqual([
      [
        'Part One: The Storm',
        'It was a dark and stormy night. IDA',
        '+Second paragraph with code and a link.',
        'item one',
        'item two',
        'quoted',
      ],
      ['The Calm', 'The sea was calm.'],
    ]);
    expect(book.chapters.flatMap(({ blocks }) => blocks.flatMap(({ notes = [] }) => notes))).toEqual(['A note about night.']);
    expect(book.warnings.map(({ id }) => id)).toEqual(['manuscript.codeLeftOut', 'manuscript.emphasisLeftOut']);
    // The name of the author stands on a title page, where the format has one.
    expect(book.chapters.filter(({ isFrontMatter }) => isFrontMatter).flatMap(({ blocks }) => blocks.map(({ text }) => text))).toEqual(
      ending === 'md' ? [] : ['Ann Author', 'Ben Schreiber'],
    );
  });

  it.each(['docx', 'epub', 'html', 'md'])('leaves out what is struck through, and says so, as %s', async (ending) => {
    const struck = '# One\n\nThe boat came. ~~It drowned.~~ All were glad.\n\n~~A whole paragraph.~~\n';
    if (ending === 'md') writeFileSync(at('struck.md'), struck);
    else convert(struck, `struck.${ending}`);
    const book = await read(`struck.${ending}`);
    const [chapter] = book.chapters.filter(({ isFrontMatter }) => isFrontMatter !== true);
    expect(chapter?.blocks.map(({ text }) => text.replaceAll(/\s+/gu, ' '))).toEqual(['The boat came. All were glad.']);
    expect(book.warnings.map(({ id }) => id)).toContain('manuscript.struckLeftOut');
  });

  it.each(['docx', 'epub', 'html'])('has every word once and in order as %s', async (ending) => {
    const word = fc.constantFrom('fog', 'Über', '語る', 'naïve', 'don’t', '3,5', '&amp;', '“so”', 'end.', 'наш', '—', 'a/b');
    const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => `w ${words.join(' ')}`);
    const [chapters = []] = fc.sample(fc.array(fc.array(text, { minLength: 1, maxLength: 12 }), { minLength: 12, maxLength: 30 }), {
      numRuns: 1,
      seed: 19,
    });
    convert(chapters.map((texts, index) => `# Chapter number ${index}\n\n${texts.join('\n\n')}\n`).join('\n'), `words.${ending}`);
    const book = await read(`words.${ending}`);
    expect(outline(book)).toEqual(
      chapters.map((texts, index) => [`Chapter number ${index}`, ...texts.map((each) => each.replaceAll('&amp;', '&'))]),
    );
  });
});

describe('a page of HTML', () => {
  it('names its title, authors and language in its head, however it was written, and none where it names none', async () => {
    const factsOf = async (html: string) => {
      const { title, author, language } = await readText('facts.html', html);
      return { title, author, language };
    };
    expect(
      await factsOf(
        '<HTML xml:lang="de"><HEAD><META NAME="Author" CONTENT="Ann &amp; Ben"><title>A\n&amp; B</title></HEAD><p>Text.<meta name="author" content="microsoft office user">',
      ),
    ).toEqual({ title: 'A & B', author: 'Ann & Ben', language: 'de' });
    expect(
      await factsOf('<html lang=""><meta name="dc.creator" content="Ann"><meta http-equiv="Content-Language" content="fr"><p>Text.'),
    ).toEqual({ title: undefined, author: 'Ann', language: 'fr' });
    expect(await factsOf('<html><p>Text.')).toEqual({ title: undefined, author: undefined, language: undefined });
    const untitled = execFileSync('pandoc', ['-s', '--quiet', '-f', 'markdown', '-t', 'html'], { input: 'Text.', encoding: 'utf8' });
    expect(untitled).toContain('<title>-</title>');
    expect(await factsOf(untitled)).toMatchObject({ title: undefined });
  });
});

describe('a Word document', () => {
  it('is read with its changes accepted, without hidden text, field codes and second copies, headings by their ids in any language', async () => {
    await zip('tracked.docx', {
      ...wordDocument(
        paragraph('Eins', style('berschrift1')) +
          '<w:p><w:r><w:t xml:space="preserve">Keep </w:t></w:r><w:del><w:r><w:delText>gone </w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins>' +
          '<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>' +
          paragraph('First half ', '<w:rPr><w:del/></w:rPr>') +
          paragraph('second half.', '<w:pPrChange><w:pPr><w:pStyle w:val="Heading2"/></w:pPr></w:pPrChange>') +
          `<w:p><w:pPr>${style('SceneBreak')}</w:pPr></w:p>` +
          paragraph('After.') +
          paragraph('§ § §', '<w:jc w:val="center"/>') +
          '<w:tbl><w:tr><w:tc>' +
          paragraph('a') +
          '</w:tc><w:tc>' +
          paragraph('b') +
          '</w:tc></w:tr></w:tbl>' +
          '<w:p><w:r><Choice><w:t>once</w:t></Choice><Fallback><w:t>twice</w:t></Fallback></w:r></w:p>',
      ),
      '_rels/.rels': '<Relationships><Relationship Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/_rels/document.xml.rels': '<Relationships><Relationship Type="x/styles" Target="styles.xml"/></Relationships>',
      'word/styles.xml': '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
    });
    expect(outline(await read('tracked.docx'))).toEqual([['Eins', 'Keep new', 'First half second half.', '+After.', '+a, b', 'once']]);
  });
});

describe('captions and scripts', () => {
  it('WebVTT names who speaks until the next name; settings, styles, notes and tags are left out', async () => {
    const book = await readText(
      'a.vtt',
      'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE x\n\n1\n00:00.000 --> 00:01.000 align:start\n<v Ida Bell>Who <i>is</i> there?</v>\n\n00:02.000 --> 00:03.000\nMe &amp; you.\nAll.\n',
    );
    expect(book.chapters[0]?.blocks).toEqual([
      { text: 'Who is there?', pauseMs: null, speaker: 'Ida Bell' },
      { text: 'Me & you. All.', pauseMs: null, speaker: 'Ida Bell' },
    ]);
  });

  it('SubRip is read cue by cue, whatever its file is called', async () => {
    const text = '1\r\n00:00:00,000 --> 00:00:01,000\r\n<i>Hello</i>\r\nthere.\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n3 < 5.\r\n';
    expect(outline(await readText('captions.txt', text))).toEqual([[undefined, 'Hello there.', '3 < 5.']]);
  });

  it('a caption in which two speak by dashes is two blocks, as in a dub, and one of a sound is left out and counted', async () => {
    const cues = [
      '- Hello.\n- Hi.',
      '- Hello.<br>- Hi &amp; bye.',
      '[DOOR SLAMS]',
      'He came -\n- and went.',
      '<v Ida>Is 2 < 3 > 1?</v>',
      'Set {a}.',
    ];
    const text = cues.map((cue, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${cue}\n`).join('\n');
    const book = await readText('dialogue.srt', text);
    expect(outline(book)).toEqual([
      [undefined, 'Hello.', 'Hi.', 'Hello.', 'Hi & bye.', 'He came - - and went.', 'Is 2 < 3 > 1?', 'Set {a}.'],
    ]);
    expect(book.chapters[0]?.blocks.map(({ speaker }) => speaker)).toEqual([...Array<undefined>(5), 'Ida', 'Ida']);
    expect(book.warnings).toEqual([message('manuscript.soundsLeftOut', 1)]);
  });

  it('a script names block, voice and pause; a row that is wrong is named by file and line', async () => {
    const book = await readText('a.csv', '\ufeffblock;voice;pause\r\n"Hello; you";Ida;900\r\nBye;;\r\n');
    expect(book.chapters[0]?.blocks).toEqual([
      { text: 'Hello; you', pauseMs: 900, voice: 'Ida' },
      { text: 'Bye', pauseMs: null },
    ]);
    writeFileSync(at('b.csv'), 'block,pause\nfine,1\nwrong,soon\n');
    await expect(read('b.csv')).rejects.toMatchObject({
      failure: {
        kind: 'unprocessable',
        text: { id: 'manuscript.failedIn', values: ['b.csv', { id: 'narration.csvRow', values: [3, {}] }] },
      },
    });
  });
});

it('a text is read in any usual encoding, with or without a mark', async () => {
  const german = 'Es war eine dunkle Nacht.\n\nÜber uns der Sturm.';
  const files: [string, Buffer][] = [
    [german, Buffer.from(german)],
    [german, Buffer.from(german, 'latin1')],
    [german, Buffer.from(german, 'utf16le')],
    [german, Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
    [german, Buffer.from(german, 'utf16le').swap16()],
    ...(
      [
        ['koi8-r', 'Это был тёмный и бурный вечер. Дождь лил как из ведра.'],
        ['cp1251', 'Это был тёмный и бурный вечер. Дождь лил как из ведра.'],
        ['cp1250', 'Byla temná a bouřlivá noc. Příliš žluťoučký kůň úpěl ďábelské ódy.'],
        ['shift_jis', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'],
        ['gb18030', '这是一个黑暗而暴风雨的夜晚。大雨倾盆而下。'],
        ['cp1252', 'C’était une nuit sombre – “voilà”… l’été déjà fini.'],
      ] as const
    ).map(([encoding, text]): [string, Buffer] => [text, execFileSync('iconv', ['-f', 'utf-8', '-t', encoding], { input: text })]),
  ];
  for (const [index, [text, bytes]] of files.entries()) {
    const book = await readText(`encoding-${index}.txt`, bytes);
    expect(book.chapters.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('\n\n')).toBe(text);
  }
});

describe('a file that cannot be read is refused by its name and a reason', () => {
  it('where it is cut short, renamed, protected or of another kind', async () => {
    convert(manuscript, 'whole.docx');
    const whole = readFileSync(at('whole.docx'));
    writeFileSync(at('short.docx'), whole.subarray(0, whole.length / 2));
    writeFileSync(at('text.docx'), 'Only text.');
    writeFileSync(at('old.doc'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]));
    writeFileSync(at('book.pdf'), '%PDF-1.7');
    await zip('sheet.docx', { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<x/>' });
    const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, password: 'secret' });
    for (const [path, text] of Object.entries(wordDocument(paragraph('secret')))) await writer.add(path, new TextReader(text));
    writeFileSync(at('locked.docx'), await writer.close());
    expect(await Promise.all(['short.docx', 'text.docx', 'old.doc', 'book.pdf', 'sheet.docx', 'locked.docx'].map(failureOf))).toEqual([
      ['manuscript.damaged', 'short.docx'],
      ['manuscript.damaged', 'text.docx'],
      ['manuscript.oldWord', 'old.doc'],
      ['manuscript.unsupported', 'book.pdf'],
      ['manuscript.unsupported', 'sheet.docx'],
      ['manuscript.encrypted', 'locked.docx'],
    ]);
    writeFileSync(at('word.txt'), whole);
    expect((await read('word.txt')).title).toBe('The Lighthouse');
  });

  it('where it is built to attack: bombs, names that lead outside, entities, depth, a gigabyte of zeros', async () => {
    await zip('bomb.docx', wordDocument(paragraph('a'.repeat(30_000_000))));
    await zip('outside.docx', { ...wordDocument(''), '../outside.xml': '<x/>' });
    await zip('entity.docx', {
      ...wordDocument(''),
      'word/document.xml':
        '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:document>',
    });
    await zip('deep.docx', wordDocument('<w:sdt>'.repeat(100_000)));
    await zip('outside.epub', {
      'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
      'a.opf': '<package><item id="a" href="../../etc/passwd" media-type="application/xhtml+xml"/><itemref idref="a"/></package>',
    });
    writeFileSync(at('deep.html'), '<html>' + '<div>'.repeat(100_000));
    for (const name of ['zeros.docx', 'zeros.txt', 'zeros.epub']) {
      writeFileSync(at(name), '');
      truncateSync(at(name), 1024 ** 3);
    }
    const hostile = ['bomb.docx', 'outside.docx', 'entity.docx', 'deep.docx', 'outside.epub', 'deep.html'];
    expect(await Promise.all(hostile.map(failureOf))).toEqual(hostile.map((name) => ['manuscript.hostile', name]));
    expect(await failureOf('zeros.docx')).toEqual(['manuscript.damaged', 'zeros.docx']);
    expect(await failureOf('zeros.txt')).toEqual(['manuscript.tooLarge', 'zeros.txt']);
    expect(await failureOf('zeros.epub')).toEqual(['manuscript.damaged', 'zeros.epub']);
  });
});
