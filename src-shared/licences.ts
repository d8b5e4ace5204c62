import { z } from 'zod';

/** A piece of software, or a font, that the studio brings along. */
const licence = z.object({
  name: z.string(),
  version: z.string(),
  /** An SPDX expression. */
  licence: z.string(),
  /** What is compiled into it, with its licence, as “LAME (LGPL-2.0-or-later)”. */
  holds: z.array(z.string()),
  /** The licence as the package has it; where it has none, whose it is. */
  text: z.string(),
});
export type Licence = z.infer<typeof licence>;

export const licenceList = z.array(licence);

/** Beside the window's page. */
export const licencesFile = 'licences.json';
