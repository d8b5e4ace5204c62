import { Button, DirectionProvider, Loader, MantineProvider, useMantineColorScheme } from '@mantine/core';
import { IconFileAlert, IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Help } from './help/help.tsx';
import { panels } from './registry.ts';
import { StartScreen } from './start/start-screen.tsx';
import { ProjectDialogs } from './shell/project-menu.tsx';
import { CommandPalette } from './shell/palette.tsx';
import { Rail } from './shell/rail.tsx';
import { listenForKeys } from './shell/key-listener.ts';
import { StatusBar } from './shell/status-bar.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { UnknownPriceDialog } from './shell/unknown-price-dialog.tsx';
import { DroppedRecordingDialog } from './shell/dropped-recording-dialog.tsx';
import { WindowDrop } from './shell/window-drop.tsx';
import { Tour } from './tour/tour.tsx';
import { keepAccountFresh, loadBudget } from '../core/account/account.ts';
import { connectHost, useHost } from '../core/host/host.ts';
import { dismissProjectFailure, openProject, resumeProject, useProject } from '../core/project/project.ts';
import { showStart, startScreen, useWindow } from '../core/window/window.ts';
import { useStudio } from '../core/studio/studio.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureCard } from '../core/failures/failure-card.tsx';
import { iconSize } from '../lib/icon-size.ts';
import { announce, LiveRegion } from '../lib/live-region.tsx';
import { styleNonce } from '../lib/nonce.ts';
import { setWish } from '../lib/system-wishes.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import classes from './app.module.css';
import { messages } from '#shared/messages/index.ts';

export function App() {
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
        <Theme />
        <LiveRegion />
        <Window />
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Applies the setting, and leaves it for the next start's first paint. */
function Theme() {
  const setting = useStudio((state) => state.settings.theme);
  const { setColorScheme } = useMantineColorScheme();
  const { textSize, lessMotion, moreContrast } = useStudio((state) => state.settings);
  useEffect(() => {
    document.documentElement.style.fontSize = textSize === 100 ? '' : `${String(textSize)}%`;
  }, [textSize]);
  useEffect(() => setWish('motion', lessMotion), [lessMotion]);
  useEffect(() => setWish('contrast', moreContrast), [moreContrast]);
  useEffect(() => {
    setColorScheme(setting === 'system' ? 'auto' : setting);
    localStorage.setItem('theme', setting);
  }, [setting, setColorScheme]);
  return null;
}

function Window() {
  const { panel: chosen, dialog, help } = useWindow();
  useEffect(listenForKeys, []);
  const current = panels.find((panel) => panel.id === chosen) ?? panels[0];
  const Panel = current.view;
  const open = useProject((state) => state.details !== undefined);
  // A panel asks main for what it shows as soon as it is there.
  const isConnected = useHost((state) => state.host !== undefined);
  // Each price says which cap it would pass.
  useEffect(() => (isConnected ? keepAccountFresh([loadBudget]) : undefined), [isConnected]);
  const start = useProject(
    ({ status, failure }) => chosen === startScreen || (current.needsProject === true && status === 'none' && failure === undefined),
  );
  return (
    <div className={classes.window}>
      <TopBar start={start} />
      <div className={classes.middle}>
        <Rail current={start ? undefined : current.id} onChoose={(panel) => useWindow.setState({ panel })} />
        <div className={classes.panel}>
          {start ? <StartScreen /> : open || current.needsProject !== true ? isConnected && <Panel /> : <NoProject />}
        </div>
      </div>
      <StatusBar />
      <WireState />
      <WindowDrop start={start} panel={current.id} />
      <DroppedRecordingDialog />
      <ProjectDialogs />
      <UnknownPriceDialog />
      <Tour />
      {dialog === 'palette' && <CommandPalette shown={start ? startScreen : current.id} />}
      {help && <Help shown={start ? startScreen : current.id} />}
    </div>
  );
}

/** What stands in the panel's place while no project is open. */
function NoProject() {
  const { status, failure, asked } = useProject();
  if (status === 'opening' && !failure)
    return (
      <EmptyState icon={<Loader size={iconSize.wide} />} title={messages.window.openingProject}>
        {messages.window.openingLastProject}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconFileAlert size={iconSize.hero} stroke={1.4} aria-hidden />}
      title={messages.window.noProjectTitle}
      action={
        <>
          <Button onClick={() => void (asked === undefined ? resumeProject() : openProject(asked))}>{messages.window.tryAgain}</Button>
          <Button variant="default" onClick={showStart}>
            {messages.window.startScreen}
          </Button>
        </>
      }
    >
      {failure ? <FailureCard failure={failure} paid={false} onDismiss={dismissProjectFailure} /> : messages.window.noProjectNote}
    </EmptyState>
  );
}

/** The studio's core is gone: nothing below can work until it is back, and this says so. */
function WireState() {
  const { status, reason } = useHost();
  const [wasOpen, setWasOpen] = useState(false);
  if (status === 'open' && !wasOpen) setWasOpen(true);
  const isLost = wasOpen && status !== 'open';
  useEffect(() => {
    if (!isLost) return undefined;
    // What was announced last is no longer so; the dialog is read by itself.
    announce('');
    return () => announce(messages.window.connectedAgain);
  }, [isLost]);
  if (status === 'open' || (status === 'connecting' && !wasOpen)) return null;
  return (
    <div className={classes.lost} role="alertdialog" aria-modal="true" aria-label={messages.window.disconnected}>
      <div className={classes.lostCard}>
        <EmptyState
          icon={
            status === 'connecting' ? <Loader size={iconSize.huge} /> : <IconPlugConnectedX size={iconSize.hero} stroke={1.4} aria-hidden />
          }
          title={status === 'connecting' ? messages.window.reconnecting : messages.window.disconnected}
          action={
            <Button loading={status === 'connecting'} onClick={() => void connectHost()} autoFocus>
              {messages.window.reconnect}
            </Button>
          }
        >
          {messages.window.disconnectedNote(reason.replace(/[.\s]+$/u, ''))}
        </EmptyState>
      </div>
    </div>
  );
}
