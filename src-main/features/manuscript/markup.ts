import { Parser } from 'htmlparser2';
import { damaged, hostile } from './archive.ts';
import { decodeSource } from './encoding.ts';
import { manuscriptLimits } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;
export interface MarkupHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** The text of an XML or HTML file, in the encoding that it names. Fails with `unprocessable` where it defines entities: they are never followed. */
export function decodeMarkup(bytes: Uint8Array, name: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const declared = /(?:encoding|charset)\s*=\s*["']?(?<encoding>[\w.:-]+)/iu.exec(head)?.groups?.['encoding'];
  const text = decodeSource(bytes, declared);
  if (/<!ENTITY\s/iu.test(text)) throw hostile(name);
  return text;
}

/**
 * Reads XML part of a document, by local names, so that it does not matter how its writer called the namespaces. Fails with `unprocessable` where it ends
 * too early, and with `too-large` where it is nested too deeply.
 */
export function readXml(bytes: Uint8Array, file: string, handler: MarkupHandler): void {
  const open = run(decodeMarkup(bytes, file), file, true, {
    open: (name, attributes) =>
      handler.open(localName(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value]))),
    close: (name) => handler.close(localName(name)),
    text: (text) => handler.text(text),
  });
  if (open > 0) throw damaged(file);
}

/** Reads HTML as a browser would, and XHTML; names are in small letters and whole (`epub:type`). */
export function readHtml(text: string, file: string, handler: MarkupHandler): void {
  run(text, file, false, handler);
}

/** Answers with the number of elements that are open where the text ends. */
function run(text: string, file: string, xmlMode: boolean, handler: MarkupHandler): number {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > manuscriptLimits.depth) throw hostile(file);
        handler.open(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        handler.close(name);
      },
      ontext: (part) => handler.text(part),
    },
    { xmlMode, decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.write(text);
  const open = depth;
  parser.end();
  return open;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
