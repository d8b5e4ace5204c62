import { language } from '#shared/messages/index.ts';

/** Pictures of the panels by language, written by `npm run screenshots` and part of the program, so that Help needs no network. */
const files = import.meta.glob<string>('../../../assets/help/*/*.webp', { eager: true, query: '?url', import: 'default' });

type Scheme = 'light' | 'dark';

const of = (folder: string, sectionId: string, scheme: Scheme): string | undefined =>
  files[`../../../assets/help/${folder}/${sectionId}-${scheme}.webp`];

/** The address of the picture of a section in the language in use, in English where there is none in it; `undefined` where it has none. */
export const findPicture = (sectionId: string, scheme: Scheme): string | undefined =>
  of(language(), sectionId, scheme) ?? of('en', sectionId, scheme);
