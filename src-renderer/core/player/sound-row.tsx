import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { outlineOf, type SoundOutline } from '../../audio/outline.ts';
import { passedOf, playSound, toggleSound, useSounds } from './sounds.ts';
import { clock } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { SoundWave } from '../../ui/sound-wave.tsx';
import classes from './sound-row.module.css';
import { messages } from '#shared/messages/index.ts';

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
      <RowWave url={url} outline={outline} />
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
      aria-label={`${sounding ? messages.player.pause : messages.player.play} ${name}`}
      variant="default"
      disabled={disabled || url === undefined}
      onClick={() => url !== undefined && toggleSound(url)}
    >
      {sounding ? <IconPlayerPauseFilled size={iconSize.small} aria-hidden /> : <IconPlayerPlayFilled size={iconSize.small} aria-hidden />}
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

/** The sound's own waveform, played by a press. */
function RowWave({ url, outline }: { url: string; outline: SoundOutline | undefined }) {
  const current = useSounds((sounds) => sounds.url === url);
  const paused = useSounds((sounds) => sounds.paused);
  const passed = useCallback(() => (current ? passedOf(url) : 0), [current, url]);
  return (
    <div className={classes.wave}>
      <SoundWave peaks={outline?.peaks} passed={passed} moving={current && !paused} onSeek={(place) => playSound(url, place)} />
    </div>
  );
}
