import { Tooltip } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { captionRules } from '#shared/narration/caption-breaks.ts';
import { readingSpeeds } from '#shared/narration/reading-speed.ts';
import type { CaptionCheck } from '#shared/transcripts/make.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import classes from './segments.module.css';
import { messages } from '#shared/messages/index.ts';

/** What a segment is as a caption, where there is something to say: too fast to be read, or too long for its lines. */
export function CheckMark({ pace, speed, linesOver }: { pace: CaptionCheck['pace'] | undefined; speed: number; linesOver: number }) {
  if (pace === undefined) return null;
  if (linesOver > 0)
    return (
      <Explained note={messages.transcribe.captionLimit(String(captionRules.lines), String(captionRules.charactersPerLine))}>
        <StatusGlyph status="incomplete">{messages.transcribe.line(captionRules.lines + linesOver)}</StatusGlyph>
      </Explained>
    );
  if (pace === 'easy') return null;
  return (
    <Explained note={messages.transcribe.readingSpeedNote(String(readingSpeeds.ease), String(readingSpeeds.most))}>
      {pace === 'too-fast' ? (
        <StatusGlyph status="incomplete">{messages.transcribe.readingSpeedOver(String(speed), String(readingSpeeds.most))}</StatusGlyph>
      ) : (
        <span className={classes.speed}>
          <IconGauge size={iconSize.normal} stroke={1.75} aria-hidden />
          {messages.transcribe.readingSpeed(String(speed))}
        </span>
      )}
    </Explained>
  );
}

const Explained = ({ note, children }: { note: string; children: ReactNode }) => (
  <Tooltip label={note} multiline maw="20rem">
    <span aria-description={note}>{children}</span>
  </Tooltip>
);
