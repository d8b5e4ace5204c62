<<<<<<< HEAD
import { english } from './en/index.ts';
import { localesOf, type Language } from './languages.ts';

/** Texts of any language in the place of the English ones: text for text, and a function with the same parameters for a function. */
type InAnyLanguage<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Texts extends readonly (infer One)[]
      ? One extends string
        ? readonly string[]
        : Texts
      : { readonly [Id in keyof Texts]: InAnyLanguage<Texts[Id]> };

/** Every text, in one language. */
export type Messages = InAnyLanguage<typeof english>;

/** Every text in the language in use. English until {@link setLanguage} was called. */
export let messages: Messages = english;
let current: Language = 'en';

/** The language in use. */
export const language = (): Language => current;
/** The locale of numbers, lists and names in the language in use, for `Intl`. */
export const locale = (): string => localesOf[current].numbers;
/** The locale of its dates. */
export const dateLocale = (): string => localesOf[current].dates;
=======
import { account } from './en/account.ts';
import { alignment } from './en/alignment.ts';
import { bucket } from './en/bucket.ts';
import { chapter } from './en/chapter.ts';
import { cli } from './en/cli/index.ts';
import { clone } from './en/clone.ts';
import { commands } from './en/commands.ts';
import { connections } from './en/connections.ts';
import { design } from './en/design.ts';
import { dubbing } from './en/dubbing.ts';
import { dubbingTimeline } from './en/dubbing-timeline.ts';
import { exportSheet } from './en/export-sheet.ts';
import { exports } from './en/exports.ts';
import { failures } from './en/failures.ts';
import { files } from './en/files.ts';
import { find } from './en/find.ts';
import { generation } from './en/generation.ts';
import { handOver } from './en/hand-over.ts';
import { help } from './en/help.ts';
import { host } from './en/host.ts';
import { imagesVideo } from './en/images-video.ts';
import { jobs } from './en/jobs.ts';
import { library } from './en/library.ts';
import { lipSync } from './en/lip-sync.ts';
import { live } from './en/live.ts';
import { manuscript } from './en/manuscript.ts';
import { mediaJobs } from './en/media-jobs.ts';
import { narration } from './en/narration.ts';
import { paidRequests } from './en/paid-requests.ts';
import { pickups } from './en/pickups.ts';
import { player } from './en/player.ts';
import { project } from './en/project.ts';
import { repair } from './en/repair.ts';
import { takeEdits } from './en/take-edits.ts';
import { recordedTakes } from './en/recorded-takes.ts';
import { service } from './en/service.ts';
import { shapes } from './en/shapes.ts';
import { sound } from './en/sound.ts';
import { sources } from './en/sources.ts';
import { speech } from './en/speech.ts';
import { start } from './en/start.ts';
import { storage } from './en/storage.ts';
import { studio } from './en/studio.ts';
import { tour } from './en/tour.ts';
import { transcribe } from './en/transcribe.ts';
import { versions } from './en/versions.ts';
import { voices } from './en/voices.ts';
import { voicing } from './en/voicing.ts';
import { window } from './en/window.ts';
>>>>>>> main

/**
 * Changes the language of {@link messages}, which is loaded first. Texts that were read before keep theirs: a window sets its language before
 * anything else is loaded, and main reads a text when it shows it.
 */
<<<<<<< HEAD
export async function setLanguage(wanted: Language): Promise<void> {
  messages = await loadLanguage(wanted);
  current = wanted;
}

/** All texts of a language. Others than English are loaded when they are first wanted. */
export async function loadLanguage(wanted: Language): Promise<Messages> {
  switch (wanted) {
    case 'en':
      return english;
    case 'de':
      return (await import('./de/index.ts')).german;
    case 'en-XA':
      return (await import('./pseudo.ts')).accented(english);
    case 'ar-XB':
      return (await import('./pseudo.ts')).rightToLeft(english);
  }
}
=======
export const messages = {
  account,
  alignment,
  bucket,
  chapter,
  cli,
  clone,
  commands,
  connections,
  design,
  dubbing,
  dubbingTimeline,
  exports,
  exportSheet,
  failures,
  files,
  find,
  generation,
  handOver,
  help,
  host,
  imagesVideo,
  jobs,
  library,
  lipSync,
  live,
  manuscript,
  mediaJobs,
  narration,
  paidRequests,
  pickups,
  player,
  project,
  repair,
  takeEdits,
  recordedTakes,
  service,
  shapes,
  sound,
  sources,
  speech,
  start,
  storage,
  studio,
  tour,
  transcribe,
  versions,
  voices,
  voicing,
  window,
} as const;
>>>>>>> main
