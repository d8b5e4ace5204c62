import './zod-without-eval.ts';
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { panels } from './registry.ts';
import { addWindowCommands } from './shell/commands.ts';
import { resumePanel } from './shell/reload.ts';
import { recoverLostFocus } from '../lib/lost-focus.ts';
import { hidePressedTooltips } from '../lib/pressed-tooltips.ts';
import { watchChapter } from '../core/chapter/chapter.ts';
import { watchConnections } from '../core/connections/connections.ts';
import { watchGeneration } from '../core/generation/generation.ts';
import { connectHost } from '../core/host/host.ts';
import { watchJobs } from '../core/jobs/jobs.ts';
import { watchOutput } from '../core/output/output.ts';
import { watchPlayer } from '../core/player/player.ts';
import { watchProject } from '../core/project/project.ts';
import { learnCommands } from '../core/commands/commands.ts';
import { watchChosenKeys } from '../core/commands/chosen-keys.ts';
import { watchStudio } from '../core/studio/studio.ts';
import { watchSamples } from '../core/voices/samples.ts';
import { watchVoices } from '../core/voices/voices.ts';
import { useWindow } from '../core/window/window.ts';

watchStudio();
watchVoices();
watchSamples();
watchChosenKeys();
watchConnections();
watchJobs();
watchProject();
watchGeneration();
watchChapter();
watchPlayer();
watchOutput();
for (const { watch } of panels) watch?.();
addWindowCommands();
resumePanel({ store: useWindow });
// So that the palette, Account and Help have the commands of panels that were not shown yet.
for (const { id, commands } of panels) if (commands) learnCommands(id, commands);
void connectHost();
recoverLostFocus();
hidePressedTooltips();
// The address of the next run, opened in this very tab, differs in its hash alone: by itself it would load nothing.
window.addEventListener('hashchange', () => {
  if (location.hash !== '') location.reload();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
