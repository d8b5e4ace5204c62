/** The parts of imscJS that tests use: https://github.com/sandflow/imscJS. Its entry needs a window. */
declare module 'imsc/src/main/js/doc.js' {
  export interface ErrorHandler {
    info(text: string): boolean;
    warn(text: string): boolean;
    error(text: string): boolean;
    fatal(text: string): boolean;
  }
  /** Times in seconds from the start of the media; an anonymous span ends with its paragraph, and has `Infinity`. */
  export interface DocumentElement {
    kind: string;
    begin: number;
    end: number;
    text?: string;
    contents?: DocumentElement[];
  }
  export interface ImscDocument {
    body: DocumentElement;
  }
  /** `null` for what is not XML. */
  export function fromXML(xml: string, errors: ErrorHandler): ImscDocument | null;
}

declare module 'imsc/src/main/js/isd.js' {
  import type { ErrorHandler, ImscDocument } from 'imsc/src/main/js/doc.js';
  export interface ShownElement {
    kind: string;
    text?: string;
    contents?: ShownElement[];
  }
  /** What is shown at a time. */
  export function generateISD(document: ImscDocument, seconds: number, errors: ErrorHandler): ShownElement;
}
