import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconPlayerStopFilled, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { wanting } from '#shared/dubbing/fit.ts';
import { containerFor, type Dub } from '#shared/dubbing/timeline.ts';
import type { DubExportFormat } from '#shared/operations/dubbing-timeline.ts';
import { useAriaKeys } from '../../../core/commands/commands.ts';
import { captionEndings, exportDub, importCaptions, stopExport, useDubFiles } from '../../../core/dubbing-timeline/files.ts';
import { estimateSegments, generateAll, stopMaking, useMaking, whyNothing } from './making.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { ExportProgress, ProgressRow } from '../../../ui/progress-row.tsx';
import { plural } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { KeptFocus } from '../../../ui/kept-focus.tsx';
import { announce } from '../../../lib/live-region.tsx';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { PriceWords, usePrice } from '../../../core/account/price.tsx';
import classes from './timeline.module.css';

/** Captions in, every line made, the video out. */
export function DubActions({ dub }: { dub: Dub }) {
  const running = useMaking((state) => state.running !== undefined);
  return (
    <>
      <ImportCaptions />
      <KeptFocus state={running}>{running ? <Running /> : <GenerateAll dub={dub} />}</KeptFocus>
      <ExportMenu dub={dub} />
    </>
  );
}

function ImportCaptions() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={iconSize.normal} />} onClick={() => input.current?.click()}>
        Import captions
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={captionEndings.join(',')}
        aria-label="Captions file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void importCaptions(file);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

function GenerateAll({ dub }: { dub: Dub }) {
  const unready = useStudio((state) => whyNotReady(state));
  const keys = useAriaKeys('dub.generate-all');
  const wanted = wanting(dub);
  const key = JSON.stringify(wanted.map(({ text, voiceId, modelId, speed }) => [text, voiceId, modelId, speed]));
  const price = usePrice(wanted.length === 0 ? '' : key, (signal) => estimateSegments(wanted, signal));
  const what = price
    ? `${plural(price.lines - price.free, 'line')}, ${plural(price.characters, 'character')}${price.free > 0 ? ` (${String(price.free)} paid for already)` : ''}`
    : plural(wanted.length, 'line');
  const words = { what, credits: price?.credits, learnedFrom: price?.learnedFrom ?? 0 };
  return (
    <>
      {wanted.length > 0 && (
        <span className={classes.estimate}>
          <PriceWords {...words} />
        </span>
      )}
      <PaidButton
        name="Generate all"
        shortcut={keys}
        estimate={<PriceWords full {...words} />}
        recovery="A line is a job: if its answer is lost it is asked for again, and never paid twice."
        unavailable={unready ?? whyNothing(dub)}
        onPress={generateAll}
      />
    </>
  );
}

function Running() {
  const running = useMaking((state) => state.running);
  const words = running
    ? `${String(running.done)} of ${String(running.total)}${running.failed > 0 ? `, ${String(running.failed)} failed` : ''}`
    : '';
  useEffect(() => {
    if (words !== '') announce(`Generating: ${words}.`);
  }, [words]);
  if (!running) return null;
  return (
    <ProgressRow
      name="Generation progress"
      fraction={running.done / running.total}
      words={<span className={classes.estimate}>Generating {words}</span>}
    >
      <Button
        variant="default"
        leftSection={<IconPlayerStopFilled size={iconSize.small} />}
        loading={running.stopping}
        onClick={stopMaking}
      >
        Stop generating
      </Button>
    </ProgressRow>
  );
}

const outputs: readonly { format: DubExportFormat; audioCodec?: 'opus'; name: string; note: (dub: Dub) => string }[] = [
  { format: 'mp4', name: 'Export video', note: ({ video }) => (containerFor(video) === 'webm' ? 'WebM, Opus' : 'MP4, AAC') },
  { format: 'mp4', audioCodec: 'opus', name: 'Export video with Opus', note: () => 'MP4, Opus' },
  { format: 'mov', name: 'Export video for editing', note: () => 'MOV, uncompressed sound' },
  { format: 'wav', name: 'Export sound', note: () => 'WAV' },
];
const captions: readonly { format: DubExportFormat; name: string; note: string }[] = [
  { format: 'srt', name: 'Export captions', note: 'SRT' },
  { format: 'vtt', name: 'Export captions for the web', note: 'VTT' },
];

/** Without a choice of codec where the container has none. */
const videoOutputs = ({ video }: Dub) => outputs.filter(({ audioCodec }) => audioCodec === undefined || containerFor(video) === 'mp4');

function ExportMenu({ dub }: { dub: Dub }) {
  const exporting = useDubFiles((state) => state.exporting);
  const lacking = dub.segments.length - dub.segments.filter(({ heard }) => heard !== null).length;
  return (
    <KeptFocus state={exporting !== undefined}>
      {exporting ? (
        <ExportProgress fraction={exporting.fraction} onCancel={stopExport} />
      ) : (
        <Menu position="bottom-end" width={340}>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconDownload size={iconSize.normal} />}
              rightSection={<IconChevronDown size={iconSize.small} />}
            >
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {lacking > 0 && <Menu.Label>{plural(lacking, 'segment')} without sound yet</Menu.Label>}
            {videoOutputs(dub).map(({ format, audioCodec, name, note }) => (
              <Menu.Item
                key={name}
                aria-label={name}
                rightSection={<span className={classes.menuNote}>{note(dub)}</span>}
                onClick={() => void exportDub(format, audioCodec)}
              >
                {name}
              </Menu.Item>
            ))}
            <Menu.Divider />
            {captions.map(({ format, name, note }) => (
              <Menu.Item
                key={format}
                aria-label={name}
                rightSection={<span className={classes.menuNote}>{note}</span>}
                onClick={() => void exportDub(format)}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </KeptFocus>
  );
}
