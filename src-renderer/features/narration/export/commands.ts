import { messages } from '#shared/messages/index.ts';
import { addCommands } from '../../../core/commands/commands.ts';
import { useProject } from '../../../core/project/project.ts';
import { openExport, pauseExport, resumeExport, stopExport, useExport } from '../stores.ts';

const texts = messages.exportSheet;
const jobState = (): string | undefined => useExport.getState().job?.state;

/** Opens Export, and holds or ends what it runs. */
export function addExportCommands(): () => void {
  const group = texts.title;
  return addCommands([
    {
      id: 'export.open',
      title: texts.openCommand,
      group,
      keywords: [...Object.values(texts.formatNames), ...Object.values(texts.presetNames)],
      keys: ['Mod+Shift+E'],
      run: () => void openExport(),
      unavailable: () => (useProject.getState().details ? undefined : texts.noProject),
    },
    {
      id: 'export.pause',
      title: texts.pauseCommand,
      group,
      run: pauseExport,
      unavailable: () => (jobState() === 'running' ? undefined : texts.notRunning),
    },
    {
      id: 'export.resume',
      title: texts.resumeCommand,
      group,
      run: resumeExport,
      unavailable: () => (jobState() === 'paused' ? undefined : texts.notPaused),
    },
    {
      id: 'export.cancel',
      title: texts.stopCommand,
      group,
      run: stopExport,
      unavailable: () => (jobState() === 'running' || jobState() === 'paused' ? undefined : texts.notRunning),
    },
  ]);
}
