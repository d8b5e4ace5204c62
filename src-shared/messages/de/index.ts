import { account } from './account.ts';
import { commands } from './commands.ts';
import { failures } from './failures.ts';
import { generation } from './generation.ts';
import { jobs } from './jobs.ts';
import { narration } from './narration.ts';
import { player } from './player.ts';
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
  clone: english.clone,
  commands,
  connections: english.connections,
  design: english.design,
  dubbing: english.dubbing,
  dubbingTimeline: english.dubbingTimeline,
  exports: english.exports,
  exportSheet: english.exportSheet,
  failures,
  files: english.files,
  find: english.find,
  generation,
  handOver: english.handOver,
  help: english.help,
  host: english.host,
  imagesVideo: english.imagesVideo,
  jobs,
  library: english.library,
  lipSync: english.lipSync,
  live: english.live,
  manuscript: english.manuscript,
  mediaJobs: english.mediaJobs,
  narration,
  paidRequests: english.paidRequests,
  pickups: english.pickups,
  player,
  project: english.project,
  repair: english.repair,
  takeEdits: english.takeEdits,
  recordedTakes: english.recordedTakes,
  service: english.service,
  shapes: english.shapes,
  sound: english.sound,
  sources: english.sources,
  speech: english.speech,
  storage: english.storage,
  studio: english.studio,
  transcribe: english.transcribe,
  versions: english.versions,
  voices,
  voicing: english.voicing,
  window,
};
