import { ModelBusy, PackageFailed } from '../models/model-host.ts';
import { Refused } from './refused.ts';

/** Why a model is refused that failed when it was tried. `file`: that with the model. Throws what says nothing about the model. */
export const failedTrial =
  (file: string) =>
  (thrown: unknown): never => {
    if (thrown instanceof ModelBusy) throw thrown;
    if (thrown instanceof PackageFailed) throw new Refused('package-fails', thrown.message);
    console.error(thrown);
    throw new Refused('damaged', file);
  };
