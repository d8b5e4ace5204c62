import { damaged, hostile, type Archive } from './archive.ts';
import { decodeMarkup, readHtml, readXml } from './markup.ts';

export interface EpubPackage {
  title: string;
  authors: readonly string[];
  /** Empty where the book does not say it. */
  language: string;
  /** Paths of the pages in reading order. */
  spine: readonly string[];
  /** Pages that the spine has beside the reading order. */
  notLinear: number;
  /** Paths that the guide calls a title page, a cover or the like. */
  frontMatter: ReadonlySet<string>;
  navigation: string | undefined;
  /** The navigation of EPUB 2. */
  ncx: string | undefined;
}

export interface NavigationPoint {
  title: string;
  /** 1 is the highest. */
  level: number;
  path: string;
  /** Of the element in the page; empty for its start. */
  id: string;
}

const frontMatterGuide = /^(?:cover|title-?page|toc|colophon|copyright-page|dedication|epigraph|loi|lot)$/iu;

/** The path in the archive and the fragment that `href` leads to from the file at `path`. Fails with `unprocessable` where it leads outside. */
export function resolvePath(path: string, href: string, name: string): [string, string] {
  let depth = path.split('/').length - 1;
  for (const part of (href.split('#')[0] ?? '').split('/')) {
    depth += part === '..' ? -1 : part === '.' || part === '' ? 0 : 1;
    if (depth < 0) throw hostile(name);
  }
  let url: URL;
  try {
    url = new URL(href, new URL(path.split('/').map(encodeURIComponent).join('/'), 'zip:///'));
    return [url.protocol === 'zip:' ? decodeURIComponent(url.pathname.slice(1)) : '', decodeURIComponent(url.hash.slice(1))];
  } catch {
    throw damaged(name);
  }
}

export async function readEpubPackage(archive: Archive, name: string): Promise<EpubPackage> {
  const container = await archive.read('META-INF/container.xml');
  let path: string | undefined;
  if (container)
    readXml(container, name, {
      open: (element, attributes) => {
        if (element === 'rootfile') path ??= attributes['full-path'];
      },
      close: () => undefined,
      text: () => undefined,
    });
  const bytes = path === undefined ? undefined : await archive.read(path);
  if (path === undefined || !bytes) throw damaged(name);
  const opf = path;
  const manifest = new Map<string, { path: string; properties: string; type: string }>();
  const spine: { idref: string; isLinear: boolean }[] = [];
  const frontMatter = new Set<string>();
  const authors: string[] = [];
  let [title, isTitle, language, at, ncxId] = ['', false, '', '', ''];
  readXml(bytes, name, {
    open: (element, attributes) => {
      const { id = '', href = '', properties = '', type = '' } = attributes;
      at = element;
      if (element === 'creator') authors.push('');
      if (element === 'title') isTitle = title === '';
      else if (element === 'item' && !/^[a-z]+:/iu.test(href))
        manifest.set(id, { path: resolvePath(opf, href, name)[0], properties, type: attributes['media-type'] ?? '' });
      else if (element === 'spine') ncxId = attributes['toc'] ?? '';
      else if (element === 'itemref') spine.push({ idref: attributes['idref'] ?? '', isLinear: attributes['linear'] !== 'no' });
      else if (element === 'reference' && frontMatterGuide.test(type)) frontMatter.add(resolvePath(opf, href, name)[0]);
    },
    close: (element) => {
      at = '';
      if (element === 'title') isTitle = false;
    },
    text: (text) => {
      if (isTitle) title += text;
      if (at === 'creator') authors.push(`${authors.pop() ?? ''}${text}`);
      // The first that stands there is the book's.
      if (at === 'language' && language === '') language = text.trim();
    },
  });
  const items = [...manifest.values()];
  const navigation = items.find(({ properties }) => /\bnav\b/u.test(properties))?.path;
  const linear = spine.filter(({ isLinear }) => isLinear).flatMap(({ idref }) => manifest.get(idref) ?? []);
  return {
    title: title.trim(),
    authors,
    language,
    spine: linear.filter(({ type, path: page }) => /html|xml/iu.test(type) && page !== navigation).map((item) => item.path),
    notLinear: spine.filter(({ isLinear, idref }) => !isLinear && manifest.get(idref)?.path !== navigation).length,
    frontMatter,
    navigation,
    ncx: (manifest.get(ncxId) ?? items.find(({ type }) => type === 'application/x-dtbncx+xml'))?.path,
  };
}

/** Where the navigation leads, in its order; of EPUB 3, else of EPUB 2. */
export async function readNavigation(archive: Archive, name: string, book: EpubPackage): Promise<NavigationPoint[]> {
  const { navigation, ncx } = book;
  const bytes = navigation === undefined ? undefined : await archive.read(navigation);
  const points = navigation !== undefined && bytes ? readNav(bytes, navigation, name) : [];
  if (points.length > 0 || ncx === undefined) return points;
  const old = await archive.read(ncx);
  return old ? readNcx(old, ncx, name) : [];
}

function readNav(bytes: Uint8Array, path: string, name: string): NavigationPoint[] {
  const points: NavigationPoint[] = [];
  let isContents = false;
  let level = 0;
  let open: NavigationPoint | undefined;
  readHtml(decodeMarkup(bytes, name), name, {
    open: (element, attributes) => {
      if (element === 'nav') isContents = /\btoc\b/u.test(attributes['epub:type'] ?? attributes['role'] ?? '');
      if (!isContents) return;
      if (element === 'ol') level += 1;
      const { href } = attributes;
      if (element !== 'a' || href === undefined) return;
      const [page, id] = resolvePath(path, href, name);
      open = { title: '', level, path: page, id };
      points.push(open);
    },
    close: (element) => {
      if (element === 'ol' && isContents) level -= 1;
      if (element === 'nav') isContents = false;
      if (element === 'a') open = undefined;
    },
    text: (text) => {
      if (open) open.title += text;
    },
  });
  return points.map((point) => ({ ...point, title: point.title.replaceAll(/\s+/gu, ' ').trim() }));
}

function readNcx(bytes: Uint8Array, path: string, name: string): NavigationPoint[] {
  const points: NavigationPoint[] = [];
  let level = 0;
  let [label, isText] = ['', false];
  readXml(bytes, name, {
    open: (element, { src }) => {
      if (element === 'navPoint') {
        level += 1;
        label = '';
      } else if (element === 'text') isText = level > 0;
      else if (element === 'content' && src !== undefined && level > 0) {
        const [page, id] = resolvePath(path, src, name);
        points.push({ title: label.replaceAll(/\s+/gu, ' ').trim(), level, path: page, id });
      }
    },
    close: (element) => {
      if (element === 'navPoint') level -= 1;
      if (element === 'text') isText = false;
    },
    text: (text) => {
      if (isText) label += text;
    },
  });
  return points;
}
