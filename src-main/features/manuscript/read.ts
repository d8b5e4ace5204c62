import { openAsBlob } from 'node:fs';
import { extname } from 'node:path';
import { fail, FailureError, readText } from '#shared/failure.ts';
import { readMarkdownManuscript } from '#shared/manuscript/markdown.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { readTextManuscript } from '#shared/manuscript/text.ts';
import { message } from '#shared/messages/message.ts';
import { Archive, damaged, hostile, tooLarge } from './archive.ts';
import { isSubRip, isWebVtt, readCaptionManuscript } from './captions.ts';
import { readDocxManuscript } from './docx.ts';
import { decodeSource } from './encoding.ts';
import { readEpubManuscript } from './epub.ts';
import { readHtmlManuscript } from './html.ts';
import { manuscriptLimits } from './limits.ts';
import { isScriptHeader, readScriptCsv } from './script-csv.ts';

const zipMark = 'PK\u0003\u0004';
const oleMark = '\u00d0\u00cf\u0011\u00e0';

/**
 * Reads a manuscript at `path`. What it is, its content says: the ending decides only between kinds of text. Fails with `unprocessable`, `too-large`,
 * `unsupported-media` or `file-missing`; a failure names `name`.
 */
export async function readManuscript(path: string, name: string): Promise<Manuscript> {
  const file = await openAsBlob(path);
  const head = new TextDecoder('latin1').decode(await file.slice(0, 1024).arrayBuffer());
  const manuscript = await (head.startsWith(zipMark) ? readArchive(file, name) : readTextFile(file, name, head)).catch(
    (thrown: unknown) => {
      // The parts of no manuscript lie in one another so deeply that the stack is used up.
      throw thrown instanceof RangeError ? hostile(name) : thrown;
    },
  );
  const blocks = manuscript.chapters.reduce((sum, chapter) => sum + chapter.blocks.length, 0);
  if (blocks > manuscriptLimits.blocks)
    throw fail('too-large', message('manuscript.tooManyBlocks', name, manuscriptLimits.blocks), { next: 'choose-file' });
  return manuscript;
}

async function readArchive(file: Blob, name: string): Promise<Manuscript> {
  const archive = await Archive.open(file, name);
  try {
    if (archive.has('META-INF/container.xml')) return await readEpubManuscript(archive, name);
    if (archive.has('[Content_Types].xml')) {
      if (archive.has('xl/workbook.xml') || archive.has('ppt/presentation.xml')) throw unsupported(name);
      return await readDocxManuscript(archive, name);
    }
  } finally {
    await archive.close();
  }
  throw unsupported(name);
}

async function readTextFile(file: Blob, name: string, head: string): Promise<Manuscript> {
  if (head.startsWith(oleMark)) throw fail('unsupported-media', message('manuscript.oldWord', name), { next: 'choose-file' });
  if (/^(?:%PDF-|\{\\rtf)/u.test(head)) throw unsupported(name);
  const ending = extname(name).toLowerCase();
  if (ending === '.docx' || ending === '.epub') throw damaged(name);
  if (file.size > manuscriptLimits.textBytes) throw tooLarge(name, manuscriptLimits.textBytes);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeSource(bytes);
  if (text.includes('\0')) throw fail('unsupported-media', message('manuscript.notText', name), { next: 'choose-file' });
  if (isWebVtt(text) || isSubRip(text)) return readCaptionManuscript(text, name);
  if (/^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html)\b/iu.test(text.slice(0, 4096)))
    return readHtmlManuscript(bytes, name);
  if (ending === '.html' || ending === '.htm' || ending === '.xhtml') return readHtmlManuscript(bytes, name);
  if (ending === '.csv' || isScriptHeader(text)) return readScript(text, name);
  if (ending === '.md' || ending === '.markdown') {
    if (isTooDeep(text)) throw hostile(name);
    return readMarkdownManuscript(text);
  }
  return readTextManuscript(text);
}

/** Whether a line of Markdown opens so many quotes and lists in one another that reading it takes forever; a line of stars or dashes alone is a rule. */
const isTooDeep = (text: string): boolean => /^(?![ \t]*(?:[-*][ \t]*)*$)[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){100}/mu.test(text);

/** What is wrong with a row does not name the file. */
function readScript(text: string, name: string): Manuscript {
  try {
    return readScriptCsv(text);
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown;
    const { failure } = thrown;
    throw fail(failure.kind, message('manuscript.failedIn', name, readText(failure)), { next: 'choose-file' });
  }
}

const unsupported = (name: string): Error => fail('unsupported-media', message('manuscript.unsupported', name), { next: 'choose-file' });
