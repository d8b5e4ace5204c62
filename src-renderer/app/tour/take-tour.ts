import { useProject } from '../../core/project/project.ts';
import { openSample } from '../start/open-files.ts';
import { startTour } from './stores.ts';

/** The tour is shown at a script: that which is open, else the sample’s. */
export async function takeTour(): Promise<void> {
  if (!useProject.getState().details) await openSample();
  if (useProject.getState().details) startTour();
}
