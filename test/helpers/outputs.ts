import { join } from 'node:path';
import { OutputFiles } from '#main/library/writable-path.ts';

/** As of a host without dialogs, for parts that are tested without a whole profile: their files may lie in `directory`. */
export const outputsIn = (directory: string): OutputFiles =>
  new OutputFiles({ profileDirectory: join(directory, 'profile'), projectsDirectory: directory });
