/** A text without case and accents, for finding and comparing. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');
