import { ActionIcon, SegmentedControl, Slider, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
} from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { frameRateWords } from '#shared/timecode.ts';
import { timecodeAt } from '../../audio/frame-clock.ts';
import { LockedPlayers } from '../../audio/locked-players.ts';
import { addCommands, useKeys, withKeys } from '../commands/commands.ts';
import { whenOpenedLater } from '../host/host.ts';
import { stopSounds } from './sounds.ts';
import { player, usePlayer } from './player.ts';
import { takeTransport } from './transport.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { useOutline } from './sound-row.tsx';
import { LeftToRight } from '../../ui/left-to-right.tsx';
import { SoundWave } from '../../ui/sound-wave.tsx';
import { Video } from '../../ui/video.tsx';
import { spoken } from '../../lib/format.ts';
import classes from './video-players.module.css';
import { messages } from '#shared/messages/index.ts';

export interface Played {
  id: string;
  /** `Source`, `New audio`, `Result`. */
  name: string;
  kind: 'video' | 'audio';
  /** Its studio address; without one, `zone` or `empty` stands in its place. */
  url: string | undefined;
  empty: ReactNode;
  /** Where it can be dropped: it fills the place, in place of the words of `empty`. */
  zone?: ReactNode;
  /** Below it: what it is. */
  note?: ReactNode;
}

interface VideoPlayersProps {
  /** What is played, for its region: `Players`. */
  name: string;
  items: readonly Played[];
  /** Pictures a second; null where nobody knows: then it is counted by 25. */
  frameRate: number | null;
  /** The one that is heard as soon as it is there, and that all end with. */
  prefer?: string;
  /** What stands below them and follows their clock. */
  below?: (players: LockedPlayers) => ReactNode;
}

/** Videos and sounds side by side on one clock, within a frame of one another. Space plays, comma and full stop go a frame. */
export function VideoPlayers({ name, items, frameRate, prefer, below }: VideoPlayersProps) {
  const [players] = useState(() => new LockedPlayers());
  const filled = items.filter(({ url }) => url !== undefined);
  const anything = filled.length > 0;
  useEffect(() => players.setFrameRate(frameRate), [players, frameRate]);
  const isThere = filled.some(({ id }) => id === prefer);
  useEffect(() => {
    if (!isThere) return undefined;
    players.hear(prefer);
    players.endWith(prefer);
    return () => players.endWith(undefined);
  }, [players, prefer, isThere]);
  useTransport(players, anything);
  return (
    <section className={classes.players} aria-label={name} data-players>
      <div className={classes.row} data-pictures={items.filter(({ kind }) => kind === 'video').length}>
        {items.map((item) => (
          <figure key={item.id} className={classes.item} aria-label={item.name} data-kind={item.kind}>
            <figcaption className={classes.caption}>
              <span className={classes.name}>{item.name}</span>
              {item.note !== undefined && <span className={classes.note}>{item.note}</span>}
            </figcaption>
            <div className={classes.screen} data-zone={(item.url === undefined && item.zone !== undefined) || undefined}>
              {item.url === undefined ? (
                (item.zone ?? <div className={classes.empty}>{item.empty}</div>)
              ) : (
                <Screen key={item.url} item={item} url={item.url} players={players} isMade={item.id === prefer} />
              )}
            </div>
          </figure>
        ))}
      </div>
      {anything && <Controls players={players} items={filled} known={frameRate !== null} />}
      {below?.(players)}
    </section>
  );
}

/** `isMade`: it came from the service, and is not sent. */
function Screen({ item, url, players, isMade }: { item: Played; url: string; players: LockedPlayers; isMade: boolean }) {
  const element = useRef<HTMLVideoElement>(null);
  const [broken, setBroken] = useState(false);
  const { id, kind, name } = item;
  useEffect(() => (element.current ? players.add(id, element.current) : undefined), [players, id]);
  // What main had in hand as it ended is there again with it.
  useEffect(() => whenOpenedLater(() => setBroken(false)), []);
  if (broken) {
    const why = kind === 'video' ? messages.player.cannotPlayVideo : messages.player.cannotPlayAudio;
    return <div className={classes.empty}>{isMade ? why : `${why} ${messages.player.canBeSent}`}</div>;
  }
  return (
    <>
      <Video
        ref={element}
        className={kind === 'video' ? classes.video : classes.sound}
        src={url}
        preload="auto"
        playsInline
        aria-label={name}
        data-player={id}
        onClick={() => players.toggle()}
        onError={() => setBroken(true)}
      />
      {kind === 'audio' && <Wave url={url} players={players} />}
    </>
  );
}

/** A sound has no picture: its waveform, as far as it is a short one, with how much has passed. */
function Wave({ url, players }: { url: string; players: LockedPlayers }) {
  const outline = useOutline(url);
  const { playing, duration } = useLocked(players);
  const at = usePosition(players);
  const seconds = outline?.seconds ?? duration;
  // Playing, the wave asks by itself; paused, another place is another question.
  const shown = playing ? undefined : at;
  const passed = useCallback(() => (seconds > 0 ? Math.min(1, (shown ?? players.position) / seconds) : 0), [players, seconds, shown]);
  return (
    <div className={classes.wave}>
      <SoundWave peaks={outline?.peaks} passed={passed} moving={playing} onSeek={(place) => players.seek(place * seconds)} />
    </div>
  );
}

const useLocked = (players: LockedPlayers) => useSyncExternalStore(players.subscribe, players.state);

/** Where the clock is, once a frame of the window while it plays. */
export function usePosition(players: LockedPlayers): number {
  const [at, setAt] = useState(players.position);
  const { playing } = useLocked(players);
  useEffect(() => {
    const show = (): void => setAt(players.position);
    const stop = players.subscribe(show);
    if (!playing) return stop;
    let frame = 0;
    const again = (): void => {
      show();
      frame = requestAnimationFrame(again);
    };
    again();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [players, playing]);
  return at;
}

function Controls({ players, items, known }: { players: LockedPlayers; items: readonly Played[]; known: boolean }) {
  const { playing, waiting, duration, heard, frameRate } = useLocked(players);
  const at = usePosition(players);
  const keys = { play: useKeys('sound.play'), back: useKeys('players.back'), on: useKeys('players.on'), start: useKeys('players.start') };
  const button = (label: string, command: string, icon: ReactNode, act: () => void): ReactNode => (
    <Tooltip label={withKeys(label, command)}>
      <ActionIcon variant="default" aria-label={label} onClick={act}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <LeftToRight className={classes.controls}>
      {button(messages.player.toStart, keys.start, <IconPlayerSkipBackFilled size={iconSize.small} aria-hidden />, () => players.seek(0))}
      {button(messages.player.frameBack, keys.back, <IconChevronLeft size={iconSize.normal} aria-hidden />, () => players.nudge(-1))}
      {button(
        playing ? messages.player.pause : messages.player.play,
        keys.play,
        playing ? <IconPlayerPauseFilled size={iconSize.small} aria-hidden /> : <IconPlayerPlayFilled size={iconSize.small} aria-hidden />,
        () => toggle(players),
      )}
      {button(messages.player.frameForward, keys.on, <IconChevronRight size={iconSize.normal} aria-hidden />, () => players.nudge(1))}
      <span className={classes.time} role="timer" aria-label={messages.player.timecode}>
        {timecodeAt(at, frameRate)}
      </span>
      <Slider
        className={classes.slider ?? ''}
        size="xs"
        thumbLabel={messages.player.position}
        label={null}
        min={0}
        max={Math.max(duration, 1 / frameRate)}
        step={1 / frameRate}
        value={at}
        thumbValueText={(seconds) => messages.player.framePosition(spoken(seconds), timecodeAt(seconds, frameRate).slice(-2))}
        onChange={(seconds) => players.seek(seconds)}
      />
      <span className={classes.total}>
        {timecodeAt(duration, frameRate)} · {known ? frameRateWords(frameRate) : messages.player.countedAt25}
        {waiting && messages.player.waiting}
      </span>
      {items.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={messages.player.audioSource}
          data={items.map(({ id, name }) => ({ value: id, label: name }))}
          value={heard ?? ''}
          onChange={(id) => players.hear(id)}
        />
      )}
    </LeftToRight>
  );
}

/** Nothing else sounds beside it. */
function toggle(players: LockedPlayers): void {
  if (!players.state().playing) {
    stopSounds();
    if (usePlayer.getState().mode !== 'stopped') player.pause();
  }
  players.toggle();
}

/** The commands that there are while players are shown. */
export function addPlayerCommands(players: Pick<LockedPlayers, 'nudge' | 'seek'>, unavailable: () => string | undefined): () => void {
  const common = { group: messages.player.players, unavailable };
  return addCommands([
    { ...common, id: 'players.back', title: messages.player.frameBack, keys: [','], repeats: true, run: () => players.nudge(-1) },
    { ...common, id: 'players.on', title: messages.player.frameForward, keys: ['.'], repeats: true, run: () => players.nudge(1) },
    { ...common, id: 'players.start', title: messages.player.toStart, keys: ['Home'], run: () => players.seek(0) },
  ]);
}

function useTransport(players: LockedPlayers, anything: boolean): void {
  useEffect(() => {
    const nothing = (): string | undefined => (anything ? undefined : messages.player.nothingToPlay);
    const stops = [
      takeTransport({ toggle: () => toggle(players), stop: () => players.pause(), unavailable: nothing }),
      addPlayerCommands(players, nothing),
      // The chapter is started by its own keys at any time; then these give way.
      usePlayer.subscribe(({ mode, paused }) => {
        if (mode !== 'stopped' && !paused && players.state().playing) players.pause();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [players, anything]);
}
