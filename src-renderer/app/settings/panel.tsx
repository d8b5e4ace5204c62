import { useEffect } from 'react';
import { loadStorage } from '../../core/account/account.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { useHost } from '../../core/host/host.ts';
import { takeIntent, useWindow } from '../../core/window/window.ts';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { AccessibilitySection } from './accessibility.tsx';
import { GeneralSection } from './general.tsx';
import { KeysSection } from './keys.tsx';
import { LanguageSection } from './language.tsx';
import { SoundSection } from './sound.tsx';
import { StorageSection } from './storage.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Settings: how the studio looks, sounds and is used, and what it keeps on this machine. It shows parts of several panels. */
export function SettingsPanel() {
  const version = useHost((state) => state.version);
  useEffect(() => void loadStorage(), []);
  const intent = useWindow((state) => state.intent);
  useEffect(() => {
    const wanted = takeIntent('settings');
    if (!wanted) return;
    const section = document.querySelector<HTMLElement>(`section[aria-label="${messages.account[wanted.section]}"]`);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('input, button')?.focus();
  }, [intent]);
  return (
    <PanelFrame
      title={messages.window.settings}
      heading={<PanelHeading title={messages.window.settings} facts={[messages.window.voicewright(version)]} />}
      actions={null}
    >
      <div className={classes.page}>
        <div className={classes.column}>
          {/* First: whoever cannot read the rest looks for it at the top. */}
          <LanguageSection />
          <GeneralSection />
          <AccessibilitySection />
          <SoundSection />
          <StorageSection />
        </div>
        <div className={`${classes.column ?? ''} ${classes.aside ?? ''}`}>
          <KeysSection />
        </div>
      </div>
    </PanelFrame>
  );
}
