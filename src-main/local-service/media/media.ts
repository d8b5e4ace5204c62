import { type DatabaseSync } from 'node:sqlite';
import { type Charges } from '../accounts/charges.ts';
import { type RequestIds } from '../accounts/request-ids.ts';
import { Importer } from './import-media.ts';
import { KeptSpeeches } from './kept-speech.ts';
import { lipSyncMaker } from './lip-sync-maker.ts';
import { MediaFiles } from './media-files.ts';
import { MediaJobs } from './media-jobs.ts';
import { previewMaker } from './preview.ts';

/** How long one import may take, in seconds. */
export const importSecondsDefault = 30;

/** Lip sync, dubbing, images and videos of one service. */
export class Media {
  readonly files: MediaFiles;
  readonly jobs: MediaJobs;
  readonly importer: Importer;
  readonly speeches: KeptSpeeches;

  constructor(parts: { database: DatabaseSync; charges: Charges; requestIds: RequestIds; importSeconds: number }) {
    this.files = new MediaFiles(parts.database);
    this.speeches = new KeptSpeeches({ ...parts, files: this.files });
    this.importer = new Importer(parts.importSeconds);
    const lipSync = lipSyncMaker(this.files);
    this.jobs = new MediaJobs(
      { ...parts, files: this.files },
      { lip_sync: lipSync, dubbing: lipSync, image: previewMaker, video: previewMaker },
    );
  }
}
