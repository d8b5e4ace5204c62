import { ActionIcon, Popover, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useShallow } from 'zustand/react/shallow';
import { shownKeys, useCommands } from '../../core/commands/commands.ts';
import { useHost } from '../../core/host/host.ts';
import { useWindow } from '../../core/window/window.ts';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { LanguageSelect } from './language-select.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './settings-menu.module.css';
import { messages } from '#shared/messages/index.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];

export function SettingsMenu() {
  const { theme, playbackRate } = useStudio((state) => state.settings);
  const withShortcut = useCommands(useShallow((state) => state.commands.filter((command) => command.keys !== undefined)));
  const version = useHost((state) => state.version);
  const opened = useWindow((state) => state.dialog === 'settings');
  return (
    <Popover
      opened={opened}
      onChange={(open) => useWindow.setState({ dialog: open ? 'settings' : undefined })}
      position="bottom-end"
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <Tooltip label={messages.window.settings}>
          <ActionIcon aria-label={messages.window.settings} onClick={() => useWindow.setState({ dialog: opened ? undefined : 'settings' })}>
            <IconSettings size={iconSize.large} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={messages.window.settings}>
        <div className={classes.settings}>
          <div>
            <span className={classes.label} id="theme-label">
              {messages.window.theme}
            </span>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby="theme-label"
              value={theme}
              data={[
                { value: 'system', label: messages.window.system },
                { value: 'light', label: messages.window.light },
                { value: 'dark', label: messages.window.dark },
              ]}
              onChange={(value) => void updateSettings({ theme: value })}
            />
          </div>
          <LanguageSelect />
          <Select
            label={messages.window.listeningSpeed}
            description={messages.window.listeningSpeedNote}
            allowDeselect={false}
            value={String(playbackRate)}
            data={[...new Set([...rates, playbackRate])]
              .sort((a, b) => a - b)
              .map((rate) => ({ value: String(rate), label: `${String(rate)}×` }))}
            onChange={(value) => {
              if (value !== null) void updateSettings({ playbackRate: Number(value) });
            }}
            comboboxProps={{ withinPortal: false }}
          />
          <div>
            <span className={classes.label}>{messages.window.keys}</span>
            <dl className={classes.keys} tabIndex={0} aria-label={messages.window.keys}>
              {withShortcut.map(({ id, title, keys }) => (
                <div key={id}>
                  <dt>{keys?.map((one) => shownKeys(one)).join(', ')}</dt>
                  <dd>{title}</dd>
                </div>
              ))}
              <div>
                <dt>{messages.window.esc}</dt>
                <dd>{messages.window.leaveScript}</dd>
              </div>
            </dl>
          </div>
          <p className={classes.version}>{messages.window.voicewright(version)}</p>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
