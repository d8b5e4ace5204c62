import { Button, SegmentedControl } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useAriaKeys, useKeys } from '../../core/commands/commands.ts';
import {
  endSession,
  showLive,
  silence,
  loadCapabilities,
  settleChoice,
  useLiveSettings,
  useLive,
  loadSessions,
  showLiveSide,
  useLiveSide,
} from './stores.ts';
import { liveSides } from './live-tab-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { addLiveCommands } from './commands.ts';
import { Composer } from './composer.tsx';
import { LiveFailures } from './failures.tsx';
import { LineStatus } from './line-status.tsx';
import { PhraseBank } from './phrase-bank.tsx';
import { Queue } from './queue.tsx';
import { Sessions } from './sessions.tsx';
import { Setup } from './setup.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

const sideNames = { Setup: messages.live.setup, Phrases: messages.live.phrases, Sessions: messages.live.sessions };

/** Live: what is typed is spoken at once. */
export function LivePanel() {
  const composer = useRef<HTMLTextAreaElement>(null);
  const side = useLiveSide((state) => state.side);
  useWhatIsOffered();
  useEffect(() => {
    const stops = [showLive(), addLiveCommands(() => composer.current?.focus())];
    void loadSessions();
    composer.current?.focus();
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <PanelFrame
      title={messages.live.live}
      heading={
        <>
          <PanelHeading title={messages.live.speakLive} />
          <LineStatus />
        </>
      }
      actions={<Actions />}
      inspector={
        <>
          <div className={classes.sides}>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={messages.live.sidePanel}
              data={liveSides.map((value) => ({ value, label: sideNames[value] }))}
              value={side}
              onChange={(value) => showLiveSide(liveSides.find((one) => one === value) ?? 'Setup')}
            />
          </div>
          {side === 'Setup' ? <Setup /> : side === 'Phrases' ? <PhraseBank /> : <Sessions />}
        </>
      }
    >
      <div className={classes.stage}>
        <LiveFailures write={() => composer.current?.focus()} />
        <Queue />
        <Composer field={composer} />
      </div>
    </PanelFrame>
  );
}

/** What can be chosen depends on the service, the version and the list of voices. */
function useWhatIsOffered(): void {
  const ready = useStudio((state) => state.connection?.state === 'ready');
  const connectionId = useStudio((state) => state.connection?.id);
  const voices = useStudio((state) => state.voices);
  const loaded = useLiveSettings((state) => state.loaded);
  const version = useLiveSettings((state) => state.settings.version);
  useEffect(() => {
    if (ready && loaded) void loadCapabilities();
  }, [ready, loaded, connectionId, version]);
  useEffect(settleChoice, [voices]);
}

function Actions() {
  const line = useLive((state) => state.line);
  const busy = useLive((state) =>
    state.phrases.some((one) => ['waiting', 'sent', 'speaking'].includes(one.state) && one.silenced !== true),
  );
  const keys = useKeys('live.silence');
  const ariaKeys = useAriaKeys('live.silence');
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />}
        aria-keyshortcuts={ariaKeys}
        title={messages.live.silenceKeys(keys)}
        disabled={!busy}
        onClick={silence}
      >
        {messages.live.silence}
      </Button>
      <Button variant="default" disabled={line === 'off' || line === 'ending'} onClick={endSession}>
        {line === 'ending' ? messages.live.ending : messages.live.endSession}
      </Button>
    </>
  );
}
