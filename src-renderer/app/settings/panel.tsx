import {
  IconAccessible,
  IconAdjustments,
  IconDatabase,
  IconHeadphones,
  IconKeyboard,
  IconLanguage,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type FunctionComponent } from 'react';
import { loadStorage } from '../../core/account/account.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { useHost } from '../../core/host/host.ts';
import { takeIntent, useWindow } from '../../core/window/window.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { AccessibilitySection } from './accessibility.tsx';
import { GeneralSection } from './general.tsx';
import { KeysSection } from './keys.tsx';
import { LanguageSection } from './language.tsx';
import { SoundSection } from './sound.tsx';
import { StorageSection } from './storage.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** The keys come last: they are by far the longest. */
const sections: readonly { title: string; Icon: TablerIcon; Content: FunctionComponent }[] = [
  { title: messages.settings.general, Icon: IconAdjustments, Content: GeneralSection },
  { title: messages.settings.language, Icon: IconLanguage, Content: LanguageSection },
  { title: messages.settings.accessibility, Icon: IconAccessible, Content: AccessibilitySection },
  { title: messages.settings.soundDevices, Icon: IconHeadphones, Content: SoundSection },
  { title: messages.account.storage, Icon: IconDatabase, Content: StorageSection },
  { title: messages.account.keys, Icon: IconKeyboard, Content: KeysSection },
];

/** Settings: how the studio looks, sounds and is used, and what it keeps on this machine. It shows parts of several panels. */
export function SettingsPanel() {
  const version = useHost((state) => state.version);
  useEffect(() => void loadStorage(), []);
  const page = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const light = ({ currentTarget }: { currentTarget: HTMLElement }): void => setCurrent(findCurrent(currentTarget));
  const intent = useWindow((state) => state.intent);
  useEffect(() => {
    const wanted = takeIntent('settings');
    if (wanted) goTo(page.current, messages.account[wanted.section], 'input, button');
  }, [intent]);
  return (
    <PanelFrame
      title={messages.window.settings}
      heading={<PanelHeading title={messages.window.settings} facts={[messages.window.voicewright(version)]} />}
      actions={null}
    >
      <div className={classes.stage}>
        <nav className={classes.list} aria-label={messages.settings.sections}>
          {sections.map(({ title, Icon }, index) => (
            <button
              key={title}
              type="button"
              className={classes.item}
              aria-current={index === current || undefined}
              onClick={() => {
                goTo(page.current, title, 'h2');
                setCurrent(index);
              }}
            >
              <Icon size={iconSize.normal} stroke={1.75} aria-hidden />
              {title}
            </button>
          ))}
        </nav>
        <div ref={page} className={classes.page} onFocus={light} onScroll={light}>
          <div className={classes.column}>
            {sections.map(({ title, Content }) => (
              <Content key={title} />
            ))}
          </div>
        </div>
      </div>
    </PanelFrame>
  );
}

/** Shows a section from its top, with the focus on its heading or what is wanted in it. */
function goTo(page: HTMLElement | null, title: string, wanted: string): void {
  const section = [...(page?.querySelectorAll<HTMLElement>('section') ?? [])].find((one) => one.ariaLabel === title);
  section?.scrollIntoView({ block: 'start' });
  const target = section?.querySelector<HTMLElement>(wanted);
  if (target?.tagName === 'H2') target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

/** The section that is used, while the focus in it is in sight; else the one that is read: the last that begins in the upper third of the page. */
function findCurrent(page: HTMLElement): number {
  const { top, bottom, height } = page.getBoundingClientRect();
  const all = [...page.querySelectorAll('section')];
  const focused = document.activeElement?.getBoundingClientRect();
  const used = all.findIndex((one) => one.contains(document.activeElement));
  if (used >= 0 && focused && focused.bottom > top && focused.top < bottom) return used;
  const read = all.findLastIndex((one) => one.getBoundingClientRect().top - top <= height / 3);
  return Math.max(0, read);
}
