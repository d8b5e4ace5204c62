import './zod-without-eval.ts';
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { panels } from './panels/registry.ts';
import { addWindowCommands } from './shell/commands.ts';
import { watchChapter } from './state/chapter.ts';
import { watchConnections } from './state/connections.ts';
import { watchClone } from './state/clone.ts';
import { watchLostClones } from './state/clone-send.ts';
import { watchUndecoded } from './state/clone-decoding.ts';
import { watchGeneration } from './state/generation.ts';
import { watchUnsent } from './state/unsent.ts';
import { connectHost } from './state/host.ts';
import { watchJobs } from './state/jobs.ts';
import { watchLiveDesk } from './state/live-desk.ts';
import { watchPlayer } from './state/player.ts';
import { watchProject } from './state/project.ts';
import { watchShortcuts } from './state/shortcuts.ts';
import { watchStudio } from './state/studio.ts';
import { watchVoices } from './state/voices.ts';

watchStudio();
watchVoices();
watchShortcuts();
watchConnections();
watchJobs();
watchProject();
watchGeneration();
watchUnsent();
watchChapter();
watchPlayer();
watchClone();
watchUndecoded();
watchLostClones();
watchLiveDesk();
addWindowCommands();
// Added and taken off again, so that Account knows the keys of panels that were not shown yet.
for (const { commands } of panels) commands?.()();
void connectHost();
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
