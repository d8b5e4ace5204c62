import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconRepeat,
  IconTextScan2,
  IconZoomIn,
  IconZoomOut,
  IconZoomScan,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAriaKeys, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { playFromBlock, player, setSpeed, speeds, stopSound, toggleLoop, usePlayer, whyNotFromBlock } from '../../../core/player/player.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { clock, spoken } from '../../../lib/format.ts';
import { LevelMeter } from './level-meter.tsx';
import { selectionWords } from './waveform-view.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './waveform.module.css';
import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

const modeWords = {
  stopped: '',
  playing: '',
  live: messages.narration.asItArrives,
  late: messages.narration.buffering,
  waiting: messages.narration.waitingForBlock,
} as const;

/** Play, Stop, the position, and how much of the waveform is seen. */
export function Transport({ onZoom, onFit }: { onZoom: (factor: number) => void; onFit: (what: 'chapter' | 'selection') => void }) {
  const mode = usePlayer((state) => state.mode);
  const paused = usePlayer((state) => state.paused);
  const hasSound = usePlayer((state) => state.sound !== undefined);
  const selected = usePlayer((state) => state.selection !== undefined);
  const playKeys = useKeys('sound.play');
  const stopKeys = useKeys('sound.stop');
  const playAria = useAriaKeys('sound.play');
  const stopAria = useAriaKeys('sound.stop');
  const running = mode !== 'stopped' && !paused;
  return (
    <div className={classes.transport} dir="ltr">
      <Tooltip label={withKeys(running ? messages.narration.pause : messages.narration.play, playKeys)}>
        <ActionIcon
          aria-label={messages.narration.play}
          aria-pressed={running}
          aria-keyshortcuts={playAria}
          data-play
          variant="default"
          disabled={!hasSound && mode === 'stopped'}
          onClick={() => player.toggle()}
        >
          {running ? (
            <IconPlayerPauseFilled size={iconSize.normal} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={iconSize.normal} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(messages.narration.stop, stopKeys)}>
        <ActionIcon
          aria-label={messages.narration.stop}
          aria-keyshortcuts={stopAria}
          variant="default"
          disabled={!hasSound && mode === 'stopped'}
          onClick={stopSound}
        >
          <IconPlayerStopFilled size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <FromHere />
      <LoopButton />
      <Speed />
      <div className={classes.readout}>
        <Position />
        <LevelMeter />
      </div>
      <span className={classes.mode}>{paused ? messages.narration.pausedInline : modeWords[mode]}</span>
      <Selected />
      <div className={classes.space} />
      <Legend />
      <Tooltip label={messages.narration.zoomToSelectionNote}>
        <ActionIcon aria-label={messages.narration.zoomToSelection} disabled={!selected} onClick={() => onFit('selection')}>
          <IconZoomScan size={iconSize.large} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.narration.fitNote}>
        <ActionIcon aria-label={messages.narration.fitChapter} disabled={!hasSound} onClick={() => onFit('chapter')}>
          <IconArrowsHorizontal size={iconSize.large} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.narration.zoomOutNote}>
        <ActionIcon aria-label={messages.narration.zoomOut} disabled={!hasSound} onClick={() => onZoom(0.5)}>
          <IconZoomOut size={iconSize.large} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.narration.zoomInNote}>
        <ActionIcon aria-label={messages.narration.zoomIn} disabled={!hasSound} onClick={() => onZoom(2)}>
          <IconZoomIn size={iconSize.large} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** What the words with a dashed line are, where there are any. */
function Legend() {
  const hasSound = usePlayer((state) => state.sound !== undefined);
  const hasEstimates = useChapter((chapter) => chapter.timeline.blocks.some(({ take }) => take.alignment === 'estimated'));
  return hasSound && hasEstimates && <span className={classes.legend}>{messages.narration.estimatedLegend}</span>;
}

function FromHere() {
  const reason = useProject(() => whyNotFromBlock());
  usePlayer((state) => state.sound); // the reason may be gone with it
  const keys = useKeys('sound.play-from-block');
  return (
    <Tooltip label={withKeys(messages.narration.playFromHereNote, keys)}>
      <ActionIcon aria-label={messages.narration.playFromHere} variant="default" disabled={reason !== undefined} onClick={playFromBlock}>
        <IconTextScan2 size={iconSize.large} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function LoopButton() {
  const loop = usePlayer((state) => state.loop);
  const keys = useKeys('sound.loop');
  return (
    <Tooltip label={withKeys(messages.narration.loopNote, keys)}>
      <ActionIcon aria-label={messages.narration.loop} aria-pressed={loop} variant={loop ? 'light' : 'subtle'} onClick={toggleLoop}>
        <IconRepeat size={iconSize.large} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The person's own speed; while J or L go at another, that one. */
function Speed() {
  const rate = useStudio((state) => state.settings.playbackRate);
  const [now, setNow] = useState(rate);
  useEffect(() => player.onMoment(({ speed }) => setNow(speed)), []);
  const offered = [...new Set([...speeds, now])].sort((one, other) => one - other);
  return (
    <NativeSelect
      className={classes.speed}
      aria-label={messages.narration.playbackSpeed}
      size="xs"
      value={String(now)}
      data={offered.map((speed) => ({ value: String(speed), label: `${decimal(speed)}×`, disabled: speed < 0 }))}
      onChange={(event) => setSpeed(Number(event.currentTarget.value))}
    />
  );
}

function Selected() {
  const selection = usePlayer((state) => state.selection);
  return (
    <span className={classes.selected} data-selection>
      {selection && selectionWords(selection)}
    </span>
  );
}

/** Written straight into the element each frame; React does not take part. */
function Position() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let shown = '';
    let said = -1;
    return player.onMoment(({ seconds, total }) => {
      const element = place.current;
      if (!element) return;
      const text = `${clock(Math.min(seconds, total))} / ${clock(total)}`;
      // The very time by which the lit word was looked up, for checking one against the other.
      element.dataset['seconds'] = String(seconds);
      if (text !== shown) element.textContent = shown = text;
      const second = Math.floor(seconds);
      if (second === said) return;
      said = second;
      element.setAttribute('aria-description', messages.narration.positionOf(spoken(seconds), spoken(total)));
    });
  }, []);
  return (
    <div ref={place} role="timer" aria-label={messages.narration.position} className={classes.position}>
      0:00.0 / 0:00.0
    </div>
  );
}
