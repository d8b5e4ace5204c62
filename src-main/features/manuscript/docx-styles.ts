import { readXml } from './markup.ts';

export interface DocxStyle {
  /** 1 to 9 of a heading; 0 of a text. */
  level: number | undefined;
  isTitle: boolean;
  isHidden: boolean;
  isCode: boolean;
  isContents: boolean;
  isCentred: boolean;
  /** The document's own for paragraphs that name none. */
  isDefault: boolean;
  /** Of what stands below the title: who wrote it, and when. */
  isTitlePage: boolean;
}
interface RawStyle extends DocxStyle {
  basedOn: string | undefined;
}

export type DocxStyles = ReadonlyMap<string, DocxStyle>;

const plain: DocxStyle = {
  level: undefined,
  isTitle: false,
  isHidden: false,
  isCode: false,
  isContents: false,
  isCentred: false,
  isDefault: false,
  isTitlePage: false,
};

/** What the id of a style says by itself: it is the same in all languages, or the name is (`heading 1`), which Word translates only on the screen. */
export function describeStyleId(id: string): Partial<DocxStyle> {
  const heading = /^heading[ _]?(?<level>[1-9])$/iu.exec(id)?.groups?.['level'];
  return {
    ...(heading === undefined ? {} : { level: Number(heading) }),
    ...(/^title$/iu.test(id) ? { isTitle: true } : {}),
    ...(/^(?:source ?code|html ?preformatted|code ?block|code)$/iu.test(id) ? { isCode: true } : {}),
    ...(/^toc ?(?:\d|heading)$/iu.test(id) ? { isContents: true, level: 0 } : {}),
    ...(/^(?:subtitle|author|date)$/iu.test(id) ? { isTitlePage: true } : {}),
  };
}

export const isOn = (value: string | undefined): boolean => value === undefined || !/^(?:0|false|off|none)$/iu.test(value);

/** The styles of a document by id, each with what it takes from those that it is based on. */
export function readDocxStyles(bytes: Uint8Array | undefined, name: string): DocxStyles {
  const raw = new Map<string, Partial<RawStyle>>();
  let current: Partial<RawStyle> | undefined;
  if (bytes)
    readXml(bytes, name, {
      open: (element, { val, styleId = '', default: isDefault }) => {
        if (element === 'style') {
          current = { ...describeStyleId(styleId), ...(isDefault === undefined || !isOn(isDefault) ? {} : { isDefault: true }) };
          raw.set(styleId, current);
        } else if (!current) return;
        else if (element === 'name') Object.assign(current, describeStyleId(val ?? ''));
        else if (element === 'basedOn') current.basedOn = val;
        else if (element === 'outlineLvl') current.level ??= Number(val) < 9 ? Number(val) + 1 : 0;
        else if (element === 'vanish') current.isHidden = isOn(val);
        else if (element === 'jc') current.isCentred = val === 'center';
      },
      close: (element) => {
        if (element === 'style') current = undefined;
      },
      text: () => undefined,
    });
  const styles = new Map<string, DocxStyle>();
  for (const id of raw.keys()) {
    const chain: Partial<RawStyle>[] = [];
    for (let at: string | undefined = id; at !== undefined && chain.length < 20;) {
      const style: Partial<RawStyle> | undefined = raw.get(at);
      if (!style) break;
      // What is the default style, or stands below a title, is that itself alone.
      chain.push(chain.length === 0 ? style : { ...style, isDefault: false, isTitle: false, isTitlePage: false });
      at = style.basedOn;
    }
    styles.set(
      id,
      chain.reduceRight<DocxStyle>((sum, style) => ({ ...sum, ...style }), plain),
    );
  }
  return styles;
}

export const findStyle = (styles: DocxStyles, id: string | undefined): DocxStyle | undefined =>
  id === undefined ? undefined : (styles.get(id) ?? { ...plain, ...describeStyleId(id) });
