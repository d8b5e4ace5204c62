import { account } from './account.ts';
import { connection } from './connection.ts';
import { designs } from './designs.ts';
import { failures } from './failures.ts';
import { generate } from './generate.ts';
import { input } from './input.ts';
import { live } from './live.ts';
import { main } from './main.ts';
import { masters } from './masters.ts';
import { media } from './media.ts';
import { options } from './options.ts';
import { output } from './output.ts';
import { projects } from './projects.ts';
import { requests } from './requests.ts';
import { speech } from './speech.ts';
import { transcripts } from './transcripts.ts';
import { tts } from './tts.ts';
import { localVoices } from './local-voices.ts';
import { voices } from './voices.ts';
import { words } from './words.ts';

/** What the command line says: a file for the commands of a kind, and for what they share. */
export const cli = {
  account,
  connection,
  designs,
  failures,
  generate,
  input,
  live,
  main,
  masters,
  media,
  options,
  output,
  projects,
  requests,
  speech,
  transcripts,
  tts,
  localVoices,
  voices,
  words,
} as const;
