import type { Stores } from '../../core/create-stores.ts';
import { exampleFile } from '../../core/examples/example-files.ts';
import { DubbingJobStore } from './job/dubbing-job-store.ts';
import { DubPlayerStore } from './timeline/dub-player-store.ts';
import { ExampleDub } from './timeline/example-dub.ts';
import { MakingStore } from './timeline/making-store.ts';
import { DubTranscriptionStore } from './timeline/transcription-store.ts';
import { RetimingStore } from './timeline/retiming-store.ts';
import { DubViewStore } from './timeline/view-store.ts';
import { OriginalSound, type OriginalSoundDependencies } from './timeline/original-sound.ts';

/** Makes the stores of Dubbing, over those of the window. */
export function createDubbingStores(core: Stores, decodeInWindow: OriginalSoundDependencies['decodeInWindow']) {
  const making = new MakingStore(core);
  const original = new OriginalSound({ ...core, decodeInWindow });
  const dubPlayer = new DubPlayerStore(core);
  const dubTranscription = new DubTranscriptionStore(core);
  const dubbingJob = new DubbingJobStore({ ...core, exampleFile });
  const retiming = new RetimingStore(core);
  const exampleDub = new ExampleDub({ ...core, exampleFile, making });
  const dubView = new DubViewStore();
  return { exampleDub, making, original, dubPlayer, dubTranscription, dubbingJob, retiming, dubView };
}
