import type { Failure } from '#shared/failure.ts';
import { panels } from '../registry.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { chooseFile } from '../../core/files/files.ts';
import { useHost } from '../../core/host/host.ts';
import { useDubs } from '../../core/dubbing-timeline/dubbing-timeline.ts';
import { useOwnUndo } from '../../core/commands/panel-undo.ts';
import { player, stopSound, usePlayer } from '../../core/player/player.ts';
import { closeProject, createProject, openManuscript, openProject, useProject } from '../../core/project/project.ts';
import { stopSounds, toggleSound, useSounds } from '../../core/player/sounds.ts';
import { refreshCatalogue, refreshAccount, restartConnection, updateSettings, useStudio } from '../../core/studio/studio.ts';
import { transport, type Transport } from '../../core/player/transport.ts';
import { openHelp, showStart, startScreen, useWindow } from '../../core/window/window.ts';
import { language as nameOfLanguage } from '../../lib/format.ts';
import { freeTitle } from '../../lib/project-names.ts';
import { offeredUndo, toastFailure } from '../../lib/toast.tsx';
import { takeTour } from '../tour/take-tour.ts';
import { LastDone } from './last-done.ts';
import { copyProjectPath, saveCopy } from './project-file.ts';
import { goTo, goToNextArea } from './regions.ts';
import { showPanel } from './run-in-panel.ts';
import { dismissToast, isToastShown } from './toasts.tsx';
import { sampleText } from '#shared/narration/sample.ts';
import { messages } from '#shared/messages/index.ts';
import { translations } from '#shared/messages/languages.ts';

const settingsSections = [
  messages.settings.language,
  messages.settings.general,
  messages.settings.accessibility,
  messages.settings.soundDevices,
  messages.account.keys,
  messages.account.storage,
];
/** In themselves and in the language in use. */
const languageNames = translations.flatMap((tag) => [nameOfLanguage(tag), new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? '']);

export const report = (failure: Failure | undefined): void => {
  if (failure) toastFailure(failure);
};

export const newProject = (): void => useWindow.setState({ dialog: 'new-project' });
export const newSample = (): void => {
  const taken = useStudio.getState().recent.map(({ title }) => title);
  void createProject({ title: freeTitle(sampleText().title, taken), sample: true }).then(report);
};

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
  return sound === undefined && mode === 'stopped' ? messages.window.generateFirst : undefined;
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
  unavailable: () => (isHeard() || useSounds.getState().url !== undefined ? undefined : messages.window.playInNarration),
};
const isHeard = (): boolean => usePlayer.getState().mode !== 'stopped' && !usePlayer.getState().paused;
const showsScript = (): boolean => (useWindow.getState().panel ?? panels[0].id) === 'narration';
const transportNow = (): Transport => transport() ?? (showsScript() ? chapter : elsewhere);
const noProject = (): string | undefined => (useProject.getState().details ? undefined : messages.window.noProject);

const lastDone = new LastDone({
  panelUndo: { store: useOwnUndo },
  project: { store: useProject, openManuscript },
  offeredUndo,
  now: () => performance.now(),
});

/** Undo is that of a toast whose act was done last, such as a removal, else that of `noStep`. */
function undo(): void {
  const offered = lastDone.offer();
  if (offered) offered.takeBack();
  else (useOwnUndo.getState().own ?? openManuscript())?.undo();
}

/** Undo is the panel's own where it has steps of its own, else the project's. */
function noStep(step: 'canUndo' | 'canRedo', words: string): string | undefined {
  const { own } = useOwnUndo.getState();
  if (own) return own[step] ? undefined : words;
  // The steps of a dub are its panel's.
  if (noProject() !== undefined) return useDubs.getState().dub ? messages.window.dubStepsInDubbing : words;
  return useProject.getState()[step] ? undefined : words;
}

const themes = { system: messages.window.systemTheme, light: messages.window.lightTheme, dark: messages.window.darkTheme } as const;

/** Leads to a place of the window, where it is on screen. */
const place = (id: string, title: string, selector: string, missing: string) => ({
  id: `go.${id}`,
  title: messages.window.goToArea(title),
  group: messages.window.goToGroup,
  run: () => goTo(selector),
  unavailable: () => (document.querySelector(selector) ? undefined : missing),
});

/** The commands of the window, whatever panel it shows. */
export function addWindowCommands(): () => void {
  const stop = lastDone.watch();
  const remove = addCommands([
    {
      id: 'sound.play',
      title: messages.window.playOrPause,
      group: messages.window.audioGroup,
      keys: ['Space', 'Mod+Space'],
      run: () => transportNow().toggle(),
      unavailable: () => transportNow().unavailable(),
    },
    {
      id: 'sound.stop',
      title: messages.window.stopPlayback,
      group: messages.window.audioGroup,
      keys: ['Mod+.'],
      run: () => transportNow().stop(),
      unavailable: () => transportNow().unavailable(),
    },
    {
      id: 'edit.undo',
      title: messages.window.undo,
      group: messages.window.edit,
      keys: ['Mod+Z'],
      repeats: true,
      run: undo,
      unavailable: () => (lastDone.offer() ? undefined : noStep('canUndo', messages.window.nothingToUndo)),
    },
    {
      id: 'edit.redo',
      title: messages.window.redo,
      group: messages.window.edit,
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      repeats: true,
      run: () => (useOwnUndo.getState().own ?? openManuscript())?.redo(),
      unavailable: () => noStep('canRedo', messages.window.nothingToRedo),
    },
    { id: 'project.new', title: messages.window.newProject, group: messages.window.project, run: newProject },
    {
      id: 'project.open',
      title: messages.window.openProjectEllipsis,
      group: messages.window.project,
      keys: ['Mod+O'],
      run: () => void chooseProject(),
    },
    { id: 'project.sample', title: messages.window.newProjectFromSample, group: messages.window.project, run: newSample },
    {
      id: 'project.close',
      title: messages.window.closeProject,
      group: messages.window.project,
      run: () => void closeProject().then(report),
      unavailable: noProject,
    },
    {
      id: 'project.save-copy',
      title: messages.window.saveCopyCommand,
      group: messages.window.project,
      run: () => void saveCopy(),
      unavailable: noProject,
    },
    {
      id: 'project.copy-path',
      title: messages.window.copyPathCommand,
      group: messages.window.project,
      run: () => void copyProjectPath(),
      unavailable: noProject,
    },
    {
      id: 'project.start',
      title: messages.window.startScreen,
      group: messages.window.project,
      run: showStart,
      unavailable: () => (useWindow.getState().panel === startScreen ? messages.window.startShown : undefined),
    },
    ...panels.map(({ id, name }) => ({
      id: `go.${id}`,
      title: messages.window.goToArea(name),
      group: messages.window.goToGroup,
      // Drawn at once: the focus goes into it, as the palette’s words say, and not back to the rail.
      run: () => showPanel(id),
    })),
    place('script', messages.window.scriptArea, `main [aria-label="${messages.narration.script}"]`, messages.window.noScriptIsOpen),
    place('waveform', messages.window.waveformArea, '[data-play]', messages.window.noWaveform),
    {
      ...place(
        'inspector',
        messages.window.inspectorArea,
        `aside[aria-label="${messages.commands.inspector}"]`,
        messages.window.theInspectorIsHidden,
      ),
      keywords: [messages.pickups.details],
    },
    { ...place('toast', messages.window.goToToast, '[data-toast] button', messages.window.noToast), keys: ['F8'], whileWriting: true },
    place('title', messages.window.projectTitleArea, `header [aria-label="${messages.window.projectTitle}"]`, messages.window.noProject),
    {
      id: 'go.next',
      title: messages.window.nextArea,
      group: messages.window.goToGroup,
      keys: ['F6'],
      whileWriting: true,
      run: () => goToNextArea(1),
    },
    {
      id: 'go.previous',
      title: messages.window.previousArea,
      group: messages.window.goToGroup,
      keys: ['Shift+F6'],
      whileWriting: true,
      run: () => goToNextArea(-1),
    },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `view.theme-${theme}`,
      title: themes[theme],
      group: messages.window.view,
      run: () => void updateSettings({ theme }),
      unavailable: () => (useStudio.getState().settings.theme === theme ? messages.window.currentTheme : undefined),
    })),
    {
      id: 'window.settings',
      title: messages.window.settings,
      group: messages.window.window,
      keywords: [...settingsSections, ...languageNames, messages.window.listeningSpeed],
      keys: ['Mod+,'],
      run: () => useWindow.setState({ panel: 'settings' }),
    },
    {
      id: 'window.palette',
      title: messages.window.findACommand,
      group: messages.window.window,
      keys: ['Mod+K'],
      run: () => useWindow.setState({ dialog: 'palette' }),
    },
    {
      id: 'window.dismiss-toast',
      title: messages.window.dismissToast,
      group: messages.window.window,
      keys: ['Shift+Escape'],
      everywhere: true,
      run: dismissToast,
      unavailable: () => (isToastShown() ? undefined : messages.window.noToast),
    },
    { id: 'help.open', title: messages.help.help, group: messages.window.window, keys: ['F1'], everywhere: true, run: openHelp },
    { id: 'help.tour', title: messages.tour.take, group: messages.window.window, run: () => void takeTour() },
    {
      id: 'service.restart',
      title: messages.window.restartService,
      group: messages.window.service,
      run: () => void restartConnection().then(report),
      unavailable: () => {
        const { connection, restarting } = useStudio.getState();
        if (restarting || connection?.state === 'starting') return messages.window.serviceStarting;
        return connection?.state === 'ready' ? messages.window.serviceRunning : undefined;
      },
    },
    { id: 'service.balance', title: messages.window.refreshBalance, group: messages.window.service, run: () => void refreshAccount() },
    {
      id: 'service.catalogue',
      title: messages.window.refreshVoices,
      group: messages.window.service,
      run: () => void refreshCatalogue().then(report),
    },
  ]);
  return () => {
    stop();
    remove();
  };
}
