import { Anchor, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconPlayerStopFilled, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { overrunOf, silentSegments, unfitSegments, voiceless, wanting, willNotFit } from '#shared/dubbing/fit.ts';
import { containerFor, type Dub, type Segment } from '#shared/dubbing/timeline.ts';
import type { DubExportFormat } from '#shared/operations/dubbing-timeline.ts';
import { askToExport, captionEndings, importCaptions, stopExport, useDubFiles } from '../../../core/dubbing-timeline/files.ts';
import { whyNothing } from './making-store.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { ExportProgress, ProgressRow } from '../../../ui/progress-row.tsx';
import { iconSize } from '../../../lib/icon-size.ts';
import { KeptFocus } from '../../../ui/kept-focus.tsx';
import { announce } from '../../../lib/live-region.tsx';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../../core/account/price.tsx';
import { ExportQuestion } from './export-question.tsx';
import { showNextOf } from './show-segment.ts';
import { UnfitDialog } from './unfit-dialog.tsx';
import classes from './timeline.module.css';
import { messages } from '#shared/messages/index.ts';
import { estimateSegments, generateAll, stopMaking, useMaking } from '../stores.ts';

/** Captions in, every line made, the video out. */
export function DubActions({ dub, onShow }: { dub: Dub; onShow: () => void }) {
  const running = useMaking((state) => state.running !== undefined);
  return (
    <>
      <ImportCaptions isTitleShort={dub.title.length <= shortTitle} />
      <KeptFocus state={running}>{running ? <Running /> : <GenerateAll dub={dub} onShow={onShow} />}</KeptFocus>
      <ExportMenu dub={dub} />
      <UnfitDialog dub={dub} onShow={onShow} />
      <ExportQuestion dub={dub} />
    </>
  );
}

/** Characters of a title beside which there is room for a word in a window of usual width. */
const shortTitle = 20;

function ImportCaptions({ isTitleShort }: { isTitleShort: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        classNames={{ root: classes.importCaptions ?? '', label: classes.wordsOfImport ?? '', section: classes.signOfImport ?? '' }}
        title={messages.dubbing.importCaptions}
        aria-label={messages.dubbing.importCaptions}
        leftSection={<IconUpload size={iconSize.normal} aria-hidden />}
        data-roomy={isTitleShort || undefined}
        onClick={() => input.current?.click()}
      >
        <span className={classes.longWords}>{messages.dubbing.importCaptions}</span>
        <span className={classes.shortWords}>{messages.dubbing.importWord}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-captions-file
        accept={captionEndings.join(',')}
        aria-label={messages.dubbing.captionsFile}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void importCaptions(file);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

function GenerateAll({ dub, onShow }: { dub: Dub; onShow: () => void }) {
  const unready = useStudio((state) => whyNotReady(state));
  const isGone = useStudio((state) => findGoneVoices(state));
  const nothing = whyNothing(dub, isGone);
  const wanted = wanting(dub, isGone);
  const key = JSON.stringify(wanted.map(({ text, voiceId, modelId, speed }) => [text, voiceId, modelId, speed]));
  const price = usePrice(wanted.length === 0 ? '' : key, (signal) => estimateSegments(wanted, signal));
  const lines = messages.dubbing.line(price ? price.lines - price.free : wanted.length);
  const amount = price
    ? `, ${messages.dubbing.character(price.characters)}${price.free > 0 ? messages.dubbing.paidCount(String(price.free)) : ''}`
    : '';
  const what = `${lines}${amount}`;
  const toComeUnfit = wanted.filter((segment) => willNotFit(segment, dub.takes));
  const without = voiceless(dub, isGone);
  // What is not generated is not what the price is for.
  const unfit = unfitSegments(dub).filter((segment) => !without.includes(segment));
  const words = { credits: creditsFrom(price, ({ credits }) => credits), learnedFrom: price?.learnedFrom ?? 0 };
  const warned = (
    <>
      {lines}
      <span data-price-part="amount">{amount}</span>
      {unfit.length > 0 && (
        <>
          , <NextOf those={unfit} dub={dub} words={unfitWords(unfit, dub)} onShow={onShow} />
        </>
      )}
      {without.length > 0 && (
        <>
          , <NextOf those={without} dub={dub} words={messages.dubbing.voicelessCount(without.length)} onShow={onShow} />
        </>
      )}
    </>
  );
  const facts = [what, ...(toComeUnfit.length > 0 ? [unfitWords(toComeUnfit, dub)] : [])];
  if (without.length > 0) facts.push(messages.dubbing.voicelessCount(without.length));
  return (
    <>
      <div className={classes.note}>
        <span className={classes.estimate} data-roomy={dub.title.length <= shortTitle || undefined}>
          {nothing === undefined ? (
            <PriceWords what={warned} {...words} />
          ) : nothing === messages.dubbing.allGenerated && unfit.length > 0 ? (
            <>
              {messages.dubbing.allGeneratedInShort}, <NextOf those={unfit} dub={dub} words={unfitWords(unfit, dub)} onShow={onShow} />
            </>
          ) : (
            nothing
          )}
        </span>
      </div>
      <PaidButton
        name={messages.dubbing.generateAll}
        command="dub.generate-all"
        estimate={<PriceWords full what={facts.join(', ')} {...words} />}
        recovery={messages.dubbing.generateAllNote}
        unavailable={unready ?? nothing}
        onPress={() => void generateAll()}
      />
    </>
  );
}

interface NextOfProps {
  those: readonly Segment[];
  dub: Dub;
  words: string;
  onShow: () => void;
}

/** Leads from one to the next of the segments that something is wrong with, as lists of errors do in caption editors. */
function NextOf({ those, dub, words, onShow }: NextOfProps) {
  return (
    <Anchor
      component="button"
      type="button"
      fz="inherit"
      lh="inherit"
      className={classes.unfit ?? ''}
      title={those.length === 1 ? messages.dubbing.showSegment : messages.dubbing.showNextSegment}
      onClick={() => {
        showNextOf(those, dub);
        onShow();
      }}
    >
      {words}
    </Anchor>
  );
}

/** One is named by its number in the list. */
function unfitWords(unfit: readonly Segment[], { segments, takes }: Dub): string {
  const { dubbing } = messages;
  const [alone] = unfit;
  const isExpected = unfit.some((segment) => overrunOf(segment, takes)?.of === 'expected');
  if (!alone || unfit.length > 1) return isExpected ? dubbing.willNotFitCount(unfit.length) : dubbing.doNotFitCount(unfit.length);
  const place = segments.findIndex(({ id }) => id === alone.id) + 1;
  return isExpected ? dubbing.segmentWillNotFit(place) : dubbing.segmentDoesNotFit(place);
}

function Running() {
  const running = useMaking((state) => state.running);
  const words = running
    ? messages.dubbing.progressOf(
        String(running.done),
        String(running.total),
        running.failed > 0 ? messages.dubbing.failedCount(String(running.failed)) : '',
      )
    : '';
  useEffect(() => {
    if (words !== '') announce(messages.dubbing.generatingProgress(words));
  }, [words]);
  if (!running) return null;
  return (
    <ProgressRow
      name={messages.dubbing.generationProgress}
      fraction={running.done / running.total}
      words={<span className={`${classes.estimate ?? ''} ${classes.running ?? ''}`}>{messages.dubbing.generatingProgress(words)}</span>}
    >
      <Button
        variant="default"
        leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />}
        loading={running.stopping}
        onClick={stopMaking}
      >
        {messages.dubbing.stopGenerating}
      </Button>
    </ProgressRow>
  );
}

const outputs: readonly { format: DubExportFormat; audioCodec?: 'opus'; name: string; note: (dub: Dub) => string }[] = [
  {
    format: 'mp4',
    name: messages.dubbing.exportVideo,
    note: ({ video }) => (containerFor(video) === 'webm' ? messages.dubbing.webmOpus : messages.dubbing.mp4Aac),
  },
  { format: 'mp4', audioCodec: 'opus', name: messages.dubbing.exportVideoWithOpus, note: () => messages.dubbing.mp4Opus },
  { format: 'mov', name: messages.dubbing.exportVideoForEditing, note: () => messages.dubbing.movUncompressed },
  { format: 'wav', name: messages.dubbing.exportAudio, note: () => 'WAV' },
];
const captions: readonly { format: DubExportFormat; name: string; note: string }[] = [
  { format: 'srt', name: messages.dubbing.exportCaptions, note: messages.dubbing.srt },
  { format: 'vtt', name: messages.dubbing.exportWebCaptions, note: messages.dubbing.vtt },
];

/** Without a choice of codec where the container has none. */
const videoOutputs = ({ video }: Dub) => outputs.filter(({ audioCodec }) => audioCodec === undefined || containerFor(video) === 'mp4');

function ExportMenu({ dub }: { dub: Dub }) {
  const exporting = useDubFiles((state) => state.exporting);
  const speakerNames = useDubFiles((state) => state.speakerNames);
  const lacking = silentSegments(dub).length;
  return (
    <KeptFocus state={exporting !== undefined}>
      {exporting ? (
        <ExportProgress fraction={exporting.fraction} onCancel={stopExport} />
      ) : (
        <Menu position="bottom-end" width="max-content">
          <Menu.Target>
            <Button
              variant="default"
              classNames={{ label: classes.wordsOfSign ?? '', section: classes.sign ?? '' }}
              title={messages.dubbing.exportWord}
              aria-label={messages.dubbing.exportWord}
              leftSection={<IconDownload size={iconSize.normal} aria-hidden />}
              rightSection={<IconChevronDown size={iconSize.small} aria-hidden />}
            >
              {messages.dubbing.exportWord}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {lacking > 0 && <Menu.Label>{messages.dubbing.withoutAudio(messages.dubbing.segment(lacking))}</Menu.Label>}
            {videoOutputs(dub).map(({ format, audioCodec, name, note }) => (
              <Menu.Item
                key={name}
                aria-label={name}
                rightSection={<span className={classes.menuNote}>{note(dub)}</span>}
                onClick={() => void askToExport(format, audioCodec)}
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
                onClick={() => void askToExport(format)}
              >
                {name}
              </Menu.Item>
            ))}
            {dub.segments.some(({ speaker }) => speaker !== null) && (
              <Menu.CheckboxItem
                checked={speakerNames}
                onChange={(checked) => useDubFiles.setState({ speakerNames: checked })}
                closeMenuOnClick={false}
                classNames={{ itemIndicator: classes.tickBox ?? '' }}
              >
                {messages.dubbing.captionsNameSpeakers}
              </Menu.CheckboxItem>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </KeptFocus>
  );
}
