/** The first part of a BCP 47 tag, in lower case: `en` of `en-GB`. */
export const languageFamily = (tag: string): string => tag.trim().toLowerCase().split(/[-_]/u)[0] ?? '';
