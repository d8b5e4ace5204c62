/** What two texts share that differ in their typography alone: the same is spoken. Pure. */

/**
 * The text with one sign for each that is read the same: straight quotation marks and apostrophes, one dash, three full stops, plain spaces. Texts that
 * are equal then say the same; words, capitals, hyphens and marks that are spoken, as in 5–7 or 5′, count as they are.
 */
export const plainTypography = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]/gu, '')
    .replaceAll(/[\u2010\u2011]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    // « Mot »
    .replaceAll(/(?<=^|\s)« /gu, '"')
    .replaceAll(/ »(?=$|[\s\p{P}])/gu, '"')
    .replaceAll(/[“”„‟«»]/gu, '"')
    .replaceAll(/[‘’‚‛‹›ʼ]/gu, "'")
    .replaceAll(/…|\.(?: ?\.){2}/gu, '...')
    .replaceAll(/ ?(?:-{2,3}|[—―]|(?<!\d)–|–(?!\d)) ?| - /gu, '—');

/** The same, in whatever typography. */
export const isAlike = (one: string, other: string): boolean => plainTypography(one) === plainTypography(other);

export const differInTypographyAlone = (one: string, other: string): boolean => one !== other && isAlike(one, other);
