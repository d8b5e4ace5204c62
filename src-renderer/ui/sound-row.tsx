import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { outlineOf, type SoundOutline } from '../audio/outline.ts';
import { passedOf, playSound, toggleSound, useSounds } from '../state/sounds.ts';
import { clock } from './format.ts';
import classes from './sound-row.module.css';

interface SoundRowProps {
  /** What it is, for its buttons: `Nora`. */
  name: string;
  /** Its studio address. */
  url: string;
  /** Where it is known already; else it is read from the address. */
  outline?: SoundOutline;
  /** At the right, before its length. */
  children?: ReactNode;
}

/** A short sound in a line: play and pause, its waveform with how far it is (a press goes there), and its length. */
export function SoundRow({ name, url, outline: known, children }: SoundRowProps) {
  const outline = useOutline(url, known);
  return (
    <div className={classes.row} data-sound={url}>
      <PlaySound name={name} url={url} />
      <SoundWave url={url} outline={outline} />
      {children}
      <span className={classes.length}>{outline ? clock(outline.seconds) : ''}</span>
    </div>
  );
}

/** Plays a sound, pauses it, goes on. */
export function PlaySound({ name, url, disabled = false }: { name: string; url: string | undefined; disabled?: boolean }) {
  const sounding = useSounds((sounds) => url !== undefined && sounds.url === url && !sounds.paused);
  return (
    <ActionIcon
      aria-label={`${sounding ? 'Pause' : 'Play'} ${name}`}
      variant="default"
      disabled={disabled || url === undefined}
      onClick={() => url !== undefined && toggleSound(url)}
    >
      {sounding ? <IconPlayerPauseFilled size={12} /> : <IconPlayerPlayFilled size={12} />}
    </ActionIcon>
  );
}

/** The outline of a sound once it is read; `undefined` before, and where it cannot be read. */
export function useOutline(url: string, known?: SoundOutline): SoundOutline | undefined {
  const isKnown = known !== undefined;
  const [found, setFound] = useState<{ url: string; outline: SoundOutline | undefined }>();
  useEffect(() => {
    if (isKnown) return;
    let wanted = true;
    void outlineOf(url).then((outline) => {
      if (wanted) setFound({ url, outline });
    });
    return () => {
      wanted = false;
    };
  }, [url, isKnown]);
  return known ?? (found?.url === url ? found.outline : undefined);
}

/** Drawn past React: while it sounds, once a frame. */
function SoundWave({ url, outline }: { url: string; outline: SoundOutline | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const current = useSounds((sounds) => sounds.url === url);
  const paused = useSounds((sounds) => sounds.paused);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let frame = 0;
    const paint = (): void => {
      draw(element, outline?.peaks, current ? passedOf(url) : 0);
      if (current && !paused) frame = requestAnimationFrame(paint);
    };
    paint();
    const repaint = (): void => draw(element, outline?.peaks, current ? passedOf(url) : 0);
    const resized = new ResizeObserver(repaint);
    resized.observe(element);
    // Canvas keeps no colours of the theme.
    const themed = new MutationObserver(repaint);
    themed.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      themed.disconnect();
    };
  }, [url, outline, current, paused]);
  return (
    <canvas
      ref={canvas}
      className={classes.wave}
      aria-hidden
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        playSound(url, Math.min(1, Math.max(0, (event.clientX - left) / width)));
      }}
    />
  );
}

const barWidth = 2;
const barStep = 4;

function draw(canvas: HTMLCanvasElement, peaks: Float32Array | undefined, passed: number): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const [idle, played] = [style.getPropertyValue('--wave'), style.getPropertyValue('--wave-played')];
  const bars = Math.max(1, Math.floor(width / barStep));
  for (let bar = 0; bar < bars; bar += 1) {
    const from = Math.floor((bar * (peaks?.length ?? 0)) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * (peaks?.length ?? 0)) / bars));
    const loud = peaks ? Math.max(...peaks.subarray(from, to)) : 0;
    const tall = Math.max(barWidth, loud * height);
    context.fillStyle = (bar + 0.5) / bars <= passed ? played : idle;
    context.fillRect(bar * barStep, (height - tall) / 2, barWidth, tall);
  }
}
