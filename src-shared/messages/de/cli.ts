import type { Messages } from '../shape.ts';
import { account } from './cli/account.ts';
import { connection } from './cli/connection.ts';
import { designs } from './cli/designs.ts';
import { failures } from './cli/failures.ts';
import { generate } from './cli/generate.ts';
import { input } from './cli/input.ts';
import { live } from './cli/live.ts';
import { main } from './cli/main.ts';
import { masters } from './cli/masters.ts';
import { media } from './cli/media.ts';
import { options } from './cli/options.ts';
import { output } from './cli/output.ts';
import { projects } from './cli/projects.ts';
import { requests } from './cli/requests.ts';
import { speech } from './cli/speech.ts';
import { transcripts } from './cli/transcripts.ts';
import { tts } from './cli/tts.ts';
import { localVoices } from './cli/local-voices.ts';
import { voices } from './cli/voices.ts';
import { words } from './cli/words.ts';

/** What the command line says: a file for the commands of a kind, and for what they share. */
export const cli: Messages['cli'] = {
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
};
