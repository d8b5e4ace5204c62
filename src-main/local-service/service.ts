import { randomBytes } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { AddedFolder } from './added/added-folder.ts';
import { AddedModels } from './added/added-models.ts';
import { moveEarlierRows } from './added/earlier-rows.ts';
import { Accounts, type Grant } from './accounts/accounts.ts';
import { Charges } from './accounts/charges.ts';
import { RequestIds } from './accounts/request-ids.ts';
import { Faults } from './faults/faults.ts';
import { Jobs } from './jobs/jobs.ts';
import { importSecondsDefault, Media } from './media/media.ts';
import { Recognisers } from './recognition/recognisers.ts';
import { SpokenAudio } from './media/spoken-audio.ts';
import { ModelHost } from './models/model-host.ts';
import { openRealtime, type RealtimeState } from './realtime/realtime.ts';
import { realtimeDefaults, type RealtimeSettings } from './realtime/settings.ts';
import { Synthesis } from './sound/synthesis.ts';
import { CachedSpeeches } from './speech/cached-speech.ts';
import { Repeats } from './speech/repeats.ts';
import { openDatabase, remembered } from './storage/database.ts';
import { Retention } from './storage/retention.ts';
import { Designs } from './voices/designs.ts';
import { References } from './voices/references.ts';
import { Voices } from './voices/voices.ts';

/** Everything the routes work with. Owns the database and the speech threads: close it. */
export interface Service {
  apiKey: string;
  /** Signs the short-lived addresses of job audio. */
  secret: string;
  database: DatabaseSync;
  accounts: Accounts;
  charges: Charges;
  requestIds: RequestIds;
  repeats: Repeats;
  faults: Faults;
  jobs: Jobs;
  media: Media;
  /** What transcription recognises by itself. */
  spoken: SpokenAudio;
  /** What transcribes everything else, where there is one. */
  recognisers: Recognisers;
  synthesis: Synthesis;
  cachedSpeeches: CachedSpeeches;
  /** Voices and recognisers that a person added. */
  added: AddedModels;
  voices: Voices;
  realtime: RealtimeState;
  references: References;
  designs: Designs;
  close(): Promise<void>;
}

interface Options {
  folder: string;
  key?: string | undefined;
  grant: Grant;
  threads?: number | undefined;
  /** Speeches that may wait in line, and jobs of one account that may; more is a 429. */
  queue?: number | undefined;
  /** Speeches that one thread works on at a time. */
  places?: number | undefined;
  realtime?: RealtimeSettings;
  /** How long previews of voice designs are kept. */
  previewLifetimeSeconds: number;
  /** How long the import of remote media may take. */
  importSeconds?: number | undefined;
  /** Where added voices lie, and the package that loads models; beside the database without it. */
  added?: string | undefined;
  packages?: string | undefined;
  /** As `--recogniser` names it; without, what is installed. */
  recogniser?: string | undefined;
}

export function openService(options: Options): Service {
  const database = openDatabase(options.folder);
  const secret = remembered(database, 'secret', () => randomBytes(32).toString('hex'));
  const apiKey = options.key ?? remembered(database, 'key', () => `local-${randomBytes(18).toString('base64url')}`);
  const charges = new Charges(database);
  // First, as it counts what a kill left reserved among its requests.
  const realtime = openRealtime(database, charges, options.realtime ?? realtimeDefaults);
  charges.refundInterrupted();
  const spoken = new SpokenAudio(database);
  const models = new ModelHost(options.packages ?? join(options.folder, 'packages'));
  const added = openAdded(database, options, models);
  const synthesis = new Synthesis(
    options.threads,
    options.queue,
    () => spoken.listen(),
    options.places,
    (voice) => added.complete(voice),
    models,
  );
  const references = new References();
  const requestIds = new RequestIds(database);
  const repeats = new Repeats(database);
  const jobs = new Jobs({ database, charges, requestIds, synthesis, repeats, queue: options.queue });
  jobs.resume();
  const media = new Media({ database, charges, requestIds, importSeconds: options.importSeconds ?? importSecondsDefault });
  media.jobs.resume();
  const recognisers = new Recognisers(options.recogniser, { listener: () => added.listener(), host: models });
  const retention = new Retention(database, () => realtime.requests.forgetOld());
  retention.start();
  return {
    apiKey,
    secret,
    database,
    accounts: new Accounts(database, apiKey, options.grant),
    charges,
    requestIds,
    repeats,
    faults: new Faults(),
    jobs,
    media,
    spoken,
    recognisers,
    synthesis,
    cachedSpeeches: new CachedSpeeches(database, secret),
    added,
    voices: new Voices(database, added),
    realtime,
    references,
    designs: new Designs({
      database,
      charges,
      requestIds,
      synthesis,
      lifetimeSeconds: options.previewLifetimeSeconds,
      people: (language) => added.people(language),
    }),
    async close() {
      retention.stop();
      recognisers.close();
      await Promise.all([jobs.stop(), media.jobs.stop()]);
      await references.close();
      await synthesis.close();
      models.close();
      spoken.write();
      database.close();
    },
  };
}

function openAdded(database: DatabaseSync, options: Options, models: ModelHost): AddedModels {
  const own = join(options.folder, 'added');
  const folder = new AddedFolder(options.added ?? own);
  moveEarlierRows(database, own, folder);
  return new AddedModels(folder, models);
}
