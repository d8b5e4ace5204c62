/** Domains that still read in English. */
export const untranslated: readonly string[] = [
  'alignment',
  'bucket',
  'chapter',
  'cli',
  'clone',
  'connections',
  'design',
  'dubbing',
  'dubbingTimeline',
  'exports',
  'exportSheet',
  'files',
  'find',
  'handOver',
  'help',
  'host',
  'imagesVideo',
  'library',
  'lipSync',
  'live',
  'manuscript',
  'mediaJobs',
  'paidRequests',
  'pickups',
  'project',
  'repair',
  'takeEdits',
  'recordedTakes',
  'service',
  'shapes',
  'sound',
  'sources',
  'speech',
  'storage',
  'studio',
  'transcribe',
  'versions',
  'voicing',
];

/** Texts that read the same in both languages, and why. */
export const same: ReadonlyMap<string, string> = new Map([]);

/** Values that German does not need, by the id of the text and the place of the value, and why. */
export const unneeded: ReadonlyMap<string, string> = new Map([]);
