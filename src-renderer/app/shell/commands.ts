import type { Failure } from '#shared/failure.ts';
import { panels } from '../registry.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { chooseFile } from '../../core/files/files.ts';
import { useHost } from '../../core/host/host.ts';
import { useOwnUndo } from '../../core/commands/panel-undo.ts';
import { player, stopSound, usePlayer } from '../../core/player/player.ts';
import { createProject, openManuscript, openProject, useProject } from '../../core/project/project.ts';
import { stopSounds, toggleSound, useSounds } from '../../core/player/sounds.ts';
import { refreshCatalogue, refreshAccount, restartConnection, updateSettings, useStudio } from '../../core/studio/studio.ts';
import { transport, type Transport } from '../../core/player/transport.ts';
import { useWindow } from '../../core/window/window.ts';
import { toastFailure } from '../../lib/toast.tsx';
import { goTo, goToNextArea } from './regions.ts';

export const report = (failure: Failure | undefined): void => {
  if (failure) toastFailure(failure);
};

export const newProject = (): void => useWindow.setState({ dialog: 'new-project' });
export const newSample = (): void => void createProject({ title: 'Sample', sample: true }).then(report);

/** By the operating system's dialog, or by the studio's own where the host has none. */
export async function chooseProject(): Promise<void> {
  if (!(useHost.getState().host?.nativeDialogs ?? false)) {
    useWindow.setState({ dialog: 'open-project' });
    return;
  }
  const answer = await chooseFile({ purpose: 'open-project', suggestedName: '', extension: 'voicewright' });
  if (!answer.ok) toastFailure(answer.failure);
  else if (answer.value !== null) report(await openProject(answer.value));
}

const noSound = (): string | undefined => {
  const { sound, mode } = usePlayer.getState();
  return sound === undefined && mode === 'stopped' ? 'There is no sound yet: generate it first.' : undefined;
};
/** What the keys of playing are for while the script is shown. */
const chapter: Transport = {
  toggle: () => {
    player.prepare();
    player.toggle();
  },
  stop: stopSound,
  unavailable: noSound,
};
/** A panel without a sound of its own silences what is heard, and goes on with a sound of its lists; the chapter is begun in Narration. */
const elsewhere: Transport = {
  toggle: () => {
    const { url } = useSounds.getState();
    if (isHeard()) player.pause();
    else if (url !== undefined) toggleSound(url);
  },
  stop: () => {
    stopSounds();
    if (isHeard()) stopSound();
  },
  unavailable: () =>
    isHeard() || useSounds.getState().url !== undefined ? undefined : 'Nothing is heard here. The chapter is played in Narration.',
};
const isHeard = (): boolean => usePlayer.getState().mode !== 'stopped' && !usePlayer.getState().paused;
const showsScript = (): boolean => (useWindow.getState().panel ?? panels[0].id) === 'narration';
const transportNow = (): Transport => transport() ?? (showsScript() ? chapter : elsewhere);
const noProject = (): string | undefined => (useProject.getState().details ? undefined : 'No project is open.');

/** Undo is the panel's own where it has steps of its own, else the project's. */
function noStep(step: 'canUndo' | 'canRedo', words: string): string | undefined {
  const { own } = useOwnUndo.getState();
  if (own) return own[step] ? undefined : words;
  return noProject() ?? (useProject.getState()[step] ? undefined : words);
}

const themes = { system: 'Theme of the system', light: 'Light theme', dark: 'Dark theme' } as const;

/** Leads to a place of the window, where it is on screen. */
const place = (id: string, title: string, selector: string, missing: string) => ({
  id: `go.${id}`,
  title: `Go to the ${title}`,
  group: 'Go to',
  run: () => goTo(selector),
  unavailable: () => (document.querySelector(selector) ? undefined : missing),
});

/** The commands of the window, whatever panel it shows. */
export function addWindowCommands(): () => void {
  return addCommands([
    {
      id: 'sound.play',
      title: 'Play or pause',
      group: 'Sound',
      keys: ['Space', 'Mod+Space'],
      run: () => transportNow().toggle(),
      unavailable: () => transportNow().unavailable(),
    },
    {
      id: 'sound.stop',
      title: 'Stop the sound',
      group: 'Sound',
      keys: ['Mod+.'],
      run: () => transportNow().stop(),
      unavailable: () => transportNow().unavailable(),
    },
    {
      id: 'edit.undo',
      title: 'Undo',
      group: 'Edit',
      keys: ['Mod+Z'],
      repeats: true,
      run: () => (useOwnUndo.getState().own ?? openManuscript())?.undo(),
      unavailable: () => noStep('canUndo', 'There is nothing to undo.'),
    },
    {
      id: 'edit.redo',
      title: 'Redo',
      group: 'Edit',
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      repeats: true,
      run: () => (useOwnUndo.getState().own ?? openManuscript())?.redo(),
      unavailable: () => noStep('canRedo', 'There is nothing to redo.'),
    },
    { id: 'project.new', title: 'New project…', group: 'Project', run: newProject },
    { id: 'project.open', title: 'Open a project…', group: 'Project', keys: ['Mod+O'], run: () => void chooseProject() },
    { id: 'project.sample', title: 'New project from the sample chapter', group: 'Project', run: newSample },
    ...panels.map(({ id, name }) => ({
      id: `go.${id}`,
      title: `Go to ${name}`,
      group: 'Go to',
      run: () => useWindow.setState({ panel: id }),
    })),
    place('script', 'script', 'main [aria-label="Script"]', 'No script is open.'),
    place('waveform', 'waveform', '[data-play]', 'No waveform is on screen.'),
    place('inspector', 'inspector', 'aside[aria-label="Inspector"]', 'The inspector is hidden.'),
    place('title', 'project’s title', 'header [aria-label="Project title"]', 'No project is open.'),
    { id: 'go.next', title: 'Go to the next area', group: 'Go to', keys: ['F6'], whileWriting: true, run: () => goToNextArea(1) },
    {
      id: 'go.previous',
      title: 'Go to the area before',
      group: 'Go to',
      keys: ['Shift+F6'],
      whileWriting: true,
      run: () => goToNextArea(-1),
    },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `view.theme-${theme}`,
      title: themes[theme],
      group: 'View',
      run: () => void updateSettings({ theme }),
      unavailable: () => (useStudio.getState().settings.theme === theme ? 'This is the theme now.' : undefined),
    })),
    { id: 'window.settings', title: 'Settings', group: 'Window', keys: ['Mod+,'], run: () => useWindow.setState({ dialog: 'settings' }) },
    {
      id: 'window.palette',
      title: 'Find a command',
      group: 'Window',
      keys: ['Mod+K'],
      run: () => useWindow.setState({ dialog: 'palette' }),
    },
    {
      id: 'service.restart',
      title: 'Start the service again',
      group: 'Service',
      run: () => void restartConnection().then(report),
      unavailable: () => {
        const { connection, restarting } = useStudio.getState();
        if (restarting || connection?.state === 'starting') return 'It is starting.';
        return connection?.state === 'ready' ? 'It is running.' : undefined;
      },
    },
    { id: 'service.balance', title: 'Refresh the balance', group: 'Service', run: () => void refreshAccount() },
    {
      id: 'service.catalogue',
      title: 'Read the voices and models again',
      group: 'Service',
      run: () => void refreshCatalogue().then(report),
    },
  ]);
}
