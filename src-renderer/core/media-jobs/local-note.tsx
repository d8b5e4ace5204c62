import { useStudio } from '../studio/studio.ts';
import { PanelNote } from '../../ui/panel-note.tsx';
import { messages } from '#shared/messages/index.ts';

/** What a lip sync of the local service is not, before one is paid for; a job that is open says it itself. */
export function LocalLipSyncNote({ isJobOpen }: { isJobOpen: boolean }) {
  const isLocal = useStudio(({ connection }) => connection?.kind === 'local' && connection.state === 'ready');
  return isLocal && !isJobOpen ? <PanelNote>{messages.mediaJobs.movesNoLips}</PanelNote> : null;
}
