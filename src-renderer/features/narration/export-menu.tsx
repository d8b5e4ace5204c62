import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UnfinishedBlock } from '#shared/narration/unfinished.ts';
import type { exportFormats } from '#shared/operations/speech.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { useChapter } from '../../core/chapter/chapter.ts';
import { type ExportResult, type ExportScope } from './sound-exports.ts';
import { useProject } from '../../core/project/project.ts';
import { ExportProgress } from '../../ui/progress-row.tsx';
import { plural } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { formatPeak } from '../../lib/peak-words.ts';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { type ChapterOrder } from './ask-first-store.ts';
import { findUnfinishedInScope } from './missing-sound.ts';
import { UnfinishedDialog } from './unfinished-dialog.tsx';
import classes from './export-menu.module.css';
import { messages } from '#shared/messages/index.ts';
import { exportSound, makeOrAsk } from './stores.ts';

type Format = (typeof exportFormats)[number];

const formats: readonly { format: Format; name: string; note: string }[] = [
  { format: 'wav', name: messages.narration.wav, note: messages.narration.wavNote },
  { format: 'mp3', name: 'MP3', note: messages.narration.mp3Note },
  { format: 'm4a', name: 'M4A', note: messages.narration.aacNote },
  { format: 'srt', name: messages.narration.srt, note: 'captions' },
  { format: 'vtt', name: messages.narration.vtt, note: messages.narration.vttNote },
];

const scopes: readonly { scope: Exclude<ExportScope, 'chapter'>; name: string; command: string }[] = [
  { scope: 'project', name: messages.narration.oneFile, command: messages.narration.exportOneFile },
  { scope: 'each', name: messages.narration.filePerChapter, command: messages.narration.exportPerChapter },
];
const underWay = messages.narration.exportRunning;
const oneChapter = messages.narration.onlyOneChapter;

const noSound = messages.narration.generateFirst;

interface Unfinished {
  format: Format;
  scope: ExportScope;
  blocks: readonly UnfinishedBlock[];
  withText: number;
}

function groupByChapter(blocks: readonly UnfinishedBlock[]): ChapterOrder[] {
  return [...Map.groupBy(blocks, ({ chapterId }) => chapterId)].map(([chapterId, some]) => ({
    chapterId,
    blocks: some.map(({ id, text }) => ({ id, text })),
  }));
}

/** The chapter as a file, or all of them: sound or captions. */
export function ExportMenu() {
  const hasMore = useProject((state) => state.outline.length > 1);
  const hasSound = useChapter((chapter) => chapter.timeline.blocks.length > 0);
  const [fraction, setFraction] = useState<number>();
  const [unfinished, setUnfinished] = useState<Unfinished>();
  const abort = useRef<AbortController>(null);

  const start = (format: Format, scope: ExportScope): void => {
    const found = findUnfinishedInScope(scope);
    if (found.blocks.length > 0 && found.blocks.length < found.withText) setUnfinished({ ...found, format, scope });
    else void run(format, scope);
  };

  const run = async (format: Format, scope: ExportScope): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setFraction(0);
    const answer = await exportSound(format, scope, { signal: controller.signal, onFraction: setFraction });
    setFraction(undefined);
    if (answer.ok) {
      if (answer.value) tell(answer.value);
    } else if (answer.failure.kind !== 'cancelled') toastFailure(answer.failure);
  };

  const onCommand = useEffectEvent(start);
  const busy = fraction !== undefined;
  useEffect(() => {
    const reason = busy ? underWay : hasSound ? undefined : noSound;
    return addCommands([
      ...formats.map(({ format, name, note }) => ({
        id: `export.${format}`,
        title: messages.narration.exportAs(name, note),
        group: messages.narration.exportWord,
        run: () => onCommand(format, 'chapter'),
        unavailable: () => reason,
      })),
      ...scopes.flatMap(({ scope, command }) =>
        formats.map(({ format, name, note }) => ({
          id: `export.${scope}.${format}`,
          title: messages.narration.commandAs(command, name, note),
          group: messages.narration.exportWord,
          run: () => onCommand(format, scope),
          unavailable: () => (busy ? underWay : hasMore ? undefined : oneChapter),
        })),
      ),
      {
        id: 'export.cancel',
        title: messages.narration.cancelExport,
        group: messages.narration.exportWord,
        run: () => abort.current?.abort(),
        unavailable: () => (busy ? undefined : messages.narration.noExport),
      },
    ]);
  }, [busy, hasSound, hasMore]);

  return (
    <KeptFocus state={busy}>
      {unfinished && (
        <UnfinishedDialog
          blocks={unfinished.blocks}
          withText={unfinished.withText}
          onClose={() => setUnfinished(undefined)}
          onGenerate={() => {
            setUnfinished(undefined);
            void makeOrAsk(groupByChapter(unfinished.blocks));
          }}
          onExport={() => {
            setUnfinished(undefined);
            void run(unfinished.format, unfinished.scope);
          }}
        />
      )}
      {fraction === undefined ? (
        <FormatMenu hasSound={hasSound} hasMore={hasMore} onChoose={start} />
      ) : (
        <ExportProgress fraction={fraction} onCancel={() => abort.current?.abort()} />
      )}
    </KeptFocus>
  );
}

interface FormatMenuProps {
  hasSound: boolean;
  hasMore: boolean;
  onChoose: (format: Format, scope: ExportScope) => void;
}

/** Where there is no sound, the formats can be gone through, and say why they are not to be had. */
function FormatMenu({ hasSound, hasMore, onChoose }: FormatMenuProps) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={iconSize.normal} />}
          rightSection={<IconChevronDown size={iconSize.small} />}
        >
          {messages.narration.exportWord}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hasMore && <Menu.Label>{messages.narration.thisChapter}</Menu.Label>}
        {!hasSound && <Menu.Label>{noSound}</Menu.Label>}
        {formats.map(({ format, name, note }) => (
          <Menu.Item
            key={format}
            aria-label={name}
            {...(hasSound ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': noSound, closeMenuOnClick: false })}
            rightSection={<span className={classes.note}>{note}</span>}
            onClick={() => (hasSound ? onChoose(format, 'chapter') : announce(noSound))}
          >
            {name}
          </Menu.Item>
        ))}
        {hasMore && <Menu.Divider />}
        {hasMore &&
          scopes.map(({ scope, name: title }) => (
            <Menu.Sub key={scope} position="left-start">
              <Menu.Sub.Target>
                <Menu.Sub.Item>{title}</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {formats.map(({ format, name }) => (
                  <Menu.Item key={format} aria-label={`${title}: ${name}`} onClick={() => onChoose(format, scope)}>
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function tell({ name, place, skippedBlocks, silentChapters, peak }: ExportResult): void {
  const skipped = skippedBlocks > 0 ? messages.narration.leftOut(plural(skippedBlocks, messages.narration.block)) : '';
  const silent = silentChapters > 0 ? messages.narration.leftOut(plural(silentChapters, messages.narration.chapter)) : '';
  const about = `${place}${skipped}${silent}${formatPeak(peak)}`;
  toast(messages.narration.exported(name), about);
  announce(messages.narration.exportedWithPlace(name, about));
}
