import { Button, Menu, Progress } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { exportFormats } from '#shared/operations.ts';
import { addCommands } from '../../state/commands.ts';
import { useChapter } from '../../state/chapter.ts';
import { exportChapter, type ExportResult } from '../../state/exports.ts';
import { plural } from '../../ui/format.ts';
import { announce } from '../../ui/live-region.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import classes from './export-menu.module.css';

type Format = (typeof exportFormats)[number];

const formats: readonly { format: Format; name: string; note: string }[] = [
  { format: 'wav', name: 'WAV', note: '48 kHz, 16 bit, mono' },
  { format: 'mp3', name: 'MP3', note: 'constant bit rate' },
  { format: 'srt', name: 'SRT', note: 'captions' },
  { format: 'vtt', name: 'VTT', note: 'captions for the web' },
];

const noSound = 'Nothing has sound yet: generate it first.';

/** The chapter as a file: sound or captions. */
export function ExportMenu() {
  const hasSound = useChapter((chapter) => chapter.timeline.blocks.length > 0);
  const [fraction, setFraction] = useState<number>();
  const abort = useRef<AbortController>(null);

  const run = async (format: Format): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setFraction(0);
    const answer = await exportChapter(format, { signal: controller.signal, onFraction: setFraction });
    setFraction(undefined);
    if (answer.ok) {
      if (answer.value) tell(answer.value);
    } else if (answer.failure.kind !== 'cancelled') toastFailure(answer.failure);
  };

  const busy = fraction !== undefined;
  useEffect(() => {
    const reason = busy ? 'An export is under way.' : hasSound ? undefined : noSound;
    return addCommands([
      ...formats.map(({ format, name, note }) => ({
        id: `export.${format}`,
        title: `Export as ${name}, ${note}`,
        group: 'Export',
        run: () => void run(format),
        unavailable: () => reason,
      })),
      {
        id: 'export.cancel',
        title: 'Cancel the export',
        group: 'Export',
        run: () => abort.current?.abort(),
        unavailable: () => (busy ? undefined : 'No export is under way.'),
      },
    ]);
  }, [busy, hasSound]);

  return (
    <KeptFocus state={busy}>
      {fraction === undefined ? (
        <FormatMenu hasSound={hasSound} onChoose={(format) => void run(format)} />
      ) : (
        <div className={classes.running}>
          <Progress className={classes.progress} size={4} value={fraction * 100} aria-label="Export progress" />
          <Button variant="default" onClick={() => abort.current?.abort()}>
            Cancel export
          </Button>
        </div>
      )}
    </KeptFocus>
  );
}

/** Where there is no sound, the formats can be gone through, and say why they are not to be had. */
function FormatMenu({ hasSound, onChoose }: { hasSound: boolean; onChoose: (format: Format) => void }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} />} rightSection={<IconChevronDown size={12} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {!hasSound && <Menu.Label>{noSound}</Menu.Label>}
        {formats.map(({ format, name, note }) => (
          <Menu.Item
            key={format}
            aria-label={name}
            {...(hasSound ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': noSound, closeMenuOnClick: false })}
            rightSection={<span className={classes.note}>{note}</span>}
            onClick={() => (hasSound ? onChoose(format) : announce(noSound))}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function tell({ name, place, skippedBlocks }: ExportResult): void {
  const skipped = skippedBlocks > 0 ? ` ${plural(skippedBlocks, 'block')} without up-to-date sound left out.` : '';
  toast(`Exported ${name}`, `${place}${skipped}`);
  announce(`Exported ${name}. ${place}${skipped}`);
}
