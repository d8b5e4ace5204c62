import { account } from './account.ts';
import { alignment } from './alignment.ts';
import { bucket } from './bucket.ts';
import { chapter } from './chapter.ts';
import { cli } from './cli.ts';
import { clone } from './clone.ts';
import { commandWords } from './command-words.ts';
import { commands } from './commands.ts';
import { connections } from './connections.ts';
import { design } from './design.ts';
import { dubbingTimeline } from './dubbing-timeline.ts';
import { dubbing } from './dubbing.ts';
import { exportSheet } from './export-sheet.ts';
import { exports } from './exports.ts';
import { failures } from './failures.ts';
import { files } from './files.ts';
import { find } from './find.ts';
import { generation } from './generation.ts';
import { handOver } from './hand-over.ts';
import { help } from './help.ts';
import { host } from './host.ts';
import { imagesVideo } from './images-video.ts';
import { jobs } from './jobs.ts';
import { library } from './library.ts';
import { lipSync } from './lip-sync.ts';
import { live } from './live.ts';
import { localVoices } from './local-voices.ts';
import { manuscript } from './manuscript.ts';
import { mediaJobs } from './media-jobs.ts';
import { narration } from './narration.ts';
import { output } from './output.ts';
import { paidRequests } from './paid-requests.ts';
import { pickups } from './pickups.ts';
import { player } from './player.ts';
import { project } from './project.ts';
import { recordedTakes } from './recorded-takes.ts';
import { removal } from './removal.ts';
import { repair } from './repair.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { shapes } from './shapes.ts';
import { sound } from './sound.ts';
import { sources } from './sources.ts';
import { speech } from './speech.ts';
import { start } from './start.ts';
import { storage } from './storage.ts';
import { studio } from './studio.ts';
import { takeEdits } from './take-edits.ts';
import { tour } from './tour.ts';
import { transcribe } from './transcribe.ts';
import { versions } from './versions.ts';
import { voices } from './voices.ts';
import { voicing } from './voicing.ts';
import { window } from './window.ts';
import type { Messages } from '../shape.ts';

/** Every text in German. What a word is called: `README.md`. */
export const german: Messages = {
  account,
  alignment,
  bucket,
  chapter,
  cli,
  clone,
  commands,
  commandWords,
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
  localVoices,
  manuscript,
  mediaJobs,
  narration,
  output,
  paidRequests,
  pickups,
  player,
  project,
  removal,
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
};
