import { account } from './account.ts';
import { clone } from './clone.ts';
import { commands } from './commands.ts';
import { design } from './design.ts';
import { dubbingTimeline } from './dubbing-timeline.ts';
import { dubbing } from './dubbing.ts';
import { failures } from './failures.ts';
import { generation } from './generation.ts';
import { imagesVideo } from './images-video.ts';
import { jobs } from './jobs.ts';
import { lipSync } from './lip-sync.ts';
import { live } from './live.ts';
import { mediaJobs } from './media-jobs.ts';
import { narration } from './narration.ts';
import { paidRequests } from './paid-requests.ts';
import { player } from './player.ts';
import { settings } from './settings.ts';
import { shapes } from './shapes.ts';
import { sources } from './sources.ts';
import { start } from './start.ts';
import { tour } from './tour.ts';
import { transcribe } from './transcribe.ts';
import { voices } from './voices.ts';
import { window } from './window.ts';
import { english } from '../en/index.ts';
import type { Messages } from '../index.ts';

/** Every text in German. What a word is called: `README.md`. */
export const german: Messages = {
  account,
  alignment: english.alignment,
  bucket: english.bucket,
  chapter: english.chapter,
  cli: english.cli,
  clone,
  commands,
  connections: english.connections,
  design,
  dubbing,
  dubbingTimeline,
  exports: english.exports,
  exportSheet: english.exportSheet,
  failures,
  files: english.files,
  find: english.find,
  generation,
  handOver: english.handOver,
  help: english.help,
  host: english.host,
  imagesVideo,
  jobs,
  library: english.library,
  lipSync,
  live,
  manuscript: english.manuscript,
  mediaJobs,
  narration,
  paidRequests,
  pickups: english.pickups,
  player,
  project: english.project,
  repair: english.repair,
  takeEdits: english.takeEdits,
  recordedTakes: english.recordedTakes,
  service: english.service,
  settings,
  shapes,
  sound: english.sound,
  sources,
  speech: english.speech,
  start,
  storage: english.storage,
  studio: english.studio,
  tour,
  transcribe,
  versions: english.versions,
  voices,
  voicing: english.voicing,
  window,
};
