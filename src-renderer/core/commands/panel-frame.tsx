import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconHelp, IconLayoutSidebarRight } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { addCommands, useKeys, withKeys } from './commands.ts';
import { isFirstPanel, openHelp } from '../window/window.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { useNarrow } from '../../lib/narrow.ts';
import classes from './panel-frame.module.css';
import { messages } from '#shared/messages/index.ts';

interface PanelFrameProps {
  title: string;
  /** First in the bar, never cut: which of several stages is shown. */
  tabs?: ReactNode;
  /** Left of the bar: what is shown. */
  heading: ReactNode;
  /** Right of the bar: what can be done. */
  actions: ReactNode;
  /** What shapes the selection; a panel without one gives none. */
  inspector?: ReactNode;
  /** A request is made in the inspector: it keeps its place in narrower windows, and is open where it is a drawer. */
  inspectorHasForm?: boolean;
  /** What the inspector is about: named at the button that shows it where it is put away. */
  inspectorOf?: string | undefined;
  /** Another number brings the inspector into sight where it is put away; 0 does not. */
  showInspector?: number;
  /** Below the stage, in a height of its own; a panel without one gives none. */
  dock?: ReactNode;
  /** So many lanes of the dock are kept in sight, also where the window is low for its text. */
  dockLanes?: number;
  /** Where the window is low, the dock is as high as what is in it. */
  dockFits?: boolean;
  children: ReactNode;
}

/**
 * A panel's frame: bar, stage, dock, and an inspector that can be put away. Where the window is narrow, or the text large, the
 * inspector is a drawer, put away until it is asked for: the stage makes room for it as far as it can, and Escape puts it away again.
 */
export function PanelFrame({
  title,
  tabs,
  heading,
  actions,
  inspector,
  inspectorHasForm = false,
  inspectorOf,
  showInspector = 0,
  dock,
  dockLanes,
  dockFits = false,
  children,
}: PanelFrameProps) {
  const narrow = useNarrow(inspectorHasForm);
  // What was chosen, for each of the two layouts.
  const [beside, setBeside] = useState(true);
  const [over, setOver] = useState(inspectorHasForm);
  const opened = narrow ? over : beside;
  const [shownFor, setShownFor] = useState(showInspector);
  if (shownFor !== showInspector) {
    setShownFor(showInspector);
    if (showInspector > 0) (narrow ? setOver : setBeside)(true);
  }
  const inspectorId = useId();
  const keys = useKeys('view.inspector');
  const has = inspector !== undefined;
  useEffect(() => {
    if (!has) return;
    const toggle = (): void => (narrow ? setOver : setBeside)((shown) => !shown);
    return addCommands([
      {
        id: 'view.inspector',
        title: messages.commands.toggleInspector,
        keywords: [messages.pickups.details],
        group: messages.commands.view,
        keys: ['Mod+\\'],
        run: toggle,
      },
    ]);
  }, [has, narrow]);
  const frame = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFirstPanel() || !frame.current) return;
    if (document.activeElement === null || document.activeElement === document.body) tabFrom(frame.current);
  }, []);
  const toggle = {
    ref: toggleButton,
    'aria-expanded': opened,
    'aria-controls': opened ? inspectorId : undefined,
    onClick: () => (narrow ? setOver : setBeside)(!opened),
  };
  const icon = <IconLayoutSidebarRight size={iconSize.large} stroke={1.75} aria-hidden />;
  return (
    <main
      ref={frame}
      className={classes.panel}
      aria-label={title}
      data-drawer={(has && narrow && opened) || undefined}
      onKeyDown={(event) => {
        if (!narrow || !over || event.key !== 'Escape' || event.defaultPrevented) return;
        // Not where the field that had the focus has given it elsewhere.
        const isInside = document.activeElement?.closest(`#${CSS.escape(inspectorId)}`) != null;
        setOver(false);
        if (isInside) toggleButton.current?.focus();
      }}
    >
      <div className={classes.bar}>
        {tabs !== undefined && <div className={classes.tabs}>{tabs}</div>}
        <div className={classes.heading}>
          {heading}
          <HelpButton />
        </div>
        <div className={classes.actions}>
          {actions}
          {has && (narrow || !opened) && (
            <Tooltip label={withKeys(opened ? messages.commands.hideInspector : messages.commands.showInspector, keys)}>
              {inspectorOf === undefined ? (
                <ActionIcon aria-label={messages.commands.inspector} variant="default" {...toggle}>
                  {icon}
                </ActionIcon>
              ) : (
                <Button
                  className={classes.about ?? ''}
                  aria-label={messages.commands.inspectorOf(inspectorOf)}
                  variant="default"
                  rightSection={icon}
                  {...toggle}
                >
                  {inspectorOf}
                </Button>
              )}
            </Tooltip>
          )}
        </div>
      </div>
      <div className={classes.stage}>{children}</div>
      {dock !== undefined && (
        <div
          className={classes.dock}
          data-lanes={dockLanes !== undefined || undefined}
          data-fits={dockFits || undefined}
          style={dockLanes === undefined ? undefined : ({ '--lanes': dockLanes } as CSSProperties)}
        >
          {dock}
        </div>
      )}
      {has && opened && (
        <aside id={inspectorId} className={narrow ? classes.drawer : classes.inspector} aria-label={messages.commands.inspector}>
          {inspector}
        </aside>
      )}
    </main>
  );
}

/** Opens Help at the section of the panel. */
function HelpButton() {
  const keys = useKeys('help.open');
  return (
    <Tooltip label={withKeys(messages.help.helpForThisPanel, keys)}>
      <ActionIcon className={classes.help} aria-label={messages.help.helpForThisPanel} aria-haspopup="dialog" onClick={openHelp}>
        <IconHelp size={iconSize.large} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** What held the focus went with the panel before: the next Tab goes to the first control of this one. Browsers go on from where the focus was last. */
function tabFrom(frame: HTMLElement): void {
  frame.tabIndex = -1;
  frame.focus({ preventScroll: true });
  frame.blur();
  frame.removeAttribute('tabindex');
}
