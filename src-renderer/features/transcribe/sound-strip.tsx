import { Slider } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { outlineOfFile, type SoundOutline } from '../../audio/outline.ts';
import { passedOf, playSound, playSoundFrom, secondsOf, stopSounds, useSounds } from '../../core/player/sounds.ts';
import { PlaySound, useOutline } from '../../core/player/sound-row.tsx';
import { LeftToRight } from '../../ui/left-to-right.tsx';
import { SoundWave } from '../../ui/sound-wave.tsx';
import { clock, spoken } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './source-sound.module.css';
import { messages } from '#shared/messages/index.ts';

interface SoundStripProps {
  name: string;
  url: string;
  /** Its length, as far as that is known. */
  seconds: number;
  /** Said below where nothing in it can be heard. */
  silentNote?: string | undefined;
}

/** A recording over the width of the stage: its waveform, played by a press, and how far it is. */
export function SoundStrip(props: SoundStripProps) {
  const outline = useOutline(props.url);
  return <Strip {...props} outline={outline} />;
}

/** The same of a file that is in the window: it is not fetched, which the window's policy forbids, but read. */
export function FileStrip({ blob, ...props }: SoundStripProps & { blob: Blob }) {
  const [read, setRead] = useState<{ blob: Blob; outline: SoundOutline | undefined }>();
  useEffect(() => {
    let wanted = true;
    void outlineOfFile(blob).then((outline) => {
      if (wanted) setRead({ blob, outline });
    });
    return () => {
      wanted = false;
    };
  }, [blob]);
  const { url } = props;
  useEffect(
    () => () => {
      if (useSounds.getState().url === url) stopSounds();
    },
    [url],
  );
  return <Strip {...props} outline={read?.blob === blob ? read.outline : undefined} />;
}

function Strip({ name, url, seconds, silentNote, outline }: SoundStripProps & { outline: SoundOutline | undefined }) {
  const at = usePlace(url);
  const current = useSounds((state) => state.url === url);
  const paused = useSounds((state) => state.paused);
  const passed = useCallback(() => (current ? passedOf(url) : 0), [current, url]);
  const most = Math.max(seconds, at, 0.1);
  return (
    <>
      <div className={classes.player}>
        <PlaySound name={name} url={url} />
        <LeftToRight className={classes.strip}>
          {outline && (
            <div className={classes.wave}>
              <SoundWave peaks={outline.peaks} passed={passed} moving={current && !paused} onSeek={(place) => playSound(url, place)} />
            </div>
          )}
          <Slider
            thumbLabel={messages.transcribe.audioPosition}
            label={(value) => clock(value)}
            thumbValueText={(value) => spoken(value)}
            size="xs"
            min={0}
            max={most}
            step={0.1}
            value={Math.min(at, most)}
            onChange={(value) => playSoundFrom(url, value)}
          />
          <span className={classes.place} role="timer" aria-label={messages.transcribe.position}>
            {clock(at)} / {clock(seconds)}
          </span>
        </LeftToRight>
      </div>
      {outline?.isSilent === true && silentNote !== undefined && (
        <p className={classes.silent} role="status">
          <IconAlertTriangle size={iconSize.normal} aria-hidden />
          {silentNote}
        </p>
      )}
    </>
  );
}

/** Seconds that have passed; updated a few times a second while it sounds. */
function usePlace(url: string): number {
  const current = useSounds((state) => state.url === url);
  const paused = useSounds((state) => state.paused);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const tell = (): void => setAt(Math.round(secondsOf(url) * 10) / 10);
    const first = requestAnimationFrame(tell);
    const timer = current && !paused ? setInterval(tell, 100) : undefined;
    return () => {
      cancelAnimationFrame(first);
      clearInterval(timer);
    };
  }, [url, current, paused]);
  return at;
}
