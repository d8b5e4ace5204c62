import type { Stores } from '../../core/create-stores.ts';
import { AskFirstStore } from './generate/ask-first-store.ts';
import { findApart } from './find/find-apart.ts';
import { FindStore } from './find/find-store.ts';
import { RepairStore } from './repair/repair-store.ts';
import { SoundKeeper } from './repair/sound-keeper.ts';
import { ManuscriptStore } from './manuscript/manuscript-store.ts';
import { PickupsStore } from './pickups/pickups-store.ts';
import { decodeInWindow, isAac } from '../../core/sources/window-decoding.ts';
import { RecordingImports } from './recordings/recording-imports.ts';
import { ExportStore } from './export/export-store.ts';
import { MissingSound } from './export/missing-sound.ts';
import { isOccupied } from '../../lib/occupied.ts';
import { TakesStore } from './takes/takes-store.ts';
import { VersionsStore } from './versions/versions-store.ts';
import { VoicingStore } from './voicing/voicing-store.ts';
import { UnsentStore } from './generate/unsent-store.ts';

/** Makes the stores of Narration, over those of the window. */
export function createNarrationStores(core: Stores) {
  const takes = new TakesStore(core);
  const askFirst = new AskFirstStore(core);
  const unsent = new UnsentStore(core);
  const exports = new ExportStore(core);
  const missing = new MissingSound({ ...core, exports, askFirst, isOccupied });
  const find = new FindStore({ ...core, findApart });
  const versions = new VersionsStore(core);
  const voicing = new VoicingStore(core);
  const pickups = new PickupsStore(core);
  const repair = new RepairStore({ ...core, takes, pickups });
  const soundKeeper = new SoundKeeper(core);
  const recordings = new RecordingImports({ ...core, decodeInWindow, isAac });
  const manuscripts = new ManuscriptStore({ ...core, versions });
  return { manuscripts, recordings, repair, soundKeeper, pickups, versions, voicing, takes, askFirst, unsent, exports, missing, find };
}
