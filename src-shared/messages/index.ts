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
import { settings } from './en/settings.ts';
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

/**
 * Every text for people, of the window, of main and of the command line, by domain and id: text, or a function of what the text names. A domain is a file of `en/`, in the
 * order of the files that show it. Tests look for a text by its id. A second language is a second object of this type.
 */
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
  settings,
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
