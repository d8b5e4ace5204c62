/** A text without case and accents, for finding and comparing. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');

/** A text as a block or a title holds it: line breaks become spaces. */
export const toLine = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/gu, ' ');
