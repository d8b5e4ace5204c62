import { addDubbingCommands } from './job/commands.ts';
import { addTimelineCommands } from './timeline/commands.ts';

/** The commands of both ways to dub, one after the other as they share keys; for the lists of keys. */
export function addEveryDubbingCommand(): () => void {
  addDubbingCommands()();
  return addTimelineCommands();
}
