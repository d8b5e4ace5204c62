import { useEffect, useRef } from 'react';
import classes from './sound-wave.module.css';

interface SoundWaveProps {
  /** Loudest magnitude of each part, 0 to 1; without, a line. */
  peaks: Float32Array | undefined;
  /** How much has passed, 0 to 1; asked once a frame while it moves. The same function while nothing of it changes. */
  passed: () => number;
  moving: boolean;
  /** A press: how far along, 0 to 1. Without it, a press is left to what lies behind. */
  onSeek?: (place: number) => void;
}

/** The waveform of a short sound, filling its place. Drawn past React: while it sounds, once a frame. Its controls are elsewhere. */
export function SoundWave({ peaks, passed, moving, onSeek }: SoundWaveProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let frame = 0;
    const repaint = (): void => draw(element, peaks, passed());
    const paint = (): void => {
      repaint();
      if (moving) frame = requestAnimationFrame(paint);
    };
    paint();
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
  }, [peaks, passed, moving]);
  return (
    <canvas
      ref={canvas}
      className={classes.wave}
      data-seeks={onSeek !== undefined || undefined}
      aria-hidden
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        onSeek?.(Math.min(1, Math.max(0, (event.clientX - left) / width)));
      }}
    />
  );
}

const barWidth = 2;
const barStep = 4;
/** Of the height, what full scale takes: no bar touches the frame. */
const fullScale = 0.92;

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
    const tall = Math.max(barWidth, loud * height * fullScale);
    context.fillStyle = (bar + 0.5) / bars <= passed ? played : idle;
    context.fillRect(bar * barStep, (height - tall) / 2, barWidth, tall);
  }
}
