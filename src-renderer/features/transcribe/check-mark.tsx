import { captionRules } from '#shared/narration/caption-breaks.ts';
import { readingSpeeds } from '#shared/narration/reading-speed.ts';
import type { CaptionCheck } from '#shared/transcripts/make.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { messages } from '#shared/messages/index.ts';

/** What a segment is as a caption, where there is something to say: too fast to be read, or too long for its lines. */
export function CheckMark({ pace, speed, linesOver }: { pace: CaptionCheck['pace'] | undefined; speed: number; linesOver: number }) {
  if (pace === undefined) return null;
  if (linesOver > 0)
    return (
      <span title={messages.transcribe.captionLimit(String(captionRules.lines), String(captionRules.charactersPerLine))}>
        <StatusGlyph status="incomplete">{messages.transcribe.line(captionRules.lines + linesOver)}</StatusGlyph>
      </span>
    );
  if (pace === 'easy') return null;
  const most = String(pace === 'too-fast' ? readingSpeeds.most : readingSpeeds.ease);
  return (
    <span title={messages.transcribe.readingSpeedNote(String(readingSpeeds.ease), String(readingSpeeds.most))}>
      <StatusGlyph status={pace === 'too-fast' ? 'incomplete' : 'queued'}>
        {pace === 'too-fast' ? messages.transcribe.readingSpeedOver(String(speed), most) : messages.transcribe.readingSpeed(String(speed))}
      </StatusGlyph>
    </span>
  );
}
