import { isChapterLine, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { damaged, type Archive } from './archive.ts';
import { DocxBody, readDocxNotes } from './docx-body.ts';
import { readDocxStyles } from './docx-styles.ts';
import { ItemReader, LeftOut } from './items.ts';
import { readXml } from './markup.ts';

/** Reads a Word document: headings by their styles start chapters, tracked changes are accepted, comments and hidden text left out. */
export async function readDocxManuscript(archive: Archive, name: string): Promise<Manuscript> {
  const main = await findTarget(archive, name, '_rels/.rels', 'officeDocument');
  const path = main ?? 'word/document.xml';
  const bytes = await archive.read(path);
  if (!bytes) throw damaged(name);
  const slash = path.lastIndexOf('/') + 1;
  const relations = `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
  const part = async (type: string): Promise<Uint8Array | undefined> => {
    const target = await findTarget(archive, name, relations, type);
    return target === undefined ? undefined : archive.read(target);
  };
  const [styleBytes, footnotes, endnotes] = [await part('styles'), await part('footnotes'), await part('endnotes')];
  const styles = readDocxStyles(styleBytes, name);
  const leftOut = new LeftOut();
  const notes = new Map([
    ...(footnotes ? readDocxNotes(footnotes, name, { styles, kind: 'footnote' }) : []),
    ...(endnotes ? readDocxNotes(endnotes, name, { styles, kind: 'endnote' }) : []),
  ]);
  const body = new DocxBody(styles, leftOut);
  readXml(bytes, name, body);
  const reader = new ItemReader(notes);
  const hasHeadings = body.items.some((item) => item.type === 'heading');
  for (const item of body.items) {
    if (item.type === 'anchor') continue;
    if (!hasHeadings && item.type === 'block' && isChapterLine(item.text)) reader.startChapter(item.text, 1);
    else reader.read(item);
  }
  const title = body.title.trim();
  const properties = await findTarget(archive, name, '_rels/.rels', 'core-properties');
  const facts = readCoreProperties(properties === undefined ? undefined : await archive.read(properties), name);
  reader.builder.title = title === '' ? facts.title : title;
  for (const author of facts.authors) reader.builder.addAuthor(author);
  reader.builder.language = facts.language;
  return reader.finish(leftOut);
}

interface CoreProperties {
  title: string | undefined;
  authors: readonly string[];
  language: string | undefined;
}

/** What Word keeps of the document beside its text. A title that it made up of the first line or the file is none of the author's. */
function readCoreProperties(bytes: Uint8Array | undefined, name: string): CoreProperties {
  const found: Record<'title' | 'creator' | 'language', string> = { title: '', creator: '', language: '' };
  let at: keyof typeof found | undefined;
  if (bytes)
    readXml(bytes, name, {
      open: (element) => (at = element === 'title' || element === 'creator' || element === 'language' ? element : undefined),
      close: () => (at = undefined),
      text: (text) => {
        if (at) found[at] += text;
      },
    });
  const title = found.title.trim();
  const language = found.language.trim();
  return {
    title: title === '' || /\.\w{3,4}$|^Microsoft Word\b/u.test(title) ? undefined : title,
    authors: found.creator.split(';'),
    language: language === '' ? undefined : language,
  };
}

/** The part that a relation of this type leads to. */
async function findTarget(archive: Archive, name: string, relations: string, type: string): Promise<string | undefined> {
  const bytes = await archive.read(relations);
  if (!bytes) return undefined;
  let found: string | undefined;
  readXml(bytes, name, {
    open: (element, { Type, Target, TargetMode }) => {
      if (element !== 'Relationship' || Type?.endsWith(`/${type}`) !== true || Target === undefined || TargetMode === 'External') return;
      const folder = relations.replace(/_rels\/[^/]*$/u, '');
      found ??= Target.startsWith('/') ? Target.slice(1) : new URL(Target, `zip:///${folder}`).pathname.slice(1);
    },
    close: () => undefined,
    text: () => undefined,
  });
  return found;
}
