import { memo, useMemo } from 'react';
import { scriptLines, wordAtTime, type ScriptLine } from '#shared/dubbing/script.ts';
import type { LockedPlayers } from '../../../audio/locked-players.ts';
import { clock } from '../../../lib/format.ts';
import { SectionHeading } from '../../../ui/section.tsx';
import { TimeMark } from '../../../ui/time-mark.tsx';
import { usePosition } from '../../../core/player/video-players.tsx';
import classes from './script.module.css';
import { messages } from '#shared/messages/index.ts';

interface ScriptProps {
  text: string;
  /** How long its speech is, or is expected to be. */
  seconds: number;
  isMade: boolean;
  /** Of the video; undefined while that is not known. */
  video: number | undefined;
  players: LockedPlayers;
}

/** What is said, by the times of the video: the word that sounds is lit, a press on a time goes there. */
export function Script({ text, seconds, isMade, video, players }: ScriptProps) {
  const lines = useMemo(() => scriptLines(text, seconds), [text, seconds]);
  const at = usePosition(players);
  const lit = at > 0 ? wordAtTime(lines, at * 1000) : -1;
  return (
    <section aria-label={messages.dubbing.script}>
      <SectionHeading>{messages.dubbing.script}</SectionHeading>
      <p className={classes.note}>
        {isMade ? messages.dubbing.timesSpread(clock(seconds)) : messages.dubbing.timesExpected(clock(seconds))}
      </p>
      <ol className={classes.lines}>
        {lines.map((line) => (
          <Line
            key={line.from}
            line={line}
            lit={lit >= line.from && lit < line.from + line.words.length ? lit - line.from : -1}
            isAfter={video !== undefined && line.startMs >= video * 1000}
            players={players}
          />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  line: ScriptLine;
  /** Place of the word in the line that is said now, or -1. */
  lit: number;
  isAfter: boolean;
  players: LockedPlayers;
}

const Line = memo(function Line({ line, lit, isAfter, players }: LineProps) {
  const time = clock(line.startMs / 1000);
  return (
    <li className={classes.line} data-lit={lit >= 0 || undefined}>
      <TimeMark time={time} act={messages.dubbing.goTo} onPress={isAfter ? undefined : () => players.seek(line.startMs / 1000)} />
      <span className={classes.words} data-after={isAfter || undefined}>
        {line.words.map(({ text }, index) => (
          <span key={index}>
            <span data-word-lit={index === lit || undefined}>{text}</span>{' '}
          </span>
        ))}
      </span>
      {isAfter && <span className={classes.after}>{messages.dubbing.afterVideoEnd}</span>}
    </li>
  );
});
