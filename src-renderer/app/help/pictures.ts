/** Pictures of the panels, written by `npm run screenshots` and part of the program, so that Help needs no network. */
const files = import.meta.glob<string>('../../../assets/help/*.webp', { eager: true, query: '?url', import: 'default' });

type Scheme = 'light' | 'dark';

/** The address of the picture of a section; `undefined` where it has none. */
export const findPicture = (sectionId: string, scheme: Scheme): string | undefined =>
  files[`../../../assets/help/${sectionId}-${scheme}.webp`];
